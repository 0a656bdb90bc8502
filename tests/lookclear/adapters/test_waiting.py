"""Hosts that want to be left alone, do not answer, or send us away: over real HTTP."""

from __future__ import annotations

import gzip
import itertools
import time
from collections.abc import Callable
from typing import Any

import pytest
from scrapy.downloadermiddlewares.httpcompression import ACCEPTED_ENCODINGS

from lookclear.frontier.inspect import FrontierView
from tests.bad_input.raw import RawSite, Said, head
from tests.web.site import Answer, Asked, Site, moved, page

ONE_BY_ONE = {"delay_s": 0, "concurrency": 1, "strategy": "breadth-first"}
NewTopic = Callable[..., Any]


def busy(times: int, answer: Answer, then: str) -> Callable[[Asked], Answer | str]:
    """Answer so often with the one, then with the other."""
    count = itertools.count()
    return lambda _: answer if next(count) < times else then


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_waited_out_and_the_address_is_asked_again(new_topic: NewTopic, status: int) -> None:
    full = Answer("", status, {"Retry-After": "2"})
    with Site({"/0": page("garden", ["/busy", "/1"]), "/1": page("soil")}, hosts=2) as site:
        site.pages["/busy"] = busy(1, full, page("compost"))
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        report = topic.crawl()
        at = {
            path: [line.at for line in site.log if line.path == path]
            for path in ("/busy", "/1", "/robots.txt")
        }
    assert report["outcomes"] == {"fetched": 3}
    assert report["stop_reason"] == "done"
    first, second = at["/busy"]
    assert second - first >= 2
    assert at["/1"][0] - first >= 2  # the whole host waits


def test_an_address_that_is_always_too_much_ends_after_three_tries(new_topic: NewTopic) -> None:
    pages = {"/0": page("garden", ["/busy", "/1"]), "/1": page("soil"), "/busy": Answer("", 503)}
    with Site(pages) as site:
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        assert topic.crawl()["outcomes"] == {"fetched": 2, "http-error": 1}
        assert site.asked().count("/busy") == 3
    assert topic.state(site.url("/busy")).detail == "503"


def test_a_host_that_asks_for_too_long_is_left_to_a_later_crawl_and_the_rest_goes_on(
    new_topic: NewTopic,
) -> None:
    full = Answer("", 429, {"Retry-After": "3600"})
    with Site({"/0": page("garden")}, hosts=2) as site:
        far = [site.url(f"/{n}", 2) for n in range(5)]
        site.pages |= {"127.0.0.1/0": page("garden", [*far, "/9"]), "/9": page("soil")}
        site.pages |= {f"127.0.0.2/{n}": full for n in range(5)}
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        report = topic.crawl(code=3)
        again = topic.crawl(code=3)
        asked = [line.path for line in site.log if line.host == "127.0.0.2"]
    assert report["outcomes"] == {"fetched": 2}
    assert report["stop_reason"] == again["stop_reason"] == "starved"
    assert "5 addresses wait" in report["warnings"][-1]
    assert "http-error 429" in report["warnings"][-1]
    assert len(asked) == 2  # robots.txt and one page; the next run keeps away too


def test_a_closed_host_does_not_keep_what_waits_behind_all_others_from_leaving(new_topic: NewTopic) -> None:
    full = Answer("", 429, {"Retry-After": "3600"})
    with Site({"*": page("league 联赛")}, hosts=2) as site:
        far = [site.url(f"/{n}", 2) for n in range(2)]
        near = [f"/{n}" for n in range(1, 81)]  # a host that yields nothing waits behind after a while
        site.pages |= {"127.0.0.1/0": page("garden", [*far, *near])}
        site.pages |= {f"127.0.0.2/{n}": full for n in range(2)}
        site.pages["/robots.txt"] = Answer("", 404)
        report = new_topic([site.url("/0")], ONE_BY_ONE).crawl(code=3)
    assert report["outcomes"] == {"fetched": 81}
    assert report["stop_reason"] == "starved"
    assert report["warnings"][-1].startswith("2 addresses wait for hosts that want to be left alone")


def asked_of(site: Site, host: int) -> list[str]:
    return [line.path for line in site.log if line.host == f"127.0.0.{host}" and line.path != "/robots.txt"]


