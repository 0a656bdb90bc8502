"""What a frontier keeps in memory of every address: flat arrays, one entry an address.

An address's slot is its place in the order of discovery, from 1. Everything textual is elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

PENDING, LEASED, DONE, REFUSED = range(4)  # states
MAIN, TUNNEL, BEHIND, BATCH, HELD = range(5)  # tiers: where a pending address waits now
FIRST_QUEUE = 5  # further tiers, of strategies with queues that take turns: the second queue, the third, …
KINDS = 5  # groups an address belongs to, see `groups.py`
_ROOM = 1_024

Slots32 = NDArray[np.int32]


class Slots:
    """Arrays by slot; entries from `size` on are spare. Slot 0 is no address."""

    def __init__(self) -> None:
        self.size = 1
        self.hosts: list[str] = []  # names by number
        self._host_numbers: dict[str, int] = {}
        self.score = np.zeros(_ROOM, np.float64)
        self.priority = np.zeros(_ROOM, np.int64)
        self.host = np.zeros(_ROOM, np.int32)
        self.born = np.zeros(_ROOM, np.int32)  # fetches completed when it was found
        self.links = np.zeros(_ROOM, np.uint32)  # pages that link to it
        self.anchors = np.zeros(_ROOM, np.uint64)  # which hashes (mod 64) of anchors are kept
        self.groups = np.zeros((KINDS, _ROOM), np.int32)  # 0 = none
        self.lane = np.zeros(_ROOM, np.uint8)
        self.state = np.zeros(_ROOM, np.uint8)
        self.tier = np.zeros(_ROOM, np.uint8)
        self.outcome = np.zeros(_ROOM, np.uint8)  # of done and refused ones, see `codes.py`
        self.tries = np.zeros(_ROOM, np.uint8)
        self.in_run = np.zeros(_ROOM, np.bool_)  # its place in its tier's sorted run counts
        self.seed = np.zeros(_ROOM, np.bool_)

    def host_number(self, name: str) -> int:
        """Return the number of a host; a new one gets the next."""
        number = self._host_numbers.setdefault(name, len(self.hosts))
        if number == len(self.hosts):
            self.hosts.append(name)
        return number

    def extend(self, count: int) -> slice:
        """Make room for so many more addresses; returns their slots."""
        first, self.size = self.size, self.size + count
        if self.size > len(self.score):
            room = max(self.size, len(self.score) * 3 // 2)
            for name in _ARRAYS:
                old = getattr(self, name)
                new = np.zeros((*old.shape[:-1], room), old.dtype)
                new[..., :first] = old[..., :first]
                setattr(self, name, new)
        return slice(first, self.size)

    def pending(self) -> Slots32:
        """Return the slots of all pending addresses, in order of discovery."""
        pending = self.state[: self.size] == PENDING
        pending[0] = False
        return np.flatnonzero(pending).astype(np.int32)

    @property
    def nbytes(self) -> int:
        """Bytes that all arrays take."""
        return sum(int(getattr(self, name).nbytes) for name in _ARRAYS)


_ARRAYS: Sequence[str] = (
    *("score", "priority", "host", "born", "links", "anchors", "groups", "lane"),
    *("state", "tier", "outcome", "tries", "in_run", "seed"),
)
