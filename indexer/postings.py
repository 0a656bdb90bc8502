"""Posting lists: for each term, the documents that hold it, how much, and where.

A posting is three words: document number, weight | occurrences << 16, and where its positions start. The
weight is the term frequency summed over the fields with their weights, in quarter units, at most 65535.
Positions are kept ascending, one word each, in a column of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer.arena import Arena, Column, Words
from indexer.blocks import Chains, Rows
from indexer.directory import BlockDirectory
from indexer.errors import IndexFull

MAX_PACKED = 0xFFFF
WIDTH = 3


@dataclass(frozen=True, slots=True)
class Decoded:
    """Postings in ascending order of document; `starts` and `counts` locate each one's positions."""

    docs: npt.NDArray[np.int64]
    weights: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]

    def at(self, rows: npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> Decoded:
        """Return the chosen postings only."""
        return Decoded(self.docs[rows], self.weights[rows], self.counts[rows], self.starts[rows])


class Postings:
    """All posting lists of an index, by term number."""

    def __init__(self, arena: Arena, chains: Chains, directory: BlockDirectory, positions: Column) -> None:
        self.arena = arena
        self.chains = chains
        self.directory = directory
        self.positions = positions

    @classmethod
    def empty(cls) -> Postings:
        """Return lists with nothing in them."""
        arena = Arena()
        return cls(arena, Chains(arena, WIDTH), BlockDirectory(arena), Column(np.uint32, room=1 << 16))

    def grow_to(self, count: int) -> None:
        """Make lists exist up to number `count - 1`."""
        self.chains.grow_to(count)
        self.directory.grow_to(count)

    def append(self, doc: int, terms: Rows, packed: Words, positions: Words) -> None:
        """Append one document: per distinct term the packed weight and count, and all positions in turn.

        `doc` must be larger than every document before. `positions` holds the runs of the terms one after
        the other.
        """
        start = self.positions.append_many(positions)
        if len(self.positions) >= 2**32:
            raise IndexFull("the positions are full", hint="split the topic into two workspaces")
        counts = (packed >> 16).astype(np.int64)
        entries = np.empty((len(terms), WIDTH), np.uint32)
        entries[:, 0] = doc
        entries[:, 1] = packed
        entries[:, 2] = start + np.cumsum(counts) - counts
        lists, addresses = self.chains.append(terms, entries)
        if len(lists):
            self.directory.add(lists, doc, addresses)

    def read(self, term: int) -> Decoded:
        """Return the whole list of a term."""
        return _decode(self.chains.read(self._addresses(term)))

    def read_near(self, term: int, docs: npt.NDArray[np.int64]) -> Decoded:
        """Return the postings of those blocks that may hold one of `docs` (ascending)."""
        head = int(self.chains.head.view[term])
        entries = self.directory.entries(term)
        if not head or not len(entries):
            return self.read(term)
        block = np.unique(np.searchsorted(entries[:, 0], docs, side="right"))
        addresses = np.concatenate(([head], entries[:, 1]))[block]
        return _decode(self.chains.read(addresses.tolist()))

    def _addresses(self, term: int) -> list[int]:
        head = int(self.chains.head.view[term])
        return [head, *self.directory.entries(term)[:, 1].tolist()] if head else []


def _decode(entries: Words) -> Decoded:
    packed = entries[:, 1].astype(np.int64)
    return Decoded(
        entries[:, 0].astype(np.int64), packed & MAX_PACKED, packed >> 16, entries[:, 2].astype(np.int64)
    )
