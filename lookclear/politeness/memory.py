"""What is known of hosts beyond one run: robots.txt files, and how long a host wants to be left alone."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from pathlib import Path

from lookclear.dbfile import Format, connect, reported, transaction
from lookclear.politeness.robots_answers import Meaning, RobotsAnswer

_MOST_HELD = 1_000  # origins held in memory; a file may have 500 KiB

_SCHEMA = """
CREATE TABLE robots (
    origin TEXT PRIMARY KEY,             -- scheme, host, port
    meaning TEXT NOT NULL,
    why TEXT NOT NULL,
    expires REAL NOT NULL,               -- seconds since 1970
    body BLOB NOT NULL,                  -- zlib
    failures INTEGER NOT NULL,
    failing_since REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE closed (
    host TEXT PRIMARY KEY,
    until REAL NOT NULL,                 -- seconds since 1970
    why TEXT NOT NULL
) STRICT, WITHOUT ROWID
"""
_FORMAT = Format("memory of hosts", _SCHEMA, version=1)


class HostMemory:
    """One SQLite file, or memory only when there is no path."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or Path(":memory:")
        self._db = connect(path, _FORMAT) if path is not None else None
        self._robots: OrderedDict[str, RobotsAnswer] = OrderedDict()  # with a file, the latest of them
        self._closed: dict[str, tuple[float, str]] = {}
        self._begin()

    def robots(self, origin: str) -> RobotsAnswer | None:
        """Return what is known of an origin's robots.txt, expired or not."""
        if self._db is None or origin in self._robots:
            return self._robots.get(origin)
        with reported(self._path, _FORMAT):
            query = "SELECT meaning, why, expires, body, failures, failing_since FROM robots WHERE origin = ?"
            row = self._db.execute(query, (origin,)).fetchone()
        if row is None:
            return None
        meaning, why, expires, body, failures, since = row
        answer = RobotsAnswer(Meaning(meaning), why, expires, zlib.decompress(body), failures, since)
        self._hold(origin, answer)
        return answer

    def keep_robots(self, origin: str, answer: RobotsAnswer) -> None:
        """Remember what an origin answered. Raises StoreError when it cannot be written."""
        self._hold(origin, answer)
        values = (
            origin,
            answer.meaning,
            answer.why,
            answer.expires,
            zlib.compress(answer.body),
            answer.failures,
            answer.failing_since,
        )
        self._write("INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?, ?, ?, ?)", values)

    def closed(self) -> dict[str, tuple[float, str]]:
        """Return until when hosts want to be left alone, and why."""
        return dict(self._closed)

    def keep_closed(self, host: str, until: float, why: str) -> None:
        """Remember that a host wants to be left alone until a moment (seconds since 1970)."""
        self._closed[host] = (until, why)
        self._write("INSERT OR REPLACE INTO closed VALUES (?, ?, ?)", (host, until, why))

    def close(self) -> None:
        """Release the file; may be called twice."""
        if self._db is not None:
            self._db.close()

    def _write(self, statement: str, values: tuple[object, ...]) -> None:
        if self._db is not None:
            with transaction(self._db, self._path, _FORMAT):
                self._db.execute(statement, values)

    def _hold(self, origin: str, answer: RobotsAnswer) -> None:
        self._robots[origin] = answer
        if self._db is not None and len(self._robots) > _MOST_HELD:
            self._robots.popitem(last=False)

    def _begin(self) -> None:
        """Begin a run: a file that could not be read is asked for at once, with all its tries."""
        if self._db is None:
            return
        with transaction(self._db, self._path, _FORMAT):
            self._db.execute(
                "UPDATE robots SET expires = 0, failures = 0 WHERE meaning = ?", (Meaning.FORBID,)
            )
        with reported(self._path, _FORMAT):
            for host, until, why in self._db.execute("SELECT * FROM closed"):
                self._closed[host] = (until, why)


def closed_hosts(path: Path) -> dict[str, tuple[float, str]]:
    """Return until when hosts want to be left alone, and why, as a crawl wrote it; none without a file."""
    if not path.exists():
        return {}
    db = connect(path, _FORMAT, read_only=True)
    try:
        with reported(path, _FORMAT):
            rows = db.execute("SELECT host, until, why FROM closed").fetchall()
    finally:
        db.close()
    return {host: (until, why) for host, until, why in rows}
