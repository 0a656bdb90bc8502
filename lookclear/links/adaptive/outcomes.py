"""What blocks, pages, folders and hosts have given so far, against what the whole crawl gives.

A place that led to n fetched pages with relevances R gets the log-odds of `(ΣR + m·π)/(n + m)` minus those of
π, the share of relevant pages in the crawl: 0 says nothing, above 0 more than usual. `m` smooths.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lookclear.text.growing import Growing
from lookclear.text.vectors import Floats

LOWEST_SHARE, HIGHEST_SHARE = 0.02, 0.8  # of relevant pages
SHARE_BEFORE, PAGES_BEFORE = 0.25, 4.0  # the share to begin with, and how many pages it is worth


def usual_share(relevance: Floats) -> float:
    """Return π, the smoothed share of relevant pages among fetched ones.

    >>> usual_share(np.zeros(0)), usual_share(np.ones(4))
    (0.25, 0.625)
    """
    share = (float(relevance.sum()) + SHARE_BEFORE * PAGES_BEFORE) / (len(relevance) + PAGES_BEFORE)
    return min(HIGHEST_SHARE, max(LOWEST_SHARE, share))


def log_odds(hits: Floats, tries: Floats, usual: float, smoothing: float) -> Floats:
    """Return the smoothed log-odds of hits against the usual share.

    >>> log_odds(np.array([0.0, 2.0]), np.array([0.0, 2.0]), 0.5, 2.0).round(3)
    array([0.   , 1.099])
    """
    share = (hits + smoothing * usual) / (tries + smoothing)
    share = np.clip(share, 1e-3, 1 - 1e-3)
    odds: Floats = np.log(share / (1 - share)) - np.log(usual / (1 - usual))
    return odds


class Outcomes:
    """Which fetched pages each place led to; places are numbered from 0."""

    def __init__(self) -> None:
        self._place = Growing(np.int32)
        self._page = Growing(np.int32)
        self._tries: Floats = np.zeros(0)
        self._hits: Floats = np.zeros(0)

    def add(self, places: NDArray[np.integer], pages: NDArray[np.integer]) -> None:
        """Note that a place led to a page, pair by pair."""
        self._place.extend(places)
        self._page.extend(pages)

    def recount(self, relevance: Floats, places: int) -> None:
        """Count all anew by the present relevance of pages."""
        at, page = self._place.values, self._page.values
        self._tries = np.bincount(at, minlength=places).astype(np.float64)
        self._hits = np.bincount(at, relevance[page], minlength=places).astype(np.float64)

    def count(self, places: NDArray[np.integer], hits: Floats) -> None:
        """Count some more outcomes of places, between two recounts."""
        if not len(places):
            return
        missing = int(places.max()) + 1 - len(self._tries)
        if missing > 0:
            self._tries = np.append(self._tries, np.zeros(missing + len(self._tries) // 4))
            self._hits = np.append(self._hits, np.zeros(missing + len(self._hits) // 4))
        np.add.at(self._tries, places, 1.0)
        np.add.at(self._hits, places, hits)

    def of(self, places: NDArray[np.integer]) -> tuple[Floats, Floats]:
        """Return (hits, tries) of places; 0 for those never counted."""
        within = places < len(self._tries)
        at = np.where(within, places, 0)
        if not len(self._tries):
            return np.zeros(len(places)), np.zeros(len(places))
        return self._hits[at] * within, self._tries[at] * within
