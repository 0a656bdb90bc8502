"""Words of links that paid off: what the words of a link say of its target, learned from outcomes."""

from __future__ import annotations

import numpy as np

from lookclear.links.adaptive.outcomes import log_odds
from lookclear.text.vectors import Floats, RowBatch, TermRows

SMOOTHING = 3.0  # of words of links that paid off
# Of words of pages: what soft and partly wrong judgements say of a word that few pages hold is worth little.
# Average precision of waiting links ordered by it, tuning topics of an encyclopedia, after 40 to 80 pages and
# after 100 to 200: .250 and .144 with 3, .277 and .164 with 10, .278 and .159 with 20.
TEXT_SMOOTHING = 15.0
NEWEST = 5_000  # fetched pages that words are learned from


class Wording:
    """For each fetched page the words of the links that led to it; for each word its log-odds."""

    def __init__(self, damping: float, smoothing: float = SMOOTHING) -> None:
        """`damping` is added to the number of a link's words before their sum is divided by its root.

        `smoothing` is how many pages of the usual relevance each word begins with.
        """
        self._damping = damping
        self._smoothing = smoothing
        self._rows = TermRows()
        self._pages: list[int] = []
        self._odds: Floats = np.zeros(0)

    def add(self, rows: RowBatch, page: int) -> None:
        """Take in the words of all links that led to a page; each counts once."""
        numbers = np.unique(rows.numbers)
        if len(numbers):
            self._rows.append((numbers, np.ones(len(numbers), np.float32)))
            self._pages.append(page)

    def learn(self, relevance: Floats, usual: float, terms: int) -> None:
        """Weigh all words anew by the present relevance of pages."""
        first = max(0, len(self._rows) - NEWEST)
        batch = self._rows.batch(first)
        self.learn_from(batch, relevance[np.array(self._pages[first:], np.int64)], usual, terms)

    def learn_from(self, rows: RowBatch, relevance: Floats, usual: float, terms: int) -> None:
        """Weigh all words by the relevance of pages that hold them, one row a page."""
        hits = np.repeat(relevance, np.diff(rows.bounds))
        tries = np.bincount(rows.numbers, minlength=terms).astype(np.float64)
        found = np.bincount(rows.numbers, hits, minlength=terms).astype(np.float64)
        self._odds = log_odds(found, tries, usual, self._smoothing)

    def judge(self, rows: RowBatch, terms: int) -> Floats:
        """Return `Σ log-odds(word)/√(words + damping)` of each row; words not learned yet count 0."""
        if not len(self._odds) or not len(rows):
            return np.zeros(len(rows))
        odds = self._odds
        if len(odds) < terms:
            odds = np.append(odds, np.zeros(terms - len(odds)))
        said: Floats = rows.binary_products(odds) / np.sqrt(np.diff(rows.bounds) + self._damping)
        return said
