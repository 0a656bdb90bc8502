"""The demo's topics and the web they crawl belong together."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from lookclear.replay.web import RecordedWeb
from lookclear.topics.workspace import Workspace

TOPICS = {
    "finance": {"topic:business", "topic:accounting", "topic:finance", "topic:economics"},
    "agriculture": {"topic:agriculture"},
    "java": {"topic:java"},
}


@pytest.fixture(scope="module")
def labels(repository: Path) -> dict[str, set[str]]:
    lines = (repository / "demo/web/labels.jsonl").read_text(encoding="utf-8").splitlines()
    return {entry["url"]: set(entry["labels"]) for entry in map(json.loads, lines)}


@pytest.fixture(scope="module")
def web(repository: Path) -> RecordedWeb:
    return RecordedWeb.open(repository / "demo/web/pages.warc.gz")


def test_every_labelled_page_is_recorded(web: RecordedWeb, labels: dict[str, set[str]]) -> None:
    assert len(labels) == 1013
    assert not web.skipped
    assert [url for url in labels if url not in web] == []


@pytest.mark.parametrize("name", TOPICS)
def test_topic_starts_on_recorded_pages_of_all_its_hosts(
    repository: Path, web: RecordedWeb, labels: dict[str, set[str]], name: str
) -> None:
    workspace = Workspace.open(repository / "demo/topics" / name)
    assert workspace.web_path == (repository / "demo/web/pages.warc.gz").resolve()
    for seed in workspace.topic.seeds:
        recorded = web.get(seed)
        assert recorded is not None, seed
        assert recorded.status == 200
    hosts = {urlsplit(url).hostname for url, of_page in labels.items() if of_page & TOPICS[name]}
    assert {urlsplit(seed).hostname for seed in workspace.topic.seeds} == hosts


@pytest.mark.parametrize("name", TOPICS)
def test_most_seeds_are_on_topic_by_label(repository: Path, labels: dict[str, set[str]], name: str) -> None:
    seeds = Workspace.open(repository / "demo/topics" / name).topic.seeds
    on_topic = [seed for seed in seeds if labels[seed] & TOPICS[name]]
    assert len(on_topic) > len(seeds) / 2


@pytest.mark.parametrize("name", TOPICS)
def test_keywords_and_example_queries_are_in_each_language_of_the_topic(repository: Path, name: str) -> None:
    workspace = Workspace.open(repository / "demo/topics" / name)
    for words in (workspace.topic.keywords, workspace.file.site.examples):
        has = {"zh" if any("\u4e00" <= c <= "\u9fff" for c in word) else "en" for word in words}
        assert has >= set(workspace.topic.languages)


def test_licence_note_names_every_host(repository: Path, labels: dict[str, set[str]]) -> None:
    note = (repository / "demo/web/LICENCE.md").read_text(encoding="utf-8")
    for host in {urlsplit(url).hostname for url in labels}:
        assert f"| {host} |" in note
