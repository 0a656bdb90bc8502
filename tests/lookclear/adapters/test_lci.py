"""A topic crawled end to end: on a recorded web and over real HTTP, in one go and interrupted."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from indexer import Index
from lookclear.errors import StoreError
from lookclear.replay.pages import RecordedPages
from lookclear.replay.simulator import simulate
from lookclear.replay.web import RecordedWeb
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace
from lookclear.visit import FeatureReader
from tests.web.site import Answer, Asked, Site, moved, page
from tests.web.topical import record, served, topical

ONE_BY_ONE = {"delay_s": 0, "concurrency": 1}
LIVE = {"delay_s": 0, "concurrency": 4, "per_host": 2}
NewTopic = Callable[..., Any]
SITES = [f"http://{name}.garden.test" for name in "abcd"]


def wait_for(process: Any, true: Callable[[], bool]) -> None:
    """Wait until something holds while a process is running."""
    while not true():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def stored(folder: Path) -> int:
    try:
        with PageStore.open(folder / "data" / "pages.sqlite", read_only=True) as pages:
            return len(pages)
    except StoreError:  # there is none yet
        return 0


def simulated(folder: Path, web: Path, budget: int) -> list[str]:
    """Return what the offline simulator fetches for a workspace after its seeds."""
    workspace = Workspace.open(folder)
    settings = workspace.file
    trace = simulate(
        RecordedPages(RecordedWeb.open(web)),
        workspace.topic,
        strategy=settings.crawl.strategy,
        budget=budget,
        settings=settings,
        reader=FeatureReader(),
    )
    return list(trace.fetched)


def test_every_way_to_crawl_fetches_the_same_pages_in_the_same_order(
    new_topic: NewTopic, tmp_path: Path
) -> None:
    with Site({}, hosts=4) as site:
        pages = topical([site.url("", host) for host in (1, 2, 3, 4)])
        site.pages.update(served(pages))
        web = record(pages, tmp_path / "web")
        seed = site.url("/0")
        recorded = new_topic([seed], {"web": str(web)})
        recorded.crawl(pages=50, network=False)
        by_scrapy = new_topic([seed], {"web": str(web)})
        by_scrapy.crawl(scrapy=["-a", "pages=50"])
        over_http = new_topic([seed], ONE_BY_ONE)
        over_http.crawl(pages=50)
        http_by_scrapy = new_topic([seed])
        settings = ["-s", "CONCURRENT_REQUESTS=1", "-s", "DOWNLOAD_DELAY=0"]
        http_by_scrapy.crawl(scrapy=["-a", "pages=50", *settings])
        asked = [
            f"http://{line.host}:{site.port}{line.path}"
            for line in site.log
            if line.path not in {"/robots.txt", "/sitemap.xml"}
        ]
    order = recorded.visited()
    assert len(order) == 50
    assert order != sorted(order)
    assert by_scrapy.visited() == order
    assert over_http.visited() == order
    assert http_by_scrapy.visited() == order
    assert asked == order + order
    assert simulated(recorded.folder, web, budget=49) == order[1:]
    with PageStore.open(recorded.folder / "data" / "pages.sqlite", read_only=True) as pages_read:
        read = pages_read.get(order[0])
    assert read is not None
    assert read.fetched.date().isoformat() == "2026-01-02"  # when it was recorded, not replayed
    assert recorded.report["stop_reason"] == "budget"
    assert recorded.report["curve"] == over_http.report["curve"]


def test_kill_9_and_again_fetches_what_an_undisturbed_run_does(new_topic: NewTopic) -> None:
    strategy = "mix"
    with Site({}) as site:
        pages = topical([site.url("")], 400)
        site.pages.update(served(pages))
        undisturbed = new_topic([site.url("/0")], ONE_BY_ONE, keywords=[])
        undisturbed.crawl(pages=90, strategy=strategy)
        site.log.clear()
        killed = new_topic([site.url("/0")], ONE_BY_ONE, keywords=[])
        for wanted in (25, 60):
            process = killed.start(pages=90, strategy=strategy)
            wait_for(process, lambda wanted=wanted: stored(killed.folder) >= wanted)  # type: ignore[misc]
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
        report = killed.crawl()
        asked = Counter(site.asked())
    assert killed.visited() == undisturbed.visited()
    assert report["fetched"] == 90
    assert report["curve"] == undisturbed.report["curve"]
    assert report["strategy"] == strategy
    assert sum(asked.values()) - len(asked) <= 2  # one in flight at each kill


def test_kill_9_at_concurrency_16_loses_nothing(new_topic: NewTopic) -> None:
    with Site({}, hosts=8) as site:
        pages = topical([site.url("", host) for host in range(1, 9)], 120)
        site.pages.update(served(pages))
        topic = new_topic([site.url("/0")], {"delay_s": 0, "concurrency": 16, "per_host": 2})
        kills = 0
        for wanted in (20, 70):
            process = topic.start(pages=1000)
            wait_for(process, lambda wanted=wanted: stored(topic.folder) >= wanted)  # type: ignore[misc]
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
            kills += 1
        report = topic.crawl()
        asked = Counter(f"http://{line.host}:{site.port}{line.path}" for line in site.log)
        repeated = sum(count - 1 for address, count in asked.items() if address in pages)
    assert sorted(topic.visited()) == sorted(pages)
    assert report["stop_reason"] == "done"
    assert repeated <= kills * 16


@pytest.mark.parametrize("scrapy", [None, ["-a", "pages=40", "-s", "DOWNLOAD_DELAY=0.05"]])
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_crawl_says_so_and_is_taken_up_again(
    new_topic: NewTopic, ending: signal.Signals, scrapy: list[str] | None
) -> None:
    with Site({}) as site:
        site.pages.update(served(topical([site.url("")], 300)))
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"delay_s": 0.05})
        process = topic.start(scrapy=scrapy, **({} if scrapy else {"pages": 40}))
        wait_for(process, lambda: stored(topic.folder) >= 10)
        process.send_signal(ending)
        report = topic.ended(process, code=3)
        assert report["stop_reason"] == "stopped"
        assert 10 <= report["fetched"] < 40
        assert topic.crawl()["fetched"] == 40
        assert topic.report["stop_reason"] == "budget"
        asked = Counter(site.asked())
    assert set(asked.values()) == {1}
    assert len(asked) == 40


@pytest.mark.parametrize("by_scrapy", [False, True])
def test_second_interrupt_ends_at_once_and_loses_nothing(
    new_topic: NewTopic, tmp_path: Path, by_scrapy: bool
) -> None:
    pages = {
        "/0": page("garden", ["/slow", "/1"]),
        "/slow": Answer("<p>x", endless=True, delay_s=0.2),
        "/1": page("x"),
    }
    with Site(pages) as site:
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"strategy": "breadth-first", "timeout_s": 100})
        log = tmp_path / "log"
        settings = {"LOG_LEVEL": "INFO", "LOG_FILE": str(log)}
        if by_scrapy:
            options = [piece for name, value in settings.items() for piece in ("-s", f"{name}={value}")]
            process = topic.start(scrapy=options)
        else:
            process = topic.start(settings=settings)
        wait_for(process, lambda: "/slow" in site.asked())
        process.send_signal(signal.SIGINT)
        wait_for(process, lambda: "Send again to force" in log.read_text())
        assert process.poll() is None  # still waits for the request in flight
        process.send_signal(signal.SIGINT)
        report = topic.ended(process, code=3)
        assert report["stop_reason"] == "stopped"
        site.pages["/slow"] = page("quick now")
        assert topic.crawl()["fetched"] == 3


@pytest.mark.parametrize("pages", [1, 7, 33])
def test_page_limit_is_exact_at_concurrency_16(new_topic: NewTopic, pages: int) -> None:
    with Site({}, hosts=8) as site:
        web = topical([site.url("", host) for host in range(1, 9)], 120)
        site.pages.update(served(web))
        for number in range(0, 120, 5):  # failures in between give their place to others
            if number:
                site.pages[f"127.0.0.{number % 8 + 1}/{number}"] = Answer("", 404)
        topic = new_topic([site.url("/0")], {"delay_s": 0, "concurrency": 16, "per_host": 4})
        report = topic.crawl(pages=pages)
        asked = len(site.asked())
    assert report["fetched"] == len(topic.visited()) == stored(topic.folder) == pages
    assert asked == pages + report["outcomes"].get("http-error", 0)


def test_a_finished_run_is_followed_by_a_new_one_and_fresh_begins_again(
    new_topic: NewTopic, tmp_path: Path
) -> None:
    web = record(topical(SITES), tmp_path / "web")
    topic = new_topic([f"{SITES[0]}/0"], {"web": str(web), "pages": 20})
    assert topic.crawl()["fetched"] == 20
    first = topic.visited()
    assert topic.crawl(pages=15)["fetched"] == 15
    assert topic.visited()[:20] == first
    assert len(set(topic.visited())) == 35
    assert topic.crawl(fresh=True)["fetched"] == 20
    assert topic.visited() == first
    with Index.open(topic.folder / "data" / "index", read_only=True) as index:
        assert len(index) == 20


def test_two_runs_of_20_fetch_what_one_of_40_does(new_topic: NewTopic, tmp_path: Path) -> None:
    web = record(topical(SITES), tmp_path / "web")
    split, whole = (new_topic([f"{SITES[0]}/0"], {"web": str(web)}) for _ in range(2))
    split.crawl(pages=20)
    split.crawl(pages=20)
    whole.crawl(pages=40)
    assert split.visited() == whole.visited()


def test_what_was_not_recorded_is_an_outcome_and_never_fetched(new_topic: NewTopic, tmp_path: Path) -> None:
    pages = topical(SITES, 40)
    missing = [address for number, address in enumerate(pages) if number % 3 == 2]
    web = record({a: html for a, html in pages.items() if a not in missing}, tmp_path / "web")
    topic = new_topic([f"{SITES[0]}/0"], {"web": str(web)})
    report = topic.crawl(network=False)
    assert report["stop_reason"] == "done"
    assert report["outcomes"]["not-recorded"] > 5
    assert report["fetched"] == report["outcomes"]["fetched"] == len(topic.visited())
    assert not set(topic.visited()) & set(missing)


def test_recorded_redirects_errors_and_robots_are_followed_as_recorded(
    new_topic: NewTopic, tmp_path: Path
) -> None:
    root = SITES[0]
    answers: dict[str, Answer | str] = {
        f"{root}/0": page("garden", ["/old", "/gone", "/secret", "/away"]),
        f"{root}/old": moved("/new"),
        f"{root}/new": page("compost 堆肥"),
        f"{root}/gone": Answer("", 410),
        f"{root}/secret": page("secret"),
        f"{root}/away": moved("http://elsewhere.test/"),
        f"{root}/robots.txt": Answer("User-agent: *\nCrawl-delay: 60\nDisallow: /secret", headers={}),
    }
    topic = new_topic([f"{root}/0"], {"web": str(record(answers, tmp_path / "web"))})
    report = topic.crawl(network=False)
    assert report["outcomes"] == {
        "fetched": 2,
        "redirected": 1,
        "http-error": 1,
        "robots": 1,
        "not-recorded": 1,
    }
    assert topic.state(f"{root}/away").final_key == "http://elsewhere.test/"


def test_unreadable_records_are_skipped_counted_and_reported(new_topic: NewTopic, tmp_path: Path) -> None:
    web = record(topical(SITES, 30), tmp_path / "web")
    data = bytearray(web.read_bytes())
    starts = [at for at in range(len(data)) if data[at : at + 4] == b"\x1f\x8b\x08\x00"]
    data[starts[9] + 40 : starts[9] + 60] = bytes(20)
    web.write_bytes(data)
    topic = new_topic([f"{SITES[0]}/0"], {"web": str(web)})
    report = topic.crawl(network=False)
    assert len(report["skipped_records"]) == 1
    assert report["outcomes"]["not-recorded"] == 1
    assert report["fetched"] == 29


def test_pages_are_searchable_while_the_crawl_goes_on(new_topic: NewTopic) -> None:
    with Site({}) as site:
        site.pages.update(served(topical([site.url("")], 300)))
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"delay_s": 0.05})
        process = topic.start(pages=200)
        wait_for(process, lambda: stored(topic.folder) >= 5)
        with Index.open(topic.folder / "data" / "index", read_only=True) as index:
            wait_for(process, lambda: index.search("compost").total > 0)
            wait_for(process, lambda: index.search("堆肥").total > 0)
        assert process.poll() is None
        process.kill()
        process.communicate()


def test_what_a_live_crawl_stored_can_be_replayed(new_topic: NewTopic) -> None:
    with Site({}) as site:
        root = site.url("")
        site.pages.update(served(topical([root], 60)))
        site.pages["127.0.0.1/1"] = moved("/3")
        site.pages["127.0.0.1/27"] = Answer("", 503)
        live = new_topic([f"{root}/0"], ONE_BY_ONE)
        live.crawl(pages=30)
        assert site.asked().count("/27") == 3  # tried again
    (archive,) = (live.folder / "data" / "warc").iterdir()
    again = new_topic([f"{root}/0"], {"web": str(archive)})
    again.crawl(pages=30, network=False)
    assert again.visited() == live.visited()
    assert again.report["outcomes"] == live.report["outcomes"]
    assert again.report["outcomes"]["http-error"] == 1
    recorded = RecordedWeb.open(archive)
    assert len(recorded) == len(set(site.asked(robots=True)))
    recorded.close()


def test_a_site_waits_for_its_delay_while_others_are_asked(new_topic: NewTopic) -> None:
    with Site({}, hosts=2) as site:
        pages = topical([site.url("", 1)], 40)
        site.pages.update(served(pages))
        site.pages["127.0.0.1/0"] = page("garden", [site.url("/a", 2), site.url("/b", 2)])
        site.pages.update({"127.0.0.2/a": page("compost"), "127.0.0.2/b": page("compost")})
        topic = new_topic(
            [site.url("/0")], {"delay_s": 50, "concurrency": 16, "per_host": 8, "obey_robots": False}
        )
        process = topic.start()
        wait_for(process, lambda: stored(topic.folder) >= 2)
        asked = [line.host for line in site.log]
        process.kill()
        process.communicate()
    assert asked == ["127.0.0.1", "127.0.0.2"]  # each once, though the second has another page waiting


def test_examples_are_read_or_fetched_once_but_their_links_are_not_followed(new_topic: NewTopic) -> None:
    pages = {
        "/0": page("football", ["/1"]),
        "/1": page("more football"),
        "/example": page("garden", ["/from-example"], "garden compost tomato 园艺 堆肥"),
        "/broken": Answer("", 404),
    }
    with Site(pages) as site:
        topic = new_topic(
            [site.url("/0")],
            ONE_BY_ONE,
            examples=[site.url("/example"), "good.html", "gut.txt", site.url("/broken")],
        )
        (topic.folder / "good.html").write_text("<title>soil</title><p>soil and mulch", encoding="utf-8")
        (topic.folder / "gut.txt").write_text("seedling 幼苗 & <pruning>", encoding="utf-8")
        report = topic.crawl(pages=1)
        topic.crawl(pages=5)
        asked = Counter(site.asked())
    assert report["fetched"] == 1
    assert any("/broken gave no page: http-error 404" in warning for warning in report["warnings"])
    assert asked["/example"] == 1
    assert asked["/from-example"] == 0
    assert topic.visited() == [site.url("/0"), site.url("/1")]


def test_pages_that_ask_not_to_be_indexed_are_not(new_topic: NewTopic) -> None:
    pages: dict[str, Answer | str | Callable[[Asked], Answer | str]] = {
        "/0": page("garden", ["/meta", "/header", "/plain"]),
        "/meta": "<meta name=robots content=noindex><p>compost</p>",
        "/header": Answer("<p>compost</p>", headers={"Content-Type": "text/html", "X-Robots-Tag": "noindex"}),
        "/plain": "<p>compost</p>",
    }
    with Site(pages) as site:
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        assert topic.crawl()["fetched"] == 4
    with Index.open(topic.folder / "data" / "index", read_only=True) as index:
        assert [hit.key for hit in index.search("compost").hits] == [site.url("/plain")]
