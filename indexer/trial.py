"""A small run of everything that is compiled, so that it is compiled for the types it is used with."""

from __future__ import annotations

import numpy as np

from indexer.bounds import mean_word
from indexer.compiled import Kernels
from indexer.doctable import DocumentTable
from indexer.memory import Memory


def run(kernels: Kernels) -> None:
    """Add two documents and ask for them in every way."""
    documents = DocumentTable()
    memory = Memory(documents)
    memory.grow_to(2)
    terms, packed = np.arange(2), np.full(2, 4 | 1 << 16, np.uint32)
    for number in range(2):
        doc = documents.append(str(number), offset=0, length=8, relevance=0.5, authority=0.0)
        mean = documents.mean_length
        positions = np.arange(2, dtype=np.uint32)
        kernels.append(memory.room_for(2, 2), doc, terms, packed, positions, mean, mean_word(mean))
    idfs, best, found = np.ones(2), np.empty(1), np.empty(1, np.int64)
    matched, none, mean = np.zeros(1, np.uint64), np.empty(0, np.uint64), documents.mean_length
    phrases = np.array([2, 0, 0, 1, 1])
    table = memory.addressed()
    kernels.best_of_any(table, terms, idfs, mean, none, best, found)
    kernels.best_of_all(table, terms, idfs, phrases, mean, none, True, matched, best, found)
    kernels.mark_any(table, terms, matched)
    kernels.keep_live(table, none, matched)
