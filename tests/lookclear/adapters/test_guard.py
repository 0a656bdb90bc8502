"""Crawls whose pages hang, eat memory and crash their parser, and what is left of the processes."""

import json
import os
import signal
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.web.site import Site, page

pytestmark = pytest.mark.any_scrapy

NewTopic = Callable[..., Any]
OBEY = {"LOOKCLEAR_PARSER": "tests.lookclear.guard.parsers:obey"}
LIVE = {"delay_s": 0, "concurrency": 8, "per_host": 8}
DEEDS = {
    "/spin": ("too-expensive", "CPU time 0.2 s"),
    "/memory": ("too-expensive", "memory 100 MB"),
    "/stop": ("too-expensive", "no answer within 1.2 s"),
    "/segfault": ("parser-crashed", "signal 11 SIGSEGV"),
    "/exit": ("parser-crashed", "exit code 3"),
}


def with_parsing(topic: Any, **values: Any) -> Any:
    """Put other settings into [parsing], which stands at the end of the topic file."""
    path = topic.folder / "topic.toml"
    before = path.read_text(encoding="utf-8").partition("[parsing]")[0]
    lines = "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())
    path.write_text(f"{before}[parsing]\n{lines}", encoding="utf-8")
    return topic


def hostile_site() -> dict[str, str]:
    pages = {"/0": page("garden", [*DEEDS, *(f"/{n}" for n in range(1, 30))])}
    pages |= {f"/{n}": page("soil 土壤", []) for n in range(1, 30)}
    return pages | {path: page(f"do:{path[1:]} garden") for path in DEEDS}


def children_of(pid: int) -> set[int]:
    """Return the processes that a process started."""
    try:
        return {int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}
    except FileNotFoundError:
        return set()


def wait_until(true: Callable[[], object]) -> None:
    while not true():
        time.sleep(0.01)


def are_gone(pids: Iterable[int]) -> bool:
    return not any(Path(f"/proc/{pid}/status").exists() and _is_alive(pid) for pid in pids)


