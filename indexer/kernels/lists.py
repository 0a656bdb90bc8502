"""Go through posting lists, compiled: cursors, decoding, and the bounds of blocks.

A *cursor* is a stretch of memory that says where in its list a term is, with the documents and weights of its
current block beside it; it is named by its address. Written as one would in C: integers, addresses, the table
of `layout`. Arrays of numpy would cost more to hand over than most of these functions do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer.kernels.ingest import extent_of, next_slot, read_varint
from indexer.kernels.machine import (
    float_of_upper_half,
    load8,
    load32,
    load_signed64,
    prefetch,
    store32,
    store64,
    store_float,
)
from indexer.kernels.unpacking import bits_at, unpack
from indexer.layout import (
    BLOCK,
    BLOCK_BITS,
    BOUND,
    COUNT,
    CURSOR_BYTES,
    CURSORS,
    DIRECTORY,
    ENTRY_WORDS,
    FIRST_EXTENT,
    FIRST_EXTENT_BLOCKS,
    HEADER_BYTES,
    IMPACT_STEPS,
    INLINE_AT,
    LAST,
    LINK_BYTES,
    ROW_BYTES,
    ROWS,
    SCRATCH,
    SEALED,
    SLOT,
    SLOT_UNIT,
    SLOTS,
    SPARE,
    TAIL,
    TAIL_BOUND,
    UNIT,
    USED_BITS,
    USED_MASK,
)
from indexer.schema import UNITS

# Cursor, in bytes: address of the row, sealed blocks, last document, current block and its last document, the
# block whose documents are decoded, how many, the place in it, whether its weights are decoded, whose runs of
# positions are known; weight of the term, the most it adds anywhere, and in the current window; addresses of
# the directory's extents; documents, weights, where runs begin, their lengths; of candidates the places in
# the list, and the weights.
(
    ROW,
    BLOCKS,
    END,
    AT,
    AT_END,
    DECODED,
    HELD,
    PLACE,
    WEIGHED,
    PLACED,
    IDF,
    WHOLE,
    REACH,
    EXTENTS,
) = range(0, 14 * 8, 8)
DOCS = 352
WEIGHTS = DOCS + 4 * BLOCK
RUNS = WEIGHTS + 4 * BLOCK
COUNTS = RUNS + 8 * BLOCK
SPOTS = COUNTS + 4 * BLOCK
KEPT = SPOTS + 8 * BLOCK
NEVER = np.int64(1) << 40  # a document after all
_HALF = 0xFFFF
_SCAN = 8  # places looked at one by one before seeking


@njit(cache=True, nogil=True)
def cursor_of(table: Any, t: int) -> int:
    """Return the address of cursor `t`."""
    return table[SCRATCH] + CURSORS + t * CURSOR_BYTES


@njit(cache=True, nogil=True)
def open_list(table: Any, t: int, term: int, idf: float) -> int:
    """Put cursor `t` before the list of a term and return it."""
    cursor, row = cursor_of(table, t), table[ROWS] + term * ROW_BYTES
    count = load32(row + 4 * COUNT)
    blocks = count >> BLOCK_BITS
    store64(cursor + ROW, row)
    store64(cursor + BLOCKS, blocks)
    store64(cursor + END, load32(row + 4 * LAST) - 1)
    store64(cursor + AT, 0)
    store64(cursor + DECODED, -1)
    store64(cursor + HELD, 0)
    store64(cursor + PLACE, 0)
    store64(cursor + WEIGHED, 0)
    store64(cursor + PLACED, -1)
    store_float(cursor + IDF, idf)
    extent, at, size = load32(row + 4 * FIRST_EXTENT), cursor + EXTENTS, FIRST_EXTENT_BLOCKS
    while blocks > 0:
        store64(at, table[DIRECTORY] + 4 * extent)
        blocks -= size
        if blocks > 0:
            extent = load32(table[DIRECTORY] + 4 * extent)
        at += 8
        size *= 2
    store64(cursor + AT_END, last_of(cursor, 0) if count else NEVER)
    return cursor


@njit(cache=True, nogil=True)
def entry_of(cursor: int, block: int) -> int:
    """Return the address of a sealed block's entry in the directory."""
    extent, inside = extent_of(block)
    return load_signed64(cursor + EXTENTS + 8 * extent) + 4 * (1 + inside * ENTRY_WORDS)


@njit(cache=True, nogil=True)
def last_of(cursor: int, block: int) -> int:
    """Return the last document of a block; the tail is the block after the sealed ones."""
    if block < load_signed64(cursor + BLOCKS):
        return load32(entry_of(cursor, block))
    return load_signed64(cursor + END)


