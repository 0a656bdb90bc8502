"""A small run of everything that is compiled, so that it is compiled for the types it is used with."""

from __future__ import annotations

import numpy as np

from indexer.bounds import mean_word
from indexer.compiled import Kernels
from indexer.doctable import DocumentTable, Row
from indexer.grouping import with_kernels
from indexer.memory import Memory
from indexer.wordtable import WordTable, of_lists


def _run_words(kernels: Kernels) -> None:
    """Look three words up twice, the second time in a larger table, and group them."""
    lists = of_lists([["salt", "marsh"], ["salt"]])
    assert lists is not None
    small = WordTable(seed=1)
    for _ in range(2):
        numbers, _ = small.numbers(kernels, lists, {"salt": 0, "marsh": 1}.__getitem__)
        small.make_room(kernels, 1 << 12)
    with_kernels(kernels, numbers, numbers[:0], [[0, 9]], np.array([4, 4]))


def run(kernels: Kernels) -> None:
    """Add two documents and ask for them in every way."""
    documents = DocumentTable()
    memory = Memory(documents)
    memory.grow_to(2)
    terms, packed = np.tile(np.arange(2), 2), np.full(4, 4 | 1 << 16, np.uint32)
    packed.flags.writeable = False  # as what is read from records: compiled code is another for it
    first = documents.append_many([Row(str(number), 0, 8, relevance=0.5) for number in range(2)])
    mean, positions = documents.mean_length, np.arange(4, dtype=np.uint32)
    table = memory.room_for(4, 4)
    kernels.append(table, first, np.array([2, 4]), terms, packed, positions, mean, mean_word(mean))
    _run_words(kernels)
    terms = terms[:2]
    idfs, best, found = np.ones(2), np.empty(1), np.empty(1, np.int64)
    matched, none = np.zeros(1, np.uint64), np.empty(0, np.uint64)
    phrases = np.array([2, 0, 0, 1, 1])
    kernels.best_of_any(table, terms, idfs, mean, none, best, found)
    kernels.best_of_all(table, terms, idfs, phrases, mean, none, True, matched, best, found)
    kernels.mark_any(table, terms, matched)
    kernels.keep_live(table, none, matched)
