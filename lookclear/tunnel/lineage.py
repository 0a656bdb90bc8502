"""What pages inherit from the pages that link to them.

Every page offers something to the targets of its links; a target keeps the best offer, and inherits it when
it is fetched. Offers that get better later (a better father appears) are passed on, never worse ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookclear.text.growing import Growing
from lookclear.text.terms import distinct
from lookclear.text.vectors import Floats

UNKNOWN = -1  # depth of a target that no page has offered anything


@dataclass(frozen=True, slots=True)
class Offer:
    """What a page passes to the targets of its links.

    `depth` = D that an irrelevant target has, `run` = irrelevant pages in a row up to the page (0 for a
    relevant one), `origin` = R of the relevant page before them, `stamina` and `inherited` = depth in
    fish-search and inherited score in shark-search.
    """

    depth: int
    run: int
    origin: float
    stamina: int = 0
    inherited: float = 0.0


class Lineage:
    """Offers by target, inheritances by page; both are numbered by the crawl."""

    def __init__(self) -> None:
        self._offered = _Offers()
        self._taken = _Offers()

    def offer(self, targets: NDArray[np.int64], offer: Offer) -> list[int]:
        """Make targets an offer; return those whose depth rose."""
        if not len(targets):
            return []
        self._offered.grow_to(int(targets.max()) + 1)
        return self._offered.improve(distinct(targets), offer)

    def enter(self, targets: Iterable[int], otherwise: Offer) -> Offer:
        """Let the next page inherit the best offer made to its addresses, or another when there is none."""
        known = [at for at in targets if at < len(self._offered) and self._offered.depth.values[at] > UNKNOWN]
        best = max((self._offered.at(at) for at in known), key=_goodness, default=otherwise)
        self._taken.append(best)
        return best

    def renew(self, page: int, target: int) -> Offer:
        """Let a page inherit anew what its address is offered by now; only a better depth is taken."""
        offer = self._offered.at(target)
        self._taken.improve(np.array([page]), offer)
        return self._taken.at(page)

    def close(self, page: int) -> None:
        """Let a page's links lead no further."""
        self._taken.depth.values[page] = 0

    def inherited(self, pages: NDArray[np.int32]) -> dict[str, Floats]:
        """Return what pages inherited, by the names of `Evidence`, one entry a page given."""
        taken = self._taken
        return {
            "depth": taken.depth.values[pages].astype(np.float64),
            "run": taken.run.values[pages].astype(np.float64) + 1,
            "origin": taken.origin.values[pages],
            "stamina": taken.stamina.values[pages].astype(np.float64),
            "inherited": taken.inherited.values[pages],
        }


def _goodness(offer: Offer) -> tuple[int, int, float]:
    return offer.depth, -offer.run, offer.origin


class _Offers:
    """Offers in columns."""

    def __init__(self) -> None:
        self.depth = Growing(np.int8)
        self.run = Growing(np.int32)
        self.origin = Growing(np.float64)
        self.stamina = Growing(np.int8)
        self.inherited = Growing(np.float64)

    def __len__(self) -> int:
        return len(self.depth)

    def at(self, place: int) -> Offer:
        return Offer(
            int(self.depth.values[place]),
            int(self.run.values[place]),
            float(self.origin.values[place]),
            int(self.stamina.values[place]),
            float(self.inherited.values[place]),
        )

    def append(self, offer: Offer) -> None:
        self.grow_to(len(self) + 1)
        self.improve(np.array([len(self) - 1]), offer)

    def grow_to(self, length: int) -> None:
        self.depth.grow_to(length, UNKNOWN)
        self.stamina.grow_to(length, UNKNOWN)
        self.run.grow_to(length)
        self.origin.grow_to(length)
        self.inherited.grow_to(length)

    def improve(self, places: NDArray[np.int64], offer: Offer) -> list[int]:
        """Take an offer wherever it is better; return the places where depth rose."""
        depth, run, origin = self.depth.values, self.run.values, self.origin.values
        deeper = offer.depth > depth[places]
        shorter = (offer.depth == depth[places]) & (offer.run < run[places])
        nearer = (offer.depth == depth[places]) & (offer.run == run[places]) & (offer.origin > origin[places])
        better = places[deeper | shorter | nearer]
        depth[better], run[better], origin[better] = offer.depth, offer.run, offer.origin
        self.stamina.values[places] = np.maximum(self.stamina.values[places], offer.stamina)
        self.inherited.values[places] = np.maximum(self.inherited.values[places], offer.inherited)
        return [int(place) for place in places[deeper]]
