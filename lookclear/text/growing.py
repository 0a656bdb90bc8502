"""A numpy array that grows at its end, at a cost that does not depend on how long it is already."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Kind = TypeVar("Kind", bound=np.generic)


class Growing(Generic[Kind]):
    """Values of one kind in a row; room is doubled when it runs out."""

    def __init__(self, kind: type[Kind], room: int = 256) -> None:
        self._values: NDArray[Kind] = np.zeros(room, kind)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def values(self) -> NDArray[Kind]:
        """What is in it: a view that later additions may leave behind, never a copy."""
        return self._values[: self._count]

    def append(self, value: Kind | float | bool) -> None:
        """Add one value at the end."""
        self._make_room(1)
        self._values[self._count] = value
        self._count += 1

    def extend(self, values: ArrayLike) -> None:
        """Add values at the end."""
        added = np.asarray(values)
        self._make_room(len(added))
        self._values[self._count : self._count + len(added)] = added
        self._count += len(added)

    def grow_to(self, length: int, value: Kind | float | bool = 0) -> None:
        """Fill up with a value until there are at least `length` of them."""
        missing = length - self._count
        if missing > 0:
            self._make_room(missing)
            self._values[self._count : length] = value
            self._count = length

    def replace(self, values: ArrayLike) -> None:
        """Hold these values instead, in an array of their own."""
        self._values = np.array(values, self._values.dtype)
        self._count = len(self._values)

    def _make_room(self, more: int) -> None:
        needed = self._count + more
        if needed > len(self._values):
            grown = np.zeros(max(needed, 2 * len(self._values)), self._values.dtype)
            grown[: self._count] = self._values[: self._count]
            self._values = grown
