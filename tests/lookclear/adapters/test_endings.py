"""What becomes of each request, and how crawls end that have little or nothing to show."""

import gzip
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from indexer import Index
from lookclear.frontier.inspect import FrontierView
from tests.lookclear.adapters.conftest import ROOT, environment
from tests.web.site import Answer, Site, moved, page
from tests.web.topical import record, served, topical

ONE_BY_ONE = {"delay_s": 0, "concurrency": 1, "strategy": "breadth-first"}
NewTopic = Callable[..., Any]
SITES = [f"http://{name}.garden.test" for name in "abcd"]


def html(body: bytes, charset: str = "") -> Answer:
    return Answer(body, headers={"Content-Type": f"text/html{charset and '; charset='}{charset}"})


ODD_PAGES: dict[str, tuple[Any, str, str]] = {
    "/fine": (page("garden 园艺"), "fetched", ""),
    "/missing": (Answer("", 404), "http-error", "404"),
    "/broken": (Answer("", 503), "http-error", "503"),
    "/teapot": (Answer("", 418), "http-error", "418"),
    "/odd-status": (Answer("", 799), "http-error", "799"),
    "/forbidden": (page("not for robots"), "robots", "robots.txt line 2: Disallow: /forbidden"),
    "/pdf": (
        Answer(b"%PDF-1.7 \x00\x01 text", headers={"Content-Type": "text/html"}),
        "not-html",
        "text/html",
    ),
    "/image": (Answer(b"\x89PNG\r\n", headers={"Content-Type": "image/png"}), "not-html", "image/png"),
    "/text": (Answer("words", headers={"Content-Type": "text/plain"}), "not-html", "text/plain"),
    "/untyped": (Answer("<!DOCTYPE html><p>garden", headers={}), "fetched", ""),
    "/empty": (html(b""), "unparsable", "*"),
    "/gbk": (html("<title>农业</title><p>农业与水稻的种植方法".encode("gbk"), "gbk"), "fetched", ""),
    "/wrong-charset": (
        html("<title>农业</title><p>农业与水稻的种植方法".encode("gbk"), "utf-8"),
        "fetched",
        "",
    ),
    "/no-such-charset": (html(b"<p>garden \xff\xfe compost", "klingon"), "fetched", ""),
    "/huge": (html(b"<p>" + b"garden " * 40_000), "too-large", ""),
    "/huge-unsaid": (Answer("garden " * 9_000, endless=True), "too-large", ""),
    "/bomb": (
        Answer(
            gzip.compress(b"garden " * 100_000),
            headers={"Content-Type": "text/html", "Content-Encoding": "gzip"},
        ),
        "too-large",
        "once unpacked",
    ),
    "/drip": (Answer("garden ", endless=True, delay_s=0.1), "timeout", "no answer within 1.5 s"),
    "/silent": (Answer("late", delay_s=60), "timeout", "no answer within 1.5 s"),
    "/short": (Answer("<p>short", headers={"Content-Length": "5000", "Connection": "close"}), "*", "*"),
    "/old": (moved("/new"), "redirected", ""),
    "/older": (moved("/old", 302), "redirected", ""),
    "/loop-a": (moved("/loop-b"), "*", "*"),
    "/loop-b": (moved("/loop-a"), "*", "*"),
    "/self": (moved("/self"), "bad-response", "too many redirects"),
    "/to-forbidden": (moved("/forbidden"), "robots", "robots.txt line 2: Disallow: /forbidden"),
    "/to-ftp": (moved("ftp://127.0.0.1/x"), "redirected", "scheme: ftp://127.0.0.1/x"),
    "/to-file": (moved("file:///etc/passwd"), "redirected", "scheme: file:///etc/passwd"),
    "/no-target": (Answer("", 302, {}), "http-error", "302"),
    "/lost/": (moved("http://127.0.0.9:9/"), "unreachable", "*"),
}


UNSURE = {"/short", "/loop-a", "/loop-b"}  # depends on what is noticed first, and on what is in flight


