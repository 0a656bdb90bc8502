"""Add documents to the posting lists, compiled: the same steps as `plain.ingest`, the same bytes in memory.

Written as one would in C: integers, addresses, the table of `layout`. Names of bytes and words are its.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer import layout
from indexer.kernels.machine import (
    bit_length,
    load8,
    load32,
    load_float,
    load_signed64,
    prefetch,
    store8,
    store32,
    store64,
)
from indexer.layout import (
    BLOCK,
    BLOCK_BITS,
    BOUND,
    CLASS_BITS,
    CLASS_MASK,
    COUNT,
    DIRECTORY,
    DIRECTORY_END,
    ENTRY_WORDS,
    FIRST_EXTENT,
    FIRST_EXTENT_BLOCKS,
    FREE,
    HEADER_BYTES,
    IMPACT_STEPS,
    INLINE_AT,
    INLINE_BYTES,
    LAST,
    LAST_EXTENT,
    LENGTHS,
    LINK_BYTES,
    PRIORS,
    ROW_BYTES,
    ROWS,
    SEALED,
    SEALED_END,
    SLOT,
    SLOT_UNIT,
    SLOTS,
    SLOTS_END,
    SUB_BLOCK,
    TAIL,
    TAIL_BOUND,
    UNIT,
    USED_BITS,
    USED_MASK,
)
from indexer.ranking import K1, B
from indexer.schema import UNITS

_SLOT_BYTES = layout.SLOT_BYTES
_SLOT_CLASS = layout.SLOT_CLASS
_HALF = 0xFFFF
_AHEAD = 8  # rows that are asked for before they are needed
_FLAT = UNITS * K1 * (1 - B)
_SLOPE = UNITS * K1 * B
_SUB_BLOCKS = BLOCK // SUB_BLOCK


@njit(cache=True, nogil=True)
def append(
    table: Any, first: int, ends: Any, terms: Any, packed: Any, positions: Any, mean: float, mean_word: int
) -> None:
    """Add documents from number `first` on; the terms of each end at its place in `ends`.

    It does what `plain.ingest.append` does for each; `mean_word` is `bounds.mean_word(mean)`.
    """
    most, start, run = np.int64(0), np.int64(0), np.int64(0)
    for at in range(len(ends)):
        most = max(most, ends[at] - start)
        start = ends[at]
    sizes = np.empty(most, np.int64)
    start = np.int64(0)
    for at in range(len(ends)):
        run = _append_one(
            table, first + at, start, ends[at], run, terms, packed, positions, sizes, mean, mean_word
        )
        start = ends[at]


@njit(cache=True, nogil=True)
def _append_one(
    table: Any, doc: int, first: int, end: int, first_position: int, terms: Any, packed: Any,
    positions: Any, sizes: Any, mean: float, mean_word: int,
) -> int:  # fmt: skip
    """Add the terms from `first` to `end`; return where the positions of the next document begin."""
    rows, slots = table[ROWS], table[SLOTS]
    start = first_position
    for i in range(first, min(first + _AHEAD, end)):
        prefetch(rows + terms[i] * ROW_BYTES)
    for i in range(first, end):
        if i + _AHEAD < len(terms):
            prefetch(rows + terms[i + _AHEAD] * ROW_BYTES)
        row = rows + terms[i] * ROW_BYTES
        size = _entry_size(row, doc, np.int64(packed[i]), positions, start)
        sizes[i - first] = size
        start += np.int64(packed[i]) >> 16
        tail = load32(row + 4 * TAIL)
        used, slot_class = tail & USED_MASK, tail >> USED_BITS
        inline = slot_class == 0 and load32(row + 4 * COUNT) < BLOCK
        if used + size > (INLINE_BYTES if inline else _SLOT_BYTES[slot_class]):
            _go_on(table, row, used, slot_class, inline, size)
        elif not inline:
            prefetch(slots + SLOT_UNIT * load32(row + 4 * SLOT) + used)
    length = np.float64(load32(table[LENGTHS] + 4 * doc))
    prior = load_float(table[PRIORS] + 8 * doc)
    saturation = _FLAT + _SLOPE / mean * length
    start, full = first_position, 0
    for i in range(first, end):
        row = rows + terms[i] * ROW_BYTES
        word = np.int64(packed[i])
        tail = load32(row + 4 * TAIL)
        inline = tail >> USED_BITS == 0
        at = (row + INLINE_AT if inline else slots + SLOT_UNIT * load32(row + 4 * SLOT)) + (tail & USED_MASK)
        _write_entry(at, doc - load32(row + 4 * LAST) + 1, word, positions, start)
        start += word >> 16
        count = load32(row + 4 * COUNT) + 1
        store32(row + 4 * COUNT, count)
        store32(row + 4 * LAST, doc + 1)
        store32(row + 4 * TAIL, tail + sizes[i - first])
        weight = np.float64(word & _HALF)
        steps = np.int64(prior * weight / (weight + saturation) * IMPACT_STEPS) + 1
        bound = row + 4 * (BOUND if inline else TAIL_BOUND)
        store32(bound, _merged(load32(bound), steps << 16 | mean_word))
        if count & (BLOCK - 1) == 0:
            full += 1
    if full:
        for i in range(first, end):
            row = rows + terms[i] * ROW_BYTES
            if load32(row + 4 * COUNT) & (BLOCK - 1) == 0:
                _seal(table, row)
    return start


@njit(cache=True, nogil=True)
def _varint_size(value: int) -> int:
    size = 1
    while value >= 128:
        value >>= 7
        size += 1
    return size


@njit(cache=True, nogil=True)
def _write_varint(at: int, value: int) -> int:
    while value >= 128:
        store8(at, value & 127 | 128)
        value >>= 7
        at += 1
    store8(at, value)
    return at + 1


@njit(cache=True, nogil=True)
def read_varint(at: int) -> tuple[int, int]:
    """Return the value at an address, and the address after it."""
    value = load8(at)
    at += 1
    if value < 128:
        return value, at
    value &= 127
    shift = 7
    while True:
        byte = load8(at)
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


@njit(cache=True, nogil=True)
def _entry_size(row: int, doc: int, word: int, positions: Any, start: int) -> int:
    occurrences = word >> 16
    excess = ((word & _HALF) - UNITS * occurrences) & _HALF
    size = _varint_size((doc - load32(row + 4 * LAST) + 1) << 2)
    if excess:
        size += _varint_size(occurrences) + _varint_size(excess)
    elif occurrences > 2 or occurrences == 0:
        size += _varint_size(occurrences)
    before = np.int64(-1)
    for j in range(start, start + occurrences):
        position = np.int64(positions[j])
        size += _varint_size(position - before - 1)
        before = position
    return size


@njit(cache=True, nogil=True)
def _write_entry(at: int, step: int, word: int, positions: Any, start: int) -> None:
    occurrences = word >> 16
    excess = ((word & _HALF) - UNITS * occurrences) & _HALF
    if excess:
        at = _write_varint(at, step << 2 | 3)
        at = _write_varint(at, occurrences)
        at = _write_varint(at, excess)
    elif 0 < occurrences <= 2:
        at = _write_varint(at, step << 2 | (occurrences - 1))
    else:
        at = _write_varint(at, step << 2 | 2)
        at = _write_varint(at, occurrences)
    before = np.int64(-1)
    for j in range(start, start + occurrences):
        position = np.int64(positions[j])
        at = _write_varint(at, position - before - 1)
        before = position


@njit(cache=True, nogil=True)
def _merged(left: int, right: int) -> int:
    if left == 0 or right == 0:
        return left | right
    return max(left >> 16, right >> 16) << 16 | min(left & _HALF, right & _HALF)


@njit(cache=True, nogil=True)
def _go_on(table: Any, row: int, used: int, old_class: int, inline: bool, size: int) -> None:
    """Give a tail another slot, with room for an entry; a tail in the row moves there."""
    slots = table[SLOTS]
    needed = LINK_BYTES + size + (used if inline else 0)
    new_class = np.int64(_SLOT_CLASS[load32(row + 4 * COUNT) & (BLOCK - 1)])
    while _SLOT_BYTES[new_class] < needed:
        new_class += 1
    free = table[FREE] + 8 * new_class
    slot = load_signed64(free)
    if slot:
        store64(free, load32(slots + SLOT_UNIT * slot))
    else:
        slot = table[SLOTS_END]
        table[SLOTS_END] = slot + _SLOT_BYTES[new_class] // SLOT_UNIT
    target, first, begun = slots + SLOT_UNIT * slot, slot, np.int64(LINK_BYTES)
    if inline:
        for i in range((used + 3) >> 2):
            store32(target + LINK_BYTES + 4 * i, load32(row + INLINE_AT + 4 * i))
        begun += used
        store32(row + 4 * TAIL_BOUND, load32(row + 4 * BOUND))
        store32(row + 4 * BOUND, 0)
        store32(row + 4 * FIRST_EXTENT, 0)
        store32(row + 4 * LAST_EXTENT, 0)
    elif old_class:
        old = slots + SLOT_UNIT * load32(row + 4 * SLOT)
        first = load32(old) >> CLASS_BITS
        store32(old, slot << CLASS_BITS | old_class)
        if used < _SLOT_BYTES[old_class]:
            store8(old + used, 0)
    store32(target, first << CLASS_BITS | new_class)
    store32(row + 4 * SLOT, slot)
    store32(row + 4 * TAIL, begun | new_class << USED_BITS)


@njit(cache=True, nogil=True)
def next_slot(table: Any, row: int, slot: int) -> tuple[int, int]:
    """Return the address of the slot after one at an address, and where its entries end at the latest."""
    slots = table[SLOTS]
    after = slots + SLOT_UNIT * (load32(slot) >> CLASS_BITS)
    if after == slots + SLOT_UNIT * load32(row + 4 * SLOT):
        return after, after + (load32(row + 4 * TAIL) & USED_MASK)
    return after, after + _SLOT_BYTES[load32(after) & CLASS_MASK]


@njit(cache=True, nogil=True)
def _free_slots(table: Any, row: int) -> None:
    """Let the slots of a tail be used again, from its first to its last."""
    slots, last = table[SLOTS], load32(row + 4 * SLOT)
    slot = load32(slots + SLOT_UNIT * last) >> CLASS_BITS
    while True:
        at = slots + SLOT_UNIT * slot
        link = load32(at)
        free = table[FREE] + 8 * (link & CLASS_MASK)
        store32(at, load_signed64(free))
        store64(free, slot)
        if slot == last:
            return
        slot = link >> CLASS_BITS


@njit(cache=True, nogil=True)
def _put_bits(start: int, bit: int, value: int, width: int) -> int:
    """Write a value into zeroed memory, up to 56 bits, and return the bit after it."""
    at = start + (bit >> 3)
    store64(at, load_signed64(at) | value << (bit & 7))
    return bit + width


@njit(cache=True, nogil=True)
def _seal(table: Any, row: int) -> None:
    """Make a block of the 128 postings of a tail, and give its slots back."""
    skipped, occurrences, excess = (
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int64),
    )
    runs, run_bits = np.empty(BLOCK, np.int64), np.zeros(_SUB_BLOCKS, np.int64)
    slot, end = next_slot(table, row, table[SLOTS] + SLOT_UNIT * load32(row + 4 * SLOT))
    at = slot + LINK_BYTES
    for i in range(BLOCK):
        if at >= end or load8(at) == 0:
            slot, end = next_slot(table, row, slot)
            at = slot + LINK_BYTES
        value, at = read_varint(at)
        code = value & 3
        skipped[i], occurrences[i], excess[i] = (value >> 2) - 1, code + 1, 0
        if code >= 2:
            occurrences[i], at = read_varint(at)
        if code == 3:
            excess[i], at = read_varint(at)
        runs[i] = at
        for _ in range(occurrences[i]):
            value, at = read_varint(at)
            run_bits[i // SUB_BLOCK] |= value  # as wide as the widest
    least, least_excess = occurrences.min(), excess.min()
    widths = (
        bit_length(skipped.max()),
        bit_length(occurrences.max() - least),
        bit_length(excess.max() - least_excess),
    )
    run_widths = np.int64(0)
    for sub in range(_SUB_BLOCKS):
        run_bits[sub] = bit_length(run_bits[sub])
        run_widths |= run_bits[sub] << (8 * sub)
    address = table[SEALED_END]
    start = table[SEALED] + address * UNIT
    store32(start, widths[0] | widths[1] << 8 | widths[2] << 16)
    store32(start + 4, least | least_excess << 16)
    store32(start + 8, run_widths)
    bit = np.int64(8 * HEADER_BYTES)
    for i in range(BLOCK):
        bit = _put_bits(start, bit, skipped[i], widths[0])
    for i in range(BLOCK):
        bit = _put_bits(start, bit, occurrences[i] - least, widths[1])
    for i in range(BLOCK):
        bit = _put_bits(start, bit, excess[i] - least_excess, widths[2])
    for i in range(BLOCK):
        at = runs[i]
        for _ in range(occurrences[i]):
            value, at = read_varint(at)
            bit = _put_bits(start, bit, value, run_bits[i // SUB_BLOCK])
    table[SEALED_END] = address + (bit + 8 * UNIT - 1) // (8 * UNIT)
    bound = load32(row + 4 * TAIL_BOUND)
    _free_slots(table, row)
    store32(row + 4 * TAIL, 0)
    store32(row + 4 * SLOT, 0)
    store32(row + 4 * TAIL_BOUND, 0)
    store32(row + 4 * BOUND, _merged(load32(row + 4 * BOUND), bound))
    _list_block(table, row, load32(row + 4 * LAST) - 1, address, bound)


@njit(cache=True, nogil=True)
def extent_of(block: int) -> tuple[int, int]:
    """Return which extent of a list's directory names a block, and as which of its entries."""
    extent = bit_length(block // FIRST_EXTENT_BLOCKS + 1) - 1
    return extent, block - FIRST_EXTENT_BLOCKS * ((1 << extent) - 1)


@njit(cache=True, nogil=True)
def _list_block(table: Any, row: int, last: int, address: int, bound: int) -> None:
    """Put a block into the directory."""
    directory = table[DIRECTORY]
    extent, inside = extent_of((load32(row + 4 * COUNT) >> BLOCK_BITS) - 1)
    if inside == 0:
        at = table[DIRECTORY_END]
        table[DIRECTORY_END] = at + 1 + (FIRST_EXTENT_BLOCKS << extent) * ENTRY_WORDS
        store32(directory + 4 * at, 0)
        if extent == 0:
            store32(row + 4 * FIRST_EXTENT, at)
        else:
            store32(directory + 4 * load32(row + 4 * LAST_EXTENT), at)
        store32(row + 4 * LAST_EXTENT, at)
    entry = directory + 4 * (load32(row + 4 * LAST_EXTENT) + 1 + inside * ENTRY_WORDS)
    store32(entry, last)
    store32(entry + 4, address)
    store32(entry + 8, bound)
