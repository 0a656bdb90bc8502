"""The equation of TopicalRank: PageRank that jumps to relevant pages, over links that carry their worth.

After Zhu et al. 2009; the equation is our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from lookclear.text.vectors import Floats

DAMPING = 0.85  # d
LEAST_WORTH = 0.01  # ε: of any link
ERROR = 1e-8  # in L1, at most
MOST_ROUNDS = 118  # ⌈ln(ERROR/2)/ln d⌉: from any start the error is at most 2·d^k after k rounds

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Links:
    """Links by the numbers of the pages they lead from and to, and what each is worth."""

    sources: Integers
    targets: Integers
    worth: Floats

    def merged(self) -> Links:
        """Return them with links of a page to itself left out, and of several to one target the best."""
        kept = np.flatnonzero(self.sources != self.targets)
        sources, targets, worth = self.sources[kept], self.targets[kept], self.worth[kept]
        order = np.lexsort((worth, targets, sources))
        sources, targets, worth = sources[order], targets[order], worth[order]
        is_last = np.append((np.diff(sources) != 0) | (np.diff(targets) != 0), True)[: len(order)]
        return Links(sources[is_last], targets[is_last], worth[is_last])

    def shares(self, pages: int) -> Floats:
        """Return ω of each link: its part of what all links of its page are worth, at least ε each."""
        worth = np.maximum(self.worth, LEAST_WORTH)
        whole = np.bincount(self.sources, worth, pages)
        shares: Floats = worth / whole[self.sources]
        return shares


@dataclass(frozen=True, slots=True)
class Ranked:
    """The rank of each page, which sum up to 1, after so many rounds."""

    ranks: Floats
    rounds: int


def topical_rank(
    links: Links, relevance: Floats, start: Floats | None = None, error: float = ERROR
) -> Ranked:
    """Return TR of pages by their links among each other and R of each.

    `TR(v) = (1−d)·t_v + d·(Σ_{u→v} TR(u)·ω(u,v) + t_v·Σ_{u without links} TR(u))`, t = R/ΣR, uniform when all
    are 0. The map shrinks distances in L1 by d at least, and keeps the sum: what a round moves times d/(1−d)
    bounds the error, so it may stop before the rounds that the worst start needs. `start` = ranks to begin
    with, of fewer pages perhaps. O(rounds·links).
    """
    pages = len(relevance)
    if not pages:
        return Ranked(np.zeros(0), 0)
    total = float(relevance.sum())
    jumps = relevance / total if total > 0 else np.full(pages, 1.0 / pages)
    links = links.merged()
    matrix = csr_array((links.shares(pages), (links.targets, links.sources)), shape=(pages, pages))
    is_dead_end = np.bincount(links.sources, minlength=pages) == 0
    ranks = _begin(start, jumps)
    for rounds in range(1, MOST_ROUNDS + 1):
        lost = float(ranks[is_dead_end].sum())
        new = (1 - DAMPING) * jumps + DAMPING * (matrix @ ranks + jumps * lost)
        moved = float(np.abs(new - ranks).sum())
        ranks = new / new.sum()
        if moved * DAMPING / (1 - DAMPING) <= error:
            return Ranked(ranks, rounds)
    return Ranked(ranks, MOST_ROUNDS)


def _begin(start: Floats | None, jumps: Floats) -> Floats:
    """Return ranks to begin with: those known, and of pages that came since what jumps give them."""
    if start is None or not start.sum():
        return jumps
    known = np.concatenate((start[: len(jumps)], (1 - DAMPING) * jumps[len(start) :]))
    begun: Floats = known / known.sum()
    return begun


def handed_on(ranks: Floats, waiting: Links, known: Links, targets: int) -> Floats:
    """Return prio of targets not fetched yet: `Σ_{u→v} TR(u)·ω′(u,v)`, ω′ over all links of u.

    `waiting` lead to numbers of targets, `known` to numbers of pages; both from pages.
    """
    waiting, known = waiting.merged(), known.merged()
    worth = np.maximum(waiting.worth, LEAST_WORTH)
    whole = np.zeros(len(ranks))  # bincount of nothing would be whole numbers
    whole += np.bincount(waiting.sources, worth, len(ranks))
    whole += np.bincount(known.sources, np.maximum(known.worth, LEAST_WORTH), len(ranks))
    given = ranks[waiting.sources] * worth / whole[waiting.sources]
    return np.bincount(waiting.targets, given, targets).astype(np.float64)
