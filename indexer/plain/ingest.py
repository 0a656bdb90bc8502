"""Add documents to the posting lists with numpy: all entries at once, then the few tails that move or fill.

The compiled twin does the same steps in the same order, so that both leave the same bytes in memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from indexer import layout
from indexer.arena import Words
from indexer.bounds import impacts, mean_word, merged
from indexer.memory import Memory
from indexer.packing import Numbers, encode_varints, pack, varint_sizes, width_of
from indexer.plain.lists import extent_of, last_sealed, read_tail, slots_of
from indexer.schema import UNITS

_HALF = 0xFFFF


def append(memory: Memory, doc: int, terms: Numbers, packed: Words, positions: Words, mean: float) -> None:
    """Add one document: its distinct terms, weight | occurrences << 16 of each, and all positions in turn.

    `doc` is larger than any before, and its row in the document table exists. `mean` is the mean length.
    """
    entries, sizes = _entries(memory, doc, terms, packed, positions)
    _make_room(memory, terms, sizes)
    _write(memory, terms, entries, sizes)
    rows = memory.rows
    counts = rows[terms, layout.COUNT].astype(np.int64) + 1
    rows[terms, layout.COUNT] = counts
    rows[terms, layout.LAST] = doc + 1
    rows[terms, layout.TAIL] += sizes.astype(np.uint32)
    _raise_bounds(memory, doc, terms, packed, mean)
    for at in np.flatnonzero(counts & (layout.BLOCK - 1) == 0).tolist():
        _seal(memory, int(terms[at]))


def _entries(
    memory: Memory, doc: int, terms: Numbers, packed: Words, positions: Words
) -> tuple[npt.NDArray[np.uint8], Numbers]:
    """Return the bytes of the tail entries, and how many each term has."""
    counts = (packed >> 16).astype(np.int64)
    excess = ((packed & _HALF).astype(np.int64) - UNITS * counts) & _HALF
    plain = (excess == 0) & ((counts == 1) | (counts == 2))
    code = np.where(plain, counts - 1, np.where(excess == 0, 2, 3))
    heads = np.where(plain, 1, code)  # 2: with occurrences, 3: with excess too
    ends = np.cumsum(heads + counts)
    starts = ends - heads - counts
    values = np.empty(int(ends[-1]), np.int64)
    values[starts] = (doc + 1 - memory.rows[terms, layout.LAST].astype(np.int64)) << 2 | code
    values[starts[code > 1] + 1] = counts[code > 1]
    values[starts[code > 2] + 2] = excess[code > 2]
    is_position = np.ones(len(values), np.bool_)
    for head in range(3):
        is_position[starts[heads > head] + head] = False
    values[is_position] = _distances(positions.astype(np.int64), counts)
    sizes = varint_sizes(values)
    return encode_varints(values, sizes), np.add.reduceat(sizes, starts)


def _distances(positions: Numbers, counts: Numbers) -> Numbers:
    """Return the first position of each run, and the others less the one before, minus 1."""
    distances = positions.copy()
    distances[1:] -= positions[:-1] + 1
    first = (np.cumsum(counts) - counts)[counts > 0]
    distances[first] = positions[first]
    return distances


def _make_room(memory: Memory, terms: Numbers, sizes: Numbers) -> None:
    """Give another slot to the tails that have no room for their entry."""
    rows = memory.rows
    tail = rows[terms, layout.TAIL]
    slot_class = tail >> layout.USED_BITS
    room = layout.SLOT_BYTES[slot_class]
    room[(slot_class == 0) & (rows[terms, layout.COUNT] < layout.BLOCK)] = layout.INLINE_BYTES
    full = np.flatnonzero((tail & layout.USED_MASK) + sizes > room)
    if len(full):
        _go_on(memory, terms[full], sizes[full])


def _go_on(memory: Memory, terms: Numbers, sizes: Numbers) -> None:
    """Give tails another slot, with room for entries of so many bytes; those in rows move there."""
    rows = memory.rows[terms].astype(np.int64)
    counts = rows[:, layout.COUNT]
    used, old_class = rows[:, layout.TAIL] & layout.USED_MASK, rows[:, layout.TAIL] >> layout.USED_BITS
    inline, linked = (old_class == 0) & (counts < layout.BLOCK), old_class > 0
    begun = layout.LINK_BYTES + np.where(inline, used, 0)
    wanted = layout.SLOT_CLASS[counts & (layout.BLOCK - 1)]
    new_class = np.maximum(wanted, np.searchsorted(layout.SLOT_BYTES, begun + sizes))
    slots = _take_slots(memory, new_class)
    starts = terms * layout.ROW_BYTES + layout.INLINE_AT
    _move_from_rows(memory, starts[inline], slots[inline], used[inline])
    words, first = memory.slots.view(np.uint32), slots.copy()
    old = rows[linked, layout.SLOT]
    links = old * (layout.SLOT_UNIT // 4)
    first[linked] = words[links] >> layout.CLASS_BITS
    words[links] = slots[linked] << layout.CLASS_BITS | old_class[linked]
    has_room = used[linked] < layout.SLOT_BYTES[old_class[linked]]
    memory.slots[(old * layout.SLOT_UNIT + used[linked])[has_room]] = 0
    words[slots * (layout.SLOT_UNIT // 4)] = first << layout.CLASS_BITS | new_class
    rows[inline, layout.TAIL_BOUND] = rows[inline, layout.BOUND]
    rows[inline, layout.BOUND] = rows[inline, layout.FIRST_EXTENT] = rows[inline, layout.LAST_EXTENT] = 0
    rows[:, layout.SLOT] = slots
    rows[:, layout.TAIL] = begun | new_class << layout.USED_BITS
    memory.rows[terms] = rows


def _take_slots(memory: Memory, classes: Numbers) -> Numbers:
    """Return slots of some classes: free ones, and then new ones in the order of the classes."""
    words = memory.slots.view(np.uint32)
    slots = memory.free[classes]
    for at in np.flatnonzero(slots).tolist():
        slot_class = classes[at]
        slot = slots[at] = memory.free[slot_class]
        if slot:
            memory.free[slot_class] = words[slot * (layout.SLOT_UNIT // 4)]
    fresh = np.flatnonzero(slots == 0)
    sizes = layout.SLOT_BYTES[classes[fresh]] // layout.SLOT_UNIT
    ends = int(memory.table[layout.SLOTS_END]) + np.cumsum(sizes)
    slots[fresh] = ends - sizes
    if len(ends):
        memory.table[layout.SLOTS_END] = ends[-1]
    return slots


def _move_from_rows(memory: Memory, starts: Numbers, slots: Numbers, sizes: Numbers) -> None:
    """Copy tails from rows into slots, in whole words of 4 bytes."""
    sizes = (sizes + 3) & -4
    ends = np.cumsum(sizes)
    inside = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - sizes, sizes)
    targets = slots * layout.SLOT_UNIT + layout.LINK_BYTES
    memory.slots[np.repeat(targets, sizes) + inside] = memory.row_bytes[np.repeat(starts, sizes) + inside]


def _write(memory: Memory, terms: Numbers, entries: npt.NDArray[np.uint8], sizes: Numbers) -> None:
    rows = memory.rows[terms]
    used = (rows[:, layout.TAIL] & layout.USED_MASK).astype(np.int64)
    inline = rows[:, layout.TAIL] >> layout.USED_BITS == 0  # those that are sealed have moved
    ends = np.cumsum(sizes)
    inside = np.arange(len(entries)) - np.repeat(ends - sizes, sizes)
    start = np.where(
        inline,
        terms * layout.ROW_BYTES + layout.INLINE_AT,
        layout.SLOT_UNIT * rows[:, layout.SLOT].astype(np.int64),
    )
    target = np.repeat(start + used, sizes) + inside
    is_inline = np.repeat(inline, sizes)
    memory.row_bytes[target[is_inline]] = entries[is_inline]
    memory.slots[target[~is_inline]] = entries[~is_inline]


def _raise_bounds(memory: Memory, doc: int, terms: Numbers, packed: Words, mean: float) -> None:
    """Let the bounds of the tails hold for the new postings too."""
    rows, documents = memory.rows, memory.documents
    length, prior = documents.columns["length"].view[doc], documents.prior.view[doc]
    steps = impacts((packed & _HALF).astype(np.float64), np.float64(length), prior, mean)
    where = np.where(rows[terms, layout.TAIL] >> layout.USED_BITS == 0, layout.BOUND, layout.TAIL_BOUND)
    old = rows[terms, where].astype(np.int64)
    then = np.where(old == 0, _HALF, old & _HALF)
    rows[terms, where] = np.maximum(old >> 16, steps) << 16 | np.minimum(then, mean_word(mean))


def _seal(memory: Memory, term: int) -> None:
    """Make a block of the 128 postings of a tail, and give its slots back."""
    row = memory.rows[term]
    tail = read_tail(memory, term)
    skipped = np.diff(tail.docs, prepend=last_sealed(memory, term)) - 1
    excess = (tail.weights - UNITS * tail.counts) & _HALF
    words = [(skipped, 0), (tail.counts, int(tail.counts.min())), (excess, int(excess.min()))]
    widths = [width_of(values - least) for values, least in words]
    runs = np.split(tail.positions, np.cumsum(np.add.reduceat(tail.counts, _SUB_BLOCKS))[:-1])
    run_widths = [width_of(run) for run in runs]
    header = np.zeros(4, np.uint32)
    header[0] = widths[0] | widths[1] << 8 | widths[2] << 16
    header[1] = words[1][1] | words[2][1] << 16
    header[2] = sum(width << (8 * at) for at, width in enumerate(run_widths))
    bits = [pack(values - least, width) for (values, least), width in zip(words, widths, strict=True)]
    bits += [pack(run, width) for run, width in zip(runs, run_widths, strict=True)]
    data = np.packbits(np.concatenate(bits), bitorder="little")
    address = int(memory.table[layout.SEALED_END])
    start = address * layout.UNIT
    memory.sealed[start : start + layout.HEADER_BYTES].view(np.uint32)[:] = header
    memory.sealed[start + layout.HEADER_BYTES : start + layout.HEADER_BYTES + len(data)] = data
    units = -(-(layout.HEADER_BYTES + len(data)) // layout.UNIT)
    memory.table[layout.SEALED_END] = address + units
    bound = int(row[layout.TAIL_BOUND])
    _give_back(memory, row)
    row[layout.BOUND] = merged(int(row[layout.BOUND]), bound)
    _list_block(memory, row, int(tail.docs[-1]), address, bound)


_SUB_BLOCKS = np.arange(0, layout.BLOCK, layout.SUB_BLOCK)


def _give_back(memory: Memory, row: Words) -> None:
    """Let the slots of a tail be used again, from its first to its last."""
    words = memory.slots.view(np.uint32)
    for slot, slot_class in slots_of(memory, row):
        words[slot * (layout.SLOT_UNIT // 4)] = memory.free[slot_class]
        memory.free[slot_class] = slot
    row[layout.TAIL] = row[layout.SLOT] = row[layout.TAIL_BOUND] = 0


def _list_block(memory: Memory, row: Words, last: int, address: int, bound: int) -> None:
    """Put a block into the directory."""
    number = (int(row[layout.COUNT]) >> layout.BLOCK_BITS) - 1
    extent, inside = extent_of(number)
    directory: Any = memory.directory
    if inside == 0:
        at = int(memory.table[layout.DIRECTORY_END])
        size = layout.FIRST_EXTENT_BLOCKS << extent
        memory.table[layout.DIRECTORY_END] = at + 1 + size * layout.ENTRY_WORDS
        directory[at] = 0
        if extent == 0:
            row[layout.FIRST_EXTENT] = at
        else:
            directory[int(row[layout.LAST_EXTENT])] = at
        row[layout.LAST_EXTENT] = at
    entry = int(row[layout.LAST_EXTENT]) + 1 + inside * layout.ENTRY_WORDS
    directory[entry : entry + layout.ENTRY_WORDS] = (last, address, bound)
