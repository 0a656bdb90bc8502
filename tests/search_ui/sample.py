"""A small glossary of accounting in English and Chinese, as documents to index."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from indexer import Document, Index
from indexer.identity import page_id

_FIRST_DAY = datetime(2026, 10, 3, 9, 30, tzinfo=UTC)
_GLOSSARY = Path(__file__).with_name("glossary.toml")
_FOLDERS = {"en": "https://glossary.example.org/terms", "zh": "https://cidian.example.cn/术语"}

_CLOSING = {
    "en": "This entry belongs to the glossary of accounting, which explains financial statements.",
    "zh": "本词条选自会计词典，解释财务报表中的会计术语。",
}


def documents() -> list[Document]:
    """Return 42 documents: more than two pages of results for `accounting` and for 会计."""
    made = []
    glossary = tomllib.loads(_GLOSSARY.read_text(encoding="utf-8"))
    for language, entries in glossary.items():
        for number, (title, text) in enumerate(entries.items()):
            address = f"{_FOLDERS[language]}/{title.replace(' ', '-')}"
            made.append(
                Document(
                    key=address,
                    url=address,
                    title=title,
                    body=f"{text}\n{_CLOSING[language]}",
                    language=language,
                    fetched=_FIRST_DAY + timedelta(days=number),
                    kind="hub" if number % 7 == 6 else "article",
                    date=_FIRST_DAY - timedelta(days=100 * number) if number % 2 == 0 else None,
                    relevance=0.95 - number * 0.03,
                )
            )
    return made


def stored_page(number: int) -> str:
    """Return the path of the stored text of one of `documents()`."""
    return f"/page/{page_id(documents()[number].key)}"


def build_index(folder: Path, entries: Iterable[Document] | None = None) -> Path:
    """Write an index of the glossary, or of `entries`, and return its folder."""
    with Index.open(folder) as index:
        for document in documents() if entries is None else entries:
            index.add(document)
        index.commit()
    return folder
