"""The tables of a frontier file, and how one address is read from them."""

from __future__ import annotations

import json
import sqlite3
from hashlib import blake2b

import numpy as np

from lookclear.frontier.base import AddressState, State
from lookclear.frontier.book import MOST_ANCHORS
from lookclear.frontier.scores import stored_score
from lookclear.frontier.slots import DONE, REFUSED

SCHEMA = """
CREATE TABLE opening (number INTEGER PRIMARY KEY) STRICT;  -- tells the leases of processes apart
CREATE TABLE host (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE address (
    id INTEGER PRIMARY KEY,              -- slot: order of discovery
    hash INTEGER NOT NULL,               -- of the key
    key TEXT NOT NULL,
    url TEXT,                            -- NULL: the key
    host INTEGER NOT NULL,
    score REAL NOT NULL,                 -- unless there is a newer one in `rescore`
    scored INTEGER NOT NULL,             -- how often all were scored anew when this score was written
    lane INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    born INTEGER NOT NULL,               -- fetches completed when it was found
    parent ANY,                          -- id, or a key that is no address here
    anchor TEXT,
    parts TEXT,                          -- JSON: what the score was made of
    payload TEXT,                        -- JSON: how to repeat the request
    state INTEGER NOT NULL DEFAULT 0,    -- 0 pending (leased ones too), 2 done, 3 refused
    outcome TEXT,
    detail TEXT,
    final TEXT,                          -- NULL: the key
    via TEXT,
    completed INTEGER,                   -- order of completion
    tries INTEGER NOT NULL DEFAULT 0,    -- leases that were completed
    fetches INTEGER NOT NULL DEFAULT 0,  -- of those, the ones that count for its groups (fairness)
    hits INTEGER NOT NULL DEFAULT 0,     -- and of these, those that were worth it
    bridge INTEGER NOT NULL DEFAULT 0    -- on the way through a tunnel
) STRICT;
CREATE INDEX address_by_hash ON address (hash);
CREATE INDEX address_by_completion ON address (completed) WHERE completed IS NOT NULL;
CREATE INDEX address_by_final ON address (final) WHERE final IS NOT NULL;
CREATE TABLE lease (id INTEGER PRIMARY KEY, token INTEGER NOT NULL) STRICT;
CREATE TABLE rescore (                   -- scores of all addresses of a range of ids, made in one step
    chunk INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL,
    scores BLOB NOT NULL,
    lanes BLOB NOT NULL
) STRICT;
CREATE TABLE source (                    -- different texts of links to an address
    id INTEGER NOT NULL,
    anchor TEXT NOT NULL,
    parent ANY NOT NULL,
    PRIMARY KEY (id, anchor)
) STRICT, WITHOUT ROWID;
CREATE TABLE link (                      -- by page: the ids it links to
    number INTEGER PRIMARY KEY,
    parent ANY NOT NULL,
    targets BLOB NOT NULL
) STRICT;
CREATE TABLE named (                     -- what sitemaps and feeds named
    number INTEGER PRIMARY KEY,
    id INTEGER NOT NULL,
    anchor TEXT NOT NULL,
    completed INTEGER NOT NULL           -- fetches completed when it was
) STRICT;
CREATE TABLE refused (
    address TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    parent TEXT NOT NULL
) STRICT, WITHOUT ROWID
"""

_COLUMNS = (
    "id, url, name, score, scored, priority, depth, seed, parent, anchor, parts, state, outcome, detail, "
    "final, via, completed, bridge"
)


def hash_of(key: str) -> int:
    """Return 64 bits of a key, signed; keys with equal hashes are told apart by their text."""
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def key_of(db: sqlite3.Connection, reference: int | str | None) -> str:
    """Return the key that a reference to an address stands for."""
    if isinstance(reference, int):
        return str(db.execute("SELECT key FROM address WHERE id = ?", (reference,)).fetchone()[0])
    return reference or ""


