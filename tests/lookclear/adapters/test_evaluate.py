"""What a live crawl stored is a recorded web: strategies can be compared on it."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lookclear.adapters.conftest import environment
from tests.web.site import Site
from tests.web.topical import GARDEN, served, topical

pytestmark = pytest.mark.any_scrapy


def evaluate(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lookclear.cli", "evaluate", "--no-cache", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)


def test_a_live_crawl_can_be_evaluated_by_labels_and_by_a_model(
    new_topic: Callable[..., Any], tmp_path: Path
) -> None:
    with Site({}) as site:
        pages = topical([site.url("")], 60)
        site.pages.update(served(pages))
        topic = new_topic([site.url("/0")], {"delay_s": 0, "concurrency": 4})
        topic.crawl(pages=50)
    garden = [url for url, html in pages.items() if set(html.partition("</title>")[0].split()) & set(GARDEN)]
    fetched = [url for url in garden if url in topic.visited()]
    assert len(fetched) > 10
    (tmp_path / "labels.jsonl").write_text(
        "".join(json.dumps({"url": url, "labels": ["园艺"]}) + "\n" for url in garden)
    )
    quick = ("--strategy", "best-first", "mix", "--pages", 10, "--repeats", 2, "--json", tmp_path / "r.json")

    labelled = evaluate(
        topic.folder, "--labels", tmp_path / "labels.jsonl", "--topic", "园艺", "--seeds", 1, *quick
    )
    assert labelled.returncode == 0, labelled.stderr
    document = json.loads((tmp_path / "r.json").read_text())
    assert document["web"]["pages"] >= 50
    assert document["mean"]["mix"]["recall"] > 0

    judged = evaluate(topic.folder, "--judge", "model", "--examples", *fetched[:16], *quick)
    assert judged.returncode == 0, judged.stderr
    document = json.loads((tmp_path / "r.json").read_text())
    assert document["web"]["judge"]["kind"] == "model"
    assert document["mean"]["mix"]["recall"] > 0
