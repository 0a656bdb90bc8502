"""A second judge that is learned beside the crawl: at which page it counts, whatever time it takes."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lookclear.errors import NotLearnable
from lookclear.text.vectors import RowBatch, TermRows
from lookclear.visit import second
from lookclear.visit.second import FIRST, LAG, SecondJudge
from tests.lookclear.session.crawling import opened, run, write_topic
from tests.web.topical import topical

WEB = topical(["http://a.test", "http://b.test"], 260)
KINDS = ("naive-bayes", "tfidf-2")


def crawled(
    folder: Path, stops: tuple[int, ...] = ()
) -> tuple[list[str], dict[str, float], list[tuple[int, str]]]:
    """Crawl 180 pages, interrupted after so many; return order, relevance by address, lessons."""
    order: list[str] = []
    for stop in (*stops, 180):
        with opened(folder, strategy="mix") as session:
            order += run(session, stop - len(order), web=WEB)
            assert session._mind is not None
            relevance = {key: one.value for key, one in session._mind.relevance_of(order).items()}
            lessons = session._mind.second.lessons
    return order, relevance, lessons


@pytest.mark.parametrize("kind", KINDS)
def test_it_counts_from_the_same_page_on_however_long_a_lesson_takes_and_after_interruptions(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(name: str) -> Path:
        return write_topic(tmp_path / name, pages=180, second=kind)

    at_once = crawled(make("at-once"))
    assert [page for page, _ in at_once[2]] == [FIRST + LAG, int(FIRST * 1.5) + LAG]
    assert {what for _, what in at_once[2]} == {"learned"}
    learn = second.learn

    def slowly(*given: Any) -> Any:
        time.sleep(0.3)
        return learn(*given)

    monkeypatch.setattr(second, "learn", slowly)
    assert crawled(make("slow")) == at_once
    assert crawled(make("stopped"), stops=(FIRST + 5, FIRST + LAG + 10)) == at_once


def test_it_changes_what_pages_are_worth(tmp_path: Path) -> None:
    alone = crawled(write_topic(tmp_path / "alone", pages=180))
    both = crawled(write_topic(tmp_path / "both", pages=180, second="naive-bayes"))
    assert alone[0][: FIRST + LAG] == both[0][: FIRST + LAG]
    assert alone[1] != both[1]
    assert all(0 <= value <= 1 for value in both[1].values())


@pytest.mark.parametrize("executor", [True, False])
def test_what_cannot_be_learned_leaves_the_first_judge_alone(
    monkeypatch: pytest.MonkeyPatch, executor: bool
) -> None:
    def nothing(*_: object) -> None:
        raise NotLearnable("nothing to be told apart", hint="crawl on")

    class Model:
        second = None
        vocabulary = None

        def relevance(self, _: object) -> np.ndarray[Any, Any]:
            return np.zeros(0)

    class Teachers:
        def taught(self) -> tuple[list[object], list[object]]:
            return [], []

    monkeypatch.setattr(second, "learn", nothing)
    with ThreadPoolExecutor(1) as pool:
        judge = SecondJudge("vote", Model(), Teachers(), TermRows(), pool if executor else None)  # type: ignore[arg-type]
        changed = [judge.before(page) for page in range(FIRST + LAG + 1)]
    assert not any(changed)
    assert judge.lessons == [(FIRST + LAG, "nothing to be told apart")]
    assert judge.scores(RowBatch.of([])) is None
