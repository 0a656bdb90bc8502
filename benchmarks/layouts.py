"""Ways to lay out posting lists that the index is compared with, compiled: see `index_layout`.

All have one codec: documents skipped << 2 | occurrences (up to 3) in bytes of 7 bits. Each list is a number;
its state stands in arrays by that number. Addresses are bytes in one arena.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

BLOCK_BYTES = 128
LINK = 4  # bytes of a link to the next node or block, in units of 4 bytes


class Lists:
    """Memory for some lists: an arena, and where each list begins, ends, and what its last document was."""

    def __init__(self, terms: int, arena_bytes: int) -> None:
        self.arena = np.zeros(arena_bytes, np.uint8)
        self.head, self.tail = np.zeros(terms, np.int64), np.zeros(terms, np.int64)
        self.used, self.room = np.zeros(terms, np.int64), np.zeros(terms, np.int64)
        self.last, self.count = np.full(terms, -1, np.int64), np.zeros(terms, np.int64)
        self.end = np.full(1, 4, np.int64)

    def arrays(self) -> tuple[Any, ...]:
        """Return all of it, for a compiled function."""
        return self.arena, self.head, self.tail, self.used, self.room, self.last, self.count, self.end


@njit(cache=True)
def _write(arena: Any, at: int, value: int) -> int:
    while value >= 128:
        arena[at] = value & 127 | 128
        value >>= 7
        at += 1
    arena[at] = value
    return at + 1


@njit(cache=True)
def _size(value: int) -> int:
    size = 1
    while value >= 128:
        value >>= 7
        size += 1
    return size


@njit(cache=True)
def _read(arena: Any, at: int) -> tuple[int, int]:
    value, shift = np.int64(0), 0
    while True:
        byte = np.int64(arena[at])
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


@njit(cache=True)
def _link(arena: Any, at: int, target: int) -> None:
    for i in range(LINK):
        arena[at + i] = (target >> 2) >> (8 * i) & 255


@njit(cache=True)
def _next(arena: Any, at: int) -> int:
    target = np.int64(0)
    for i in range(LINK):
        target |= np.int64(arena[at + i]) << (8 * i)
    return target << 2


@njit(cache=True)
def add_to_list(
    arena: Any, head: Any, tail: Any, used: Any, room: Any, last: Any, count: Any, end: Any, terms: Any,
    docs: Any, tfs: Any,
) -> None:  # fmt: skip
    """Add postings to linked lists of one posting a node."""
    for i in range(len(terms)):
        t = terms[i]
        node = end[0]
        after = _write(arena, node + LINK, (docs[i] - last[t] - 1) << 2 | tfs[i])
        end[0] = (after + 3) // 4 * 4
        if count[t]:
            _link(arena, tail[t], node)
        else:
            head[t] = node
        tail[t] = node
        last[t] = docs[i]
        count[t] += 1


@njit(cache=True)
def scan_list(arena: Any, head: Any, used: Any, count: Any, t: int) -> int:
    """Read a list of one posting a node; return a sum that depends on all of it."""
    node, doc, total = head[t], -1, 0
    for _ in range(count[t]):
        value, _ = _read(arena, node + LINK)
        doc += (value >> 2) + 1
        total += doc + (value & 3)
        node = _next(arena, node)
    return total


@njit(cache=True)
def add_to_blocks(
    arena: Any, head: Any, tail: Any, used: Any, room: Any, last: Any, count: Any, end: Any, terms: Any,
    docs: Any, tfs: Any,
) -> None:  # fmt: skip
    """Add postings to linked blocks of 128 bytes."""
    for i in range(len(terms)):
        t = terms[i]
        value = (docs[i] - last[t] - 1) << 2 | tfs[i]
        if count[t] == 0 or used[t] + _size(value) > BLOCK_BYTES:
            block = end[0]
            end[0] += BLOCK_BYTES
            if count[t]:
                _link(arena, tail[t], block)
            else:
                head[t] = block
            tail[t], used[t] = block, LINK
        used[t] = _write(arena, tail[t] + used[t], value) - tail[t]
        last[t] = docs[i]
        count[t] += 1


@njit(cache=True)
def scan_blocks(arena: Any, head: Any, used: Any, count: Any, t: int) -> int:
    """Read a list of linked blocks; what is left free at the end of one is 0, as no posting is."""
    block, doc, total, at = head[t], -1, 0, head[t] + LINK
    for _ in range(count[t]):
        if at >= block + BLOCK_BYTES or arena[at] == _NONE:
            block = _next(arena, block)
            at = block + LINK
        value, at = _read(arena, at)
        doc += (value >> 2) + 1
        total += doc + (value & 3)
    return total


_NONE = 0  # no posting begins with 0: it has at least one occurrence


@njit(cache=True)
def add_contiguous(
    arena: Any, head: Any, tail: Any, used: Any, room: Any, last: Any, count: Any, end: Any, terms: Any,
    docs: Any, tfs: Any,
) -> None:  # fmt: skip
    """Add postings to arrays; a full one is copied to room twice as large."""
    for i in range(len(terms)):
        t = terms[i]
        value = (docs[i] - last[t] - 1) << 2 | tfs[i]
        if used[t] + _size(value) > room[t]:
            larger = max(16, 2 * room[t])
            place = end[0]
            end[0] += larger
            for j in range(used[t]):
                arena[place + j] = arena[head[t] + j]
            head[t], room[t] = place, larger
        used[t] = _write(arena, head[t] + used[t], value) - head[t]
        last[t] = docs[i]
        count[t] += 1


@njit(cache=True)
def scan_contiguous(arena: Any, head: Any, used: Any, count: Any, t: int) -> int:
    """Read an array."""
    doc, total, at = -1, 0, head[t]
    for _ in range(count[t]):
        value, at = _read(arena, at)
        doc += (value >> 2) + 1
        total += doc + (value & 3)
    return total
