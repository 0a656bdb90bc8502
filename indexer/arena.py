"""Flat memory that only grows: what all posting lists live in, and columns of per-row numbers.

Address space is reserved up front and costs nothing until it is touched. So memory grows without being
copied, at the same price for each addition, and its address stays the same for compiled code.
"""

from __future__ import annotations

import mmap
import sys
from contextlib import suppress
from typing import Any

import numpy as np
import numpy.typing as npt

from indexer.errors import IndexFull

Words = npt.NDArray[np.uint32]
_LEAST_BYTES = 1 << 16
# Python names this flag from 3.13 on; without it the system would count all that is reserved as used.
_NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)
_SMALL_PAGES_BYTES = 1 << 20
_SLACK_BYTES = 64  # compiled code reads whole 64-bit words and may look past the end


def _ask_for_large_pages(memory: mmap.mmap) -> None:
    """Let the system give memory beyond the first part in pages of 2 MB where it can.

    Lists and columns are read here and there: with pages of 4 KB finding them costs a twentieth of a query. A
    small index keeps small pages, and so takes no more than it needs.
    """
    if hasattr(mmap, "MADV_HUGEPAGE") and len(memory) > _SMALL_PAGES_BYTES:
        with suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE, _SMALL_PAGES_BYTES, len(memory) - _SMALL_PAGES_BYTES)


class Reserve:
    """Zeroed memory for up to `limit` values of a type.

    All of it is reserved at once. Where the system refuses, less is, and growing copies (then a view that
    was taken earlier shows the old memory, and `address` changes).
    """

    moves = 0  # how often any memory got another address

    def __init__(self, dtype: npt.DTypeLike, limit: int) -> None:
        self._dtype = np.dtype(dtype)
        self._limit = limit
        self._map(limit)

    def _map(self, count: int) -> None:
        wanted = count
        while True:
            try:
                flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
                memory = mmap.mmap(-1, count * self._dtype.itemsize + _SLACK_BYTES, flags=flags)
                break
            except (OSError, MemoryError):
                if count * self._dtype.itemsize <= _LEAST_BYTES or count <= wanted >> 24:
                    raise
                count //= 2
        _ask_for_large_pages(memory)
        self.data: npt.NDArray[Any] = np.frombuffer(memory, self._dtype, count)
        self.address = int(self.data.ctypes.data)
        Reserve.moves += 1

    def ensure(self, count: int, used: int) -> None:
        """Make room for `count` values; the first `used` are kept. Raises IndexFull beyond the limit."""
        if count <= len(self.data):
            return
        if count > self._limit:
            raise IndexFull(
                f"the index is full: {self._limit:,} is the most of a kind",
                hint="split the topic into two workspaces",
            )
        old = self.data
        self._map(min(self._limit, max(count, 2 * len(old))))
        if len(self.data) < count:
            raise MemoryError(f"cannot get {count * self._dtype.itemsize} bytes for the index")
        self.data[:used] = old[:used]


class Column:
    """A one-dimensional array that grows at its end."""

    LIMIT = 1 << 30

    def __init__(self, dtype: npt.DTypeLike, values: npt.NDArray[Any] | None = None) -> None:
        self._memory = Reserve(dtype, self.LIMIT)
        self._count = 0
        if values is not None:
            self.append_many(values)

    def __len__(self) -> int:
        return self._count

    @property
    def view(self) -> npt.NDArray[Any]:
        """The filled part, writable, not a copy. Do not keep it across a growth."""
        return self._memory.data[: self._count]

    @property
    def address(self) -> int:
        """Where the first value is; the same until a growth had to copy."""
        return self._memory.address

    def extend(self, count: int) -> int:
        """Add `count` zeros and return the index of the first; raises IndexFull."""
        start = self._count
        self._memory.ensure(start + count, start)
        self._count = start + count
        return start

    def append(self, value: float | bool) -> int:
        """Add one value and return its index."""
        index = self.extend(1)
        self._memory.data[index] = value
        return index

    def append_many(self, values: npt.NDArray[Any]) -> int:
        """Add values and return the index of the first."""
        start = self.extend(len(values))
        self._memory.data[start : start + len(values)] = values
        return start