def test_every_request_ends_with_an_outcome_and_its_reason(new_topic: NewTopic) -> None:
    pages: dict[str, Any] = {path: answer for path, (answer, _, _) in ODD_PAGES.items()}
    pages["/0"] = page("garden", [*ODD_PAGES, "http://nobody.invalid/", "/a.zip"])
    pages["/new"] = page("moved here")
    pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /forbidden", headers={})
    limits = ONE_BY_ONE | {"concurrency": 8, "per_host": 8, "timeout_s": 1.5, "max_bytes": 200_000}
    with Site(pages) as site:
        topic = new_topic([site.url("/0")], limits)
        report = topic.crawl()
        ends = {path: topic.state(site.url(path)) for path in ODD_PAGES}
        invalid = topic.state("http://nobody.invalid/")
        refused = topic.state(site.url("/a.zip"))
    assert "ERROR" not in topic.stderr
    assert "WARNING" not in topic.stderr
    found = {path: (state.outcome, state.detail) for path, state in ends.items() if path not in UNSURE}
    wanted = {
        path: (outcome, found[path][1] if detail == "*" else detail)
        for path, (_, outcome, detail) in ODD_PAGES.items()
        if path not in UNSURE
    }
    assert found == wanted
    assert ends["/short"].outcome in {"bad-response", "timeout", "unreachable"}
    loop = [ends["/loop-a"].outcome, ends["/loop-b"].outcome]
    assert sorted(loop) in (["bad-response", "bad-response"], ["bad-response", "redirected"])
    assert invalid.outcome == "unreachable"
    assert (refused.state, refused.outcome) == ("refused", "file-type")
    assert ends["/to-forbidden"].final_key.endswith("/forbidden")
    assert ends["/old"].final_key == site.url("/new")
    assert ends["/older"].final_key in {site.url("/old"), site.url("/new")}  # "/old" may still be in flight
    with FrontierView(topic.folder / "data" / "frontier.sqlite") as view:
        assert (view.stats().pending, view.stats().leased) == (0, 0)
    assert report["stop_reason"] == "done"
    assert sum(report["outcomes"].values()) >= len(ODD_PAGES) + 2


def test_of_ten_redirects_to_one_page_it_is_fetched_once_and_ten_aliases_are_kept(
    new_topic: NewTopic,
) -> None:
    links = "".join(f'<li><a href="/r{n}">garden way{n}x</a></li>' for n in range(10))
    pages = {"/0": f"<title>garden</title><p>garden</p><ul>{links}</ul>", "/target": page("compost")}
    pages |= {f"/r{n}": moved("/target") for n in range(10)}
    with Site(pages) as site:
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        report = topic.crawl()
        asked = site.asked()
        aliases = [topic.state(site.url(f"/r{n}")).final_key for n in range(10)]
    assert report["outcomes"] == {"fetched": 2, "redirected": 10}
    assert asked.count("/target") == 1
    assert aliases == [site.url("/target")] * 10
    with Index.open(topic.folder / "data" / "index", read_only=True) as index:
        assert index.stats().documents == 2
        found = [index.search(f"way{n}x title:compost").total for n in range(10)]
    assert found == [1] * 10  # the words of all ten links