@njit(cache=True, nogil=True)
def _tail_bound(cursor: int) -> int:
    row = load_signed64(cursor + ROW)
    inline = load_signed64(cursor + BLOCKS) == 0 and load32(row + 4 * TAIL) >> USED_BITS == 0
    return load32(row + 4 * (BOUND if inline else TAIL_BOUND))


@njit(cache=True, nogil=True)
def bound_of(cursor: int, block: int) -> int:
    """Return the bound of a block or the tail."""
    if block < load_signed64(cursor + BLOCKS):
        return load32(entry_of(cursor, block) + 8)
    return _tail_bound(cursor)


@njit(cache=True, nogil=True)
def impact(bound: int, mean: float) -> float:
    """Return `bounds.impact_of`."""
    if bound == 0:
        return 0.0
    then = float_of_upper_half(bound & _HALF)
    steps = np.float64(bound >> 16) * (1.0 / IMPACT_STEPS)
    return steps * mean / then if mean > then else steps


@njit(cache=True, nogil=True)
def list_impact(cursor: int, mean: float) -> float:
    """Return the most that any posting of a list can have."""
    tail = impact(_tail_bound(cursor), mean)
    if load_signed64(cursor + BLOCKS) == 0:
        return tail
    return max(tail, impact(load32(load_signed64(cursor + ROW) + 4 * BOUND), mean))


@njit(cache=True, nogil=True)
def go(cursor: int, doc: int) -> int:
    """Move to the first block, from the current one on, that may hold `doc` or a later document.

    Return its last document, NEVER when the list ends before.
    """
    end = load_signed64(cursor + AT_END)
    return end if end >= doc else _go_on(cursor, doc)


@njit(cache=True, nogil=True)
def _go_on(cursor: int, doc: int) -> int:
    low, blocks = load_signed64(cursor + AT), load_signed64(cursor + BLOCKS)
    if load_signed64(cursor + END) < doc:
        store64(cursor + AT, blocks + 1)
        store64(cursor + AT_END, NEVER)
        return NEVER
    step = np.int64(1)  # the block wanted is after `low`
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
    end = last_of(cursor, high)
    store64(cursor + AT, high)
    store64(cursor + AT_END, end)
    return end


@njit(cache=True, nogil=True)
def decode(table: Any, cursor: int) -> None:
    """Decode the documents of the current block, and of the tail the weights too."""
    block = load_signed64(cursor + AT)
    if load_signed64(cursor + DECODED) != block:
        _decode_block(table, cursor, block)


@njit(cache=True, nogil=True)
def ask_for(table: Any, cursor: int) -> None:
    """Ask for the beginning of the current block, to be decoded soon."""
    block = load_signed64(cursor + AT)
    if block < load_signed64(cursor + BLOCKS):
        start = table[SEALED] + UNIT * load32(entry_of(cursor, block) + 4)
        prefetch(start)
        prefetch(start + 64)


@njit(cache=True, nogil=True)
def _decode_block(table: Any, cursor: int, block: int) -> None:
    store64(cursor + DECODED, block)
    store64(cursor + PLACE, 0)
    blocks = load_signed64(cursor + BLOCKS)
    if block >= blocks:
        store64(cursor + HELD, _decode_tail(table, cursor))
        store64(cursor + WEIGHED, 1)
        return
    start = table[SEALED] + UNIT * load32(entry_of(cursor, block) + 4)
    if block + 1 < blocks:
        ahead = table[SEALED] + UNIT * load32(entry_of(cursor, block + 1) + 4)
        prefetch(ahead)
        prefetch(ahead + 64)
        prefetch(ahead + 128)
    docs = cursor + DOCS
    unpack(start + HEADER_BYTES, load32(start) & 255, docs)
    doc = load32(entry_of(cursor, block - 1)) if block > 0 else -1
    for i in range(BLOCK):
        doc += load32(docs + 4 * i) + 1
        store32(docs + 4 * i, doc)
    store64(cursor + HELD, BLOCK)
    store64(cursor + WEIGHED, 0)


@njit(cache=True, nogil=True)
def tail_size(cursor: int) -> int:
    """Return how many postings the tail has."""
    return load32(load_signed64(cursor + ROW) + 4 * COUNT) & (BLOCK - 1)


@njit(cache=True, nogil=True)
def tail_at(table: Any, cursor: int) -> tuple[int, int, int]:
    """Return the address of a tail's first entry, where entries end there, and the slot, 0 in the row."""
    row = load_signed64(cursor + ROW)
    tail = load32(row + 4 * TAIL)
    if tail >> USED_BITS == 0:
        at = row + INLINE_AT
        return at, at + (tail & USED_MASK), np.int64(0)
    slot, end = next_slot(table, row, table[SLOTS] + SLOT_UNIT * load32(row + 4 * SLOT))
    return slot + LINK_BYTES, end, slot


