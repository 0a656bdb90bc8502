"""robots.txt over real HTTP: what it allows, what it forbids, and how often it lets us ask."""

from collections.abc import Callable
from typing import Any

import pytest
from scrapy.robotstxt import ProtegoRobotParser

from lookclear.middlewares.robots import crawl_delay
from tests.lookclear.adapters.test_lci import stored, wait_for
from tests.web.site import Answer, Site, page

ONE_BY_ONE = {"delay_s": 0, "concurrency": 1, "strategy": "breadth-first"}
NewTopic = Callable[..., Any]


@pytest.mark.parametrize(
    ("robots", "why"),
    [
        (Answer("", 503), "robots.txt: http-error 503"),
        (Answer("", 500), "robots.txt: http-error 500"),
        (Answer("late", delay_s=60), "robots.txt: timeout: no answer within 2 s"),
        (Answer("# again " * 10_000, endless=True), "robots.txt: too-large"),
    ],
)
def test_a_site_whose_robots_txt_cannot_be_read_is_left_alone_until_the_next_run(
    new_topic: NewTopic, robots: Answer, why: str
) -> None:
    pages = {"/0": page("garden", ["/1"]), "/1": page("compost")}
    with Site(pages, hosts=2) as site:
        site.pages["127.0.0.1/0"] = page("garden", [site.url("/0", 2)])
        site.pages["127.0.0.2/robots.txt"] = robots
        limits = {"max_bytes": 100_000, "timeout_s": 2 if "timeout" in why else 30}
        topic = new_topic([site.url("/0")], ONE_BY_ONE | limits)
        report = topic.crawl()
        assert report["outcomes"] == {"fetched": 1, "robots": 1}
        assert topic.state(site.url("/0", 2)).detail == why
        assert "127.0.0.2/0" not in {line.host + line.path for line in site.log}
        site.pages["127.0.0.2/robots.txt"] = Answer("", 404)
        report = topic.crawl()
        assert report["outcomes"] == {"fetched": 2}
    assert topic.visited() == [site.url("/0"), site.url("/0", 2), site.url("/1", 2)]


@pytest.mark.parametrize("status", [401, 403, 404, 410, 429])
def test_a_site_without_robots_txt_allows_everything(new_topic: NewTopic, status: int) -> None:
    refused = Answer("User-agent: *\nDisallow: /", status)
    with Site({"/0": page("garden"), "/robots.txt": refused}) as site:
        assert new_topic([site.url("/0")], ONE_BY_ONE).crawl()["fetched"] == 1


def test_robots_txt_is_asked_for_once_by_many_requests_in_flight(new_topic: NewTopic) -> None:
    links = [f"/{number}" for number in range(1, 20)]
    pages: dict[str, Any] = {link: page("compost") for link in links}
    pages |= {"/0": page("garden", links), "/robots.txt": Answer("", 503)}
    with Site(pages, hosts=2) as site:
        site.pages["127.0.0.1/0"] = page("garden", [site.url(link, 2) for link in links])
        site.pages["127.0.0.1/robots.txt"] = Answer("User-agent: *\nDisallow:", headers={})
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"concurrency": 16, "per_host": 8})
        report = topic.crawl()
        asked = [line.path for line in site.log if line.host == "127.0.0.2"]
    assert report["outcomes"] == {"fetched": 1, "robots": 19}
    assert asked == ["/robots.txt"] * 2  # tried again once


def test_crawl_delay_holds_back_its_site_and_no_other(new_topic: NewTopic) -> None:
    with Site({}, hosts=2) as site:
        slow = [site.url(f"/slow{number}", 2) for number in range(3)]
        fast = [site.url(f"/{number}") for number in range(1, 30)]
        site.pages.update({f"/{number}": page("compost") for number in range(1, 30)})
        site.pages.update({f"/slow{number}": page("compost") for number in range(3)})
        site.pages["/0"] = page("garden", [*slow, *fast])
        site.pages["127.0.0.2/robots.txt"] = Answer("User-agent: *\nCrawl-delay: 50", headers={})
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"concurrency": 4, "per_host": 2})
        process = topic.start()
        wait_for(process, lambda: stored(topic.folder) >= 30)
        asked = [line.path for line in site.log if line.host == "127.0.0.2"]
        process.kill()
        process.communicate()
    assert asked == ["/robots.txt"]  # its turn for a page comes 50 seconds later


@pytest.mark.parametrize(
    ("said", "delay_s"),
    [
        ("", 0.0),
        ("User-agent: *\nCrawl-delay: 2.5", 2.5),
        ("User-agent: *\nCrawl-delay: 86400", 60.0),
        ("User-agent: *\nCrawl-delay: soon", 0.0),
        ("User-agent: *\nCrawl-delay: 9\nUser-agent: lookclear\nCrawl-delay: 1", 1.0),
        ("User-agent: 别人\nCrawl-delay: 9", 0.0),
    ],
)
def test_crawl_delay_is_read_for_us_and_never_over_a_minute(said: str, delay_s: float) -> None:
    rules = ProtegoRobotParser(said.encode(), None)
    assert crawl_delay(rules, "LookClear/0.1.0") == delay_s
