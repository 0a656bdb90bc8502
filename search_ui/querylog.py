"""What was searched for: words, hour, hits and time, summed up; never who asked, nor a cookie.

Kept for some days, in a file of its own. Requests only add to a list in memory, which a thread writes down
every few seconds and when the site ends, so that nobody waits for a disk.
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from lookclear.dbfile import Format, connect, reported, transaction
from lookclear.errors import LookClearError, NothingStored

FLUSH_S = 3.0
LONGEST = 200  # characters of a query that are kept
MOST_WAITING = 10_000  # entries in memory; more are counted as lost
_HOUR = "%Y-%m-%dT%H"

_SCHEMA = """
CREATE TABLE asked (
    hour TEXT NOT NULL,                  -- UTC
    query TEXT NOT NULL,                 -- normalised
    times INTEGER NOT NULL,
    hits INTEGER NOT NULL,               -- of the last time
    ms REAL NOT NULL,                    -- sum
    PRIMARY KEY (hour, query)
) STRICT, WITHOUT ROWID;
CREATE INDEX asked_query ON asked (query)
"""
_FORMAT = Format("query log", _SCHEMA, version=1, instead="delete it to begin anew")


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as often as it was asked: in how many hours, with how many hits the last time."""

    query: str
    times: int
    hours: int
    hits: int
    mean_ms: float


class QueryLog:
    """Takes queries down; `days` is how long they are kept. `clock` gives the time (aware)."""

    def __init__(
        self, path: Path, days: int, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.path = path
        self.days = days
        self.lost = 0  # entries that could not be written
        self._clock = clock
        self._waiting: list[tuple[str, str, int, float]] = []
        self._guard = threading.Lock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def note(self, query: str, hits: int, took_ms: float) -> None:
        """Take a query down, to be written soon."""
        query = normalised(query)
        if not query or self.days <= 0:
            return
        with self._guard:
            if len(self._waiting) >= MOST_WAITING:
                self.lost += 1
                return
            self._waiting.append((self._clock().strftime(_HOUR), query, hits, took_ms))

    def start(self) -> None:
        """Write what waits every few seconds, in a thread."""
        self._thread = threading.Thread(target=self._run, name="query-log", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, and end the thread."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
        self.flush()

    def flush(self) -> None:
        """Write what waits, and forget what is too old; what cannot be written is counted as lost."""
        with self._guard:
            waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        try:
            self.path.parent.mkdir(exist_ok=True)
            with closing(connect(self.path, _FORMAT)) as db, transaction(db, self.path, _FORMAT):
                db.executemany(
                    "INSERT INTO asked VALUES (?, ?, 1, ?, ?) ON CONFLICT DO UPDATE SET "
                    "times = times + 1, hits = excluded.hits, ms = ms + excluded.ms",
                    waiting,
                )
                oldest = self._clock() - timedelta(days=self.days)
                db.execute("DELETE FROM asked WHERE hour < ?", (oldest.strftime(_HOUR),))
        except (LookClearError, OSError):
            self.lost += len(waiting)

    def _run(self) -> None:
        while not self._ended.wait(FLUSH_S):
            self.flush()


def read_asked(path: Path, *, most: int, without_hits: bool = False, least_hours: int = 1) -> list[Asked]:
    """Return the queries asked most often, as they are written down; none when nothing is.

    With `without_hits` only those that found nothing the last time; `least_hours` keeps out what was asked
    in few different hours only.
    """
    newest = "(SELECT hits FROM asked AS one WHERE one.query = asked.query ORDER BY hour DESC LIMIT 1)"
    with suppress(NothingStored), closing(connect(path, _FORMAT, read_only=True)) as db:
        with reported(path, _FORMAT):
            rows = db.execute(
                f"SELECT query, sum(times) AS n, count(*) AS hours, {newest} AS last, sum(ms) / sum(times) "
                "FROM asked GROUP BY query HAVING hours >= ? AND (last = 0 OR NOT ?) "
                "ORDER BY n DESC, query LIMIT ?",
                (least_hours, without_hits, most),
            ).fetchall()
        return [Asked(*row) for row in rows]
    return []


def totals(path: Path) -> tuple[int, int]:
    """Return how many searches are written down, and how many of them found nothing."""
    with suppress(NothingStored), closing(connect(path, _FORMAT, read_only=True)) as db:
        with reported(path, _FORMAT):
            asked, empty = db.execute(
                "SELECT ifnull(sum(times), 0), ifnull(sum(CASE WHEN hits = 0 THEN times END), 0) FROM asked"
            ).fetchone()
        return int(asked), int(empty)
    return 0, 0


def forget(path: Path) -> None:
    """Delete everything that is written down. Raises StoreError."""
    if path.exists():
        with closing(connect(path, _FORMAT)) as db:
            with transaction(db, path, _FORMAT):
                db.execute("DELETE FROM asked")
            db.execute("VACUUM")


def normalised(query: str) -> str:
    """Return a query as it is kept: one width, small letters, single spaces, at most `LONGEST` characters.

    >>> normalised("  Salt　ＭＡＲＳＨ ")
    'salt marsh'
    """
    folded = unicodedata.normalize("NFKC", query).lower()
    shown = "".join(sign if sign.isprintable() else " " for sign in folded)
    return " ".join(shown.split())[:LONGEST].rstrip()
