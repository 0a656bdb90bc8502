"""What the demo suggests to search for is answered by the pages of its topics."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from indexer import Document, Index, Results
from lookclear.html.parse import parse
from lookclear.replay.evaluation import read_labels
from lookclear.replay.web import RecordedWeb
from lookclear.topics.workspace import Workspace
from tests.demo.test_topics import TOPICS

ENOUGH = 3
Ask = Callable[[str, str], Results]


@pytest.fixture(scope="module")
def ask(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Search the labelled pages of a topic, which are what its crawl is after."""
    web = RecordedWeb.open(repository / "demo/web/pages.warc.gz")
    labels = read_labels(repository / "demo/web/labels.jsonl")
    root = tmp_path_factory.mktemp("examples")

    @cache
    def index_of(topic: str) -> Index:
        with Index.open(root / topic) as index:
            for url in sorted(url for url, found in labels.items() if found & TOPICS[topic]):
                recorded = web.get(url)
                assert recorded is not None
                page = parse(recorded.body, url, headers=dict(recorded.headers))
                index.add(Document(url, title=page.title, body=page.text, description=page.description))
        return Index.open(root / topic, read_only=True)

    return lambda topic, query: index_of(topic).search(query)


def suggestions(repository: Path) -> list[tuple[str, str]]:
    """Return (topic, query) for all that README and the topic files suggest."""
    readme = (repository / "README.md").read_text(encoding="utf-8")
    tries = re.search(r"Try (\*.+?\*)\.\s", readme)
    assert tries is not None
    found = [("finance", query) for query in re.findall(r"\*(.+?)\*", tries[1])]
    for topic in TOPICS:
        examples = Workspace.open(repository / "demo/topics" / topic).file.site.examples
        found += [(topic, query) for query in examples]
    return found


def test_every_suggested_query_is_answered_by_pages_that_show_it(repository: Path, ask: Ask) -> None:
    asked = suggestions(repository)
    assert len(asked) >= 15
    assert {topic for topic, _ in asked} == set(TOPICS)
    answers = {(topic, query): ask(topic, query) for topic, query in asked}
    assert {key: found.total for key, found in answers.items() if found.total < ENOUGH} == {}
    for key, found in answers.items():
        shown = [hit for hit in found.hits if any(match for _, match in (*hit.title_pieces, *hit.snippet))]
        assert len(shown) >= ENOUGH, key


def test_a_phrase_of_two_words_is_suggested_in_both_languages(repository: Path) -> None:
    phrases = [query for topic, query in suggestions(repository) if topic == "finance" and '"' in query]
    assert any(re.fullmatch(r'"[a-z]+ [a-z]+"', phrase) for phrase in phrases)
    assert any(re.fullmatch(r'"[\u4e00-\u9fff]+ [\u4e00-\u9fff]+"', phrase) for phrase in phrases)
