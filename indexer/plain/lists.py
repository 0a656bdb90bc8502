"""Read posting lists with numpy: whole blocks, tails and positions as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer import layout
from indexer.memory import Memory
from indexer.packing import Numbers, decode_varints, unpack
from indexer.schema import UNITS

_HALF = 0xFFFF
_IN_BLOCK = np.arange(layout.BLOCK)
_EMPTY = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Tail:
    """The postings of a tail; `positions` are as they are written: first ones, then distances minus 1."""

    docs: Numbers
    weights: Numbers
    counts: Numbers
    positions: Numbers


NO_TAIL = Tail(_EMPTY, _EMPTY, _EMPTY, _EMPTY)


@dataclass(frozen=True, slots=True)
class Blocks:
    """The postings of sealed blocks, one row a block; positions begin at a bit number and have a width."""

    docs: Numbers
    weights: Numbers
    counts: Numbers
    starts: Numbers
    widths: Numbers


def directory_of(memory: Memory, term: int) -> npt.NDArray[np.uint32]:
    """Return last document, address and bound of each sealed block, shape (blocks, 3), along the chain."""
    row = memory.rows[term]
    blocks = int(row[layout.COUNT]) >> layout.BLOCK_BITS
    at, size, parts = int(row[layout.FIRST_EXTENT]), layout.FIRST_EXTENT_BLOCKS, []
    while blocks > 0:
        held = min(blocks, size)
        parts.append(memory.directory[at + 1 : at + 1 + held * layout.ENTRY_WORDS])
        at, size, blocks = int(memory.directory[at]), 2 * size, blocks - held
    if not parts:
        return np.empty((0, layout.ENTRY_WORDS), np.uint32)
    return np.concatenate(parts).reshape(-1, layout.ENTRY_WORDS)


def extent_of(block: int) -> tuple[int, int]:
    """Return which extent of a list's directory names a block, and as which of its entries.

    >>> [extent_of(block) for block in (0, 3, 4, 11, 12)]
    [(0, 0), (0, 3), (1, 0), (1, 7), (2, 0)]
    """
    extent = (block // layout.FIRST_EXTENT_BLOCKS + 1).bit_length() - 1
    return extent, block - layout.FIRST_EXTENT_BLOCKS * ((1 << extent) - 1)


def last_sealed(memory: Memory, term: int) -> int:
    """Return the last document of a list's last sealed block, -1 if it has none.

    Called while a tail of 128 is sealed, too: that block is not in the directory yet.
    """
    row = memory.rows[term]
    number = (int(row[layout.COUNT]) - 1 >> layout.BLOCK_BITS) - 1
    if number < 0:
        return -1
    _, inside = extent_of(number)
    return int(memory.directory[int(row[layout.LAST_EXTENT]) + 1 + inside * layout.ENTRY_WORDS])


def slots_of(memory: Memory, row: npt.NDArray[np.uint32]) -> list[tuple[int, int]]:
    """Return the slots of a tail and their classes, from its first to its last."""
    words, last = memory.slots.view(np.uint32), int(row[layout.SLOT])
    found: list[tuple[int, int]] = []
    slot = int(words[last * (layout.SLOT_UNIT // 4)]) >> layout.CLASS_BITS
    while True:
        link = int(words[slot * (layout.SLOT_UNIT // 4)])
        found.append((slot, link & layout.CLASS_MASK))
        if slot == last:
            return found
        slot = link >> layout.CLASS_BITS


def read_tail(memory: Memory, term: int) -> Tail:
    """Return the postings that are not sealed."""
    row = memory.rows[term]
    used, slot_class = int(row[layout.TAIL]) & layout.USED_MASK, int(row[layout.TAIL]) >> layout.USED_BITS
    if not used:
        return NO_TAIL
    if not slot_class:
        start = term * layout.ROW_BYTES + layout.INLINE_AT
        stretches = [memory.row_bytes[start : start + used]]
    else:
        slots = slots_of(memory, row)
        ends = [int(layout.SLOT_BYTES[of_slot]) for _, of_slot in slots[:-1]] + [used]
        stretches = [
            memory.slots[slot * layout.SLOT_UNIT + layout.LINK_BYTES : slot * layout.SLOT_UNIT + end]
            for (slot, _), end in zip(slots, ends, strict=True)
        ]
    values, heads, before = [], [], 0
    for stretch in stretches:
        found, own_heads = _entries(stretch)
        values.append(found)
        heads += [before + head for head in own_heads]
        before += len(found)
    return _tail(np.concatenate(values), np.array(heads), last_sealed(memory, term))


def _entries(stretch: npt.NDArray[np.uint8]) -> tuple[Numbers, list[int]]:
    """Return the numbers of the entries in a slot, and which of them begin an entry."""
    values = decode_varints(stretch)
    listed = values.tolist()
    heads, at, end = [], 0, len(listed)
    while at < end and listed[at]:
        heads.append(at)
        code = listed[at] & 3
        at += code + (2 if code < 2 else listed[at + 1])
    return values[:at], heads


def _tail(values: Numbers, heads: Numbers, before: int) -> Tail:
    """Return the postings in the numbers of a tail; `heads` are where each begins."""
    codes = values[heads] & 3
    counts, excess = codes + 1, np.zeros(len(heads), np.int64)
    explicit, odd = codes >= 2, codes == 3
    counts[explicit] = values[heads[explicit] + 1]
    excess[odd] = values[heads[odd] + 2]
    is_position = np.ones(len(values), np.bool_)
    is_position[heads] = False
    is_position[heads[explicit] + 1] = False
    is_position[heads[odd] + 2] = False
    docs = before + np.cumsum(values[heads] >> 2)
    return Tail(docs, (excess + UNITS * counts) & _HALF, counts, values[is_position])


def read_blocks(memory: Memory, addresses: Numbers, before: Numbers) -> Blocks:
    """Return the postings of sealed blocks; `before` is the last document before each block, -1 if none."""
    words = memory.sealed_words
    at = addresses * (layout.UNIT // 4)
    widths = words[at].astype(np.int64)
    least = words[at + 1].astype(np.int64)
    bits = (at << 5) + 8 * layout.HEADER_BYTES

    def column(width: Numbers) -> Numbers:
        nonlocal bits
        values = unpack(words, bits[:, None] + _IN_BLOCK * width[:, None], width[:, None])
        bits = bits + layout.BLOCK * width
        return values

    docs = before[:, None] + np.cumsum(column(widths & 255) + 1, axis=1)
    counts = column(widths >> 8 & 255) + (least & _HALF)[:, None]
    excess = column(widths >> 16 & 255) + (least >> 16)[:, None]
    run_widths = words[at + 2].astype(np.int64)[:, None] >> (8 * (_IN_BLOCK // layout.SUB_BLOCK)) & 255
    taken = counts * run_widths
    starts = bits[:, None] + np.cumsum(taken, axis=1) - taken
    return Blocks(docs, (excess + UNITS * counts) & _HALF, counts, starts, run_widths)