@pytest.mark.parametrize("concurrency", [1, 4])
def test_redirects_to_a_closed_host_wait_outside_and_are_followed_by_a_later_crawl(
    new_topic: NewTopic, concurrency: int
) -> None:
    full = Answer("", 429, {"Retry-After": "3600"})
    with Site({}, hosts=2) as site:
        links = [site.url("/full", 2), *(f"/to{n}" for n in range(8)), *(f"/{n}" for n in range(1, 9))]
        site.pages |= {"127.0.0.1/0": page("garden", links), "127.0.0.2/full": full}
        site.pages |= {f"127.0.0.1/to{n}": moved(site.url(f"/{n}", 2)) for n in range(8)}
        site.pages |= {f"127.0.0.1/{n}": page(f"soil {n}") for n in range(1, 9)}
        site.pages |= {f"127.0.0.2/{n}": full for n in range(8)}
        topic = new_topic(
            [site.url("/0")], ONE_BY_ONE | {"concurrency": concurrency, "per_host": concurrency}
        )
        report = topic.crawl(code=3)
        assert report["outcomes"] == {"fetched": 9}
        assert report["stop_reason"] == "starved"
        assert len(asked_of(site, 2)) <= concurrency  # what was on its way already
        assert all(asked_of(site, 1).count(f"/to{n}") <= 1 for n in range(8))
        with FrontierView(topic.folder / "data" / "frontier.sqlite") as view:
            assert view.stats().pending + view.stats().leased == 9


def test_a_redirect_to_a_host_that_is_closed_for_a_moment_is_followed_after_it(new_topic: NewTopic) -> None:
    with Site({}, hosts=2) as site:
        links = [site.url("/full", 2), "/to", "/1"]
        site.pages |= {"127.0.0.1/0": page("garden", links), "127.0.0.1/1": page("soil")}
        site.pages["127.0.0.2/full"] = busy(1, Answer("", 503, {"Retry-After": "2"}), page("compost"))
        site.pages |= {"127.0.0.1/to": moved(site.url("/there", 2)), "127.0.0.2/there": page("roses 园艺")}
        report = new_topic([site.url("/0")], ONE_BY_ONE).crawl()
        at = {(line.host[-1], line.path): line.at for line in reversed(site.log)}
        last = {(line.host[-1], line.path): line.at for line in site.log}
    assert report["outcomes"] == {"fetched": 4, "redirected": 1}
    assert report["stop_reason"] == "done"
    assert at["2", "/there"] - at["2", "/full"] >= 2
    assert at["1", "/1"] < last["2", "/full"]  # meanwhile others have their turn


def test_a_redirect_of_robots_txt_to_a_closed_host_leaves_both_alone(new_topic: NewTopic) -> None:
    full = Answer("", 429, {"Retry-After": "3600"})
    with Site({}, hosts=3) as site:
        site.pages |= {"127.0.0.1/0": page("garden", [site.url("/full", 2), site.url("/a", 3)])}
        site.pages |= {"127.0.0.2/full": full, "127.0.0.3/robots.txt": moved(site.url("/rules", 2))}
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        report = topic.crawl(code=3)
        assert asked_of(site, 2) == ["/full"]
        assert asked_of(site, 3) == []
        asked = sum(line.host == "127.0.0.3" for line in site.log)
    assert asked == 3  # tries, as of any robots.txt that cannot be read
    assert report["outcomes"] == {"fetched": 1, "robots": 1}


def test_of_a_host_that_is_closed_no_sitemap_is_asked_for(new_topic: NewTopic) -> None:
    full = Answer("", 429, {"Retry-After": "3600"})
    robots = Answer("".join(f"Sitemap: /{n}.xml\n" for n in range(3)), headers={"Content-Type": "text/plain"})
    with Site({"/0": page("garden"), "/robots.txt": robots, "*": full}) as site:
        new_topic([site.url("/0")], ONE_BY_ONE).crawl()
        assert site.asked() == ["/0", "/0.xml"]