def _is_alive(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("concurrency", [1, 8])
def test_hostile_pages_are_outcomes_with_a_reason_and_the_crawl_goes_on(
    new_topic: NewTopic, concurrency: int
) -> None:
    with Site(hostile_site()) as site:
        topic = with_parsing(
            new_topic([site.url("/0")], LIVE | {"concurrency": concurrency}), cpu_s=0.2, memory_mb=100
        )
        report = topic.crawl(settings=OBEY)
        states = {path: topic.state(site.url(path)) for path in DEEDS}
        ends = {path: (state.outcome, state.detail) for path, state in states.items()}
        asked = site.asked()
        assert ends.pop("/spin") in {
            DEEDS["/spin"],
            DEEDS["/stop"],
        }  # a busy machine gives it too little time
        assert ends == {path: end for path, end in DEEDS.items() if path != "/spin"}
        assert report["outcomes"] == {"fetched": 30, "too-expensive": 3, "parser-crashed": 2}
        assert report["stop_reason"] == "done"
        assert sorted(set(asked)) == sorted(asked)
        topic.crawl(settings=OBEY)
        assert site.asked() == asked  # not tried again by a new run either


def test_an_error_of_ours_in_the_parser_drops_the_page_and_is_in_the_log(new_topic: NewTopic) -> None:
    with Site({"/0": page("garden", ["/bad", "/1"]), "/bad": page("do:raise x"), "/1": page("soil")}) as site:
        topic = new_topic([site.url("/0")], LIVE)
        process = topic.start(settings=OBEY)
        _, stderr = process.communicate(timeout=120)
        assert process.returncode == 0
        assert "an error of ours" in stderr
        assert topic.state(site.url("/bad")).outcome == "dropped"
        assert topic.state(site.url("/1")).outcome == "fetched"


def test_a_parser_killed_from_outside_costs_one_page(new_topic: NewTopic) -> None:
    pages = {"/0": page("garden", ["/sleep", "/1"]), "/sleep": page("do:sleep x"), "/1": page("soil")}
    with Site(pages) as site:
        topic = with_parsing(new_topic([site.url("/0")], LIVE), processes=1, cpu_s=600.0)
        process = topic.start(settings=OBEY)
        wait_until(lambda: "/sleep" in site.asked())
        time.sleep(0.5)
        (child,) = children_of(process.pid)
        os.kill(child, signal.SIGKILL)
        topic.ended(process)
        end = topic.state(site.url("/sleep"))
        assert (end.outcome, end.detail) == ("parser-crashed", "signal 9 SIGKILL")
        assert topic.state(site.url("/1")).outcome == "fetched"


@pytest.mark.parametrize("ending", [[signal.SIGKILL], [signal.SIGINT, signal.SIGINT]])
def test_no_parser_outlives_a_crawl_that_is_cut_off_and_the_page_comes_again(
    new_topic: NewTopic, tmp_path: Path, ending: list[signal.Signals]
) -> None:
    log = tmp_path / "log"
    settings = OBEY | {"LOG_LEVEL": "INFO", "LOG_FILE": str(log)}
    with Site({"/0": page("garden", ["/sleep"]), "/sleep": page("do:sleep x")}) as site:
        topic = with_parsing(new_topic([site.url("/0")], LIVE), cpu_s=600.0)
        process = topic.start(settings=settings)
        wait_until(lambda: "/sleep" in site.asked())
        time.sleep(0.5)  # it is being parsed
        children = children_of(process.pid)
        assert children
        for number in ending:
            process.send_signal(number)
            if number is not signal.SIGKILL:
                wait_until(lambda: "Send again to force" in log.read_text())
        process.communicate(timeout=60)
        wait_until(lambda: are_gone(children))
        site.pages["/sleep"] = page("quiet now")
        topic.crawl()
        assert topic.state(site.url("/sleep")).outcome == "fetched"


def test_a_stop_waits_for_the_page_that_is_parsed(new_topic: NewTopic) -> None:
    with Site({"/0": page("garden", ["/slow"]), "/slow": page("do:slow x")}) as site:
        topic = new_topic([site.url("/0")], LIVE)
        process = topic.start(settings=OBEY)
        wait_until(lambda: "/slow" in site.asked())
        process.send_signal(signal.SIGTERM)
        topic.ended(process, code=3)
        assert topic.state(site.url("/slow")).outcome == "fetched"


def test_a_crawl_may_parse_in_its_own_process(new_topic: NewTopic) -> None:
    with Site({"/0": page("garden", ["/1"]), "/1": page("do:sleep x")}) as site:
        topic = with_parsing(new_topic([site.url("/0")], LIVE), processes=0)
        process = topic.start(settings=OBEY)
        wait_until(lambda: "/1" in site.asked())
        assert children_of(process.pid) == set()
        process.kill()
        process.communicate()


def test_without_processes_the_report_says_so_and_pages_are_read(new_topic: NewTopic) -> None:
    with Site({"/0": page("garden", ["/1"]), "/1": page("soil")}) as site:
        topic = new_topic([site.url("/0")], LIVE)
        report = topic.crawl(processes=False)
    assert report["fetched"] == 2
    assert any("no process could be started to parse pages in" in warning for warning in report["warnings"])


@pytest.mark.parametrize("processes", [0, 1])
@pytest.mark.parametrize("deed", ["raise", "half"])
def test_an_example_file_that_breaks_the_parser_ends_the_crawl_with_its_name(
    new_topic: NewTopic, deed: str, processes: int
) -> None:
    with Site({"/0": page("garden")}) as site:
        topic = with_parsing(
            new_topic([site.url("/0")], LIVE, examples=["good.html", "bad 坏.html"]), processes=processes
        )
        (topic.folder / "good.html").write_text("<p>garden 园艺")
        (topic.folder / "bad 坏.html").write_text(f"<p>do:{deed} garden")
        report = topic.crawl(settings=OBEY, code=1)
        assert "/0" not in site.asked()
    assert report["stop_reason"] == "failed"
    (said,) = (one for one in report["warnings"] if "example" in one)
    assert said.startswith(f"cannot understand the example {topic.folder}/bad 坏.html: the parser broke")
    assert "take the file out" in said


def test_example_files_are_parsed_in_a_process_too(new_topic: NewTopic) -> None:
    with Site({"/0": page("garden")}) as site:
        topic = new_topic([site.url("/0")], LIVE, examples=["bad.html"])
        (topic.folder / "bad.html").write_text("<p>do:segfault x")
        process = topic.start(settings=OBEY)
        out, stderr = process.communicate(timeout=120)
    assert process.returncode == 1, stderr
    assert "cannot understand the example" in out
    assert "signal 11 SIGSEGV" in out
