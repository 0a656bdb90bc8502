"""`lookclear train`, as a person uses it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
TEA, RECIPES = "http://marsh.test/f", "http://marsh.test/c"


@pytest.fixture
def marsh(crawled: Path, tmp_path: Path) -> Path:
    """A workspace that was crawled, to be changed."""
    shutil.copy(crawled.parent / "web.warc.gz", tmp_path)
    shutil.copytree(crawled, tmp_path / "marsh")
    return tmp_path / "marsh"


def test_training_says_what_changed_and_one_command_takes_it_back(marsh: Path, lookclear: Run) -> None:
    def done(*arguments: str) -> Any:
        ran = lookclear("train", marsh, *arguments, "--json")
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    def relevance(url: str) -> float:
        return float(json.loads(lookclear("why", marsh, url, "--json").stdout)["relevance"])

    assert done()["version"] == 2  # the crawl made the first
    before = relevance(RECIPES)
    for url in (TEA, RECIPES):
        assert lookclear("label", marsh, url, "yes").returncode == 0
    trained = done()
    assert trained["labels_yes"] == 2
    assert {"tea", "milk"} & {term for term, _ in trained["terms_in"]}
    assert {one["url"] for one in trained["now_on_topic"]} >= {TEA, RECIPES}
    assert relevance(RECIPES) == 1
    assert lookclear("label", marsh, RECIPES, "forget").returncode == 0
    back = done("--undo")
    assert (back["version"], back["before"], back["held"]) == (2, 3, True)
    assert {"tea", "milk"} & set(back["terms_out"])
    assert relevance(RECIPES) == pytest.approx(before, abs=0.01)
    assert relevance(TEA) == 1  # what a person says of a page stays true of it
    listed = done("--list")
    assert (listed["in_use"]["version"], listed["in_use"]["held"]) == (2, True)
    assert [one["version"] for one in listed["versions"]] == [1, 2, 3]
    shown = lookclear("train", marsh, "--list").stdout
    assert "   2  held" in shown
    assert done("--to", "3")["version"] == 3


def test_training_for_people_names_terms_pages_and_the_way_back(marsh: Path, lookclear: Run) -> None:
    assert lookclear("label", marsh, TEA, "yes").returncode == 0
    shown = lookclear("train", marsh).stdout
    assert "labels: 1 on topic, 0 not" in shown
    assert TEA in shown
    assert "`lookclear train DIR --undo` goes back" in shown


def test_a_damaged_version_is_listed_as_such_and_no_command_breaks(marsh: Path, lookclear: Run) -> None:
    (marsh / "data" / "models" / "model-0001.zip").write_bytes(b"\x80\x04\x95")
    (marsh / "data" / "models" / "in-use.json").write_bytes(b"{")
    listed = lookclear("train", marsh, "--list")
    assert "cannot be used" in listed.stdout
    assert "cannot be read" in listed.stdout
    for arguments in (["train", marsh, "--undo"], ["train", marsh, "--to", "1"]):
        done = lookclear(*arguments)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
    crawled = lookclear("crawl", marsh, "--pages", "3")
    assert crawled.returncode == 0
    assert "which model was in use is not known" in crawled.stdout
    assert lookclear("train", marsh).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "nothing to learn from"),
        (["--undo"], "no earlier version"),
        (["--to", "4"], "no version 4"),
        (["--undo", "--list"], "exclude each other"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_written(
    workspace: Path, lookclear: Run, arguments: list[str], said: str
) -> None:
    done = lookclear("train", workspace, *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (workspace / "data").exists()
