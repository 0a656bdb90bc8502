"""Budgets that follow yield: who gives nothing waits behind those who do.

Every group of addresses may be fetched `base + growth * hits` times; a hit is a page on topic that is no copy
of another. A group that used this up is spent: its addresses wait behind all others until it is hit again. So
a group is never spent for long while it yields more than one hit in `growth` fetches, and one that yields
nothing gets `base` fetches. The smaller the group, the sooner its yield is told.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lookclear.frontier.groups import Kind, groups_of

# base and growth by kind. A host that yields three hits in ten fetches has none in 40 with a chance of
# 0.7**40 = 6e-7; a family without any is left after 10.
ALLOWANCES: dict[Kind, tuple[int, int]] = {
    Kind.DOMAIN: (80, 40),
    Kind.HOST: (40, 20),
    Kind.SECTION: (20, 20),
    Kind.BRANCH: (12, 15),
    Kind.FAMILY: (10, 10),
}


class Fairness:
    """Counts fetches and hits of groups, which are numbered from 1; 0 is no group and never spent."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self.kinds: list[Kind] = [Kind.DOMAIN]
        self._fetched: list[int] = [0]
        self._hits: list[int] = [0]
        self.spent: NDArray[np.bool_] = np.zeros(256, np.bool_)

    def groups(self, key: str, host: str) -> tuple[int, ...]:
        """Return the numbers of an address's groups by kind."""
        return tuple(
            self._number(name, kind) if name else 0
            for kind, name in zip(Kind, groups_of(key, host), strict=True)
        )

    def count(self, groups: Sequence[int], *, fetched: int = 0, hits: int = 0) -> list[int]:
        """Count fetches and hits of an address in its groups; return the groups whose state changed."""
        changed = []
        for group in groups:
            if not group:
                continue
            self._fetched[group] += fetched
            self._hits[group] += hits
            if self._is_spent(group) != bool(self.spent[group]):
                self.spent[group] = not self.spent[group]
                changed.append(group)
        return changed

    def fetches(self, group: int) -> int:
        """Return how often addresses of a group were handed out."""
        return self._fetched[group]

    def restore(
        self, kind: Kind, groups: NDArray[np.int32], fetches: NDArray[np.int32], hits: NDArray[np.int32]
    ) -> None:
        """Count the fetches and hits of an earlier run, one entry an address."""
        size = len(self.kinds)
        fetched = np.bincount(groups, fetches, size)
        hit = np.bincount(groups, hits, size)
        for group in np.flatnonzero(fetched + hit).tolist():
            if group and self.kinds[group] is kind:
                self.count([group], fetched=int(fetched[group]), hits=int(hit[group]))

    def _is_spent(self, group: int) -> bool:
        base, growth = ALLOWANCES[self.kinds[group]]
        return self._fetched[group] >= base + growth * self._hits[group]

    def _number(self, name: str, kind: Kind) -> int:
        name = f"{int(kind)}{name}"
        number = self._numbers.setdefault(name, len(self.kinds))
        if number == len(self.kinds):
            self.kinds.append(kind)
            self._fetched.append(0)
            self._hits.append(0)
            if number >= len(self.spent):
                self.spent = np.concatenate([self.spent, np.zeros_like(self.spent)])
        return number
