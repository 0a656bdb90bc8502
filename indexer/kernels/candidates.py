"""What is known of candidates while lists are met, compiled: their places and weights in each list."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer.kernels.lists import KEPT, SPOTS
from indexer.kernels.machine import load32, load_float, load_signed64, store32, store64
from indexer.kernels.scoring import is_out, share
from indexer.layout import CANDIDATES, CURSOR_BYTES, PRIORS, SCRATCH
from indexer.ranking import HIGHEST_PRIOR


@njit(cache=True, nogil=True)
def keep(lead: int, lists: int, out: int, at: int) -> None:
    """Move what is known of a candidate in the first lists to another place."""
    for t in range(lists):
        cursor = lead + t * CURSOR_BYTES
        store64(cursor + SPOTS + 8 * out, load_signed64(cursor + SPOTS + 8 * at))
        store32(cursor + KEPT + 4 * out, load32(cursor + KEPT + 4 * at))


@njit(cache=True, nogil=True)
def count_live(table: Any, lead: int, n: int, banned: Any, matched: Any, size: int) -> int:
    """Leave only candidates that are neither dead nor banned, and mark them; return how many."""
    candidates, out = table[SCRATCH] + CANDIDATES, 0
    for i in range(size):
        doc = load_signed64(candidates + 8 * i)
        if is_out(table, banned, doc):
            continue
        if len(matched):
            matched[doc >> 6] |= np.uint64(1) << np.uint64(doc & 63)
        store64(candidates + 8 * out, doc)
        if out != i:
            keep(lead, n, out, i)
        out += 1
    return out


@njit(cache=True, nogil=True)
def score_of(table: Any, lead: int, idfs: Any, slope: float, i: int, doc: int) -> float:
    """Return what the lists add to the score of candidate `i`, before its prior."""
    score = 0.0
    for t in range(len(idfs)):
        if idfs[t] > 0.0:
            kept = load32(lead + t * CURSOR_BYTES + KEPT + 4 * i)
            score += share(table, idfs[t], kept, doc, slope)
    return score


@njit(cache=True, nogil=True)
def promising(table: Any, lead: int, idfs: Any, slope: float, least: float, size: int) -> int:
    """Leave only candidates that would be among the best; where their words stand need not be asked else."""
    candidates, out = table[SCRATCH] + CANDIDATES, np.int64(0)
    for i in range(size):
        doc = load_signed64(candidates + 8 * i)
        score = score_of(table, lead, idfs, slope, i, doc)
        if score * HIGHEST_PRIOR > least and score * load_float(table[PRIORS] + 8 * doc) > least:
            store64(candidates + 8 * out, doc)
            if out != i:
                keep(lead, len(idfs), out, i)
            out += 1
    return out
