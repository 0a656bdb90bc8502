"""Compare ways to lay out posting lists: what scanning costs a posting, what adding costs as they grow.

Run as `python -m benchmarks.index_layout [--docs 200000]`. Postings arrive document by document, as in a
crawl, so what is linked lies scattered over the arena; the lists together are larger than the caches.

- one posting a node, linked; fixed blocks of 128 bytes, linked; contiguous, doubled when full: one codec
- the index: sealed blocks of 128 packed postings, wherever they were sealed, found through the directory
- the same blocks put one after the other, list by list: what the index would be if lists were contiguous

Only the index keeps positions and bounds, and seals blocks; additions to it cost that too. The first three
share a codec with each other, the last two with each other. Times are processor time, the best of five for
scans.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks import layouts
from benchmarks.passages import COMMON
from indexer import compiled, layout
from indexer.bounds import mean_word
from indexer.doctable import DocumentTable, Row
from indexer.memory import Memory

CHUNK = 1000  # documents added in one go
A_DOCUMENT = 60  # occurrences
FREQUENT = 2000  # postings from which on a list is scanned
RUNS = 5


class Stream:
    """Postings in the order of documents, words by Zipf's law."""

    def __init__(self, seed: int = 3) -> None:
        self._rng = np.random.default_rng(seed)
        self._weights = np.cumsum(1 / (np.arange(1, COMMON + 1) + 1.0))
        self.docs = 0

    def chunk(self) -> tuple[Any, Any, Any, Any]:
        """Return terms, documents and occurrences of the next postings, and how many each document has."""
        drawn = np.searchsorted(self._weights, self._rng.random((CHUNK, A_DOCUMENT)) * self._weights[-1]) + (
            np.arange(CHUNK)[:, None] << 32
        )
        keys, times = np.unique(drawn, return_counts=True)
        docs = (keys >> 32) + self.docs
        counts = np.bincount(keys >> 32, minlength=CHUNK)
        self.docs += CHUNK
        return keys & 0xFFFFFFFF, docs, np.minimum(times, 3), counts


class Index:
    """The index's own lists."""

    def __init__(self) -> None:
        self._kernels = compiled.load()
        self.documents = DocumentTable()
        self.memory = Memory(self.documents)
        self.memory.grow_to(COMMON)

    def add(self, terms: Any, counts: Any, tfs: Any) -> None:
        """Add documents."""
        rows = [Row(str(len(self.documents) + at), 0, 4 * A_DOCUMENT) for at in range(CHUNK)]
        first = self.documents.append_many(rows)
        packed = (tfs * 4 | tfs << 16).astype(np.uint32)
        positions = (np.arange(tfs.sum()) - np.repeat(np.cumsum(tfs) - tfs, tfs)).astype(np.uint32)
        table = self.memory.room_for(len(terms), len(positions))
        mean = self.documents.mean_length
        start = time.process_time()
        self._kernels.append(table, first, np.cumsum(counts), terms, packed, positions, mean, mean_word(mean))
        self.seconds = time.process_time() - start

    def contiguous(self) -> Memory:
        """Return the same lists with each list's blocks one after the other."""
        memory = Memory(self.documents, {name: part.copy() for name, part in self.memory.parts().items()})
        end = int(memory.table[layout.SEALED_END])
        old = memory.sealed[: end * layout.UNIT].copy()
        where = self._entries(memory)
        starts = np.sort(memory.directory[where])
        sizes = dict(zip(starts.tolist(), np.diff(np.append(starts, end)).tolist(), strict=True))
        at = 0
        for entry in where.tolist():
            address = int(memory.directory[entry])
            size = sizes[address] * layout.UNIT
            source = address * layout.UNIT
            memory.sealed[at * layout.UNIT : at * layout.UNIT + size] = old[source : source + size]
            memory.directory[entry] = at
            at += sizes[address]
        return memory

    @staticmethod
    def _entries(memory: Memory) -> Any:
        """Return where the directory has the addresses of blocks, list by list."""
        found = []
        for row in memory.rows:
            at, blocks = int(row[layout.FIRST_EXTENT]), int(row[layout.COUNT]) >> layout.BLOCK_BITS
            size = layout.FIRST_EXTENT_BLOCKS
            while blocks > 0:
                found += [at + 2 + layout.ENTRY_WORDS * inside for inside in range(min(blocks, size))]
                blocks, at, size = blocks - size, int(memory.directory[at]), 2 * size
        return np.array(found)


