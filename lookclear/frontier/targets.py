"""The slots of a crawl's targets, each looked up once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from lookclear.frontier.slots import Slots32


class Targets:
    """Remembers the slots of one growing list of keys (see `Rescored`); another list begins anew."""

    def __init__(self, find: Callable[[Iterable[str]], Mapping[str, int]]) -> None:
        self._find = find
        self._keys: Sequence[str] = ()
        self._slots: Slots32 = np.zeros(0, np.int32)
        self._count = 0  # of keys looked up
        self._missing: dict[str, int] = {}  # places of keys that were not known

    def slots(self, keys: Sequence[str], count: int, drafted: Mapping[str, int]) -> Slots32:
        """Return the slots of the first `count` keys, 0 for unknown ones.

        `drafted` has slots of addresses that are about to be written, which cannot be looked up yet; they
        are looked up again later, should that fail.
        """
        if keys is not self._keys:
            self._keys, self._count, self._missing = keys, 0, {}
        if self._count < count:
            self._read(count)
        slots = self._slots[:count].copy()
        for key, place in [item for item in self._missing.items() if item[1] < count]:
            slots[place] = drafted.get(key, 0)
        return slots

    def _read(self, count: int) -> None:
        if count > len(self._slots):
            self._slots = np.concatenate([self._slots, np.zeros(max(1_024, count), np.int32)])
        new = self._keys[self._count : count]
        asked = [*new, *self._missing]
        known = self._find(asked)
        for key in [key for key in self._missing if key in known]:
            self._slots[self._missing.pop(key)] = known[key]
        for place, key in enumerate(new, self._count):
            slot = known.get(key)
            if slot is None:
                self._missing[key] = place
            else:
                self._slots[place] = slot
        self._count = count