@pytest.mark.parametrize("recorded", [False, True])
def test_a_redirect_to_what_is_refused_is_not_followed(
    new_topic: NewTopic, tmp_path: Path, recorded: bool
) -> None:
    with Site({}, hosts=3) as site:
        inside, outside = site.url("", 1), site.url("", 2)
        targets = {
            "/abroad": (f"{outside}/page", "scope"),
            "/private": (f"{inside}/private/page", "scope"),
            "/paper": (f"{inside}/paper.pdf", "file-type"),
            "/trap": (f"{inside}/a/a/a", "trap"),
        }
        pages: dict[str, Any] = {f"{inside}/0": page("garden", [*targets, "/plain"])}
        pages |= {inside + path: moved(target) for path, (target, _) in targets.items()}
        pages |= {target: page("secret compost") for target, _ in targets.values()}
        pages |= {f"{inside}/plain": moved("/fine"), f"{inside}/fine": page("compost")}
        pages |= {f"{site.url('', 3)}/seed": page("compost")}
        site.pages.update(
            {path.removeprefix("http://").replace(f":{site.port}", ""): a for path, a in pages.items()}
        )
        web = {"web": str(record(pages, tmp_path / "web"))} if recorded else {}
        topic = new_topic([f"{inside}/0", f"{site.url('', 3)}/seed"], ONE_BY_ONE | web)
        with (topic.folder / "topic.toml").open("a") as file:
            file.write(
                '[scope]\nhosts = ["127.0.0.1"]\nexclude_hosts = ["127.0.0.2"]\nexclude = ["/private/"]\n'
            )
        report = topic.crawl(network=not recorded)
        asked = {(line.host, line.path) for line in site.log}
    assert report["outcomes"] == {"fetched": 3, "redirected": 5}
    assert report["refused"] == {"scope": 2, "file-type": 1, "trap": 1}
    for path, (target, reason) in targets.items():
        leased, refused = topic.state(inside + path), topic.state(target)
        assert (leased.outcome, leased.detail) == ("redirected", f"{reason}: {target}")
        assert (refused.state, refused.outcome, refused.parent) == ("refused", reason, inside + path)
        assert target.removeprefix(inside) not in {path for _, path in asked}
    assert "127.0.0.2" not in {host for host, _ in asked}
    assert f"{site.url('', 3)}/seed lies outside of what may be followed (scope)" in report["warnings"][0]


def test_a_seed_that_does_not_answer_is_a_warning_and_the_rest_is_crawled(new_topic: NewTopic) -> None:
    with Site({"/0": page("garden", ["/1"]), "/1": page("soil")}) as site:
        topic = new_topic(["http://127.0.0.9:9/none", site.url("/0"), site.url("/gone")], ONE_BY_ONE)
        report = topic.crawl()
    assert report["fetched"] == 2
    assert {warning.split(" gave no page: ")[0] for warning in report["warnings"]} == {
        "the seed http://127.0.0.9:9/none",
        f"the seed {site.url('/gone')}",
    }
    assert "http-error (404)" in "".join(report["warnings"])


def test_no_seed_answering_is_starved_says_what_to_do_and_is_tried_again(new_topic: NewTopic) -> None:
    with Site({"/0": Answer("", 404)}) as site:
        topic = new_topic(["http://127.0.0.9:9/none", site.url("/0")], ONE_BY_ONE)
        report = topic.crawl(code=3)
        assert report["stop_reason"] == "starved"
        assert "check the addresses in topic.toml" in report["warnings"][-1]
        site.pages["/0"] = page("back again")
        assert topic.crawl()["fetched"] == 1


def test_scrapy_crawl_ends_with_the_same_exit_codes(new_topic: NewTopic, tmp_path: Path) -> None:
    with Site({"/0": page("garden", ["/1"]), "/1": page("soil")}) as site:
        settings = ["-s", "DOWNLOAD_DELAY=0"]
        topic = new_topic([site.url("/0")])
        assert topic.crawl(code=0, scrapy=settings)["stop_reason"] == "done"
        topic = new_topic([site.url("/none")])
        assert topic.crawl(code=3, scrapy=settings)["stop_reason"] == "starved"
        topic = new_topic([site.url("/0")])
        (topic.folder / "data" / "report.json").mkdir(parents=True)
        process = topic.start(scrapy=settings)
        out, stderr = process.communicate(timeout=120)
    assert process.returncode == 1, stderr
    assert out.startswith("failed: the crawl failed")
    assert "Traceback" not in stderr


def test_starved_on_a_web_that_lacks_the_seeds(new_topic: NewTopic, tmp_path: Path) -> None:
    web = record(topical(SITES, 5), tmp_path / "web")
    topic = new_topic(["http://other.test/"], {"web": str(web)})
    report = topic.crawl(code=3, network=False)
    assert report["outcomes"] == {"not-recorded": 1}
    assert report["warnings"][0] == "the seed http://other.test/ gave no page: not-recorded"


