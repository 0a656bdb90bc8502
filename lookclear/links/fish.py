"""Fish-search: schools that feed on relevant pages and die out after some that are not (De Bra 1994)."""

from __future__ import annotations

import numpy as np

from lookclear.links.evidence import Evidence
from lookclear.text.vectors import Floats
from lookclear.tunnel.depth import THETA

WIDTH = 5  # children of an irrelevant page that are followed; of a relevant one half as many again
DEPTH = 3  # irrelevant pages in a row


class Fish:
    """The first 1.5·width children of a relevant page get 1, the first width of an irrelevant one ½.

    The others get 0, and so do all children of an irrelevant page whose depth is used up.
    """

    name = "fish"
    parts = ("page", "rank", "stamina")

    def score(self, evidence: Evidence) -> Floats:
        """Return 1, ½ or 0 for each link."""
        fed = evidence.page >= THETA
        first = evidence.rank < np.where(fed, int(1.5 * WIDTH), WIDTH)
        alive = np.where(evidence.stamina >= 1, 0.5, 0.0)
        return np.where(first, np.where(fed, 1.0, alive), 0.0)


def passed_on(relevance: float, stamina: int) -> int:
    """Return the depth that a page gives its children.

    >>> passed_on(0.9, 0), passed_on(0.1, 3), passed_on(0.1, 0)
    (3, 2, 0)
    """
    return DEPTH if relevance >= THETA else max(0, stamina - 1)
