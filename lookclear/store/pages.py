"""Pages as they were understood, by canonical key: what a crawl is resumed from and an index rebuilt from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from lookclear.compact import Damaged
from lookclear.dbfile import Format, connect, reported, transaction
from lookclear.domain import Outcome, Page
from lookclear.errors import StoreError
from lookclear.html.packed import pack, unpack
from lookclear.politeness.conditional import NO_VALIDATORS, Validators

_SCHEMA = """
CREATE TABLE page (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    final_url TEXT NOT NULL,
    fetched TEXT NOT NULL,
    status INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    content_type TEXT NOT NULL,
    title TEXT NOT NULL,
    language TEXT NOT NULL,
    relevance REAL NOT NULL,
    depth INTEGER NOT NULL,
    parent TEXT NOT NULL,
    seed INTEGER NOT NULL,
    etag TEXT NOT NULL,                  -- validators, as the server said them
    last_modified TEXT NOT NULL,
    page BLOB NOT NULL                   -- msgpack, packed
) STRICT
"""
_FORMAT = Format("page store", _SCHEMA, version=2)
_COLUMNS = (
    "key, url, final_url, fetched, status, outcome, content_type, title, language, relevance, depth, parent, "
    "seed, etag, last_modified, page"
)


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One fetched page. `url` was asked for, `final_url` answered; `fetched` is aware."""

    key: str  # canonical form of final_url
    url: str
    final_url: str
    fetched: datetime
    status: int
    outcome: Outcome
    content_type: str
    relevance: float
    depth: int
    parent: str
    seed: bool
    page: Page
    validators: Validators = NO_VALIDATORS  # to ask later whether it changed

    @property
    def title(self) -> str:
        """The page's title."""
        return self.page.title

    @property
    def language(self) -> str:
        """The page's language, empty when unknown."""
        return self.page.language


class PageStore:
    """Page records in one SQLite file; readers in other processes are never in the way."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self._db = connect(path, _FORMAT, read_only=read_only)

    @classmethod
    def open(cls, path: Path, read_only: bool = False) -> PageStore:
        """Open or create the file; raises StoreError when it is damaged or of another version."""
        return cls(path, read_only=read_only)

    def __enter__(self) -> PageStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def put(self, record: PageRecord, packed: bytes = b"") -> None:
        """Store a page; the same key replaces the old version. `packed` is the page so, if it is at hand."""
        page = record.page
        with transaction(self._db, self.path, _FORMAT):
            self._db.execute(
                f"INSERT INTO page ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (key) DO UPDATE SET url = excluded.url, final_url = excluded.final_url, "
                "fetched = excluded.fetched, status = excluded.status, outcome = excluded.outcome, "
                "content_type = excluded.content_type, title = excluded.title, language = excluded.language, "
                "relevance = excluded.relevance, depth = excluded.depth, parent = excluded.parent, "
                "seed = excluded.seed, etag = excluded.etag, last_modified = excluded.last_modified, "
                "page = excluded.page",
                (
                    record.key,
                    record.url,
                    record.final_url,
                    record.fetched.isoformat(),
                    record.status,
                    record.outcome,
                    record.content_type,
                    page.title,
                    page.language,
                    record.relevance,
                    record.depth,
                    record.parent,
                    record.seed,
                    record.validators.etag,
                    record.validators.last_modified,
                    packed or pack(page),
                ),
            )

    def rejudge(self, relevance: Mapping[str, float]) -> None:
        """Change what pages are worth, by key, in one go; keys that are not stored are passed over."""
        if not relevance:
            return
        with transaction(self._db, self.path, _FORMAT):
            self._db.executemany(
                "UPDATE page SET relevance = ? WHERE key = ?",
                [(value, key) for key, value in relevance.items()],
            )

    def relevances(self) -> dict[str, float]:
        """Return what each stored page is worth, by key, in the order in which they were first stored."""
        with reported(self.path, _FORMAT):
            return dict(self._db.execute("SELECT key, relevance FROM page ORDER BY id"))

    def judged(self) -> list[tuple[str, str, str, float]]:
        """Return (key, address, title, relevance) of each stored page that is no seed."""
        with reported(self.path, _FORMAT):
            return self._db.execute(
                "SELECT key, final_url, title, relevance FROM page WHERE seed = 0 ORDER BY id"
            ).fetchall()

    def get(self, key: str) -> PageRecord | None:
        """Return the page of a key, None when it is not stored."""
        with reported(self.path, _FORMAT):
            row = self._db.execute(f"SELECT {_COLUMNS} FROM page WHERE key = ?", (key,)).fetchone()
        return None if row is None else self._record(row)

    def __contains__(self, key: str) -> bool:
        with reported(self.path, _FORMAT):
            return self._db.execute("SELECT 1 FROM page WHERE key = ?", (key,)).fetchone() is not None

    def __len__(self) -> int:
        with reported(self.path, _FORMAT):
            return int(self._db.execute("SELECT count(*) FROM page").fetchone()[0])

    def __iter__(self) -> Iterator[PageRecord]:
        """Yield all pages in the order in which they were first stored."""
        with reported(self.path, _FORMAT):
            for row in self._db.execute(f"SELECT {_COLUMNS} FROM page ORDER BY id"):
                yield self._record(row)

    def close(self) -> None:
        """Release the file."""
        self._db.close()

    def _record(self, row: tuple[Any, ...]) -> PageRecord:
        key, url, final_url, fetched, status, outcome, kind, _, _, relevance, depth, parent, seed, *rest = row
        etag, last_modified, packed = rest
        try:
            page = unpack(packed)
        except (Damaged, msgspec.MsgspecError) as error:
            raise StoreError(
                f"the stored page {key} in {self.path} is damaged: {error}",
                hint="restore a copy of the file, or crawl again with --fresh",
            ) from error
        return PageRecord(
            key=key,
            url=url,
            final_url=final_url,
            fetched=datetime.fromisoformat(fetched),
            status=int(status),
            outcome=Outcome(outcome),
            content_type=kind,
            relevance=float(relevance),
            depth=int(depth),
            parent=parent,
            seed=bool(seed),
            page=page,
            validators=Validators(etag, last_modified),
        )