def test_second_crawl_on_a_workspace_is_refused_and_the_first_goes_on(new_topic: NewTopic) -> None:
    with Site({}) as site:
        site.pages.update(served(topical([site.url("")], 100)))
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"delay_s": 3})
        first = topic.start()
        while "/0" not in site.asked():
            assert first.poll() is None
        topic.crawl(code=1)
        assert f"process {first.pid}" in topic.stderr
        topic.crawl(code=1, scrapy=[])
        assert topic.stderr.startswith("error: another crawl")
        first.send_signal(signal.SIGTERM)
        assert topic.ended(first, code=3)["fetched"] >= 1


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["-a", "strategy=best-frist"], 2, "did you mean 'best-first'"),
        (["-a", "pages=0"], 2, "0 pages cannot be fetched; give 1 or more"),
        (["-a", "pages=ten"], 2, "pages=ten is not a number of pages"),
        (["-a", "fresh=maybe"], 2, "fresh=maybe is neither yes nor no"),
        (["-a", "page=7"], 2, "no argument 'page'; known are: fresh, pages,"),
        (["-a", "topic="], 2, "no topic given; name its folder"),
        (["-a", "topic=/no/such/folder"], 2, "no folder /no/such/folder"),
        (["-a", "web=none.warc.gz"], 2, "no recorded web at"),
    ],
)
def test_a_wrong_argument_is_one_sentence_and_the_right_exit_code(
    new_topic: NewTopic, arguments: list[str], code: int, said: str
) -> None:
    topic = new_topic(["http://a.test/"])
    topic.crawl(code=code, scrapy=arguments)
    assert topic.stderr.startswith("error: ")
    assert said in topic.stderr
    assert topic.stderr.count("\n") == 1


def test_a_wrong_topic_file_is_one_sentence(new_topic: NewTopic) -> None:
    topic = new_topic(["http://a.test/"], {"page": 4})
    topic.crawl(code=2, scrapy=[])
    assert "did you mean 'pages'" in topic.stderr
    topic = new_topic([])
    topic.crawl(code=2)
    assert "has no seeds" in topic.stderr


def test_settings_from_the_command_line_win_over_the_topic_file(new_topic: NewTopic) -> None:
    with Site({"/0": page("garden")}) as site:
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"user_agent": "Topic/1"})
        topic.crawl(scrapy=[])
        topic.crawl(scrapy=["-a", "fresh=1", "-s", "USER_AGENT=Mine/2"])
        agents = [line.headers["user-agent"] for line in site.log if line.path == "/0"]
    assert agents == ["Topic/1", "Mine/2"]


def test_by_default_the_crawler_gives_its_name_and_carries_nothing_along(new_topic: NewTopic) -> None:
    cookie = Answer(
        page("garden", ["/1"]), headers={"Content-Type": "text/html", "Set-Cookie": "id=1; Path=/"}
    )
    with Site({"/0": cookie, "/1": page("soil")}) as site:
        new_topic([site.url("/0")], ONE_BY_ONE).crawl()
        headers = [line.headers for line in site.log]
    assert len(headers) == 4  # robots.txt, sitemap.xml, and two pages
    assert {one["user-agent"] for one in headers} == {"LookClear/0.1.0"}
    assert not any({"cookie", "referer"} & one.keys() for one in headers)


def test_a_disk_that_takes_no_more_ends_the_crawl_with_one_sentence_and_loses_nothing(
    new_topic: NewTopic,
) -> None:
    with Site({}) as site:
        site.pages.update(served(topical([site.url("")], 300)))
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        process = topic.start(pages=150, largest_file=120_000)
        out, stderr = process.communicate(timeout=120)
        assert process.returncode == 1, stderr + out
        assert "Traceback" not in stderr
        report = json.loads(out)
        assert report["stop_reason"] == "failed"
        assert "nothing acknowledged is lost" in report["warnings"][-1]
        before = topic.visited()
        assert 0 < len(before) < 150
        assert topic.crawl()["fetched"] == 150
    assert topic.visited()[: len(before)] == before


