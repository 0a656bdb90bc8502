"""The tables of a frontier file, and how one address is read from them."""

from __future__ import annotations

import json
import sqlite3

from lookclear.frontier.base import AddressState, State

SCHEMA = """
CREATE TABLE address (
    id INTEGER PRIMARY KEY,              -- order of discovery
    key TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    score REAL NOT NULL,
    parts TEXT NOT NULL,                 -- JSON: what the score was made of
    priority INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    parent TEXT NOT NULL,
    anchor TEXT NOT NULL,
    seed INTEGER NOT NULL,
    payload TEXT NOT NULL,               -- JSON: how to repeat the request
    state TEXT NOT NULL DEFAULT 'pending',
    token INTEGER,                       -- of the newest lease
    outcome TEXT NOT NULL DEFAULT '',
    detail TEXT NOT NULL DEFAULT '',
    final_key TEXT NOT NULL DEFAULT '',
    via TEXT NOT NULL DEFAULT '',
    completed INTEGER,                   -- order of completion
    tries INTEGER NOT NULL DEFAULT 0     -- leases that were completed
) STRICT;
CREATE INDEX address_by_state ON address (state, outcome);
CREATE INDEX address_by_completion ON address (completed) WHERE completed IS NOT NULL;
CREATE TABLE refused (
    address TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    parent TEXT NOT NULL
) STRICT;
CREATE INDEX refused_by_reason ON refused (reason)
"""

_COLUMNS = (
    "key, url, host, state, score, parts, priority, depth, parent, anchor, seed, id, outcome, detail, "
    "final_key, via, coalesce(completed, 0)"
)


def read_state(db: sqlite3.Connection, key: str) -> AddressState | None:
    """Return all that is known of an address, None when it was never seen."""
    row = db.execute(f"SELECT {_COLUMNS} FROM address WHERE key = ?", (key,)).fetchone()
    if row is not None:
        return _address(row)
    row = db.execute("SELECT reason, parent FROM refused WHERE address = ?", (key,)).fetchone()
    if row is None:
        return None
    return AddressState(key, key, "", State.REFUSED, parent=row[1], outcome=row[0])


def refused_counts(db: sqlite3.Connection) -> dict[str, int]:
    """Count refused addresses by reason."""
    return dict(db.execute("SELECT reason, count(*) FROM refused GROUP BY reason"))


def _address(row: tuple[str, ...]) -> AddressState:
    key, url, host, state, score, parts, priority, depth, parent, anchor, seed, order, *rest = row
    outcome, detail, final_key, via, completed = rest
    return AddressState(
        key=key,
        url=url,
        host=host,
        state=State(state),
        score=float(score),
        parts=json.loads(parts),
        priority=int(priority),
        depth=int(depth),
        parent=parent,
        anchor=anchor,
        seed=bool(seed),
        discovered=int(order),
        outcome=outcome,
        detail=detail,
        final_key=final_key,
        via=via,
        completed=int(completed),
    )
