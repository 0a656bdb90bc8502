"""Rows of robots.txt. Its rules are read here; those about answers and time are crawled."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lookclear.politeness.memory import HostMemory
from lookclear.politeness.robots import LARGEST, RobotsRules
from lookclear.politeness.robots_answers import Meaning, answered, unanswered
from tests.bad_input.rows import case
from tests.web.site import Answer, Site, moved, page

NewTopic = Callable[..., Any]
LIVE = {"delay_s": 0, "concurrency": 1, "strategy": "breadth-first"}
AGENT = "LookClear/0.1.0"


def rules(text: str) -> Answer:
    return Answer(f"User-agent: *\n{text}", headers={"Content-Type": "text/plain"})


@pytest.mark.parametrize(
    ("said", "path", "allowed"),
    [
        case("B91", b"\xef\xbb\xbfUser-agent: *\nDisallow: /a", "/a", False),
        case("B92", b"User-agent: *\nDisallow: /a\n" + b"Disallow: /x\n" * 700_000, "/a", False),
        case(
            "B92",
            b"User-agent: *\n" + b"#" * (LARGEST - 20) + b"\nDisallow: /abc\nDisallow: /b",
            "/ab",
            True,
        ),
        case("B96", b"User-agent: a\nCrawl-delay: 1\nUser-agent: LookClear\nDisallow: /a", "/a", False),
        case("B96", b"User-agent: LookClear\nCrawl-delay: 1\nUser-agent: b\nDisallow: /a", "/a", False),
        case("B96", b"User-agent: *\nVisit-time: 1\nUser-agent: b\nDisallow: /a", "/a", False),
        case("B97", b"User-agent: LookClear/2.0\nDisallow: /a", "/a", False),
        case("B97", b"User-agent: lookclear/9 bot\nDisallow: /a\n\nUser-agent: *\nDisallow:", "/a", False),
        case("B99", b"User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b", True),
        case("B99", b"User-agent: *\nDisallow: /*.pdf$", "/x.pdf", False),
        case("B99", "User-agent: *\nDisallow: /园艺".encode(), "/%E5%9B%AD%E8%89%BA", False),
        case("B100", b"User-agent: *\rDisallow: /a", "/a", False),
        case("B100", b"<!doctype html><title>404</title>User-agent: *", "/a", True),
        case("B100", b"User-agent: *\x00\nDisallow: /a", "/a", False),
        case("B101", b"User-agent: *\nDisallow: /" + b"*a" * 8 + b"$", "/" + "a" * 2_000 + "b", True),
    ],
)
def test_what_a_file_says(said: bytes, path: str, allowed: bool) -> None:
    assert RobotsRules.parse(said, AGENT).verdict(f"http://example.org{path}").allowed is allowed


@pytest.mark.parametrize(
    ("said", "delay_s"), [case("B102", "86400", 60.0), case("B102", "7", 7.0), case("B102", "一天", 0.0)]
)
def test_a_crawl_delay_is_kept_up_to_a_minute(said: str, delay_s: float) -> None:
    assert RobotsRules.parse(f"User-agent: *\nCrawl-delay: {said}".encode(), AGENT).delay_s == delay_s


@pytest.mark.parametrize(
    ("status", "meaning"),
    [
        case("F34", 503, Meaning.FORBID),
        case("F34", 404, Meaning.ALLOW),
        case("F34", 403, Meaning.SLOW),
        case("B93", 500, Meaning.FORBID),
        case("B94", 401, Meaning.SLOW),
        case("B94", 410, Meaning.ALLOW),
        case("B94", 429, Meaning.FORBID),
    ],
)
def test_what_an_answer_means(status: int, meaning: Meaning) -> None:
    assert answered(status, b"", 0.0, before=None, wait_s=1, cache_s=9).meaning is meaning


@pytest.mark.parametrize("days", [case("B93", 31)])
def test_after_a_month_of_silence_there_is_no_file(days: int) -> None:
    first = unanswered("timeout", 0.0, before=None, wait_s=1)
    assert unanswered("timeout", days * 86_400.0, before=first, wait_s=1).meaning is Meaning.ALLOW


@pytest.mark.parametrize("status", [case("B93", 503), case("F34", 503)])
def test_a_site_that_comes_back_is_crawled_in_the_same_run(new_topic: NewTopic, status: int) -> None:
    def recovering(_: Any) -> Answer:
        return Answer("", status) if site.asked(robots=True).count("/robots.txt") < 2 else Answer("", 404)

    with Site({"/robots.txt": recovering, "/": page("garden 园艺")}) as site:
        assert new_topic([site.url("/")], LIVE).crawl()["outcomes"] == {"fetched": 1}


@pytest.mark.parametrize("target", [case("F35", "/private/1")])
def test_a_redirect_to_what_is_forbidden_is_not_followed_and_says_from_where(
    new_topic: NewTopic, target: str
) -> None:
    with Site({"/": page("garden", ["/a"]), "/a": moved(target), target: page("soil")}) as site:
        site.pages["/robots.txt"] = rules("Disallow: /private/")
        topic = new_topic([site.url("/")], LIVE)
        topic.crawl()
        state = topic.state(site.url("/a"))
        assert target not in site.asked()
    assert (state.outcome, state.final_key) == ("robots", site.url(target))
    assert state.detail == "robots.txt line 2: Disallow: /private/"


@pytest.mark.parametrize("longest_s", [case("B103", 86_400.0)])
def test_rules_are_kept_over_a_restart_for_a_day_at_most(tmp_path: Path, longest_s: float) -> None:
    now = time.time()
    read = answered(200, b"User-agent: *", now, before=None, wait_s=1, cache_s=1e9)
    assert read.expires == now + longest_s
    memory = HostMemory(tmp_path / "hosts.sqlite")
    memory.keep_robots("http://a.test", read)
    memory.close()
    again = HostMemory(tmp_path / "hosts.sqlite")
    assert again.robots("http://a.test") == read
    again.close()


@pytest.mark.parametrize("cache_s", [case("B105", 1)])
def test_rules_that_change_hold_for_what_waits(new_topic: NewTopic, cache_s: float) -> None:
    links = [f"/{n}" for n in range(8)]
    with Site({"/": page("garden", links)}) as site:
        site.pages |= {link: page(f"soil {link}") for link in links}
        site.pages["/robots.txt"] = lambda _: rules("Disallow: /" if "/3" in site.asked() else "Disallow:")
        topic = new_topic([site.url("/")], LIVE | {"delay_s": 0.5, "robots_cache_s": cache_s})
        report = topic.crawl()
    assert report["outcomes"]["robots"] >= 1
    assert topic.state(site.url("/7")).outcome == "robots"
