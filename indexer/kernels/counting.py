"""How many documents hold any of several words, compiled: every list is read, no score is made."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer.kernels.lists import DOCS, HELD, NEVER, decode, go, open_list
from indexer.kernels.machine import load32, load_signed64, trailing_zeros
from indexer.kernels.scoring import is_out


@njit(cache=True, nogil=True)
def mark_any(table: Any, terms: Any, matched: Any) -> None:
    """Set the bits of the documents with any of the terms, dead ones too."""
    for t in range(len(terms)):
        cursor = open_list(table, 0, terms[t], 0.0)
        end = go(cursor, 0)
        while end != NEVER:
            decode(table, cursor)
            for i in range(load_signed64(cursor + HELD)):
                doc = load32(cursor + DOCS + 4 * i)
                matched[doc >> 6] |= np.uint64(1) << np.uint64(doc & 63)
            end = go(cursor, end + 1)


@njit(cache=True, nogil=True)
def keep_live(table: Any, banned: Any, matched: Any) -> int:
    """Clear the bits of documents that are dead or banned; return how many are left."""
    total = 0
    for word in range(len(matched)):
        bits = matched[word]
        while bits != np.uint64(0):
            doc = (word << 6) + trailing_zeros(bits)
            bits &= bits - np.uint64(1)
            if is_out(table, banned, doc):
                matched[word] &= ~(np.uint64(1) << np.uint64(doc & 63))
            else:
                total += 1
    return total
