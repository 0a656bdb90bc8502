"""Sets of documents as bits, 64 a word, as compiled code takes and gives them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Bits: TypeAlias = npt.NDArray[np.uint64]
Docs: TypeAlias = npt.NDArray[np.int64]
NO_BITS: Bits = np.empty(0, np.uint64)


def words_for(documents: int) -> int:
    """Return how many words hold a bit for each document."""
    return (documents + 63) >> 6


def bits_of(words: int, found: Iterable[Docs], others: Bits = NO_BITS) -> Bits:
    """Return the bits that are set in `others` (or none, if that is empty) and those of documents."""
    flags = np.zeros(words << 6, np.bool_)
    for docs in found:
        flags[docs] = True
    bits: Bits = np.packbits(flags, bitorder="little").view(np.uint64)
    return bits | others if len(others) else bits


def docs_of(bits: Bits) -> Docs:
    """Return the documents whose bits are set, ascending.

    >>> docs_of(bits_of(2, [np.array([1, 70])])).tolist()
    [1, 70]
    """
    return np.flatnonzero(np.unpackbits(bits.view(np.uint8), bitorder="little"))


def are_set(bits: Bits, docs: Docs) -> npt.NDArray[np.bool_]:
    """Return which documents' bits are set."""
    shifted: Bits = bits[docs >> 6] >> (docs & 63).astype(np.uint64)
    return (shifted & np.uint64(1)).astype(np.bool_)
