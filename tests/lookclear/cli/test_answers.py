"""Commands that read a crawled workspace: search, status, why."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("redshanks grass", "http://marsh.test/d"),
        ('"salt water" tides', "http://marsh.test/b"),
        ("湿地植物", "http://zh.test/p"),
        ('"耐盐的草本"', "http://zh.test/"),
    ],
)
def test_search_finds_words_and_phrases_in_both_languages(
    crawled: Path, lookclear: Run, query: str, first: str
) -> None:
    answer = json.loads(lookclear("search", crawled, query, "--json").stdout)
    assert answer["hits"][0]["url"] == first
    shown = lookclear("search", crawled, query).stdout
    assert first in shown
    assert "found in" in shown


def test_search_limit_keeps_the_total(crawled: Path, lookclear: Run) -> None:
    answer = json.loads(lookclear("search", crawled, "marsh OR 盐沼", "--limit", "2", "--json").stdout)
    assert len(answer["hits"]) == 2
    assert answer["total"] > 2


@pytest.mark.parametrize("query", ["redshanks grass", '"耐盐的草本"', "marsh OR 盐沼"])
def test_search_explains_each_score_when_asked(crawled: Path, lookclear: Run, query: str) -> None:
    answer = json.loads(lookclear("search", crawled, query, "--json", "--explain").stdout)
    assert answer["hits"]
    for hit in answer["hits"]:
        parts = hit["parts"]
        assert parts["text"] * (1 + parts["relevance"] + parts["authority"]) == pytest.approx(hit["score"])
    first = answer["hits"][0]
    shown = lookclear("search", crawled, query, "--explain").stdout
    assert f"score {first['score']:.3f} = text {first['parts']['text']:.3f} x (1 + relevance 0." in shown
    assert "score" not in lookclear("search", crawled, query).stdout
    assert "parts" not in json.loads(lookclear("search", crawled, query, "--json").stdout)["hits"][0]


def test_search_without_hits_is_no_error(crawled: Path, lookclear: Run) -> None:
    done = lookclear("search", crawled, "zeppelin")
    assert done.returncode == 0
    assert "0 pages found" in done.stdout


def test_status_counts_pages_outcomes_and_the_last_run(crawled: Path, lookclear: Run) -> None:
    found = json.loads(lookclear("status", crawled, "--json").stdout)
    assert (found["pages"], found["indexed"], found["crawling"]) == (9, 9, False)
    assert found["frontier"]["outcomes"] == {"fetched": 9, "not-recorded": 1}
    assert found["last_run"]["stop_reason"] == "done"
    assert "9 stored, 9 searchable" in lookclear("status", crawled).stdout


def test_status_before_a_crawl(workspace: Path, lookclear: Run) -> None:
    done = lookclear("status", workspace)
    assert done.returncode == 0, done.stderr
    assert "nothing crawled yet" in done.stdout
    assert not (workspace / "data").exists()


def test_why_tells_how_a_page_was_found_and_judged(crawled: Path, lookclear: Run) -> None:
    found = json.loads(lookclear("why", crawled, "http://marsh.test/d", "--json").stdout)
    assert found["state"] == "done"
    assert found["outcome"] == "fetched"
    assert found["path"][0] == "http://marsh.test/"
    assert found["path"][-1] == "http://marsh.test/d"
    assert found["title"] == "Birds"
    assert 0 <= found["relevance"] <= 1
    assert found["parts"]
    shown = lookclear("why", crawled, "http://marsh.test/d").stdout
    assert "page d" in shown  # the text of the link


def test_why_tells_what_became_of_a_page_that_is_not_there(crawled: Path, lookclear: Run) -> None:
    found = json.loads(lookclear("why", crawled, "http://marsh.test/missing", "--json").stdout)
    assert found["outcome"] == "not-recorded"
    assert found["relevance"] is None


def test_outputs_into_a_closed_pipe_are_no_error(crawled: Path, environment: dict[str, str]) -> None:
    command = f"{sys.executable} -m lookclear.cli search {crawled} marsh | true"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == ""


def test_why_names_the_pages_on_the_way_with_their_relevance_and_kind(lookclear, crawled):
    found = json.loads(lookclear("why", crawled, "http://marsh.test/f", "--json").stdout)
    assert [father["url"] for father in found["fathers"]] == ["http://marsh.test/", "http://marsh.test/c"]
    assert [father["kind"] for father in found["fathers"]] == ["white", "black"]
    assert found["fathers"][0]["relevance"] == 1
    shown = lookclear("why", crawled, "http://marsh.test/f").stdout
    assert "http://marsh.test/c (relevance 0.0" in shown
    assert "black)" in shown
