"""robots.txt over real HTTP: what it allows, what it forbids, and how often it lets us ask."""

import functools
import gzip
import re
import subprocess
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brotli
import pytest

from tests.lookclear.adapters.test_lci import stored, wait_for
from tests.web.site import Answer, Asked, Site, moved, page

ONE_BY_ONE = {"delay_s": 0, "concurrency": 1, "strategy": "breadth-first"}
NewTopic = Callable[..., Any]


@pytest.mark.parametrize(
    ("robots", "why"),
    [
        (Answer("", 503), "robots.txt: http-error 503"),
        (Answer("", 500), "robots.txt: http-error 500"),
        (Answer("late", delay_s=60), "robots.txt: timeout: no answer within 2 s"),
        (Answer("", 429), "robots.txt: http-error 429"),
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


@pytest.mark.parametrize("status", [401, 403, 404, 410])
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
    assert asked == ["/robots.txt"] * 3  # tried again twice, ever later, for all of them


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


def test_of_a_file_without_end_the_beginning_counts(new_topic: NewTopic) -> None:
    endless = Answer("User-agent: *\nDisallow: /1\n" + "# again \n" * 10_000, endless=True, headers={})
    pages = {"/0": page("garden", ["/1", "/2"]), "/1": page("compost"), "/2": page("soil")}
    with Site(pages | {"/robots.txt": endless}) as site:
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"max_bytes": 100_000})
        report = topic.crawl()
    assert report["outcomes"] == {"fetched": 2, "robots": 1}


RULES = b"User-agent: *\nDisallow: /1\n"
PACKED = {
    "br": functools.partial(brotli.compress, quality=3),
    "gzip": gzip.compress,
    "deflate": zlib.compress,
}


@pytest.mark.parametrize("coding", PACKED)
def test_a_packed_robots_txt_is_read_as_far_as_a_plain_one(new_topic: NewTopic, coding: str) -> None:
    text = RULES + b"".join(b"# %d\n" % n for n in range(100_000))
    rules = Answer(PACKED[coding](text), headers={"Content-Encoding": coding})
    with Site({"/0": page("garden", ["/1"]), "/1": page("soil"), "/robots.txt": rules}) as site:
        assert new_topic([site.url("/0")], ONE_BY_ONE).crawl()["outcomes"] == {"fetched": 1, "robots": 1}
        asked = next(line for line in site.log if line.path == "/robots.txt")
    assert len(text) > 600 << 10
    assert asked.headers["accept-encoding"] == "identity"


def test_a_plain_robots_txt_may_be_larger_than_any_limit(new_topic: NewTopic) -> None:
    rules = Answer(RULES + b"# again\n" * 1_500_000, headers={})
    with Site({"/0": page("garden", ["/1"]), "/robots.txt": moved("/r"), "/r": rules}) as site:
        assert new_topic([site.url("/0")], ONE_BY_ONE).crawl()["outcomes"] == {"fetched": 1, "robots": 1}


@pytest.mark.parametrize("coding", ["br", "gzip"])
@pytest.mark.parametrize("hops", [0, 1])
def test_a_robots_txt_that_explodes_is_unpacked_to_a_limit_and_counts_as_unreadable(
    new_topic: NewTopic, coding: str, hops: int
) -> None:
    bomb = Answer(
        PACKED[coding](bytes(90_000_000 if coding == "gzip" else 400_000_000)),
        headers={"Content-Encoding": coding},
    )
    with Site({"/0": page("garden"), "/r": bomb, "/robots.txt": moved("/r") if hops else bomb}) as site:
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        process = topic.start()
        peak_mb = peak_of(process)
        assert topic.ended(process, code=3)["outcomes"] == {"robots": 1}
        assert topic.state(site.url("/0")).detail == "robots.txt: too-large: once unpacked"
    assert peak_mb < 300


def peak_of(process: subprocess.Popen[str]) -> float:
    """Return the most memory a process ever had, in megabytes, once it has ended."""
    peak = 0.0
    status = Path(f"/proc/{process.pid}/status")
    while process.poll() is None:
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        peak = max(peak, int(found[1]) / 1024 if found else 0.0)
        time.sleep(0.01)
    return peak


@pytest.mark.parametrize(("hops", "fetched"), [(5, 1), (7, 2)])
def test_robots_txt_is_followed_over_five_redirects_and_is_not_there_behind_more(
    new_topic: NewTopic, hops: int, fetched: int
) -> None:
    hops_of = {f"/hop{n}": moved(f"/hop{n + 1}") for n in range(1, hops)}
    rules = Answer("User-agent: *\nDisallow: /1", headers={})
    pages = {"/0": page("garden", ["/1"]), "/1": page("soil"), "/robots.txt": moved("/hop1")}
    with Site(pages | hops_of | {f"/hop{hops}": rules}) as site:
        report = new_topic([site.url("/0")], ONE_BY_ONE).crawl()
    assert report["fetched"] == fetched


def test_each_port_has_a_robots_txt_of_its_own(new_topic: NewTopic) -> None:
    with Site({"/1": page("soil")}) as other, Site({"/1": page("compost")}) as site:
        other.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /1", headers={})
        site.pages["/0"] = page("garden", [other.url("/1"), site.url("/1")])
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        assert topic.crawl()["outcomes"] == {"fetched": 2, "robots": 1}
        assert topic.state(other.url("/1")).outcome == "robots"


def test_rules_that_change_during_the_crawl_hold_for_what_waits(new_topic: NewTopic) -> None:
    def rules(_: Asked) -> Answer:
        text = "Disallow: /late" if "/1" in site.asked() else "Disallow:"
        return Answer(f"User-agent: LookClear/2.0\n{text}", headers={})

    links = [*(f"/{n}" for n in range(1, 5)), "/late1", "/late2"]
    with Site({"/0": page("garden", links), "/robots.txt": rules, "/late1": moved("/0")}) as site:
        site.pages |= {link: page(f"soil {link}") for link in links}
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"delay_s": 0.6, "robots_cache_s": 1})
        report = topic.crawl()
        reads = site.asked(robots=True).count("/robots.txt")
    assert report["outcomes"] == {"fetched": 5, "robots": 2}
    assert topic.state(site.url("/late1")).detail == "robots.txt line 2: Disallow: /late"
    assert reads >= 2


def test_what_was_read_survives_a_restart(new_topic: NewTopic) -> None:
    rules = Answer("User-agent: *\nDisallow: /2", headers={})
    pages = {"/0": page("garden", ["/1"]), "/1": page("soil", ["/2"]), "/robots.txt": rules}
    with Site(pages) as site:
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        topic.crawl(pages=1)
        topic.crawl()
        asked = [path for path in site.asked(robots=True) if path != "/sitemap.xml"]
    assert asked == ["/robots.txt", "/0", "/1"]
    assert topic.state(site.url("/2")).outcome == "robots"
