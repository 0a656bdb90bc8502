"""Queues that take turns, each as often as its share says; one that is empty passes its turn."""

from __future__ import annotations

from collections.abc import Sequence


class Turns:
    """Smooth weighted round-robin: the shares hold in any short run of turns, in an order without chance.

    Every queue with something in it earns its share at each turn; the one that has saved the most is served
    and pays what all earned.
    """

    def __init__(self, shares: Sequence[float]) -> None:
        self._shares = tuple(shares)
        self._saved = [0.0] * len(self._shares)

    def order(self, has_some: Sequence[bool]) -> list[int]:
        """Return the queues with something in them, that whose turn it is first."""
        waiting = [queue for queue, some in enumerate(has_some) if some]
        return sorted(waiting, key=lambda queue: (-(self._saved[queue] + self._shares[queue]), queue))

    def served(self, served: int, has_some: Sequence[bool]) -> None:
        """Take note that a queue was served, while these had something in them."""
        for queue, some in enumerate(has_some):
            self._saved[queue] = self._saved[queue] + self._shares[queue] if some else 0.0
        self._saved[served] -= sum(share for share, some in zip(self._shares, has_some, strict=True) if some)
