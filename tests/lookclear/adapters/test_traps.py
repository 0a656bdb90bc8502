"""A crawl of a site full of traps finds what is real, by whatever strategy."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.lookclear.adapters.conftest import LIVE, Topic
from tests.web.site import Site
from tests.web.traps import KINDS, REAL, trapped

pytestmark = pytest.mark.any_scrapy

NewTopic = Callable[..., Topic]
BUDGET = 300
LEAST = 50  # of the 60 real pages


def found(new_topic: NewTopic, kinds: list[str], **crawl: Any) -> tuple[int, Topic]:
    pages, real = trapped(kinds)
    with Site(pages) as site:
        topic = new_topic([site.url()], {**LIVE, "pages": BUDGET, **crawl})
        topic.crawl()
        assert len(real) == REAL
        assert sum(path.startswith("/robots") for path in site.asked(robots=True)) <= 1
        return len(set(real).intersection(site.asked()[:BUDGET])), topic


@pytest.mark.parametrize("strategy", ["mix", "best-first", "link-context", "breadth-first"])
def test_all_traps_together_leave_room_for_the_real_pages(new_topic: NewTopic, strategy: str) -> None:
    count, _ = found(new_topic, list(KINDS), strategy=strategy)
    assert count >= LEAST


@pytest.mark.parametrize("kind", KINDS)
def test_each_trap_alone_leaves_room_for_the_real_pages(new_topic: NewTopic, kind: str) -> None:
    count, _ = found(new_topic, [kind])
    assert count >= LEAST
