"""Is this page on topic? Nearness to the centroid of what is known to be on topic.

Known are the fetched seeds, the examples and the keywords. The centroid follows the idea of TFIDF-2 (Wang
et al. 2009; the formula is our reconstruction): inside the known pages, words shared by many *are* the
topic, so a term's mean weight is multiplied by the share of known pages that contain it; words common in
other text are damped by idf. The similarity is read against that of the known pages among themselves, so
that no labels are needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from lookclear.text.vectors import Floats, Row, TermRows, Vocabulary, dot, term_of

UNMEASURED_BASE = 0.25  # similarity of an on-topic page when fewer than two known pages say it themselves
LOWEST_BASE, HIGHEST_BASE = 0.08, 0.8
STEEPNESS, MIDDLE = 8.0, 0.5  # R = σ(8·(cos/base − ½))
SEEN_AFTER = 10  # fetched pages until their own word counts weigh as much as the background's
KEYWORD_WEIGHT = 1.0  # the keywords together weigh as much as one known page
CONTRAST_FROM, CONTRAST_FULL = 5, 30  # fetched pages until the contrast begins, and until it is whole
CONTRAST_PAGES = 2_000  # newest fetched pages that the contrast is drawn from
NAMING_SHARE = 0.5  # of the topic that links are compared with: words that known pages are called by


class CentroidModel:
    """The topic as a weighted word list that is rebuilt from what is known at each `refresh`."""

    def __init__(self, vocabulary: Vocabulary, keywords: Sequence[str], terms: int = 300) -> None:
        self._vocabulary = vocabulary
        self._size = terms
        self._known: list[Row] = []
        self._names: list[Row] = []
        weights = {term: 1.0 for word in keywords if (term := term_of(word))}
        self._keywords = vocabulary.row(weights) if weights else None
        self._idf = np.zeros(0)
        self._new_term_seen = 0.0
        self._seen_weight = 0.0
        self._other: Floats | None = None
        self._contrast = 0.0
        self.topic: Floats = np.zeros(0)
        self._link_topic: Floats = np.zeros(0)
        self.base = UNMEASURED_BASE

    def add_known(self, row: Row, names: Row) -> None:
        """Take a page as on topic, and the words it is called by; it counts from the next `refresh`."""
        self._known.append(row)
        self._names.append(names)

    def refresh(self, document_frequency: Floats, fetched: TermRows) -> None:
        """Rebuild idf, centroid and scale; `document_frequency` counts the fetched pages with each term.

        idf = −ln(½·p_background + ½·p_fetched); the second half grows in over the first ten pages.
        """
        pages = len(fetched)
        self._seen_weight = 0.5 * min(1.0, pages / SEEN_AFTER)
        self._new_term_seen = 0.5 / (pages + 1)
        shares = self._vocabulary.shares
        seen = (document_frequency[: len(shares)] + 0.5) / (pages + 1)
        self._idf = -np.log((1 - self._seen_weight) * shares + self._seen_weight * seen)
        np.maximum(self._idf, 0.0, out=self._idf)
        self._take_contrast(fetched)
        units = [self._unit(row) for row in self._known]
        self.topic = self._centroid(units)
        self.base = self._scale(units)
        self._link_topic = self._named()

    def idf(self) -> Floats:
        """Return the idf of every term of the vocabulary, those first seen after the refresh included."""
        missing = self._vocabulary.shares[len(self._idf) :]
        if len(missing):
            share = (1 - self._seen_weight) * missing + self._seen_weight * self._new_term_seen
            self._idf = np.concatenate([self._idf, np.maximum(-np.log(share), 0.0)])
        return self._idf

    def weights(self) -> Floats:
        """Return the topic vector (unit length or empty) that pages and blocks are compared with."""
        self.topic = self._grown(self.topic)
        return self.topic

    def link_weights(self) -> Floats:
        """Return the topic vector that anchors and link contexts are compared with."""
        self._link_topic = self._grown(self._link_topic)
        return self._link_topic

    def _grown(self, vector: Floats) -> Floats:
        missing = len(self._vocabulary) - len(vector)
        return np.concatenate([vector, np.zeros(missing)]) if missing > 0 else vector

    def relevance(self, rows: TermRows, first: int = 0) -> Floats:
        """Return R in 0..1 for rows from `first` on: σ(8·(cos(row, topic)/base − ½))."""
        return self.scaled(rows.similarities(self.weights(), self.idf(), first))

    def scaled(self, similarity: Floats) -> Floats:
        """Turn similarities to the topic into relevances in 0..1."""
        relevance: Floats = 1.0 / (1.0 + np.exp(-STEEPNESS * (similarity / self.base - MIDDLE)))
        return relevance

    def terms(self, most: int = 20) -> list[tuple[str, float]]:
        """Return the strongest terms of the topic with their weights."""
        order = np.argsort(-self.topic, kind="stable")[:most]
        return [(self._vocabulary.term(int(n)), float(self.topic[n])) for n in order if self.topic[n] > 0]

    def _unit(self, row: Row) -> Row:
        numbers, weights = row
        weighted = weights * self._idf[numbers]
        length = math.sqrt(dot(weighted, weighted))
        return numbers, weighted / length if length else weighted

    def _take_contrast(self, fetched: TermRows) -> None:
        """Sum up what the off-topic pages of this crawl speak of: `neg = unit(Σ (1 − R(p))·x_p)`."""
        if len(fetched) < CONTRAST_FROM or not len(self.topic):
            return
        first = max(0, len(fetched) - CONTRAST_PAGES)
        other = fetched.mixture(1.0 - self.relevance(fetched, first), self.idf(), first)
        length = math.sqrt(dot(other, other))
        if length:
            self._other, self._contrast = other / length, min(1.0, len(fetched) / CONTRAST_FULL)

    def _against_other(self, topic: Floats) -> Floats:
        """Take out of a topic vector what it shares with off-topic pages: `max(0, w − γ·cos(w, neg)·neg)`."""
        length = math.sqrt(dot(topic, topic))
        if self._other is None or not length:
            return topic
        unit = topic / length
        contrasted: Floats = np.maximum(unit - self._contrast * dot(unit, self._other) * self._other, 0.0)
        return contrasted

    def _centroid(self, units: Sequence[Row]) -> Floats:
        total = np.zeros(len(self._idf))
        holders = np.zeros(len(self._idf))
        for numbers, weights in units:
            total[numbers] += weights
            holders[numbers] += 1
        if len(units) > 1:
            total *= holders / len(units)
        if self._keywords is not None:
            numbers, weights = self._unit(self._keywords)
            strength = KEYWORD_WEIGHT * max(1.0, math.sqrt(dot(total, total)))
            total[numbers] += strength * weights / max(1, len(units))
        total = self._against_other(total)
        if np.count_nonzero(total) > self._size:
            total[total < np.partition(total, -self._size)[-self._size]] = 0.0
        length = math.sqrt(dot(total, total))
        return total / length if length else total

    def _named(self) -> Floats:
        """Return half centroid, half what the known pages are called, at unit length."""
        names = np.zeros(len(self._idf))
        for row in self._names:
            numbers, weights = self._unit(row)
            names[numbers] += weights
        length = math.sqrt(dot(names, names))
        if not length:
            return self.topic
        mixed = (1 - NAMING_SHARE) * self.topic + NAMING_SHARE * names / length
        unit: Floats = mixed / math.sqrt(dot(mixed, mixed))
        return unit

    def _scale(self, units: Sequence[Row]) -> float:
        """Return the mean similarity of each known page to the centroid of the others."""
        if len(units) < 2:
            return UNMEASURED_BASE
        likeness = []
        for left_out, (numbers, weights) in enumerate(units):
            others = self._centroid([u for at, u in enumerate(units) if at != left_out])
            likeness.append(dot(weights, others[numbers]))
        return min(HIGHEST_BASE, max(LOWEST_BASE, sum(likeness) / len(likeness)))
