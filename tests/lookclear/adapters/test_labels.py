"""A label given by another process while a crawl over real HTTP is running."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from indexer import Index
from lookclear.errors import NothingStored
from lookclear.session.labels import label_page
from lookclear.store.labels import Verdict
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace
from tests.web.site import Site
from tests.web.topical import FOOTBALL, served, topical

SLOWLY = {"delay_s": 0.1, "concurrency": 1, "latency_factor": 0}


def test_a_running_crawl_takes_a_label_in_within_seconds(new_topic: Callable[..., Any]) -> None:
    with Site({}) as site:
        pages = topical([site.url("")], 400)
        site.pages.update(served(pages))
        topic = new_topic([site.url("/0")], {**SLOWLY, "strategy": "breadth-first"})
        process = topic.start(pages=300)
        off = _first(topic, lambda key: any(word in pages[key].partition("</p>")[0] for word in FOOTBALL))
        said = label_page(Workspace.open(topic.folder), off, Verdict.NO, at=datetime.now(UTC))
        assert said.counts == "at once"
        assert said.relevance != 0
        assert _becomes(lambda: _stored(topic)[off] == 0)
        with Index.open(topic.folder / "data" / "index", read_only=True) as index:
            assert _becomes(lambda: _relevance(index, off) == 0)
        assert process.poll() is None  # it was still crawling
        process.terminate()
        topic.ended(process, code=3)


def _relevance(index: Index, key: str) -> float | None:
    index.refresh()
    found = index.get(key)
    return found.relevance if found is not None else None


def _stored(topic: Any) -> dict[str, float]:
    with (
        suppress(NothingStored),
        PageStore.open(topic.folder / "data" / "pages.sqlite", read_only=True) as pages,
    ):
        return pages.relevances()
    return {}


def _first(topic: Any, wanted: Callable[[str], bool]) -> str:
    found: list[str] = []

    def is_there() -> bool:
        found[:] = filter(wanted, _stored(topic))
        return bool(found)

    assert _becomes(is_there)
    return found[0]


def _becomes(true: Callable[[], bool], within_s: float = 30.0) -> bool:
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.05)
    return False
