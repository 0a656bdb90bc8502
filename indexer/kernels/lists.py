"""Go through posting lists, compiled: cursors, decoding, and the bounds of blocks.

A *cursor* is a row of numbers that says where in its list a term is; the documents and weights of its
current block are decoded beside it. Written as one would in C: integers, addresses, the table of `layout`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer.kernels.ingest import extent_of, read_varint
from indexer.kernels.machine import float_of_upper_half, load8, load32, load64, prefetch
from indexer.layout import (
    BLOCK,
    BLOCK_BITS,
    BOUND,
    COUNT,
    DIRECTORY,
    ENTRY_WORDS,
    FIRST_EXTENT,
    FIRST_EXTENT_BLOCKS,
    HEADER_BYTES,
    IMPACT_STEPS,
    INLINE_AT,
    LAST,
    ROW_BYTES,
    ROWS,
    SEALED,
    SLOT,
    SLOTS,
    TAIL,
    TAIL_BOUND,
    UNIT,
    USED_BITS,
    USED_MASK,
)
from indexer.schema import UNITS

# Cursor: row address, sealed blocks, last document, current block and its last document, the block whose
# documents are decoded, how many, the place in it, whether its weights are decoded, whether its runs are,
# list bound; from EXTENTS on the addresses of the directory's extents.
ROW, BLOCKS, END, AT, AT_END, DECODED, HELD, PLACE, WEIGHED, PLACED, EXTENTS = range(11)
CURSOR_WORDS = EXTENTS + 29
NEVER = np.int64(1) << 40  # a document after all
_HALF = 0xFFFF
_SCAN = 8  # places looked at one by one before seeking


@njit(cache=True, nogil=True)
def open_list(table: Any, cursors: Any, t: int, term: int) -> None:
    """Put cursor `t` before the list of a term."""
    row = table[ROWS] + term * ROW_BYTES
    count = load32(row + 4 * COUNT)
    cursor = cursors[t]
    cursor[ROW], cursor[BLOCKS] = row, count >> BLOCK_BITS
    cursor[END] = load32(row + 4 * LAST) - 1
    cursor[AT], cursor[DECODED], cursor[HELD], cursor[PLACE] = 0, -1, 0, 0
    cursor[WEIGHED], cursor[PLACED] = 0, -1
    extent, blocks = load32(row + 4 * FIRST_EXTENT), cursor[BLOCKS]
    at, size = EXTENTS, FIRST_EXTENT_BLOCKS
    while blocks > 0:
        cursor[at] = table[DIRECTORY] + 4 * extent
        blocks -= size
        if blocks > 0:
            extent = load32(cursor[at])
        at += 1
        size *= 2
    cursor[AT_END] = last_of(cursor, 0) if count else NEVER


@njit(cache=True, nogil=True, inline="always")
def entry_of(cursor: Any, block: int) -> int:
    """Return the address of a sealed block's entry in the directory."""
    extent, inside = extent_of(block)
    return cursor[EXTENTS + extent] + 4 * (1 + inside * ENTRY_WORDS)


@njit(cache=True, nogil=True, inline="always")
def last_of(cursor: Any, block: int) -> int:
    """Return the last document of a block; the tail is the block after the sealed ones."""
    return load32(entry_of(cursor, block)) if block < cursor[BLOCKS] else cursor[END]


@njit(cache=True, nogil=True)
def _tail_bound(cursor: Any) -> int:
    row = cursor[ROW]
    inline = cursor[BLOCKS] == 0 and load32(row + 4 * TAIL) >> USED_BITS == 0
    return load32(row + 4 * (BOUND if inline else TAIL_BOUND))


@njit(cache=True, nogil=True)
def bound_of(cursor: Any, block: int) -> int:
    """Return the bound of a block or the tail."""
    return load32(entry_of(cursor, block) + 8) if block < cursor[BLOCKS] else _tail_bound(cursor)


@njit(cache=True, nogil=True, inline="always")
def impact(bound: int, mean: float) -> float:
    """Return `bounds.impact_of`."""
    if bound == 0:
        return 0.0
    then = float_of_upper_half(bound & _HALF)
    steps = np.float64(bound >> 16) / IMPACT_STEPS
    return steps * mean / then if mean > then else steps


@njit(cache=True, nogil=True)
def list_impact(cursor: Any, mean: float) -> float:
    """Return the most that any posting of a list can have."""
    tail = impact(_tail_bound(cursor), mean)
    return max(tail, impact(load32(cursor[ROW] + 4 * BOUND), mean)) if cursor[BLOCKS] else tail


@njit(cache=True, nogil=True)
def go(cursor: Any, doc: int) -> int:
    """Move to the first block, from the current one on, that may hold `doc` or a later document.

    Return its last document, NEVER when the list ends before.
    """
    if cursor[AT_END] >= doc:
        return cursor[AT_END]
    if cursor[END] < doc:
        cursor[AT], cursor[AT_END] = cursor[BLOCKS] + 1, NEVER
        return NEVER
    low, step, blocks = cursor[AT], np.int64(1), cursor[BLOCKS]  # the block wanted is after `low`
    while low + step < blocks and load32(entry_of(cursor, low + step)) < doc:
        low += step
        step *= 2
    high = min(low + step, blocks)
    while high - low > 1:
        middle = (low + high) >> 1
        if load32(entry_of(cursor, middle)) < doc:
            low = middle
        else:
            high = middle
    cursor[AT], cursor[AT_END] = high, last_of(cursor, high)
    return cursor[AT_END]


