"""What a person said of pages: on topic, or not. A history that only grows; the newest word on a page counts.

Labels belong to a workspace, not to a crawl: they outlive `--fresh`, with a copy of each labelled page as it
was understood, so that what was said of it can be learned from before it is fetched again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from lookclear.compact import Damaged
from lookclear.dbfile import Format, connect, reported, transaction
from lookclear.domain import Page
from lookclear.html.packed import pack, unpack
from lookclear.urls.canonical import canonical
from lookclear.urls.userinfo import without_userinfo

_SCHEMA = """
CREATE TABLE label (
    number INTEGER PRIMARY KEY,          -- position in the history, from 1
    key TEXT NOT NULL,
    url TEXT NOT NULL,
    verdict TEXT NOT NULL CHECK (verdict IN ('yes', 'no', 'forget')),
    at TEXT NOT NULL,
    by TEXT NOT NULL
) STRICT;
CREATE INDEX label_of_key ON label (key, number);
CREATE TABLE copy (
    key TEXT PRIMARY KEY,
    page BLOB NOT NULL                   -- msgpack, packed
) STRICT, WITHOUT ROWID;
CREATE TABLE taken (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    number INTEGER NOT NULL              -- up to which stored pages and waiting links follow the labels
) STRICT;
INSERT INTO taken VALUES (1, 0)
"""
_FORMAT = Format("label store", _SCHEMA, version=1, instead="move it away to begin without labels")
_COLUMNS = "number, key, url, verdict, at, by"


class Verdict(StrEnum):
    """What can be said of a page."""

    YES = "yes"
    NO = "no"
    FORGET = "forget"  # what was said before is taken back


@dataclass(frozen=True, slots=True)
class Label:
    """One entry of the history; `key` is the canonical form of the address, `at` is aware."""

    number: int
    key: str
    url: str
    verdict: Verdict
    at: datetime
    by: str = ""

    @property
    def on_topic(self) -> bool | None:
        """What it says of the page, None when nothing any more."""
        return None if self.verdict is Verdict.FORGET else self.verdict is Verdict.YES


class LabelStore:
    """Labels in one SQLite file, which several processes may read and write."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or create the file; raises StoreError when it is damaged or of another version."""
        self.path = path
        self._db = connect(path, _FORMAT, read_only=read_only)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(
        self, url: str, verdict: Verdict, *, at: datetime, by: str = "", page: Page | None = None
    ) -> Label:
        """Enter what is said of an address; `page` is what it holds, if that is known."""
        url = without_userinfo(url)
        key = canonical(url)
        with transaction(self._db, self.path, _FORMAT):
            (number,) = self._db.execute(
                "INSERT INTO label (key, url, verdict, at, by) VALUES (?, ?, ?, ?, ?) RETURNING number",
                (key, url, verdict, at.isoformat(), by),
            ).fetchone()
            if verdict is Verdict.FORGET:
                self._db.execute("DELETE FROM copy WHERE key = ?", (key,))
            elif page is not None:
                self._keep(key, page)
        return Label(number, key, url, verdict, at, by)

    def keep(self, key: str, page: Page) -> None:
        """Keep a copy of a labelled page that was fetched meanwhile."""
        with transaction(self._db, self.path, _FORMAT):
            self._keep(key, page)

    def get(self, url: str) -> Label | None:
        """Return what is said of an address now, None when nothing is."""
        with reported(self.path, _FORMAT):
            row = self._db.execute(
                f"SELECT {_COLUMNS} FROM label WHERE key = ? ORDER BY number DESC LIMIT 1", (canonical(url),)
            ).fetchone()
        label = None if row is None else _label(*row)
        return None if label is None or label.on_topic is None else label

    def present(self, upto: int | None = None) -> list[Label]:
        """Return the newest label of each address in the order in which they were given, none forgotten.

        With `upto`, as of that position of the history.
        """
        newest: dict[str, Label] = {}
        for label in self.history(upto=upto):
            newest.pop(label.key, None)
            if label.on_topic is not None:
                newest[label.key] = label
        return list(newest.values())

    def history(self, *, since: int = 0, upto: int | None = None, key: str | None = None) -> list[Label]:
        """Return the entries after position `since`, up to `upto`, of one key or of all, oldest first."""
        most = self.last if upto is None else upto
        with reported(self.path, _FORMAT):
            rows = self._db.execute(
                f"SELECT {_COLUMNS} FROM label WHERE number > ? AND number <= ? AND (? IS NULL OR key = ?) "
                "ORDER BY number",
                (since, most, key, key),
            ).fetchall()
        return [_label(*row) for row in rows]

    def copy(self, key: str) -> Page | None:
        """Return the copy of a labelled page, None when there is none that can be read."""
        with reported(self.path, _FORMAT):
            row = self._db.execute("SELECT page FROM copy WHERE key = ?", (key,)).fetchone()
        with suppress(Damaged, msgspec.MsgspecError):
            return unpack(row[0]) if row is not None else None
        return None

    @property
    def last(self) -> int:
        """Position of the newest entry, 0 when there is none."""
        with reported(self.path, _FORMAT):
            return int(self._db.execute("SELECT ifnull(max(number), 0) FROM label").fetchone()[0])

    @property
    def taken(self) -> int:
        """Up to which position what a crawl stored follows the labels."""
        with reported(self.path, _FORMAT):
            return int(self._db.execute("SELECT number FROM taken").fetchone()[0])

    def take(self, number: int) -> None:
        """Take note that stored pages and waiting links follow the labels up to this position."""
        with transaction(self._db, self.path, _FORMAT):
            self._db.execute("UPDATE taken SET number = ?", (number,))

    def state(self) -> int:
        """Return a number that is another one after another process has written: microseconds to ask."""
        with reported(self.path, _FORMAT):
            return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Release the file."""
        self._db.close()

    def _keep(self, key: str, page: Page) -> None:
        self._db.execute("INSERT OR REPLACE INTO copy VALUES (?, ?)", (key, pack(page)))


def counted(labels: Iterable[Label]) -> tuple[int, int]:
    """Return how many pages are said to be on topic, and how many are not."""
    said: Sequence[bool | None] = [label.on_topic for label in labels]
    return said.count(True), said.count(False)


def _label(number: int, key: str, url: str, verdict: str, at: str, by: str) -> Label:
    return Label(number, key, url, Verdict(verdict), datetime.fromisoformat(at), by)