def test_a_sitemap_of_a_host_that_is_closed_for_a_moment_is_read_after_it(new_topic: NewTopic) -> None:
    robots = Answer("Sitemap: /0.xml\nSitemap: /1.xml", headers={"Content-Type": "text/plain"})
    pages = {
        "/0": page("garden 园艺"),
        "/robots.txt": robots,
        "/0.xml": Answer("", 503, {"Retry-After": "2"}),
    }
    pages |= {"/1.xml": "<urlset><url><loc>/garden</loc></url></urlset>", "/garden": page("garden")}
    with Site(pages) as site:
        report = new_topic([site.url("/0")], ONE_BY_ONE).crawl()
        at = {line.path: line.at for line in site.log}
    assert report["fetched"] == 2
    assert at["/1.xml"] - at["/0.xml"] >= 2


def test_a_dead_host_is_given_up_and_every_address_has_its_outcome(new_topic: NewTopic) -> None:
    with Site({}) as site:
        dead = [f"http://127.0.0.9:9/{n}" for n in range(12)]
        site.pages |= {"/0": page("garden", [*dead, "/1"]), "/1": page("soil")}
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"concurrency": 4})
        report = topic.crawl()
    assert report["outcomes"] == {"fetched": 2, "unreachable": 12}
    details = {topic.state(url).detail for url in dead}
    assert any(detail.endswith("times in a row; not asked") for detail in details)


def damaged() -> list[tuple[str, bytes]]:
    """Return answers that say how they are packed, and are not."""
    text = page("garden 园艺", text=" ".join(f"compost{n} 堆肥" for n in range(500))).encode()
    packed = gzip.compress(text)
    middle = len(packed) // 2
    broken = packed[:middle] + bytes(9) + packed[middle + 9 :]
    codings = [one.decode() for one in ACCEPTED_ENCODINGS]  # what this Scrapy can unpack
    return [
        ("gzip", b"\x1f\x8bjunkjunk"),
        ("gzip", broken),
        ("gzip", packed[:-8] + bytes(8)),
        *((coding, text) for coding in codings),
        *((coding, b"\x00\xff" * 40) for coding in codings),
    ]


def test_damaged_answers_are_not_taken_and_no_sign_of_a_dead_host(new_topic: NewTopic) -> None:
    bodies = {
        f"/{n}": Answer(body, headers={"Content-Type": "text/html", "Content-Encoding": coding})
        for n, (coding, body) in enumerate(damaged(), 1)
    }
    with Site({"/0": page("garden 园艺", [*bodies, "/soil"]), "/soil": page("soil"), **bodies}) as site:
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        report = topic.crawl()
        assert sorted(site.asked()) == sorted(["/0", "/soil", *bodies])
        details = {topic.state(site.url(path)).detail for path in bodies}
    assert report["outcomes"] == {"fetched": 2, "bad-response": len(bodies)}
    assert details == {"what was packed for the way cannot be unpacked"}


def test_a_host_that_refuses_page_after_page_is_not_asked_any_more(new_topic: NewTopic) -> None:
    with Site({"/0": page("garden")}, hosts=2) as site:
        closed = [site.url(f"/{n}", 2) for n in range(1, 31)]
        site.pages["127.0.0.1/0"] = page("garden", closed)
        site.pages |= {f"127.0.0.2/{n}": Answer("", 403) for n in range(1, 31)}
        limits = ONE_BY_ONE | {"patience_s": 20}
        topic = new_topic([site.url("/0")], limits)
        process = topic.start(settings={"LOOKCLEAR_REFUSALS_TO_STOP": "8"})
        report = topic.ended(process)
        asked = [line.path for line in site.log if line.host == "127.0.0.2" and line.path != "/robots.txt"]
    assert report["outcomes"] == {"fetched": 1, "http-error": 30}
    assert asked == [f"/{n}" for n in range(1, 9)]  # none twice
    assert topic.state(closed[-1]).detail == "403 8 times in a row; not asked"


