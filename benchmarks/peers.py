"""Other engines behind one interface: each gets the same passages, words apart, and the same questions.

All keep positions and no text, and are asked for the ten best without counting the others. What a search
returns is only how many it found, so that no engine is charged for showing anything.
"""

from __future__ import annotations

import importlib
import importlib.util
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from whoosh import fields, qparser, query
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.index import create_in

from indexer import Document, Index

LIMIT = 10


class Engine(Protocol):
    """An index in a folder."""

    name: str

    def seconds(self) -> float:
        """Return the processor time of the threads that work for it."""
        ...

    def add(self, start: int, texts: Sequence[str]) -> None:
        """Add passages numbered from `start`, and make them searchable."""
        ...

    def search(self, kind: str, words: Sequence[str]) -> int:
        """Return how many of the ten best there are; `kind` is and, or, phrase."""
        ...

    def close(self) -> None:
        """Let go of the files."""
        ...


class Ours:
    """This project's index."""

    def __init__(self, folder: Path, *, sync: bool = False) -> None:
        self.name = "lookclear"
        self._sync = sync
        self.index = Index.open(folder)

    def seconds(self) -> float:
        """Return the processor time of this thread."""
        return time.thread_time()

    def add(self, start: int, texts: Sequence[str]) -> None:
        """Add a batch."""
        self.index.add_all(Document(str(number), {"body": text}) for number, text in enumerate(texts, start))
        self.index.commit(sync=self._sync)

    def search(self, kind: str, words: Sequence[str]) -> int:
        """Ask in the query language."""
        asked = (" OR " if kind == "or" else " ").join(words)
        return len(self.index.leading(f'"{asked}"' if kind == "phrase" else asked, limit=LIMIT))

    def close(self) -> None:
        """Close the index."""
        self.index.close()


class Tantivy:
    """tantivy, one thread, in memory-mapped files."""

    def __init__(self, folder: Path) -> None:
        self.name = "tantivy"
        self._tantivy: Any = importlib.import_module("tantivy")
        builder = self._tantivy.SchemaBuilder()
        builder.add_unsigned_field("id", stored=True)
        builder.add_text_field("body", stored=False, tokenizer_name="whitespace", index_option="position")
        self._schema = builder.build()
        self._index = self._tantivy.Index(self._schema, str(folder))
        self._writer = self._index.writer(heap_size=256_000_000, num_threads=1)

    def seconds(self) -> float:
        """Return the processor time of all threads: its own write, commit and merge."""
        return time.process_time()

    def add(self, start: int, texts: Sequence[str]) -> None:
        """Add a batch, commit, and let the searcher see it."""
        for number, text in enumerate(texts, start):
            self._writer.add_document(self._tantivy.Document(id=number, body=text))
        self._writer.commit()
        self._index.reload()

    def search(self, kind: str, words: Sequence[str]) -> int:
        """Ask with query objects, which spares it the parser."""
        made, schema = self._tantivy.Query, self._schema
        if kind == "phrase":
            asked = made.phrase_query(schema, "body", list(words))
        else:
            occur = self._tantivy.Occur.Should if kind == "or" else self._tantivy.Occur.Must
            asked = made.boolean_query([(occur, made.term_query(schema, "body", word)) for word in words])
        return len(self._index.searcher().search(asked, LIMIT, count=False).hits)

    def close(self) -> None:
        """Let merges end."""
        self._writer.wait_merging_threads()


class Fts5:
    """SQLite's full-text index without its own copy of the text."""

    def __init__(self, folder: Path, *, sync: bool = False) -> None:
        self.name = "fts5"
        self._db = sqlite3.connect(folder / "fts.sqlite", isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute(f"PRAGMA synchronous={'FULL' if sync else 'OFF'}")
        self._db.execute("CREATE VIRTUAL TABLE t USING fts5(body, content='', tokenize='unicode61')")

    def seconds(self) -> float:
        """Return the processor time of this thread."""
        return time.thread_time()

    def add(self, start: int, texts: Sequence[str]) -> None:
        """Add a batch in one transaction."""
        self._db.execute("BEGIN")
        rows = list(enumerate(texts, start))
        self._db.executemany("INSERT INTO t(rowid, body) VALUES (?, ?)", rows)
        self._db.execute("COMMIT")

    def search(self, kind: str, words: Sequence[str]) -> int:
        """Ask for the best by its BM25."""
        if kind == "phrase":
            asked = f'"{" ".join(words)}"'
        else:
            asked = f" {kind.upper()} ".join(f'"{word}"' for word in words)
        found = self._db.execute("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?", (asked, LIMIT))
        return len(found.fetchall())

    def close(self) -> None:
        """Close the database."""
        self._db.close()


class Whoosh:
    """Whoosh 2.7.4."""

    def __init__(self, folder: Path) -> None:
        self.name = "whoosh"
        text = fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=True)
        self._index = create_in(str(folder), fields.Schema(id=fields.NUMERIC(stored=True), body=text))
        self._parser = qparser.QueryParser("body", self._index.schema)
        self._searcher = self._index.searcher()

    def seconds(self) -> float:
        """Return the processor time of this thread."""
        return time.thread_time()

    def add(self, start: int, texts: Sequence[str]) -> None:
        """Add a batch and open it."""
        writer = self._index.writer(limitmb=256)
        for number, text in enumerate(texts, start):
            writer.add_document(id=number, body=text)
        writer.commit()
        self._searcher = self._searcher.refresh()

    def search(self, kind: str, words: Sequence[str]) -> int:
        """Ask with query objects, which spares it the parser."""
        terms = [query.Term("body", word) for word in words]
        if kind == "phrase":
            asked: Any = query.Phrase("body", list(words))
        else:
            asked = query.Or(terms) if kind == "or" else query.And(terms)
        return len(self._searcher.search(asked, limit=LIMIT).top_n)

    def close(self) -> None:
        """Close the files."""
        self._searcher.close()
        self._index.close()


PEERS: dict[str, Callable[[Path], Engine]] = {"tantivy": Tantivy, "fts5": Fts5, "whoosh": Whoosh}


def missing(name: str) -> str | None:
    """Return why a peer cannot be compared with, None if it can."""
    if name not in PEERS:
        return f"no peer is called {name}; there are {', '.join(PEERS)}"
    if name == "tantivy" and importlib.util.find_spec("tantivy") is None:
        return "tantivy is not installed: pip install tantivy"
    if name == "fts5":
        try:
            sqlite3.connect(":memory:").execute("CREATE VIRTUAL TABLE t USING fts5(x)")
        except sqlite3.OperationalError as error:
            return f"this SQLite has no FTS5: {error}"
    return None
