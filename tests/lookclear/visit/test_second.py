"""A second judge that is learned beside the crawl: at which page it counts, whatever time it takes."""

import time
from pathlib import Path
from typing import Any

import pytest

from lookclear.relevance.crawl_judge import CrawlJudge
from lookclear.visit import second
from lookclear.visit.second import FIRST, LAG
from tests.lookclear.session.crawling import opened, run, write_topic
from tests.web.topical import topical

WEB = topical(["http://a.test", "http://b.test"], 260)
_GARDENS = [url for url, html in WEB.items() if "足球" not in html.partition("</p>")[0]]
SEEDS = ["http://a.test/0", _GARDENS[1], _GARDENS[2]]
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
        return write_topic(tmp_path / name, pages=180, second=kind, seeds=SEEDS)

    at_once = crawled(make("at-once"))
    assert [page for page, _ in at_once[2]] == [FIRST + LAG, int(FIRST * 1.5) + LAG]
    assert {trouble for _, trouble in at_once[2]} == {""}

    class Slow(CrawlJudge):
        def refresh(self, *given: Any) -> None:
            time.sleep(0.3)
            super().refresh(*given)

    monkeypatch.setattr(second, "CrawlJudge", Slow)
    assert crawled(make("slow")) == at_once
    assert crawled(make("stopped"), stops=(FIRST + 5, FIRST + LAG + 10)) == at_once


def test_it_changes_what_pages_are_worth(tmp_path: Path) -> None:
    alone = crawled(write_topic(tmp_path / "alone", pages=180, seeds=SEEDS))
    both = crawled(write_topic(tmp_path / "both", pages=180, second="naive-bayes", seeds=SEEDS))
    assert alone[0][: FIRST + LAG] == both[0][: FIRST + LAG]
    assert alone[1] != both[1]
    assert all(0 <= value <= 1 for value in both[1].values())


def test_what_cannot_be_learned_leaves_the_first_judge_alone(tmp_path: Path) -> None:
    """One known page is too few to learn from; `vote` is the slowest of all methods."""
    one = crawled(write_topic(tmp_path / "one", pages=180, second="vote"))
    none = crawled(write_topic(tmp_path / "none", pages=180))
    assert one[:2] == none[:2]
    assert all("too few to learn from" in trouble for _, trouble in one[2])
