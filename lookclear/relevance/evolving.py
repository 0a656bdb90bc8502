"""A concept that learns from the pages the crawl itself takes for relevant.

It follows the topic into words that the known pages do not have. By itself it would drift; the judge gives it
half of the say (`lookclear.relevance.centroid`), the other half stays with the known pages.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookclear.relevance.concept import Row64, strongest, unit, without
from lookclear.text.vectors import Floats, TermRows, dot

LEAST_RELEVANCE = 0.5  # of a fetched page that takes part
MEASURED_BY = 12  # known pages that the scale is measured by, at most
LOWEST_BASE, HIGHEST_BASE = 0.08, 0.8


class Evolving:
    """e = unit(Σ known + Σ R·x over fetched pages with R > ½), minus the contrast, cut to its best terms."""

    def __init__(self, terms: int) -> None:
        self._size = terms
        self.base = 1.0

    def concept(
        self,
        known: Sequence[Row64],
        trust: Floats,
        fetched: TermRows,
        relevance: Floats,
        idf: Floats,
        other: Floats | None,
        first: int,
    ) -> Floats:
        """Return the concept over the whole vocabulary, and set `base`.

        `relevance` has R of the fetched pages from `first` on; `other` is what the contrast takes out, at
        unit length.
        """
        total = fetched.mixture(np.where(relevance > LEAST_RELEVANCE, relevance, 0.0), idf, first)
        for (numbers, weights), share in zip(known, trust, strict=True):
            total[numbers] += share * weights
        evolved = self._contrasted(total, other)
        self.base = self._scale(known, trust, total, other)
        return strongest(evolved, self._size)

    def _contrasted(self, total: Floats, other: Floats | None) -> Floats:
        return unit(total) if other is None else without(unit(total), other, 1.0)

    def _scale(self, known: Sequence[Row64], trust: Floats, total: Floats, other: Floats | None) -> float:
        """Return the mean similarity of known pages to what evolved without each of them."""
        likeness, shares = [], []
        for at in range(0, len(known), max(1, len(known) // MEASURED_BY)):
            numbers, weights = known[at]
            rest = total.copy()
            rest[numbers] -= trust[at] * weights
            evolved = unit(self._contrasted(np.maximum(rest, 0.0), other))
            likeness.append(dot(weights, evolved[numbers]))
            shares.append(float(trust[at]))
        mean = float(np.average(likeness, weights=shares)) if likeness else 0.0
        return min(HIGHEST_BASE, max(LOWEST_BASE, mean))
