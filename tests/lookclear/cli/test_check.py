"""`lookclear check`: what a topic looks like before a crawl and after it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lookclear.cli.small_web import TOPIC

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_the_topic_is_shown_before_a_crawl(workspace: Path, lookclear: Run) -> None:
    report = json.loads(lookclear("check", workspace, "--json").stdout)
    topic = report["topic"]
    assert (topic["version"], topic["best"], topic["thresholds"]) == (0, [], [])
    assert {"salt", "marsh", "盐沼"} <= {term for term, _ in topic["terms"]}
    assert [(one["role"], one["keywords"]) for one in topic["known"]] == [("seed", 2)]
    assert not (workspace / "data").exists()


def test_after_a_crawl_pages_and_thresholds_are_shown(crawled: Path, lookclear: Run) -> None:
    topic = json.loads(lookclear("check", crawled, "--json").stdout)["topic"]
    assert topic["version"] == 1
    best, worst = topic["best"][0], topic["worst"][0]
    assert best["relevance"] > worst["relevance"]
    assert worst["url"] in {"http://marsh.test/c", "http://marsh.test/f"}
    used = [one for one in topic["thresholds"] if one["threshold"] == topic["threshold"]]
    assert len(used) == 1
    pages = [one["pages"] for one in topic["thresholds"]]
    assert pages == sorted(pages, reverse=True)
    shown = lookclear("check", crawled).stdout
    assert "near the threshold" in shown
    assert "← in use" in shown
    assert "often too sure" in shown
    assert "version 1 of the model" in shown


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["http://marsh.test/"]', '["http://marsh.test/gone"]', "is not in the recorded web"),
        ('["http://marsh.test/"]', '["http://marsh.test/", "http://marsh.test/f"]', "nothing in common"),
        ('"salt marsh", ', '"the", ', "the keyword 'the' is made of words that every text has"),
        ('languages = ["en", "zh"]', 'languages = ["zh"]', "is in another language (en) than the topic (zh)"),
        ('languages = ["en", "zh"]', 'examples = ["one.txt", "two.txt"]', "one.txt is not there"),
    ],
)
def test_what_does_not_fit_together_is_said(
    workspace: Path, lookclear: Run, old: str, new: str, said: str
) -> None:
    text = TOPIC.replace(old, new)
    assert text != TOPIC
    (workspace / "topic.toml").write_text(text, encoding="utf-8")
    done = lookclear("check", workspace)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert any(said in one for one in json.loads(lookclear("check", workspace, "--json").stdout)["warnings"])


def test_seeds_that_gave_no_page_and_damaged_models_are_said(
    crawled: Path, lookclear: Run, tmp_path: Path
) -> None:
    shutil.copy(crawled.parent / "web.warc.gz", tmp_path)
    marsh = tmp_path / "marsh"
    shutil.copytree(crawled, marsh)
    text = TOPIC.replace('["http://marsh.test/"]', '["http://marsh.test/", "http://marsh.test/missing"]')
    (marsh / "topic.toml").write_text(text, encoding="utf-8")
    (marsh / "data" / "models" / "model-0001.zip").write_bytes(b"damaged")
    done = lookclear("check", marsh)
    assert done.returncode == 0, done.stderr
    assert "the seed http://marsh.test/missing gave no page (not-recorded)" in done.stdout
    assert "model-0001.zip is damaged" in done.stdout
