"""What the pages most like a page say of it: a page among pages on topic is on topic too.

The word lists of a topic that is known by three pages are poor; what the crawl fetched shows how pages belong
together. Three things are put together, in log-odds:

- *own*: what the word lists say of the page;
- *company*: the mean of that over its nearest pages, weighted by likeness;
- *reach*: how often a walk from page to like page, which ends with a chance of a tenth at each step, comes by
  a known page, against how often walks come there anyway (label spreading: Zhou et al. 2004, Zhu, Ghahramani
  & Lafferty 2003), read in standard deviations of its logarithm among the pages of the crawl.

What is known is the only source of reach, so that this part cannot drift. How the three are weighed is our
own, chosen by how well words learned from such judgements order waiting links (docs/evaluating.md).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from lookclear.relevance.nearest import Nearest
from lookclear.text.vectors import Floats, Row, RowBatch, TermRows

BEGINS = 30  # fetched pages until neighbours have a say
WHOLE = 100  # and until they have all of it
# Share of fetched pages off topic from which on they have all of it: where nearly all are on topic, each page
# is in good company.
TELLS_APART = 0.2
# Weights of own, company and reach, and what is added; without neighbours, and with all of their say.
ALONE = np.array([0.8, 0.1, 0.0, 0.0])
TOGETHER = np.array([0.15, 0.5, 0.8, 0.2])
GOES_ON = 0.9  # chance that a walk goes on
STEPS = 40  # of a walk: what is left then is worth 1.5 %
FARTHEST = 2.5  # standard deviations
SURE = 0.999  # probability of what is known
LEAST = 1e-9
LEAST_LIKENESS = 1e-6  # of a page to all others
FEWEST = 5  # pages that reach is compared among


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of pages: `rows` of those on topic, with the `trust` in each, in 0..1.

    `fetched` has the number of each among the fetched pages, −1 for the others; `settled` are the numbers of
    all fetched pages of which something is known.
    """

    rows: tuple[Row, ...]
    trust: Floats
    fetched: tuple[int, ...]
    settled: tuple[int, ...]


class Neighbours:
    """What the fetched pages say of pages like them, as of the last `refresh`."""

    def __init__(self) -> None:
        self._nearest = Nearest()
        self.speak = False  # have they something to say?
        self._fetched: TermRows | None = None
        self._own: Floats = np.zeros(0)
        self._reach: Floats = np.zeros(0)
        self._scale = (0.0, 0.0)  # mean and standard deviation of log reach
        self._odds: Floats = np.zeros(0)
        self._weights = ALONE

    def refresh(self, fetched: TermRows, idf: Floats, own: Floats, known: Known) -> None:
        """Listen anew; `own` is the relevance of all fetched pages by word lists, or by what is known."""
        self._fetched = fetched
        self._nearest.take(fetched, idf)
        first, pages = self._nearest.first, len(self._nearest)
        self.speak = first + pages >= BEGINS
        if not self.speak:
            return
        off_topic = 1.0 - float(own[first : first + pages].mean())
        share = min(1.0, (first + pages) / WHOLE) * min(1.0, off_topic / TELLS_APART)
        self._weights = (1 - share) * ALONE + share * TOGETHER
        self._own = odds_of(own[first : first + pages])
        walks, sources = self._walks(idf, known)
        degree = np.maximum(walks.sum(axis=1), LEAST_LIKENESS)
        steps = csr_array(
            (walks.data / np.repeat(degree, np.diff(walks.indptr)), walks.indices, walks.indptr)
        )
        reach = np.zeros(len(sources))
        for _ in range(STEPS if sources.any() else 0):
            reach = GOES_ON * (steps @ reach) + sources / degree
        self._reach = reach[:pages]
        free = np.setdiff1d(np.arange(pages), np.array(known.settled, np.int64) - first)
        logs = np.log(self._reach[free] + LEAST)
        speaks = sources.any() and len(free) >= FEWEST
        self._scale = (float(logs.mean()), float(logs.std())) if speaks else (0.0, 0.0)
        company = (steps @ np.append(self._own, np.full(len(sources) - pages, math.log(SURE / (1 - SURE)))))[
            :pages
        ]
        self._odds = self._together(self._own, company, self._reach)

    def quiet(self) -> None:
        """Say nothing until the next `refresh`."""
        self.speak = False

    def judged(self, own: Floats, rows: TermRows, idf: Floats, first: int = 0) -> Floats:
        """Return the relevance of pages from `first` on, given what the word lists say of them.

        Fetched pages so old that they are not compared keep that.
        """
        if rows is not self._fetched:
            return probability(self._of_others(odds_of(own), rows.batch(first), idf))
        start, end = self._nearest.first, self._nearest.first + len(self._nearest)
        found = own.copy()
        old, new = max(first, start), max(first, end)
        if old < end:
            found[old - first : end - first] = probability(self._odds[old - start :])
        found[new - first :] = probability(self._of_others(odds_of(own[new - first :]), rows.batch(new), idf))
        return found

    def _of_others(self, own: Floats, rows: RowBatch, idf: Floats) -> Floats:
        """Return the log-odds of pages that were not compared, given their own."""
        company, reach = np.zeros(len(rows)), np.zeros(len(rows))
        for at in range(len(rows)):
            near, like = self._nearest.of(rows[at], idf)
            share = like / max(LEAST_LIKENESS, float(like.sum()))
            company[at] = share @ self._own[near]
            reach[at] = GOES_ON * (share @ self._reach[near])
        return self._together(own, company, reach)

    def _together(self, own: Floats, company: Floats, reach: Floats) -> Floats:
        mean, spread = self._scale
        logs = np.log(reach + LEAST)
        far = np.clip((logs - mean) / spread, -FARTHEST, FARTHEST) if spread > LEAST else np.zeros(len(own))
        odds: Floats = self._weights @ np.stack([own, company, far, np.ones(len(own))])
        return odds

    def _walks(self, idf: Floats, known: Known) -> tuple[csr_array, Floats]:
        """Return how like pages are, both ways alike, and where walks are to come by.

        Known pages that are not among those compared stand behind them.
        """
        nearest, pages = self._nearest, len(self._nearest)
        places = [at - nearest.first if at >= nearest.first else -1 for at in known.fetched]
        beside = [row for row, place in zip(known.rows, places, strict=True) if not 0 <= place < pages]
        found = [nearest.of(row, idf) for row in beside]
        near = np.concatenate([nearest.near, *(one[0][None, :] for one in found)])
        like = np.concatenate([nearest.like, *(one[1][None, :] for one in found)])
        count = len(near)
        at = np.repeat(np.arange(count), near.shape[1])
        is_like = like.ravel() > 0
        one_way = csr_array(
            (like.ravel()[is_like], (at[is_like], near.ravel()[is_like])), shape=(count, count)
        )
        sources, following = np.zeros(count), pages
        for place, trust in zip(places, known.trust, strict=True):
            if 0 <= place < pages:
                sources[place] = trust
            else:
                sources[following] = trust
                following += 1
        return csr_array(one_way.maximum(one_way.T)), sources


def odds_of(relevance: Floats) -> Floats:
    """Return log-odds, no farther from 0 than those of what is known.

    >>> odds_of(np.array([0.0, 0.5, 1.0])).round(1).tolist()
    [-6.9, 0.0, 6.9]
    """
    kept = np.clip(relevance, 1 - SURE, SURE)
    odds: Floats = np.log(kept / (1 - kept))
    return odds


def probability(odds: Floats) -> Floats:
    """Return probabilities of log-odds."""
    found: Floats = 1.0 / (1.0 + np.exp(-odds))
    return found
