"""Chains of linked blocks: many lists that grow in place, in one arena.

A block has a 16-byte header and a payload of entries of `width` 32-bit words. The first block of a chain is
64 bytes, each further one twice the last, up to 4096: so a rare word costs little, and a frequent one has
few links. Appending touches the last block only, whatever the length of the chain.

Header words: 0 address of the next block (0 = none), 1 used entries | size class << 16, 2 the first and 3
the last key in the block. The key is word 0 of an entry; keys only grow along a chain.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from indexer.arena import Arena, Column, Words

HEADER_WORDS = 4
FIRST_BLOCK_WORDS = 16
LARGEST_CLASS = 6  # 16 << 6 words = 4096 bytes
_NEXT, _USED, _FIRST_KEY, _LAST_KEY = range(4)
_USED_MASK = 0xFFFF

Rows = npt.NDArray[np.int64]


def block_capacity(size_class: int, width: int) -> int:
    """Return how many entries of `width` words fit a block of the size class.

    >>> [block_capacity(c, 1) for c in range(7)]
    [12, 28, 60, 124, 252, 508, 1020]
    """
    return ((FIRST_BLOCK_WORDS << size_class) - HEADER_WORDS) // width


class Chains:
    """Many append-only lists of fixed-width entries, numbered from 0.

    `head` and `tail` hold, for each list, the address of its first and last block.
    """

    def __init__(
        self, arena: Arena, width: int, head: Words | None = None, tail: Words | None = None
    ) -> None:
        self.arena = arena
        self.width = width
        self.head = Column(np.uint32, head)
        self.tail = Column(np.uint32, tail)
        self._capacity = np.array([block_capacity(c, width) for c in range(LARGEST_CLASS + 1)], np.int64)

    def __len__(self) -> int:
        return len(self.head)

    def grow_to(self, count: int) -> None:
        """Make lists exist up to number `count - 1`."""
        missing = count - len(self.head)
        if missing > 0:
            self.head.extend(missing)
            self.tail.extend(missing)

    def append(self, lists: Rows, entries: Words) -> tuple[Rows, Words]:
        """Append one entry to each of the given lists (each named at most once).

        `entries` has shape (len(lists), width). Returns the lists that got a further block, and its address.
        """
        tail = self.tail.view[lists].astype(np.int64)
        state = self.arena.words[tail + _USED]  # the null block reads as 0 used of class 0
        used = (state & _USED_MASK).astype(np.int64)
        size_class = (state >> 16).astype(np.int64)
        full = np.flatnonzero((tail == 0) | (used == self._capacity[size_class]))
        linked: tuple[Rows, Words] = (lists[:0], self.tail.view[:0])
        if len(full):
            linked = self._open_blocks(lists[full], tail[full], size_class[full], entries[full, 0])
            tail[full] = self.tail.view[lists[full]]
            used[full] = 0
        words = self.arena.words
        slots = tail + HEADER_WORDS + used * self.width
        for column in range(self.width):
            words[slots + column] = entries[:, column]
        words[tail + _LAST_KEY] = entries[:, 0]
        words[tail + _USED] += 1
        return linked

    def _open_blocks(self, lists: Rows, tail: Rows, size_class: Rows, keys: Words) -> tuple[Rows, Words]:
        fresh = tail == 0
        new_class = np.where(fresh, 0, np.minimum(size_class + 1, LARGEST_CLASS))
        address = self.arena.allocate(FIRST_BLOCK_WORDS << new_class)
        words = self.arena.words
        words[address + _USED] = (new_class << 16).astype(np.uint32)
        words[address + _FIRST_KEY] = keys
        linked = ~fresh
        words[tail[linked] + _NEXT] = address[linked].astype(np.uint32)
        self.head.view[lists[fresh]] = address[fresh].astype(np.uint32)
        self.tail.view[lists] = address.astype(np.uint32)
        return lists[linked], address[linked].astype(np.uint32)

    def walk(self, number: int) -> list[int]:
        """Return the addresses of a list's blocks by following the links."""
        words = self.arena.words
        address = int(self.head.view[number])
        found = []
        while address:
            found.append(address)
            address = int(words[address + _NEXT])
        return found

    def read(self, addresses: list[int]) -> Words:
        """Return the entries of the given blocks as an array of shape (entries, width)."""
        words, width = self.arena.words, self.width
        parts = []
        for address in addresses:
            start = address + HEADER_WORDS
            parts.append(words[start : start + (int(words[address + _USED]) & _USED_MASK) * width])
        if not parts:
            return np.empty((0, width), np.uint32)
        return np.concatenate(parts).reshape(-1, width)
