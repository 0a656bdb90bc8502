"""Read a list of the index from its beginning to its end, compiled."""

from __future__ import annotations

from typing import Any

from numba import njit

from indexer.kernels.lists import DOCS, HELD, NEVER, WEIGHTS, decode, go, open_list, weigh
from indexer.kernels.machine import load32, load_signed64
from indexer.schema import UNITS


@njit(cache=True)
def scan_index(table: Any, term: int) -> int:
    """Return the sum of documents and occurrences in body words."""
    cursor = open_list(table, 0, term, 0.0)
    end, total = go(cursor, 0), 0
    while end != NEVER:
        decode(table, cursor)
        weigh(table, cursor)
        for i in range(load_signed64(cursor + HELD)):
            total += load32(cursor + DOCS + 4 * i) + load32(cursor + WEIGHTS + 4 * i) // UNITS
        end = go(cursor, end + 1)
    return total