def test_a_page_that_another_component_drops_or_breaks_on_is_counted_as_dropped(new_topic: NewTopic) -> None:
    from lookclear import settings

    pipelines = settings.ITEM_PIPELINES | {"tests.lookclear.adapters.breaking.BreakingPipeline": 50}
    with Site({"/0": page("garden", ["/drop", "/break", "/1"]), "/1": page("soil")}) as site:
        site.pages |= {"/drop": page("compost"), "/break": page("compost")}
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        process = topic.start(settings={"ITEM_PIPELINES": json.dumps(pipelines), "LOG_LEVEL": "CRITICAL"})
        report = topic.ended(process)
        ends = [topic.state(site.url(path)) for path in ("/drop", "/break")]
    assert report["outcomes"] == {"fetched": 2, "dropped": 2}
    assert [(end.outcome, end.detail) for end in ends] == [
        ("dropped", "after HTTP 200; the log says why")
    ] * 2


def test_progress_is_shown_and_a_report_is_left(new_topic: NewTopic) -> None:
    with Site({}) as site:
        site.pages.update(served(topical([site.url("")], 60)))
        topic = new_topic([site.url("/0")], ONE_BY_ONE)
        process = topic.start(scrapy=["-a", "pages=40"])
        out, stderr = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "/40 pages" in stderr
    assert out.startswith("budget: the page limit was reached\n  40 pages of 40, ")
    chart = (topic.folder / "data" / "report.svg").read_text()
    assert chart.startswith("<svg")
    report = json.loads((topic.folder / "data" / "report.json").read_text())
    assert len(report["curve"]) == 40
    assert report["per_host"] == {f"127.0.0.1:{site.port}": 40}


def test_a_crawl_that_is_killed_leaves_the_workspace_unlocked(new_topic: NewTopic) -> None:
    with Site({}) as site:
        site.pages.update(served(topical([site.url("")], 100)))
        topic = new_topic([site.url("/0")], ONE_BY_ONE | {"delay_s": 0.1})
        process = topic.start(pages=30)
        while "/0" not in site.asked():
            assert process.poll() is None
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        topic.crawl(scrapy=["-s", "DOWNLOAD_DELAY=0"])
        assert topic.report["fetched"] == 30


def test_the_spider_is_listed_by_scrapy() -> None:
    from tests.lookclear.adapters.conftest import ROOT, environment

    listed = subprocess.run(
        [sys.executable, "-m", "scrapy", "list"],
        capture_output=True,
        text=True,
        env=environment(),
        cwd=ROOT,
        check=True,
    )
    assert listed.stdout.split() == ["lci"]


def start(topic: Any, command: str) -> subprocess.Popen[str]:
    """Start a crawl as a person does."""
    if command == "scrapy":
        return topic.start(scrapy=[])
    arguments = [sys.executable, "-m", "lookclear.cli", "crawl", str(topic.folder)]
    return subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(), cwd=ROOT
    )


def catches(process: subprocess.Popen[str], number: signal.Signals) -> bool:
    """Tell whether a process has its own idea of a signal."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = int(next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt")), 16)
    return bool(caught >> (number - 1) & 1)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="what a process catches is seen in /proc")
@pytest.mark.parametrize("command", ["lookclear", "scrapy"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_before_the_crawl_begins_is_a_stop_too(
    new_topic: NewTopic, command: str, number: signal.Signals
) -> None:
    with Site({"*": page("garden 园艺")}) as site:
        topic = new_topic([site.url("/0")], {"delay_s": 0})
        process = start(topic, command)
        while not catches(process, signal.SIGTERM):
            assert process.poll() is None
        process.send_signal(number)
        process.send_signal(number)
        report = topic.ended(process, code=3)
        begun = report.get("stop_reason") == "stopped"  # when this test was slow to look
        assert begun or topic.stderr.endswith("stopped\n")
        topic.crawl()  # nothing is in the way of the next