@njit(cache=True, nogil=True)
def tail_on(table: Any, cursor: int, at: int, end: int, slot: int) -> tuple[int, int, int]:
    """Return the same for the next entry, which begins at an address or in the next slot."""
    if at < end and load8(at) != 0:
        return at, end, slot
    slot, end = next_slot(table, load_signed64(cursor + ROW), slot)
    return slot + LINK_BYTES, end, slot


@njit(cache=True, nogil=True)
def _decode_tail(table: Any, cursor: int) -> int:
    at, end, slot = tail_at(table, cursor)
    blocks = load_signed64(cursor + BLOCKS)
    doc = last_of(cursor, blocks - 1) if blocks else np.int64(-1)
    size = tail_size(cursor)
    for held in range(size):
        at, end, slot = tail_on(table, cursor, at, end, slot)
        value, at = read_varint(at)
        code = value & 3
        doc += value >> 2
        occurrences, excess = code + 1, np.int64(0)
        if code >= 2:
            occurrences, at = read_varint(at)
        if code == 3:
            excess, at = read_varint(at)
        store32(cursor + DOCS + 4 * held, doc)
        store32(cursor + WEIGHTS + 4 * held, (excess + UNITS * occurrences) & _HALF)
        while occurrences > 0:
            occurrences -= np.int64(load8(at) < 128)
            at += 1
    return size


@njit(cache=True, nogil=True)
def weigh(table: Any, cursor: int) -> None:
    """Decode the weights of the current block."""
    if load_signed64(cursor + WEIGHED) == 0:
        _weigh_block(table, cursor)


@njit(cache=True, nogil=True)
def _weigh_block(table: Any, cursor: int) -> None:
    store64(cursor + WEIGHED, 1)
    start = table[SEALED] + UNIT * load32(entry_of(cursor, load_signed64(cursor + DECODED)) + 4)
    widths, least = load32(start), load32(start + 4)
    at, weights = start + HEADER_BYTES + (BLOCK // 8) * (widths & 255), cursor + WEIGHTS
    unpack(at, widths >> 8 & 255, weights)
    base = UNITS * (least & _HALF) + (least >> 16)
    if widths >> 16 & 255 == 0:
        for i in range(BLOCK):
            store32(weights + 4 * i, (UNITS * load32(weights + 4 * i) + base) & _HALF)
        return
    spare = table[SCRATCH] + SPARE
    unpack(at + (BLOCK // 8) * (widths >> 8 & 255), widths >> 16 & 255, spare)
    for i in range(BLOCK):
        weight = UNITS * load32(weights + 4 * i) + load32(spare + 4 * i) + base
        store32(weights + 4 * i, weight & _HALF)


@njit(cache=True, nogil=True)
def weight_of(table: Any, cursor: int, place: int) -> int:
    """Return the weight at a place of the decoded block, without decoding the others."""
    if load_signed64(cursor + WEIGHED):
        return load32(cursor + WEIGHTS + 4 * place)
    start = table[SEALED] + UNIT * load32(entry_of(cursor, load_signed64(cursor + DECODED)) + 4)
    widths, least = load32(start), load32(start + 4)
    columns = 8 * (start + HEADER_BYTES) + BLOCK * (widths & 255)
    width, odd_width = widths >> 8 & 255, widths >> 16 & 255
    weight = UNITS * (bits_at(columns + place * width, width) + (least & _HALF)) + (least >> 16)
    if odd_width:
        weight += bits_at(columns + BLOCK * width + place * odd_width, odd_width)
    return weight & _HALF


@njit(cache=True, nogil=True)
def seek(cursor: int, place: int, doc: int) -> int:
    """Return the first place from `place` on in the decoded block whose document is `doc` or later."""
    docs, held = cursor + DOCS, load_signed64(cursor + HELD)
    end = min(held, place + _SCAN)
    while place < end:
        if load32(docs + 4 * place) >= doc:
            return place
        place += 1
    if place >= held:
        return held
    low, step = place - 1, np.int64(1)
    while low + step < held and load32(docs + 4 * (low + step)) < doc:
        low += step
        step *= 2
    high = min(low + step, held)
    while high - low > 1:
        middle = (low + high) >> 1
        if load32(docs + 4 * middle) < doc:
            low = middle
        else:
            high = middle
    return high


@njit(cache=True, nogil=True)
def weight_at(table: Any, cursor: int, doc: int) -> int:
    """Return the weight of a document in a list whose current block may hold it; -1 if it does not."""
    decode(table, cursor)
    place = seek(cursor, load_signed64(cursor + PLACE), doc)
    store64(cursor + PLACE, place)
    if place >= load_signed64(cursor + HELD) or load32(cursor + DOCS + 4 * place) != doc:
        return -1
    return weight_of(table, cursor, place)
