"""Quality floor of the ranking: what the demo web answers to sixty queries, in English and in Chinese.

The expected pages were written down before the queries were asked. No page knows of a topic here, and links
carry no words: the order is made by the pages' own words alone.
"""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer import Document, Index
from lookclear.replay.pages import RecordedPages
from lookclear.replay.web import RecordedWeb

HERE = Path(__file__).parent
FLOORS = json.loads((HERE / "floors.json").read_text())
QUERIES = tomllib.loads((HERE / "queries.toml").read_text(encoding="utf-8"))
FIRST = 3


@pytest.fixture(scope="module")
def demo_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    pages = RecordedPages(RecordedWeb.open(HERE.parents[1] / FLOORS["web"]["path"]))
    with Index.open(tmp_path_factory.mktemp("search") / "index") as index:
        for address in pages.web:
            answer = pages.fetch(address)
            if (page := answer.page) is not None and page.kind.has_content:
                index.add(
                    Document(
                        answer.key,
                        title=page.title,
                        body=page.text,
                        description=page.description,
                        language=page.language,
                        kind=page.kind.value,
                    )
                )
        yield index


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_expected_pages_are_among_the_first_three(demo_index: Index, language: str) -> None:
    missed = []
    for query, expected in QUERIES[language].items():
        found = [hit.key for hit in demo_index.search(query, limit=FIRST).hits]
        if not any(part in key for key in found for part in expected):
            missed.append((query, found))
    answered = len(QUERIES[language]) - len(missed)
    assert answered >= FLOORS["queries answered within the first three"][language], missed
