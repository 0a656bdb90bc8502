"""The scheduler under ordinary Scrapy spiders, over real HTTP."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request, Spider
from scrapy.utils.test import get_crawler

from lookclear.frontier.sqlite import SqliteFrontier
from lookclear.leases import RequestSource
from tests.web.site import Answer, Site, moved, page

OURS = {"SCHEDULER": "lookclear.scheduler.LciScheduler"}
Crawl = Callable[..., list[dict[str, Any]]]


def fetched(events: list[dict[str, Any]]) -> list[str]:
    return [event["url"] for event in events if "url" in event]


def everything(text: str = "fine") -> dict[str, str]:
    return {f"/{n}": page(f"{text} {n}") for n in range(400)}


def test_five_hosts_are_fetched_strictly_best_first_at_concurrency_1(crawl_plain: Crawl) -> None:
    with Site(everything(), hosts=5) as site:
        requests = [
            {"url": site.url(f"/{n}", host + 1), "priority": 100 - host * 20 - n}
            for host in range(5)
            for n in range(20)
        ]
        shuffled = [requests[n * 37 % 100] for n in range(100)]
        events = crawl_plain(shuffled, settings=OURS | {"CONCURRENT_REQUESTS": 1})
    # Scrapy sends requests while start() still yields more: what it had not seen yet cannot be compared.
    priorities = {request["url"]: request["priority"] for request in requests}
    order = [priorities[url] for url in fetched(events)]
    assert sorted(order) == list(range(1, 101))
    known = order[order.index(100) :]
    assert sum(a < b for a, b in combinations(known, 2)) == 0


def test_hundred_known_requests_leave_without_one_inversion(crawl_plain: Crawl) -> None:
    with Site(everything(), hosts=5) as site:
        links = [site.url(f"/{n}", host + 1) for host in range(5) for n in range(20)]
        requests = [{"url": link, "priority": 100 - rank} for rank, link in enumerate(links)]
        events = crawl_plain(requests, settings=OURS | {"CONCURRENT_REQUESTS": 1})
        asked = [(line.host, line.path) for line in site.log]
    assert fetched(events) == links
    assert asked == [(f"127.0.0.{host + 1}", f"/{n}") for host in range(5) for n in range(20)]


def test_at_concurrency_16_order_is_that_of_scores_up_to_what_is_in_flight(crawl_plain: Crawl) -> None:
    with Site(everything(), hosts=5) as site:
        links = [site.url(f"/{n}", n % 5 + 1) for n in range(100)]
        requests = [{"url": link, "priority": 100 - rank} for rank, link in enumerate(links)]
        events = crawl_plain(requests, settings=OURS | {"CONCURRENT_REQUESTS": 16})
        asked = [int(line.path[1:]) for line in site.log]
    assert sorted(fetched(events)) == sorted(links)
    assert all(abs(rank - place) <= 2 * 16 for place, rank in enumerate(asked))
    assert sum(a > b for a, b in combinations(asked, 2)) <= 0.1 * 4950


@pytest.mark.slow  # depends on time: the exception that CONTRIBUTING.md names
def test_a_host_with_the_best_links_does_not_hold_up_the_others(crawl_plain: Crawl) -> None:
    with Site(everything(), hosts=20) as site:
        requests = [{"url": site.url(f"/{n}"), "priority": 1_000 - n} for n in range(300)]
        requests += [
            {"url": site.url(f"/{n}", host), "priority": 500 - n * 20 - host}
            for host in range(2, 21)
            for n in range(25)
        ]
        events = crawl_plain(requests, settings=OURS | {"DOWNLOAD_DELAY": 0.5}, stop_after_s=10)
        hosts = Counter(line.host for line in site.log)
    assert len(fetched(events)) >= 290
    assert len(hosts) == 20
    assert min(hosts.values()) >= 10


def test_score_comes_before_priority_and_priority_before_arrival(crawl_plain: Crawl) -> None:
    with Site(everything()) as site:
        first = {"url": site.url("/0"), "meta": {"lookclear": {"score": 1.0}}, "priority": 9}
        requests = [
            first,
            {"url": site.url("/1"), "meta": {"lookclear": {"score": 0.2}}, "priority": 99},
            {"url": site.url("/2"), "meta": {"lookclear": {"score": 0.9}}},
            {"url": site.url("/3"), "meta": {"lookclear": {"score": 0.9}}, "priority": 1},
            {"url": site.url("/4"), "meta": {"lookclear": {"score": 0.9}}},
            {"url": site.url("/5")},
        ]
        events = crawl_plain(requests, settings=OURS | {"CONCURRENT_REQUESTS": 1, "DOWNLOAD_DELAY": 0.05})
    assert [url[-1] for url in fetched(events)] == ["0", "3", "2", "4", "1", "5"]


@pytest.mark.parametrize("where", ["memory", "file"])
def test_redirects_retries_failures_and_blocks_all_end_and_are_counted(
    crawl_plain: Crawl, tmp_path: Path, where: str
) -> None:
    tries: Counter[str] = Counter()

    def flaky(asked: Any) -> Answer | str:
        tries[asked.path] += 1
        return page("at last") if tries[asked.path] > 1 else Answer("", 503)

    pages = everything() | {
        "/robots.txt": Answer("User-agent: *\nDisallow: /secret", headers={"Content-Type": "text/plain"}),
        "/old": moved("/1"),
        "/far": moved("http://127.0.0.2:PORT/2"),
        "/loop-a": moved("/loop-b"),
        "/loop-b": moved("/loop-a"),
        "/flaky": flaky,
        "/down": Answer("", 500),
        "/secret": page("secret"),
    }
    with Site(pages, hosts=2) as site:
        site.pages["/far"] = moved(site.url("/2", 2))
        paths = ["/1", "/old", "/far", "/loop-a", "/flaky", "/down", "/secret", "/missing"]
        requests: list[dict[str, Any]] = [{"url": site.url(path)} for path in paths]
        requests.append({"url": "http://127.0.0.9:9/refused"})
        frontier = {"LOOKCLEAR_FRONTIER": str(tmp_path / "frontier.sqlite")} if where == "file" else {}
        settings = OURS | frontier | {"ROBOTSTXT_OBEY": True, "RETRY_TIMES": 1, "CONCURRENT_REQUESTS": 4}
        events = crawl_plain(requests, settings=settings)
        ends = [
            event.get("url") or event.get("failed") for event in events if {"url", "failed"} & event.keys()
        ]
    assert sorted(ends) == sorted(  # type: ignore[type-var]
        [
            site.url("/1"),
            site.url("/1"),
            site.url("/2", 2),
            site.url("/flaky"),
            site.url("/secret"),
            site.url("/down"),
            site.url("/missing"),
            next(end for end in ends if end and "loop" in end),
            "http://127.0.0.9:9/refused",
        ]
    )
    slots = {event["url"]: event["slot"] for event in events if "url" in event}
    assert (
        slots[site.url("/2", 2)] == "127.0.0.2"
    )  # the delay of the host that is asked, not of the one before
    if where == "file":
        left = SqliteFrontier(tmp_path / "frontier.sqlite")
        assert (left.stats().pending, left.stats().leased) == (0, 0)
        assert left.stats().outcomes == {"fetched": 4, "http-error": 2, "unreachable": 3}
        left.close()


def test_requests_on_disk_are_taken_up_again(crawl_plain: Crawl, tmp_path: Path) -> None:
    with Site(everything()) as site:
        settings = OURS | {"LOOKCLEAR_FRONTIER": str(tmp_path / "frontier.sqlite"), "CONCURRENT_REQUESTS": 1}
        requests = [{"url": site.url(f"/{n}"), "priority": -n, "meta": {"n": [n, "页"]}} for n in range(20)]
        limit = {"CLOSESPIDER_PAGECOUNT": 5}
        first = crawl_plain(requests, settings=settings | limit)
        second = crawl_plain([], settings=settings)
    assert 5 <= len(fetched(first)) < 20
    assert fetched(first) + fetched(second) == [site.url(f"/{n}") for n in range(20)]


def test_what_json_cannot_keep_is_refused_by_name(crawl_plain: Crawl, tmp_path: Path) -> None:
    with Site(everything()) as site:
        settings = OURS | {"LOOKCLEAR_FRONTIER": str(tmp_path / "frontier.sqlite")}
        requests = [{"url": site.url("/1"), "unstorable": True}, {"url": site.url("/2")}]
        events = crawl_plain(requests, settings=settings)
        in_memory = crawl_plain(requests, settings=OURS)
    assert fetched(events) == [site.url("/2")]
    assert "meta['made_here']['deep'][0] is a object" in events[-1]["stderr"]
    assert "Traceback" not in events[-1]["stderr"]
    assert events[-2]["stats"]["lookclear/scheduler/unstorable"] == 1
    assert sorted(fetched(in_memory)) == [site.url("/1"), site.url("/2")]


def test_duplicates_are_dropped_unless_filtering_is_off(crawl_plain: Crawl) -> None:
    with Site(everything()) as site:
        requests = [
            {"url": site.url("/1")},
            {"url": site.url("/1")},
            {"url": site.url("/2"), "dont_filter": True},
            {"url": site.url("/2"), "dont_filter": True},
        ]
        events = crawl_plain(requests, settings=OURS)
    assert Counter(url[-1] for url in fetched(events)) == {"1": 1, "2": 2}


@pytest.mark.parametrize("where", ["memory", "file"])
def test_a_request_is_sent_although_a_redirect_led_to_its_address_before(
    crawl_plain: Crawl, tmp_path: Path, where: str
) -> None:
    with Site({"/a": moved("/b"), "/b": page("b"), "/页": moved("/c"), "/c": page("c")}) as site:
        requests = [
            {"url": site.url("/a"), "priority": 9},
            {"url": site.url("/%E9%A1%B5"), "priority": 9},
            {"url": site.url("/b"), "priority": 1},
            {"url": site.url("/c"), "priority": 1, "dont_filter": True},
        ]
        site.pages["/%E9%A1%B5"] = moved("/c")
        frontier = {"LOOKCLEAR_FRONTIER": str(tmp_path / "frontier.sqlite")} if where == "file" else {}
        events = crawl_plain(requests, settings=OURS | frontier | {"CONCURRENT_REQUESTS": 1})
    assert Counter(url[-1] for url in fetched(events)) == {"b": 2, "c": 2}


def test_a_request_on_disk_whose_callback_is_gone_is_named_and_the_rest_goes_on(
    crawl_plain: Crawl, tmp_path: Path
) -> None:
    with Site(everything()) as site:
        settings = OURS | {"LOOKCLEAR_FRONTIER": str(tmp_path / "frontier.sqlite"), "CONCURRENT_REQUESTS": 1}
        requests = [{"url": site.url(f"/{n}"), "priority": -n} for n in range(6)]
        requests[4]["callback"] = "other"
        first = crawl_plain(requests, settings=settings | {"CLOSESPIDER_PAGECOUNT": 2}, has_other=True)
        second = crawl_plain([], settings=settings)
    ends = [*fetched(first), *fetched(second)]
    assert ends == [site.url(f"/{n}") for n in (0, 1, 2, 3, 5)]
    assert "other" in second[-1]["stderr"]
    assert "Traceback" not in second[-1]["stderr"]
    assert second[-2]["stats"]["lookclear/scheduler/unusable"] == 1
    left = SqliteFrontier(tmp_path / "frontier.sqlite")
    assert (left.stats().pending, left.stats().outcomes) == (0, {"fetched": 5, "dropped": 1})
    left.close()


@pytest.mark.parametrize("where", ["memory", "file"])
def test_a_request_that_takes_very_long_is_not_sent_twice(tmp_path: Path, where: str) -> None:
    now = [0.0]
    settings = {"LOOKCLEAR_FRONTIER": str(tmp_path / "frontier.sqlite")} if where == "file" else {}
    crawler = get_crawler(Spider, settings)
    crawler._apply_settings()
    source = RequestSource(crawler, Spider("slow"), lambda: now[0])
    assert source.admit(Request("http://a.example/"))
    lease = source.frontier.lease(lambda _: True)
    assert lease is not None
    assert source.request_for(lease) is not None
    now[0] = 1e7
    assert source.frontier.lease(lambda _: True) is None
    source.finished(lease, None)
    assert source.frontier.stats().outcomes == {"unreachable": 1}
    source.close()


def test_links_that_copy_meta_are_requests_of_their_own(crawl_plain: Crawl) -> None:
    tree = {
        f"/{n}": page(f"node {n}", [f"/{2 * n + 1}", f"/{2 * n + 2}"] if n < 31 else []) for n in range(63)
    }
    with Site(tree) as site:
        events = crawl_plain([{"url": site.url("/0")}], settings=OURS, follow=True)
        asked = Counter(site.asked())
    assert sorted(fetched(events)) == sorted(site.url(f"/{n}") for n in range(63))
    assert set(asked.values()) == {1}
