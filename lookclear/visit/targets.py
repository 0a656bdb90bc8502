"""The targets of links by number, in the order of their discovery, and which of them wait for a score."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from lookclear.text.growing import Growing


class Targets:
    """Numbers for keys; `keys` is one list that only grows."""

    def __init__(self, seeds: Collection[str]) -> None:
        """`seeds` never wait for a score: they come first, whatever links to them."""
        self._seeds = set(seeds)
        self._numbers: dict[str, int] = {}
        self._waits = Growing(np.bool_)
        self.keys: list[str] = []

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def waits(self) -> NDArray[np.bool_]:
        """Which targets wait for new scores, by number."""
        return self._waits.values

    def number(self, key: str) -> int:
        """Return the number of a target, giving it one when it is new."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.keys)
            self.keys.append(key)
            self._waits.append(key not in self._seeds)
        return number

    def known(self, keys: Iterable[str]) -> list[int]:
        """Return the numbers of those keys that were a target of a link, each once."""
        return [self._numbers[key] for key in dict.fromkeys(keys) if key in self._numbers]

    def end(self, keys: Iterable[str]) -> None:
        """Score these no more: they were fetched, or need not be."""
        self._waits.values[self.known(keys)] = False

    def favour(self, keys: Iterable[str]) -> None:
        """Score these no more, as if they were seeds: a person says that they are on topic."""
        keys = tuple(keys)
        self._seeds.update(keys)
        self.end(keys)

    def treat_alike(self, keys: Iterable[str]) -> None:
        """Score these again like all others that wait."""
        keys = tuple(keys)
        self._seeds.difference_update(keys)
        self.reopen(keys)

    def reopen(self, keys: Iterable[str]) -> None:
        """Score these again."""
        for key in keys:
            if key in self._numbers and key not in self._seeds:
                self._waits.values[self._numbers[key]] = True
