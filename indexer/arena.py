"""Flat memory that only grows: the words all blocks live in, and columns of per-row numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from indexer.errors import IndexFull

Words = npt.NDArray[np.uint32]
_MAX_ADDRESS = 2**32


class Column:
    """A one-dimensional array that grows at its end.

    Growing doubles the room and copies, so a view taken earlier stays valid (it shows the old memory).
    Memory that was never touched costs nothing, so the doubling is paid in address space first.
    """

    def __init__(
        self, dtype: npt.DTypeLike, values: npt.NDArray[Any] | None = None, *, room: int = 1024
    ) -> None:
        count = 0 if values is None else len(values)
        self._data: npt.NDArray[Any] = np.zeros(max(room, count), dtype)
        if values is not None:
            self._data[:count] = values
        self._count = count

    def __len__(self) -> int:
        return self._count

    @property
    def view(self) -> npt.NDArray[Any]:
        """The filled part, writable, not a copy. Do not keep it across a growth."""
        return self._data[: self._count]

    def extend(self, count: int) -> int:
        """Add `count` zeros and return the index of the first."""
        start = self._count
        end = start + count
        if end > len(self._data):
            larger = np.zeros(max(end, 2 * len(self._data)), self._data.dtype)
            larger[:start] = self._data[:start]
            self._data = larger
        self._count = end
        return start

    def append(self, value: float | bool) -> int:
        """Add one value and return its index."""
        index = self.extend(1)
        self._data[index] = value
        return index

    def append_many(self, values: npt.NDArray[Any]) -> int:
        """Add values and return the index of the first."""
        start = self.extend(len(values))
        self._data[start : start + len(values)] = values
        return start


class Arena:
    """The 32-bit words that all blocks of an index share; an address is an index into them.

    Address 0 is never handed out, so 0 can say "no block".
    """

    RESERVED = 4

    def __init__(self, words: Words | None = None) -> None:
        self._words = Column(np.uint32, words, room=1 << 16)
        if words is None:
            self._words.extend(self.RESERVED)

    @property
    def words(self) -> Words:
        """All words, writable, valid until the next `allocate`."""
        return self._words.view

    def allocate(self, sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the addresses of zeroed stretches of the given sizes, in words.

        Raises IndexFull when 32-bit addresses are used up (16 GiB of blocks).
        """
        ends = np.cumsum(sizes)
        total = int(ends[-1]) if len(ends) else 0
        if len(self._words) + total >= _MAX_ADDRESS:
            raise IndexFull("the block arena is full (16 GiB)", hint="split the topic into two workspaces")
        start = self._words.extend(total)
        return start + ends - sizes
