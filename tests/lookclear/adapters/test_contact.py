"""Nobody crawls the live web from nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.site import Site, moved, page
from tests.web.topical import record

NewTopic = Callable[..., Any]


def test_a_crawl_of_the_live_web_does_not_start_without_a_contact(new_topic: NewTopic) -> None:
    topic = new_topic(["https://example.org/"])
    topic.crawl(code=2, network=False)
    assert "nobody can be reached about this crawl" in topic.stderr
    assert 'contact = "you@example.org"' in topic.stderr


@pytest.mark.parametrize(
    ("named", "outcome"),
    [
        ({}, "private"),
        ({"contact": "you@example.org"}, "unreachable"),
        ({"user_agent": "Bot (+https://example.org/bot)"}, "unreachable"),
    ],
)
def test_without_a_contact_links_and_redirects_do_not_lead_to_the_live_web(
    new_topic: NewTopic, named: dict[str, str], outcome: str
) -> None:
    far, moved_to = "http://no-such-host.example.org/garden", "http://xn--oor00g.example.org/"
    with Site({"/": page("garden 园艺", [far, "/away"]), "/away": moved(moved_to)}) as site:
        topic = new_topic([site.url("/")], {"delay_s": 0, "concurrency": 1, **named})
        report = topic.ended(topic.start(names=False))
        ends = [topic.state(url) for url in (far, site.url("/away"))]
    assert report["fetched"] == 1
    assert [end.outcome for end in ends] == [outcome] * 2
    if outcome == "private":
        assert all('below [crawl]: contact = "' in (end.detail or "") for end in ends)


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
    assert set(paths) == {"/robots.txt", "/sitemap.xml", "/", "/1"}
