"""Writes a change into a frontier file; the caller has begun the transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from lookclear.domain import Candidate, Refusal
from lookclear.frontier.book import NO_FETCH, Change, Done, NewAddress
from lookclear.frontier.rows import hash_of
from lookclear.frontier.scores import write_scores
from lookclear.frontier.slots import DONE, LEASED, PENDING, REFUSED, Slots

_Value: TypeAlias = str | int | float | bytes | None

_INSERT = (
    "INSERT INTO address (id, hash, key, url, host, score, scored, lane, priority, depth, seed, born, "
    "parent, anchor, parts, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_RAISE = (
    "UPDATE address SET score = ?, scored = ?, lane = ?, depth = ?, parent = ?, anchor = ?, parts = ? "
    "WHERE id = ?"
)
_END = (
    f"UPDATE address SET state = {DONE}, outcome = ?, detail = ?, final = ?, via = ?, completed = ?, "
    "tries = tries + ?, fetches = fetches + ?, hits = hits + ? WHERE id = ?"
)
_REOPEN = (
    f"UPDATE address SET state = {PENDING}, outcome = NULL, detail = NULL, final = NULL, via = NULL, "
    "completed = NULL, born = ? WHERE id = ?"
)


class Writer:
    """Knows what the file already holds; `done` tells it that a transaction succeeded."""

    def __init__(self, db: sqlite3.Connection, slots: Slots) -> None:
        self._db = db
        self._slots = slots
        self._generation = 0  # how often all were scored anew
        self._hosts = 0  # written
        self._shown: dict[int, int] = {}  # leases that the file tells of
        self._completed = 0

    def begin(self, generation: int, completed: int) -> None:
        """Go on where an earlier process ended."""
        self._generation, self._completed = generation, completed
        self._hosts = len(self._slots.hosts)

    def write(self, change: Change, leases: Mapping[int, int]) -> list[Refusal]:
        """Write all of a change; return the reasons of refused addresses that were not known as such."""
        self._write_addresses(change)
        self._write_ends(change)
        if change.scores is not None:
            write_scores(self._db, self._slots, change, self._generation + 1)
        self._write_evidence(change)
        self._write_leases(leases)
        return [reason for address, reason, parent in change.refused if self._refuse(address, reason, parent)]

    def written(self, change: Change, leases: Mapping[int, int]) -> None:
        """Take note that the transaction succeeded."""
        self._hosts = len(self._slots.hosts)
        self._generation += change.scores is not None
        self._shown = dict(leases)
        self._completed = max([self._completed, *(done.completed for done in change.done.values())])

    def _write_addresses(self, change: Change) -> None:
        db, slots = self._db, self._slots
        if len(slots.hosts) > self._hosts:
            new_hosts = list(enumerate(slots.hosts))[self._hosts :]
            db.executemany("INSERT INTO host (number, name) VALUES (?, ?)", new_hosts)
        if change.new:
            db.executemany(_INSERT, [self._row(new, change) for new in change.new])
        for slot, better in change.raised.items():
            db.execute(_RAISE, self._raised(slot, better, change))
        for slot, lane in change.lanes.items():
            if slot not in change.raised:
                score = float(slots.score[slot])
                db.execute(
                    "UPDATE address SET lane = ?, score = ?, scored = ? WHERE id = ?",
                    (lane, score, self._generation, slot),
                )

    def _write_ends(self, change: Change) -> None:
        db = self._db
        for done in change.done.values():
            db.execute(_END, self._ended(done, change))
        db.executemany("UPDATE address SET bridge = 1 WHERE id = ?", [(slot,) for slot in change.bridges])
        for slot, same in change.realiased.items():
            db.execute("UPDATE address SET final = ? WHERE id = ?", (same, slot))
        for slot in change.reopened + change.revived:
            db.execute(_REOPEN, (self._completed, slot))
        if change.dropped:
            dropped = [(str(reason), slot) for slot, reason in change.dropped.items()]
            db.executemany(f"UPDATE address SET state = {REFUSED}, outcome = ? WHERE id = ?", dropped)

    def _write_evidence(self, change: Change) -> None:
        known = change.known
        if change.sources:
            self._db.executemany(
                "INSERT OR IGNORE INTO source (id, anchor, parent) VALUES (?, ?, ?)",
                [(slot, anchor, known.get(parent, parent)) for slot, anchor, parent, _ in change.sources],
            )
        if change.named:
            self._db.executemany("INSERT INTO named (id, anchor, completed) VALUES (?, ?, ?)", change.named)
        for parent, targets in change.links.items():
            blob = np.fromiter(targets, "<i4", len(targets)).tobytes()
            self._db.execute(
                "INSERT INTO link (parent, targets) VALUES (?, ?)", (known.get(parent, parent), blob)
            )

    def _write_leases(self, leases: Mapping[int, int]) -> None:
        if leases == self._shown:
            return
        gone = [(slot,) for slot in self._shown if slot not in leases]
        new = [(slot, token) for slot, token in leases.items() if self._shown.get(slot) != token]
        self._db.executemany("DELETE FROM lease WHERE id = ?", gone)
        self._db.executemany("INSERT OR REPLACE INTO lease (id, token) VALUES (?, ?)", new)

    def _refuse(self, address: str, reason: Refusal, parent: str) -> bool:
        found = self._db.execute(
            "INSERT INTO refused (address, reason, parent) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (address, str(reason), parent),
        )
        return found.rowcount == 1

    def _row(self, new: NewAddress, change: Change) -> tuple[_Value, ...]:
        one = new.candidate
        return (
            new.slot,
            hash_of(one.key),
            one.key,
            one.url if one.url != one.key else None,
            new.host,
            new.score,
            self._generation,
            new.lane,
            one.priority,
            one.depth,
            one.seed,
            self._completed,
            change.known.get(one.parent, one.parent) or None,
            one.anchor or None,
            _json(one),
            one.payload or None,
        )

    def _raised(self, slot: int, better: Candidate, change: Change) -> tuple[_Value, ...]:
        return (
            better.score.value,
            self._generation,
            change.lanes.get(slot, int(self._slots.lane[slot])),
            better.depth,
            change.known.get(better.parent, better.parent) or None,
            better.anchor or None,
            _json(better),
            slot,
        )

    def _ended(self, done: Done, change: Change) -> tuple[_Value, ...]:
        """Return what ended; what was leased counts as memory counts it (`Waiting.returned`)."""
        is_alias = change.known.get(done.final) != done.slot
        slots = self._slots
        was_leased = bool(done.slot < slots.size and slots.state[done.slot] == LEASED)
        return (
            str(done.outcome),
            done.detail or None,
            done.final if is_alias else None,
            done.via or None,
            done.completed or None,
            done.was_tried,
            was_leased and done.outcome not in NO_FETCH,
            was_leased and done.hit,
            done.slot,
        )


def _json(candidate: Candidate) -> str | None:
    parts = candidate.score.parts
    return json.dumps(dict(parts), separators=(",", ":")) if parts else None
