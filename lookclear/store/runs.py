"""The history of a workspace's crawls: one row a run, and how its harvest grew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from lookclear.dbfile import Format, connect, reported, transaction
from lookclear.domain import StopReason

_SCHEMA = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    ended TEXT,
    strategy TEXT NOT NULL,
    web TEXT NOT NULL,                   -- path of the recorded web, empty for the network
    budget INTEGER NOT NULL,
    given TEXT NOT NULL,                 -- JSON: what options said beside the topic file
    base TEXT NOT NULL,                  -- JSON: count by outcome, of the runs before
    fetched INTEGER NOT NULL DEFAULT 0,
    relevant INTEGER NOT NULL DEFAULT 0,
    stop_reason TEXT,
    outcomes TEXT NOT NULL DEFAULT '{}'  -- JSON: count by outcome, of this run
) STRICT;
CREATE TABLE progress (
    run INTEGER NOT NULL REFERENCES run (id),
    fetched INTEGER NOT NULL,
    relevant INTEGER NOT NULL,
    PRIMARY KEY (run, fetched)
) STRICT, WITHOUT ROWID
"""
_FORMAT = Format("run history", _SCHEMA, version=2)
_COLUMNS = "id, started, strategy, web, budget, given, base, ended, fetched, relevant, stop_reason, outcomes"
_RESUMABLE = (None, StopReason.STOPPED, StopReason.FAILED)


@dataclass(frozen=True, slots=True)
class Run:
    """One crawl. `base` counts the workspace's outcomes before it; times are aware.

    `given` holds the options that overrode the topic file, by name; the rest is read from the file again when
    the run is resumed.
    """

    id: int
    started: datetime
    strategy: str
    web: str
    budget: int
    base: Mapping[str, int]
    given: Mapping[str, str | int] = field(default_factory=dict)
    ended: datetime | None = None
    fetched: int = 0
    relevant: int = 0
    stop_reason: StopReason | None = None
    outcomes: Mapping[str, int] = field(default_factory=dict)

    @property
    def resumable(self) -> bool:
        """True when the run was killed, stopped or failed before it reached its end."""
        return self.stop_reason in _RESUMABLE

    @property
    def harvest(self) -> float:
        """Share of fetched pages that are on topic, 0..1; 0 when none was fetched."""
        return self.relevant / self.fetched if self.fetched else 0.0


class RunStore:
    """Runs in one SQLite file."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or create the file; raises StoreError when it is damaged or of another version."""
        self.path = path
        self._db = connect(path, _FORMAT, read_only=read_only)

    def begin(
        self,
        started: datetime,
        *,
        strategy: str,
        web: str,
        budget: int,
        base: Mapping[str, int],
        given: Mapping[str, str | int] | None = None,
    ) -> Run:
        """Enter a new run; `web` is the path of its recorded web, empty for the network."""
        with transaction(self._db, self.path, _FORMAT):
            number = self._db.execute(
                "INSERT INTO run (started, strategy, web, budget, base, given) VALUES (?, ?, ?, ?, ?, ?) "
                "RETURNING id",
                (started.isoformat(), strategy, web, budget, json.dumps(dict(base)), _json(given)),
            ).fetchone()[0]
        return Run(number, started, strategy, web, budget, base, given or {})

    def resume(
        self,
        run: Run,
        *,
        strategy: str,
        web: str,
        budget: int,
        given: Mapping[str, str | int] | None = None,
    ) -> Run:
        """Take up an interrupted run again."""
        with transaction(self._db, self.path, _FORMAT):
            self._db.execute(
                "UPDATE run SET ended = NULL, stop_reason = NULL, strategy = ?, web = ?, budget = ?, "
                "given = ? WHERE id = ?",
                (strategy, web, budget, _json(given), run.id),
            )
        return Run(run.id, run.started, strategy, web, budget, run.base, given or {}, outcomes=run.outcomes)

    def save(self, run: Run, curve: Iterable[tuple[int, int]]) -> None:
        """Write a run as it stands, and points (fetched, relevant) of its curve."""
        with transaction(self._db, self.path, _FORMAT):
            self._db.execute(
                "UPDATE run SET ended = ?, fetched = ?, relevant = ?, stop_reason = ?, outcomes = ? "
                "WHERE id = ?",
                (
                    run.ended.isoformat() if run.ended else None,
                    run.fetched,
                    run.relevant,
                    run.stop_reason,
                    json.dumps(dict(run.outcomes)),
                    run.id,
                ),
            )
            self._db.executemany(
                "INSERT OR REPLACE INTO progress (run, fetched, relevant) VALUES (?, ?, ?)",
                [(run.id, fetched, relevant) for fetched, relevant in curve],
            )

    def latest(self) -> Run | None:
        """Return the newest run, None when there was none."""
        with reported(self.path, _FORMAT):
            row = self._db.execute(f"SELECT {_COLUMNS} FROM run ORDER BY id DESC LIMIT 1").fetchone()
        return None if row is None else _run(*row)

    def curve(self, run: Run, step: int = 1) -> list[tuple[int, int]]:
        """Return the (fetched, relevant) points of a run; with `step`, every so many and the last one."""
        with reported(self.path, _FORMAT):
            return self._db.execute(
                "SELECT fetched, relevant FROM progress WHERE run = ? AND (fetched % ? = 0 OR fetched = "
                "(SELECT max(fetched) FROM progress WHERE run = ?)) ORDER BY fetched",
                (run.id, step, run.id),
            ).fetchall()

    def close(self) -> None:
        """Release the file."""
        self._db.close()


def _json(given: Mapping[str, str | int] | None) -> str:
    return json.dumps(dict(given or {}))


def _run(
    number: int,
    started: str,
    strategy: str,
    web: str,
    budget: int,
    given: str,
    base: str,
    ended: str | None,
    fetched: int,
    relevant: int,
    reason: str | None,
    outcomes: str,
) -> Run:
    return Run(
        id=number,
        started=datetime.fromisoformat(started),
        strategy=strategy,
        web=web,
        budget=budget,
        base=json.loads(base),
        given=json.loads(given),
        ended=datetime.fromisoformat(ended) if ended else None,
        fetched=fetched,
        relevant=relevant,
        stop_reason=StopReason(reason) if reason else None,
        outcomes=json.loads(outcomes),
    )
