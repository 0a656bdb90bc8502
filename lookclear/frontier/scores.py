"""Scores of very many addresses in a frontier file: ranges of them as they are in memory.

A whole re-score is a few writes of bytes instead of one of each row. Each has a generation, the number of the
re-score; a row that was written at the same generation or later has the newer score.
"""

from __future__ import annotations

import sqlite3
import struct

import numpy as np

from lookclear.frontier.book import Change
from lookclear.frontier.slots import Slots

CHUNK = 4_096  # addresses
_FEW = 16  # are written row by row


def write_scores(db: sqlite3.Connection, slots: Slots, change: Change, generation: int) -> None:
    """Write a change's new scores; nothing of it is in the arrays yet."""
    placed = change.scores
    assert placed is not None
    if len(placed.slots) <= _FEW:
        rows = zip(placed.scores.tolist(), placed.lanes.tolist(), placed.slots.tolist(), strict=True)
        db.executemany(
            "UPDATE address SET score = ?, lane = ?, scored = ? WHERE id = ?",
            [(score, lane, generation, slot) for score, lane, slot in rows],
        )
        return
    scores, lanes = slots.score[: slots.size].copy(), slots.lane[: slots.size].copy()
    for slot, candidate in change.raised.items():
        scores[slot] = candidate.score.value
    for slot, lane in change.lanes.items():
        lanes[slot] = lane
    scores[placed.slots], lanes[placed.slots] = placed.scores, placed.lanes
    touched = np.unique(placed.slots // CHUNK).tolist()
    db.executemany(
        "INSERT OR REPLACE INTO rescore (chunk, generation, scores, lanes) VALUES (?, ?, ?, ?)",
        [
            (chunk, generation, scores[range_].astype("<f8").tobytes(), lanes[range_].tobytes())
            for chunk in touched
            for range_ in [slice(chunk * CHUNK, (chunk + 1) * CHUNK)]
        ],
    )


def load_scores(
    db: sqlite3.Connection, slots: Slots, scored: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> int:
    """Take over scores that are newer than their rows' (`scored` by slot); return the newest generation."""
    newest = int(scored.max(initial=0))
    for chunk, generation, scores, lanes in db.execute(
        "SELECT chunk, generation, scores, lanes FROM rescore"
    ):
        at = np.arange(chunk * CHUNK, chunk * CHUNK + len(lanes))
        newer = scored[at] < generation
        slots.score[at[newer]] = np.frombuffer(scores, "<f8")[newer]
        slots.lane[at[newer]] = np.frombuffer(lanes, np.uint8)[newer]
        newest = max(newest, generation)
    return newest


def stored_score(db: sqlite3.Connection, slot: int, scored: int) -> float | None:
    """Return the score of an address that is newer than its row's, None when there is none."""
    row = db.execute(
        "SELECT substr(scores, ?, 8) FROM rescore WHERE chunk = ? AND generation > ?",
        (slot % CHUNK * 8 + 1, slot // CHUNK, scored),
    ).fetchone()
    return struct.unpack("<d", row[0])[0] if row is not None and len(row[0]) == 8 else None
