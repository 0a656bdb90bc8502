"""Score postings and keep the best documents, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer.kernels.machine import load8, load32
from indexer.layout import ALIVE, LENGTHS
from indexer.ranking import GRID, K1, B
from indexer.schema import UNITS

STEP = 2.0**-36  # bounds are raised by the step of scores
_FLAT = K1 * (1 - B)


@njit(cache=True, nogil=True)
def share(table: Any, idf: float, weight: int, doc: int, slope: float) -> float:
    """Return `ranking.bm25` of a posting, `idf` with the factor K1 + 1 in it."""
    tf = np.float64(weight) / UNITS
    score = idf * tf / (tf + (_FLAT + slope * np.float64(load32(table[LENGTHS] + 4 * doc))))
    return (score + GRID) - GRID


@njit(cache=True, nogil=True)
def is_out(table: Any, banned: Any, doc: int) -> bool:
    """Return whether a document is dead or banned."""
    if load8(table[ALIVE] + doc) == 0:
        return True
    return len(banned) > 0 and (banned[doc >> 6] >> np.uint64(doc & 63)) & np.uint64(1) != 0


@njit(cache=True, nogil=True)
def put(best: Any, found: Any, held: int, score: float, doc: int) -> int:
    """Take a document among the best, which are in order; return how many there are."""
    most = len(best)
    i = held if held < most else most - 1
    while i > 0 and best[i - 1] < score:
        best[i] = best[i - 1]
        found[i] = found[i - 1]
        i -= 1
    best[i] = score
    found[i] = doc
    return min(held + 1, most)
