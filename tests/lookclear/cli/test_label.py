"""`lookclear label`, as a person uses it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def marsh(crawled: Path, tmp_path: Path) -> Path:
    """A workspace that was crawled, to be changed."""
    shutil.copy(crawled.parent / "web.warc.gz", tmp_path)
    shutil.copytree(crawled, tmp_path / "marsh")
    return tmp_path / "marsh"


def test_a_label_is_kept_shown_and_counts_from_the_next_crawl_on(marsh: Path, lookclear: Run) -> None:
    tea = "http://marsh.test/f"
    before = _prior(marsh, lookclear)
    done = lookclear("label", marsh, tea, "yes", "--by", "安")
    assert done.returncode == 0, done.stderr
    assert "from the next `lookclear crawl` or `lookclear train` on" in done.stdout
    listed = json.loads(lookclear("label", marsh, "--list", "--json").stdout)
    assert [(one["url"], one["verdict"], one["by"]) for one in listed["labels"]] == [(tea, "yes", "安")]
    assert (listed["yes"], listed["no"]) == (1, 0)
    assert lookclear("crawl", marsh).returncode == 0
    assert json.loads(lookclear("why", marsh, tea, "--json").stdout)["relevance"] == 1
    assert _prior(marsh, lookclear) > before + 0.1


def _prior(marsh: Path, lookclear: Run) -> float:
    """Return what the relevance of the page on tea adds to its rank."""
    hit = json.loads(lookclear("search", marsh, "tea milk", "--json", "--explain").stdout)["hits"][0]
    assert hit["url"] == "http://marsh.test/f"
    return float(hit["parts"]["relevance"])


def test_a_label_of_a_page_that_is_not_fetched_says_so(workspace: Path, lookclear: Run) -> None:
    said = json.loads(lookclear("label", workspace, "http://marsh.test/f", "no", "--json").stdout)
    assert (said["fetched"], said["relevance"], said["verdict"], said["no"]) == (False, None, "no", 1)
    assert "not yet" in lookclear("label", workspace, "http://zh.test/盐沼", "yes").stdout
    assert lookclear("crawl", workspace).returncode == 0
    assert json.loads(lookclear("why", workspace, "http://marsh.test/f", "--json").stdout)["relevance"] == 0


def test_the_next_pages_to_label_are_named(marsh: Path, lookclear: Run) -> None:
    queue = json.loads(lookclear("label", marsh, "--next", "3", "--json").stdout)
    assert len(queue["pages"]) == 3
    assert {one["host"] for one in queue["pages"][:2]} == {"marsh.test", "zh.test"}
    assert queue["pages"][0]["url"] in lookclear("label", marsh, "--next", "3").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "what is to be said of which page"),
        (["http://marsh.test/f"], "what is to be said of which page"),
        (["http://marsh.test/f", "maybe"], "write yes, no or forget"),
        (["http://marsh.test/f", "forget"], "nothing is said of"),
        (["marsh", "yes"], "not the address of a page"),
        (["--list", "--next", "3"], "asked alone"),
    ],
)
def test_what_cannot_be_said_is_answered_with_what_can(
    workspace: Path, lookclear: Run, arguments: list[str], said: str
) -> None:
    done = lookclear("label", workspace, *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (workspace / "data").exists() or not (workspace / "data" / "labels.sqlite").exists()


def test_damaged_labels_are_said_clearly_by_every_command(workspace: Path, lookclear: Run) -> None:
    (workspace / "data").mkdir()
    (workspace / "data" / "labels.sqlite").write_bytes(b"no database" * 999)
    for arguments in (["label", workspace, "--list"], ["crawl", workspace]):
        done = lookclear(*arguments)
        assert done.returncode == 1
        assert "move it away to begin without labels" in done.stderr
        assert "Traceback" not in done.stderr
