"""What is wrong with a crawl is written down: why, since when, and what to do."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from lookclear.cli.status import read_status
from lookclear.domain import StopReason
from lookclear.session.condition import CONDITION_FILE, read_condition
from lookclear.session.health import WINDOW
from lookclear.topics.workspace import Workspace
from tests.lookclear.session.crawling import NOW, opened, run, write_topic
from tests.web.topical import FOOTBALL, GARDEN


def chain(on_topic: Callable[[int], bool], count: int = 330) -> dict[str, str]:
    """Return a web whose pages are fetched in order: each links to the next."""
    chance = random.Random(5)
    web = {}
    for n in range(count):
        words = " ".join(chance.choices(GARDEN if on_topic(n) else FOOTBALL, k=40))
        own = " ".join(f"word{n}x{part}" for part in range(12))
        web[f"http://a.test/{n}"] = (
            f"<title>{words[:30]}</title><p>{words}</p><p>{own}</p><a href='/{n + 1}'>next 下一页</a>"
        )
    return web


@pytest.mark.parametrize(
    ("on_topic", "reason", "said"),
    [
        (lambda n: n == 0, StopReason.STARVED, "seeds, keywords and scope"),
        (lambda n: n < 100, StopReason.SATURATED, "add seeds on other sites"),
        (lambda _: True, None, ""),
    ],
)
def test_status_says_what_is_wrong_since_when_and_what_to_do(
    tmp_path: Path, on_topic: Callable[[int], bool], reason: StopReason | None, said: str
) -> None:
    folder = write_topic(tmp_path / "topic", pages=320)
    with opened(folder, strategy="breadth-first") as session:
        run(session, web=chain(on_topic))
        session.save()  # as a running crawl does now and then
        status = read_status(Workspace.open(folder))
    assert (status.trouble.reason if status.trouble else None) is reason
    if status.trouble is not None:
        assert said in status.trouble.sentence
        assert status.trouble.since == 319 - WINDOW + 1
        assert status.trouble.at == NOW
    assert status.model == 1  # written down meanwhile


def test_a_condition_that_cannot_be_read_or_is_of_another_run_is_none(tmp_path: Path) -> None:
    folder = write_topic(tmp_path / "topic", pages=3)
    web = chain(lambda _: True)
    with opened(folder) as session:
        run(session, web=web)
        session.warnings.append("a warning 警告")
        session.finish(complete=True)
    assert read_status(Workspace.open(folder)).warnings[-1] == "a warning 警告"
    path = folder / "data" / CONDITION_FILE
    path.write_bytes(path.read_bytes().replace(b'"run":1', b'"run":7'))
    assert read_status(Workspace.open(folder)).warnings == ()
    path.write_text("{")
    assert read_condition(folder / "data") is None
    assert read_status(Workspace.open(folder)).trouble is None