@njit(cache=True, nogil=True)
def unpack(start: int, width: int, out: Any) -> None:
    """Decode 128 numbers of `width` bits; several come from one load of 64 bits where they are small."""
    mask = (np.uint64(1) << np.uint64(width)) - np.uint64(1)
    bits = np.uint64(width)
    if width == 0:
        for i in range(BLOCK):
            out[i] = 0
    elif width <= 8:
        for group in range(BLOCK // 8):
            word = load64(start + group * width)
            for i in range(8):
                out[group * 8 + i] = np.int32((word >> (np.uint64(i) * bits)) & mask)
    elif width <= 16:
        half, shift = (4 * width) >> 3, np.uint64((4 * width) & 7)
        for group in range(BLOCK // 8):
            word = load64(start + group * width)
            other = load64(start + group * width + half) >> shift
            for i in range(4):
                out[group * 8 + i] = np.int32((word >> (np.uint64(i) * bits)) & mask)
            for i in range(4):
                out[group * 8 + 4 + i] = np.int32((other >> (np.uint64(i) * bits)) & mask)
    else:
        for i in range(BLOCK):
            bit = i * width
            out[i] = np.int32((load64(start + (bit >> 3)) >> np.uint64(bit & 7)) & mask)


@njit(cache=True, nogil=True)
def decode(table: Any, cursor: Any, docs: Any, weights: Any) -> None:
    """Decode the documents of the current block, and of the tail the weights too."""
    block = cursor[AT]
    if cursor[DECODED] == block:
        return
    cursor[DECODED], cursor[PLACE] = block, 0
    if block >= cursor[BLOCKS]:
        cursor[HELD] = _decode_tail(table, cursor, docs, weights)
        cursor[WEIGHED] = 1
        return
    entry = entry_of(cursor, block)
    start = table[SEALED] + UNIT * load32(entry + 4)
    if block + 1 < cursor[BLOCKS]:
        ahead = table[SEALED] + UNIT * load32(entry_of(cursor, block + 1) + 4)
        prefetch(ahead)
        prefetch(ahead + 64)
        prefetch(ahead + 128)
    unpack(start + HEADER_BYTES, load32(start) & 255, docs)
    doc = np.int32(load32(entry_of(cursor, block - 1))) if block > 0 else np.int32(-1)
    for i in range(BLOCK):
        doc += docs[i] + np.int32(1)
        docs[i] = doc
    cursor[HELD], cursor[WEIGHED] = BLOCK, 0


@njit(cache=True, nogil=True)
def tail_at(table: Any, cursor: Any) -> tuple[int, int]:
    """Return the first address of the tail and the one after it."""
    row = cursor[ROW]
    tail = load32(row + 4 * TAIL)
    inline = tail >> USED_BITS == 0
    at = row + INLINE_AT if inline else table[SLOTS] + 4 * load32(row + 4 * SLOT)
    return at, at + (tail & USED_MASK)


@njit(cache=True, nogil=True)
def _decode_tail(table: Any, cursor: Any, docs: Any, weights: Any) -> int:
    at, end = tail_at(table, cursor)
    doc = last_of(cursor, cursor[BLOCKS] - 1) if cursor[BLOCKS] else np.int64(-1)
    held = 0
    while at < end:
        value, at = read_varint(at)
        code = value & 3
        doc += (value >> 2) + 1
        occurrences, excess = code + 1, np.int64(0)
        if code >= 2:
            occurrences, at = read_varint(at)
        if code == 3:
            excess, at = read_varint(at)
        docs[held] = doc
        weights[held] = (excess + UNITS * occurrences) & _HALF
        held += 1
        while occurrences > 0:
            occurrences -= np.int64(load8(at) < 128)
            at += 1
    return held


@njit(cache=True, nogil=True)
def weigh(table: Any, cursor: Any, weights: Any, scratch: Any) -> None:
    """Decode the weights of the current block."""
    if cursor[WEIGHED]:
        return
    cursor[WEIGHED] = 1
    start = table[SEALED] + UNIT * load32(entry_of(cursor, cursor[DECODED]) + 4)
    widths, least = load32(start), load32(start + 4)
    at = start + HEADER_BYTES + (BLOCK // 8) * (widths & 255)
    unpack(at, widths >> 8 & 255, weights)
    base = np.int32(UNITS * (least & _HALF) + (least >> 16))
    if widths >> 16 & 255 == 0:
        for i in range(BLOCK):
            weights[i] = (np.int32(UNITS) * weights[i] + base) & np.int32(_HALF)
        return
    unpack(at + (BLOCK // 8) * (widths >> 8 & 255), widths >> 16 & 255, scratch)
    for i in range(BLOCK):
        weights[i] = (np.int32(UNITS) * weights[i] + scratch[i] + base) & np.int32(_HALF)


@njit(cache=True, nogil=True)
def seek(docs: Any, place: int, held: int, doc: int) -> int:
    """Return the first place from `place` on whose document is `doc` or later."""
    end = min(held, place + _SCAN)
    while place < end:
        if docs[place] >= doc:
            return place
        place += 1
    if place >= held:
        return held
    low, step = place - 1, 1
    while low + step < held and docs[low + step] < doc:
        low += step
        step *= 2
    high = min(low + step, held)
    while high - low > 1:
        middle = (low + high) >> 1
        if docs[middle] < doc:
            low = middle
        else:
            high = middle
    return high


@njit(cache=True, nogil=True)
def weight_at(table: Any, cursor: Any, docs: Any, weights: Any, scratch: Any, doc: int) -> int:
    """Return the weight of a document in a list whose current block may hold it; -1 if it does not."""
    decode(table, cursor, docs, weights)
    place = seek(docs, cursor[PLACE], cursor[HELD], doc)
    cursor[PLACE] = place
    if place >= cursor[HELD] or docs[place] != doc:
        return -1
    weigh(table, cursor, weights, scratch)
    return np.int64(weights[place])
