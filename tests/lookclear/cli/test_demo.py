"""The demo: one command that crawls, indexes and serves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lookclear.topics.workspace import Workspace

Run = Callable[..., subprocess.CompletedProcess[str]]
DEADLINE_S = 90


@contextmanager
def running(environment: dict[str, str], *arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "lookclear.cli", *map(str, arguments)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def announced_address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if "http://" in line:
            return "http://" + line.partition("http://")[2].split()[0]
    raise AssertionError("the process ended without naming an address")


def total(address: str, query: str) -> int:
    with urllib.request.urlopen(f"{address}search.json?q={query}", timeout=30) as answer:
        return int(json.load(answer)["total"])


def wait_for_hit(address: str, query: str) -> None:
    end = time.monotonic() + DEADLINE_S
    while total(address, query) == 0:
        assert time.monotonic() < end, "nothing was found in time"
        time.sleep(0.05)


def test_site_answers_during_the_crawl_and_one_signal_ends_both(
    environment: dict[str, str], tmp_path: Path, lookclear: Run
) -> None:
    data = tmp_path / "demo"
    options = ["--topic", "agriculture", "--data", data]
    with running(environment, "demo", *options, "--port", "0") as demo:
        address = announced_address(demo)
        wait_for_hit(address, "fruit")
        assert Workspace.open(data).is_locked, "the crawl ended before the site had answered"
        crawl = int((data / "data/lock").read_text())
        demo.send_signal(signal.SIGINT)
        assert demo.wait(timeout=DEADLINE_S) == 3
        assert demo.stdout is not None
        assert "stopped: " in demo.stdout.read()
    with pytest.raises(ProcessLookupError):
        os.kill(crawl, 0)
    before = json.loads(lookclear("status", data, "--json").stdout)
    assert 0 < before["pages"] < 400
    assert before["last_run"]["stop_reason"] == "stopped"

    again = lookclear("demo", *options, "--no-serve", "--pages", str(before["pages"] + 5))
    assert again.returncode == 0, again.stderr
    assert f"going on after {before['pages']} pages" in again.stdout
    assert json.loads(lookclear("status", data, "--json").stdout)["pages"] == before["pages"] + 5


def test_second_demo_keeps_what_is_there_and_fresh_starts_anew(tmp_path: Path, lookclear: Run) -> None:
    command = ["demo", "--topic", "java", "--data", tmp_path / "java", "--no-serve", "--pages", "12"]
    first = lookclear(*command)
    assert first.returncode == 0, first.stderr
    assert "12 pages of 12" in first.stdout
    assert json.loads(lookclear("search", tmp_path / "java", "对象 内存", "--json").stdout)["total"] > 0

    second = lookclear(*command)
    assert second.returncode == 0
    assert "12 pages are there from an earlier run" in second.stdout
    assert "12 pages of 12" not in second.stdout

    fresh = lookclear(*command, "--fresh")
    assert fresh.returncode == 0
    assert "12 pages of 12" in fresh.stdout
    assert json.loads(lookclear("status", tmp_path / "java", "--json").stdout)["pages"] == 12


def test_folder_with_another_topic_is_refused(workspace: Path, lookclear: Run) -> None:
    done = lookclear("demo", "--data", workspace, "--no-serve")
    assert done.returncode == 2
    assert "already holds the topic 'Salt marshes'" in done.stderr


def test_data_folder_defaults_to_the_users_data_home(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lookclear.cli.demo import default_folder

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder("java") == tmp_path / "lookclear/demo-java"
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    monkeypatch.setenv("HOME", "/home/someone")
    assert default_folder("java") == Path("/home/someone/.local/share/lookclear/demo-java")


@pytest.mark.parametrize("order", [signal.SIGINT, signal.SIGTERM])
def test_serve_answers_and_ends_in_order(crawled: Path, environment: dict[str, str], order: int) -> None:
    with running(environment, "serve", crawled, "--port", "0") as site:
        address = announced_address(site)
        assert total(address, "grass") > 0
        assert total(address, "%E7%9B%90%E6%B2%BC") > 0  # 盐沼
        site.send_signal(order)
        assert site.wait(timeout=DEADLINE_S) == 0
