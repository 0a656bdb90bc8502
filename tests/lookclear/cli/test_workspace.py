from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.lookclear.cli.small_web import TOPIC, write_web

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_new_workspace_passes_its_check(tmp_path: Path, lookclear: Run) -> None:
    folder = tmp_path / "marsh"
    made = lookclear(
        "new", folder, "--name", "盐沼 marsh", "--seed", "https://example.org/", "--keyword", "盐沼"
    )
    assert made.returncode == 0, made.stderr
    assert "lookclear crawl" in made.stdout
    checked = lookclear("check", folder)
    assert checked.returncode == 0
    assert "盐沼 marsh" in checked.stdout


def test_a_topic_from_a_folder_of_pages_is_ready_to_be_crawled(tmp_path: Path, lookclear: Run) -> None:
    write_web(tmp_path / "web.warc.gz")
    pages = tmp_path / "known"
    pages.mkdir()
    for name, text in (("a.html", "Cord grass of the salt marsh"), ("b.txt", "盐沼是海岸的湿地 salt marsh")):
        head = f'<link rel="canonical" href="http://marsh.test/{name[0]}">' if name.endswith("html") else ""
        (pages / name).write_text(head + text, encoding="utf-8")
    folder = tmp_path / "new"
    made = lookclear(
        "new", folder, "--example", pages, "--keyword", "salt marsh", "--web", tmp_path / "web.warc.gz"
    )
    assert made.returncode == 0, made.stderr
    assert "the crawl starts from the examples themselves: 1 addresses" in made.stdout
    assert lookclear("new", folder, "--keyword", "x").returncode == 2  # never overwritten
    assert lookclear("check", folder).returncode == 0
    crawled = lookclear("crawl", folder)
    assert crawled.returncode == 0, crawled.stdout + crawled.stderr
    found = json.loads(lookclear("search", folder, "redshanks", "--json").stdout)
    assert found["hits"][0]["url"] == "http://marsh.test/d"


def test_check_as_json_gives_one_object(workspace: Path, lookclear: Run) -> None:
    report = json.loads(lookclear("check", workspace, "--json").stdout)
    assert report["ok"]
    assert report["recorded_pages"] == 9
    assert report["warnings"] == []


def test_check_as_json_tells_an_error_too(workspace: Path, lookclear: Run) -> None:
    (workspace / "topic.toml").write_text("name = 3\n")
    done = lookclear("check", workspace, "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 2
    assert not report["ok"]
    assert "name has the value 3" in report["error"]
    assert "a text in quotes" in report["hint"]


def test_check_warns_of_what_would_hurt_a_crawl(workspace: Path, lookclear: Run) -> None:
    text = TOPIC.replace("http://marsh.test/", "http://marsh.test/nowhere").replace(
        'keywords = ["salt marsh", "wetland", "盐沼", "湿地"]', 'examples = ["gone.html"]'
    )
    (workspace / "topic.toml").write_text(text + "obey_robots = false\n", encoding="utf-8")
    done = lookclear("check", workspace)
    assert done.returncode == 0, done.stderr
    assert "the seed http://marsh.test/nowhere is not in the recorded web" in done.stdout
    assert "gone.html is not there" in done.stdout
    assert "robots.txt is not obeyed" in done.stdout