def nanoseconds(scan: Callable[[int], int], terms: list[int], postings: int) -> float:
    """Return what scanning lists costs a posting, the best of some runs."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        for term in terms:
            scan(term)
        best = min(best, time.process_time() - start)
    return 1e9 * best / postings


def main() -> None:
    """Parse the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--docs", type=int, default=200_000)
    docs = parser.parse_args().docs
    from benchmarks.scans import scan_index  # noqa: PLC0415 - after compiled code knows its folder

    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    stream, index = Stream(), Index()
    room = docs * A_DOCUMENT * 12 + (1 << 24)
    kinds = {
        "one posting a node": (layouts.Lists(COMMON, room), layouts.add_to_list, layouts.scan_list),
        "fixed blocks of 128 bytes": (
            layouts.Lists(COMMON, room),
            layouts.add_to_blocks,
            layouts.scan_blocks,
        ),
        "contiguous, doubled": (layouts.Lists(COMMON, room), layouts.add_contiguous, layouts.scan_contiguous),
    }
    added: dict[str, list[float]] = {name: [] for name in (*kinds, "index")}
    while stream.docs < docs:
        terms, numbers, tfs, counts = stream.chunk()
        for name, (lists, add, _) in kinds.items():
            start = time.process_time()
            add(*lists.arrays(), terms, numbers, tfs)
            added[name].append(time.process_time() - start)
        index.add(terms, counts, tfs)
        added["index"].append(index.seconds)
    print(f"{docs:,} documents, {int(index.memory.rows[:, layout.COUNT].sum()):,} postings\n")
    print("| layout | adding 1,000 documents: first tenth, last tenth, worst of the last half, ms |")
    print("| --- | --- |")
    for name, seconds in added.items():
        tenth = max(1, len(seconds) // 10)
        first, last = np.median(seconds[1 : tenth + 1]), np.median(seconds[-tenth:])
        print(
            f"| {name} | {1e3 * first:.2f}, {1e3 * last:.2f}, {1e3 * max(seconds[len(seconds) // 2 :]):.2f} |"
        )
    postings = index.memory.rows[:, layout.COUNT].astype(np.int64)
    terms = np.random.default_rng(5).permutation(np.flatnonzero(postings >= FREQUENT)).tolist()
    total = int(postings[terms].sum())
    scans: dict[str, Callable[[int], int]] = {
        name: lambda term, lists=lists, scan=scan: scan(
            lists.arena, lists.head, lists.used, lists.count, term
        )
        for name, (lists, _, scan) in kinds.items()
    }
    neighbours = index.contiguous()
    linked, put_together = index.memory.addressed(), neighbours.addressed()
    scans["index"] = lambda term: scan_index(linked, term)
    scans["index's blocks, contiguous"] = lambda term: scan_index(put_together, term)
    assert all(len({scan(term) for scan in scans.values()}) == 1 for term in terms[:50])
    times = {name: nanoseconds(scan, terms, total) for name, scan in scans.items()}
    print(
        f"\n| layout | scanning {len(terms):,} lists of {FREQUENT:,} postings or more: ns a posting, "
        "ratio to the index |"
    )
    print("| --- | --- |")
    for name, each in times.items():
        print(f"| {name} | {each:.2f}; {each / times['index']:.2f} |")


if __name__ == "__main__":
    main()
