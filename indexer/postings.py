"""Posting lists: for each term, the documents that hold it, how much, and where.

The weight of a posting is the term frequency summed over the fields with their weights, in quarter units, at
most 65535, and so are its occurrences. How the lists lie in memory is told in `layout`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer import compiled
from indexer.arena import Words
from indexer.bounds import mean_word
from indexer.memory import Memory
from indexer.packing import Numbers, unpack
from indexer.plain import ingest, lists

_IN_TAIL = -1


@dataclass(frozen=True, slots=True)
class Decoded:
    """Postings in ascending order of document; `starts`, `widths` and `tail` say where positions are."""

    docs: Numbers
    weights: Numbers
    counts: Numbers
    starts: Numbers
    widths: Numbers
    tail: Numbers

    def at(self, rows: npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> Decoded:
        """Return the chosen postings only."""
        return Decoded(
            self.docs[rows],
            self.weights[rows],
            self.counts[rows],
            self.starts[rows],
            self.widths[rows],
            self.tail,
        )


class Postings:
    """All posting lists of an index, by term number."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def grow_to(self, count: int) -> None:
        """Make lists exist up to number `count - 1`."""
        self.memory.grow_to(count)

    def append(self, doc: int, terms: Numbers, packed: Words, positions: Words) -> None:
        """Append one document: see `append_many`."""
        self.append_many(doc, [len(terms)], terms, packed, positions)

    def append_many(
        self,
        first: int,
        counts: Sequence[int],
        terms: Numbers,
        packed: Words,
        positions: Words,
        mean: float | None = None,
    ) -> None:
        """Append documents from number `first` on, one after the other; each has so many of the terms.

        The documents must be rows of the document table, and follow those that are listed; `mean` is the mean
        length when they came (default: now). `terms` are distinct in each; `packed` has
        weight | occurrences << 16 of each term, `positions` the runs of the terms one after the other, each
        ascending without repeats. Raises IndexFull.
        """
        table = self.memory.room_for(len(terms), len(positions))
        mean = self.memory.documents.mean_length if mean is None else mean
        kernels = compiled.kernels(len(self.memory.documents))
        if kernels is not None:
            ends = np.cumsum(counts)
            kernels.append(table, first, ends, terms, packed, positions, mean, mean_word(mean))
            return
        start, start_of_run = 0, 0
        for doc, count in enumerate(counts, first):
            words = packed[start : start + count]
            run = int((words >> 16).sum())
            if count:
                ingest.append(
                    self.memory,
                    doc,
                    terms[start : start + count],
                    words,
                    positions[start_of_run : start_of_run + run],
                    mean,
                )
            start, start_of_run = start + count, start_of_run + run

    def read(self, term: int) -> Decoded:
        """Return the whole list of a term."""
        directory = lists.directory_of(self.memory, term).astype(np.int64)
        lasts = directory[:, 0]
        blocks = lists.read_blocks(self.memory, directory[:, 1], np.append(-1, lasts)[: len(lasts)])
        return _joined(blocks, lists.read_tail(self.memory, term))

    def read_near(self, term: int, docs: npt.NDArray[np.int64]) -> Decoded:
        """Return the postings of those blocks that may hold one of `docs` (ascending)."""
        directory = lists.directory_of(self.memory, term).astype(np.int64)
        lasts = directory[:, 0]
        near = np.unique(np.searchsorted(lasts, docs))
        sealed = near[near < len(lasts)]
        blocks = lists.read_blocks(self.memory, directory[sealed, 1], np.append(-1, lasts)[sealed])
        in_tail = len(near) > len(sealed)
        return _joined(blocks, lists.read_tail(self.memory, term) if in_tail else lists.NO_TAIL)

    def positions(self, found: Decoded) -> Numbers:
        """Return where the postings' words stand, one ascending run after the other."""
        ends = np.cumsum(found.counts)
        firsts = ends - found.counts
        inside = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(firsts, found.counts)
        widths = np.repeat(found.widths, found.counts)
        starts = np.repeat(found.starts, found.counts)
        distances = np.empty(len(inside), np.int64)
        in_tail = widths == _IN_TAIL
        distances[in_tail] = found.tail[(starts + inside)[in_tail]]
        width = widths[~in_tail]
        distances[~in_tail] = unpack(
            self.memory.sealed_words, starts[~in_tail] + inside[~in_tail] * width, width
        )
        distances += inside > 0
        total = np.cumsum(distances)
        before = (total - distances)[firsts[found.counts > 0]]
        positions: Numbers = total - np.repeat(before, found.counts[found.counts > 0])
        return positions


def _joined(blocks: lists.Blocks, tail: lists.Tail) -> Decoded:
    starts = np.cumsum(tail.counts) - tail.counts
    return Decoded(
        np.concatenate((blocks.docs.ravel(), tail.docs)),
        np.concatenate((blocks.weights.ravel(), tail.weights)),
        np.concatenate((blocks.counts.ravel(), tail.counts)),
        np.concatenate((blocks.starts.ravel(), starts)),
        np.concatenate((blocks.widths.ravel(), np.full(len(starts), _IN_TAIL))),
        tail.positions,
    )