def test_a_crawl_waits_for_hosts_that_refuse_no_longer_than_its_patience(new_topic: NewTopic) -> None:
    """Waits of 0.2, 0.4, 0.8, 1.6, 3.2 … s: each is shorter than the patience, all together are not."""
    with Site({"/robots.txt": Answer("", 404)}, hosts=2) as site:
        closed = [site.url(f"/{n}", 2) for n in range(30)]
        open_ones = [site.url(f"/soil{n}") for n in range(8)]
        site.pages["127.0.0.1/0"] = page("garden 园艺", [*closed, *open_ones])
        site.pages |= {f"127.0.0.1/soil{n}": page(f"soil {n}") for n in range(8)}
        site.pages |= {f"127.0.0.2/{n}": Answer("", 403) for n in range(30)}
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"patience_s": 4})
        report = topic.crawl(code=3)
        refused = [line.at for line in site.log if line.host == "127.0.0.2" and line.path[1:].isdigit()]
        others = [line.at for line in site.log if line.path.startswith("/soil")]
    assert report["stop_reason"] == "starved"
    assert report["outcomes"]["fetched"] == 9
    assert 5 <= len(refused) <= 9
    assert max(others) < refused[-1]  # nobody waited for the host that refuses
    assert f"{30 - len(refused)} addresses wait" in report["warnings"][-1]


def test_no_two_requests_to_a_host_are_closer_than_its_delay(new_topic: NewTopic) -> None:
    """Every gap of the server's log, at concurrency 16 over many hosts."""
    hosts, each, delay_s = 20, 12, 0.1
    with Site({}, hosts=hosts) as site:
        links = [site.url(f"/{n}", host) for host in range(1, hosts + 1) for n in range(1, each)]
        site.pages["127.0.0.1/0"] = page("garden", links)
        site.pages["*"] = lambda asked: page(f"soil {asked.host}{asked.path}")
        limits = {"delay_s": delay_s, "concurrency": 16, "strategy": "breadth-first"}
        report = new_topic([site.url("/0")], limits).crawl()
        by_host: dict[str, list[float]] = {}
        for line in site.log:
            by_host.setdefault(line.host, []).append(line.at)
    assert report["fetched"] == 1 + hosts * (each - 1)
    gaps = [b - a for times in by_host.values() for a, b in itertools.pairwise(times)]
    assert len(gaps) >= hosts * (each - 1)
    assert min(gaps) >= delay_s


def test_a_server_that_hangs_up_on_a_kept_connection_is_asked_three_times_and_never_at_once(
    new_topic: NewTopic,
) -> None:
    asked: list[tuple[str, float]] = []

    def hang_up(said: Said) -> bytes:
        asked.append((said.path, time.monotonic()))
        return b""

    def give(said: Said) -> bytes:
        asked.append((said.path, time.monotonic()))
        body = page("garden 园艺", ["/gone"] if said.path == "/" else []).encode()
        return head("200 OK", "Content-Type: text/html", f"Content-Length: {len(body)}") + body

    with RawSite({"/": give, "/gone": hang_up, "*": give}) as site:
        topic = new_topic([site.url("/")], {"delay_s": 0.4, "latency_factor": 0})
        report = topic.crawl()
    assert report["outcomes"] == {"fetched": 1, "unreachable": 1}
    assert [path for path, _ in asked].count("/gone") == 3
    assert min(b - a for (_, a), (_, b) in itertools.pairwise(asked)) >= 0.4


def test_a_crawl_that_is_stopped_while_it_waits_ends_at_once_and_loses_nothing(new_topic: NewTopic) -> None:
    import signal

    full = Answer("", 503, {"Retry-After": "200"})
    with Site({"/0": page("garden", ["/1", "/2"]), "/1": full, "/2": full}) as site:
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        process = topic.start()
        while "/1" not in site.asked():
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        report = topic.ended(process, code=3)
    assert report["stop_reason"] == "stopped"
    with FrontierView(topic.folder / "data" / "frontier.sqlite") as view:
        assert (view.stats().pending, view.stats().leased) == (2, 0)


def test_an_outage_of_the_network_costs_time_and_no_address(new_topic: NewTopic) -> None:
    each = 25
    with Site({}) as site:
        a, b = (f"http://{name}.localhost:{site.port}" for name in "ab")
        site.pages["*"] = lambda asked: Answer(
            page(f"garden {asked.headers['host']} {asked.path}", [f"/{n}" for n in range(each)]),
            headers={"Content-Type": "text/html", "Connection": "close"},
        )
        site.pages["/robots.txt"] = Answer("", 404)
        topic = new_topic([f"{a}/0", f"{b}/0"], {"delay_s": 0.1, "concurrency": 4})
        report = topic.ended(topic.start(outage=[2, 9], settings={"DNSCACHE_ENABLED": "0"}))
    assert report["outcomes"] == {"fetched": 2 * each}
    assert report["stop_reason"] == "done"
