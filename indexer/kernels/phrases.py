"""In which candidates words stand side by side, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer.kernels.candidates import keep
from indexer.kernels.ingest import read_varint
from indexer.kernels.lists import (
    BLOCKS,
    COUNTS,
    NEVER,
    PLACED,
    RUNS,
    SPOTS,
    entry_of,
    tail_at,
    tail_on,
    tail_size,
)
from indexer.kernels.machine import load8, load32, load64, load_signed64, store32, store64
from indexer.kernels.unpacking import unpack
from indexer.layout import (
    BLOCK,
    CANDIDATES,
    CURSOR_BYTES,
    HEADER_BYTES,
    PART_BYTES,
    PARTS,
    SCRATCH,
    SEALED,
    SUB_BLOCK,
    UNIT,
)

_IN_TAIL = -1
# A run that is compared, in bytes: where its next position is (bit, or byte in a tail), how many bits it
# takes (-1 in a tail), how many there still are, the last one.
_WHERE, _WIDTH, _LEFT, _VALUE = 0, 8, 16, 24


@njit(cache=True, nogil=True)
def with_phrases(table: Any, lead: int, n: int, phrases: Any, size: int) -> int:
    """Leave only the candidates in which each phrase stands; return how many."""
    candidates, parts, out = table[SCRATCH] + CANDIDATES, table[SCRATCH] + PARTS, 0
    for i in range(size):
        at, holds = 0, True
        while holds and at < len(phrases):
            words = phrases[at]
            for word in range(words):
                cursor = lead + phrases[at + 1 + 2 * word] * CURSOR_BYTES
                spot = load_signed64(cursor + SPOTS + 8 * i)
                _begin_run(table, cursor, spot // BLOCK, spot % BLOCK, parts + word * PART_BYTES)
            holds = _stands(phrases, at, words, parts)
            at += 1 + 2 * words
        if holds:
            store64(candidates + 8 * out, load_signed64(candidates + 8 * i))
            if out != i:
                keep(lead, n, out, i)
            out += 1
    return out


@njit(cache=True, nogil=True)
def _begin_run(table: Any, cursor: int, block: int, place: int, part: int) -> None:
    """Put a part before the positions of a posting."""
    if load_signed64(cursor + PLACED) != block:
        _find_runs(table, cursor, block)
    store64(part + _WHERE, load_signed64(cursor + RUNS + 8 * place))
    store64(part + _LEFT, load32(cursor + COUNTS + 4 * place))
    store64(part + _VALUE, -1)
    width = np.int64(_IN_TAIL)
    if block < load_signed64(cursor + BLOCKS):
        start = table[SEALED] + UNIT * load32(entry_of(cursor, block) + 4)
        width = load8(start + 8 + place // SUB_BLOCK)
    store64(part + _WIDTH, width)


@njit(cache=True, nogil=True)
def _stands(phrases: Any, at: int, words: int, parts: int) -> bool:
    """Return whether the words stand in their places somewhere: each run is read forward once."""
    start, agreed, word = -NEVER, 0, 0
    while agreed < words:
        part, offset = parts + word * PART_BYTES, phrases[at + 2 + 2 * word]
        value = load_signed64(part + _VALUE)
        while value < start + offset or value < 0:
            left = load_signed64(part + _LEFT)
            if left == 0:
                return False
            store64(part + _LEFT, left - 1)
            where, width = load_signed64(part + _WHERE), load_signed64(part + _WIDTH)
            if width == _IN_TAIL:
                distance, where = read_varint(where)
            else:
                word_of_bits = np.int64(load64(where >> 3) >> np.uint64(where & 7))
                distance = word_of_bits & ((np.int64(1) << width) - 1)
                where += width
            store64(part + _WHERE, where)
            value += distance + 1
        store64(part + _VALUE, value)
        if value == start + offset:
            agreed += 1
        else:
            start, agreed = value - offset, 1
        word = word + 1 if word + 1 < words else 0
    return True


@njit(cache=True, nogil=True)
def _find_runs(table: Any, cursor: int, block: int) -> None:
    """Write down where the positions of a block's postings begin (bits; bytes in a tail), and how many."""
    store64(cursor + PLACED, block)
    runs, counts = cursor + RUNS, cursor + COUNTS
    if block >= load_signed64(cursor + BLOCKS):
        at, end, slot = tail_at(table, cursor)
        for _ in range(tail_size(cursor)):
            at, end, slot = tail_on(table, cursor, at, end, slot)
            value, at = read_varint(at)
            code = value & 3
            occurrences = code + 1
            if code >= 2:
                occurrences, at = read_varint(at)
            if code == 3:
                _, at = read_varint(at)
            store64(runs, at)
            store32(counts, occurrences)
            runs, counts = runs + 8, counts + 4
            while occurrences > 0:
                occurrences -= np.int64(load8(at) < 128)
                at += 1
        return
    start = table[SEALED] + UNIT * load32(entry_of(cursor, block) + 4)
    widths, least = load32(start), load32(start + 4) & 0xFFFF
    columns = start + HEADER_BYTES
    unpack(columns + (BLOCK // 8) * (widths & 255), widths >> 8 & 255, counts)
    bit = 8 * columns + BLOCK * ((widths & 255) + (widths >> 8 & 255) + (widths >> 16 & 255))
    for i in range(BLOCK):
        count = load32(counts + 4 * i) + least
        store32(counts + 4 * i, count)
        store64(runs + 8 * i, bit)
        bit += count * load8(start + 8 + i // SUB_BLOCK)
