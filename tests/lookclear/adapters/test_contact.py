"""Nobody crawls the live web from nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.site import Site, page
from tests.web.topical import record

NewTopic = Callable[..., Any]


def test_a_crawl_of_the_live_web_does_not_start_without_a_contact(new_topic: NewTopic) -> None:
    topic = new_topic(["https://example.org/"])
    topic.crawl(code=2, network=False)
    assert "nobody can be reached about this crawl" in topic.stderr
    assert 'contact = "you@example.org"' in topic.stderr


def test_a_recorded_web_needs_none(new_topic: NewTopic, tmp_path: Any) -> None:
    web = record({"https://example.org/": page("garden 园艺")}, tmp_path / "web")
    topic = new_topic(["https://example.org/"], {"web": str(web)})
    assert topic.crawl(network=False)["fetched"] == 1


@pytest.mark.parametrize(
    ("contact", "agent", "sender"),
    [
        ("you@example.org", "LookClear/0.1.0 (+you@example.org)", "you@example.org"),
        ("https://example.org/bot", "LookClear/0.1.0 (+https://example.org/bot)", None),
    ],
)
def test_every_request_says_who_asks(
    new_topic: NewTopic, contact: str, agent: str, sender: str | None
) -> None:
    with Site({"/": page("garden", ["/1"]), "/1": page("soil")}) as site:
        new_topic([site.url("/")], {"delay_s": 0, "contact": contact}).crawl()
        said = {(line.headers["user-agent"], line.headers.get("from")) for line in site.log}
        paths = site.asked(robots=True)
    assert said == {(agent, sender)}
    assert len(paths) == 3