def read_state(db: sqlite3.Connection, key: str) -> AddressState | None:
    """Return all that is known of an address, None when it was never seen; `links` is not counted."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM address JOIN host ON host.number = host WHERE hash = ? AND key = ?",
        (hash_of(key), key),
    ).fetchone()
    if row is not None:
        return _address(db, key, row)
    row = db.execute("SELECT reason, parent FROM refused WHERE address = ?", (key,)).fetchone()
    if row is None:
        return None
    return AddressState(key, key, "", State.REFUSED, parent=row[1], outcome=row[0])


def refused_counts(db: sqlite3.Connection) -> dict[str, int]:
    """Count refused addresses by reason, those dropped while they waited too."""
    return dict(
        db.execute(
            "SELECT reason, sum(count) FROM (SELECT reason, count(*) AS count FROM refused GROUP BY 1 "
            f"UNION ALL SELECT outcome, count(*) FROM address WHERE state = {REFUSED} GROUP BY 1) GROUP BY 1"
        )
    )


def read_anchors(db: sqlite3.Connection, key: str) -> list[str]:
    """Return the texts of links to one address, that of the best link first."""
    row = db.execute(
        "SELECT id, anchor FROM address WHERE hash = ? AND key = ?", (hash_of(key), key)
    ).fetchone()
    if row is None:
        return []
    return [*([row[1]] if row[1] else []), *(anchor for _, anchor in _sources(db, row[0]))]


def count_links(db: sqlite3.Connection, id_: int) -> int:
    """Count the pages that link to an address: looks through all links, for a rare question."""
    found = db.execute("SELECT targets FROM link")
    return sum(int((np.frombuffer(targets, "<i4") == id_).any()) for (targets,) in found)


def read_final(db: sqlite3.Connection, key: str) -> str:
    """Return the key of the page an address led to; its own when it led nowhere else."""
    row = db.execute("SELECT final FROM address WHERE hash = ? AND key = ?", (hash_of(key), key)).fetchone()
    return key if row is None or row[0] is None else str(row[0])


def read_aliases(db: sqlite3.Connection, key: str) -> list[str]:
    """Return the keys of the addresses that led to another one."""
    return [
        str(alias) for (alias,) in db.execute("SELECT key FROM address WHERE final = ? ORDER BY id", (key,))
    ]


def _sources(db: sqlite3.Connection, id_: int) -> list[tuple[str, str]]:
    found = db.execute(
        "SELECT parent, anchor FROM source WHERE id = ? ORDER BY anchor LIMIT ?", (id_, MOST_ANCHORS)
    ).fetchall()
    return [(key_of(db, parent), anchor) for parent, anchor in found]


def _address(db: sqlite3.Connection, key: str, row: tuple[object, ...]) -> AddressState:
    id_, url, host, score, scored, priority, depth, seed, parent, anchor, parts, state, outcome, *rest = row
    detail, final, via, completed, is_bridge = rest
    assert isinstance(id_, int)
    assert isinstance(scored, int)
    known = {0: State.PENDING, DONE: State.DONE, REFUSED: State.REFUSED}[state]  # type: ignore[index]
    is_leased = db.execute("SELECT 1 FROM lease WHERE id = ?", (id_,)).fetchone() is not None
    newer = stored_score(db, id_, scored)
    return AddressState(
        key=key,
        url=str(url or key),
        host=str(host),
        state=State.LEASED if is_leased else known,
        score=float(score if newer is None else newer),  # type: ignore[arg-type]
        parts=json.loads(str(parts)) if parts else {},
        priority=int(priority),  # type: ignore[call-overload]
        depth=int(depth),  # type: ignore[call-overload]
        parent=key_of(db, parent),  # type: ignore[arg-type]
        anchor=str(anchor or ""),
        seed=bool(seed),
        discovered=id_,
        outcome=str(outcome or ""),
        detail=str(detail or ""),
        final_key=str(final or key) if known is State.DONE else "",
        via=str(via or ""),
        completed=int(completed or 0),  # type: ignore[call-overload]
        is_bridge=bool(is_bridge),
        sources=tuple(_sources(db, id_)),
    )
