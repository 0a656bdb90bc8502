"""The ways that led to pages: what each inherits from its fathers, and runs of irrelevant pages between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookclear.links import fish, shark
from lookclear.text.growing import Growing
from lookclear.text.vectors import Floats
from lookclear.tunnel.depth import DEEPEST, THETA, depth_value
from lookclear.tunnel.lineage import Lineage, Offer
from lookclear.tunnel.store import TemporaryStore

EXPIRE_EVERY = 200  # fetches between two looks for stored pages that led nowhere


@dataclass(frozen=True, slots=True)
class Arrival:
    """A page on its way in: its row, the numbers of its addresses, those of its followed links."""

    page: int
    addresses: Sequence[int]
    targets: NDArray[np.int64]


class Paths:
    """Inheritances and the temporary store of one crawl."""

    def __init__(self, deepest: int = DEEPEST) -> None:
        self._deepest = deepest
        # A page that nothing linked to, a seed, counts as if a page wholly on topic had.
        self._unlinked = Offer(
            depth=depth_value(1.0, THETA, deepest),
            run=0,
            origin=1.0,
            stamina=fish.DEPTH,
            inherited=shark.FADING,
        )
        self._lineage = Lineage()
        self._store = TemporaryStore()
        self._relevance = Growing(np.float64)
        self._likeness = Growing(np.float64)

    def enter(
        self,
        arrival: Arrival,
        relevance: float,
        likeness: float,
        theta: float = THETA,
        *,
        is_known: bool,
        crosses: bool,
    ) -> list[int]:
        """Take in the next page; return the rows of stored pages that turned out to be bridges to it.

        `crosses` tells that it is black, and that runs of such pages are to be crossed.
        """
        taken = self._lineage.enter(() if is_known else arrival.addresses, self._unlinked)
        self._relevance.append(relevance)
        self._likeness.append(likeness)
        self._expire(arrival.page)
        bridges: list[int] = []
        if not crosses:
            bridges = self._store.reached(arrival.addresses)
        elif taken.depth >= 1:
            self._store.keep(arrival.page, arrival.addresses, arrival.targets, arrival.page)
        self._pass_on(arrival.page, arrival.targets, taken, theta)
        return bridges

    def inherited(self, pages: NDArray[np.int32]) -> dict[str, Floats]:
        """Return what pages inherited, by the names of `Evidence`."""
        return self._lineage.inherited(pages)

    def _pass_on(self, page: int, targets: NDArray[np.int64], taken: Offer, theta: float) -> None:
        """Offer a page's targets what they inherit; what is stored of them already passes it on in turn."""
        waiting = [(page, targets, taken)]
        while waiting:
            page, targets, taken = waiting.pop()
            for target in self._lineage.offer(targets, self._offer(page, taken, theta)):
                stored = self._store.at(target)
                if stored is not None and stored != page:
                    raised = self._lineage.renew(stored, target)
                    waiting.append((stored, self._store.targets(stored), raised))

    def _offer(self, page: int, taken: Offer, theta: float) -> Offer:
        relevance, likeness = float(self._relevance.values[page]), float(self._likeness.values[page])
        stamina = fish.passed_on(relevance, taken.stamina)
        inherited = shark.passed_on(likeness, taken.inherited)
        if relevance >= theta:
            return Offer(depth_value(relevance, theta, self._deepest), 0, relevance, stamina, inherited)
        return Offer(max(0, taken.depth - 1), taken.run + 1, taken.origin, stamina, inherited)

    def _expire(self, fetched: int) -> None:
        if fetched % EXPIRE_EVERY == 0:
            for page in self._store.expire(fetched):
                self._lineage.close(page)
