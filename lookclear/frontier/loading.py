"""What a frontier takes into memory from the file an earlier process left."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Outcome, Refusal
from lookclear.frontier.book import Loaded, bit_of
from lookclear.frontier.codes import CODE_OF_OUTCOME, CODE_OF_REFUSAL
from lookclear.frontier.rows import refused_counts
from lookclear.frontier.scores import load_scores
from lookclear.frontier.slots import DONE, REFUSED, Slots

_ROWS = 20_000  # at once

Groups = Callable[[str, str], Sequence[int]]


def load(db: sqlite3.Connection, slots: Slots, groups: Groups | None) -> tuple[Loaded, int]:
    """Fill the arrays, forget the leases of earlier processes; return the rest and the newest generation.

    Leases get numbers above all of earlier processes, though those were not written.
    """
    db.execute("DELETE FROM lease")
    (openings,) = db.execute("SELECT count(*) FROM opening").fetchone()
    db.execute("INSERT INTO opening DEFAULT VALUES")
    for number, name in db.execute("SELECT number, name FROM host ORDER BY number"):
        assert slots.host_number(name) == number
    (last,) = db.execute("SELECT coalesce(max(id), 0) FROM address").fetchone()
    slots.extend(last)
    scored = np.zeros(slots.size, np.int64)
    _load_addresses(db, slots, scored, groups)
    generation = load_scores(db, slots, scored)
    _load_evidence(db, slots)
    fetched = np.array(
        db.execute("SELECT id, fetches, hits FROM address WHERE fetches OR hits").fetchall(), np.int32
    ).reshape(-1, 3)
    (completed,) = db.execute("SELECT coalesce(max(completed), 0) FROM address").fetchone()
    return Loaded(openings << 32, completed, refused_counts(db), fetched), generation


def _load_addresses(
    db: sqlite3.Connection,
    slots: Slots,
    scored: NDArray[np.int64],
    groups: Groups | None,
) -> None:
    found = db.execute(
        "SELECT id, key, host, score, scored, lane, priority, seed, born, state, outcome, tries "
        "FROM address ORDER BY id"
    )
    while rows := found.fetchmany(_ROWS):
        ids, keys, hosts, scores, scored_at, lanes, priorities, seeds, born, states, outcomes, tries = zip(
            *rows, strict=True
        )
        at = np.array(ids)
        slots.host[at], slots.score[at], slots.lane[at] = hosts, scores, lanes
        slots.priority[at], slots.seed[at], slots.born[at] = priorities, seeds, born
        slots.state[at], slots.tries[at] = states, np.minimum(tries, 255)
        slots.outcome[at] = [_code(*ended) for ended in zip(states, outcomes, strict=True)]
        scored[at] = scored_at
        if groups is not None:
            names = slots.hosts
            numbers = [groups(key, names[host]) for key, host in zip(keys, hosts, strict=True)]
            slots.groups[:, at] = np.transpose(numbers)


def _code(state: int, outcome: str) -> int:
    if state == DONE:
        return CODE_OF_OUTCOME[Outcome(outcome)]
    return CODE_OF_REFUSAL[Refusal(outcome)] if state == REFUSED else 0


def _load_evidence(db: sqlite3.Connection, slots: Slots) -> None:
    for slot, anchor in db.execute("SELECT id, anchor FROM source"):
        slots.anchors[slot] |= np.uint64(1 << bit_of(anchor))
    for (targets,) in db.execute("SELECT targets FROM link"):
        slots.links[np.frombuffer(targets, "<i4")] += np.uint32(1)
