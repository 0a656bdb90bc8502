"""Is this page on topic? Nearness to the centroid of what is known to be on topic.

Known are the fetched seeds, the examples and the keywords. The centroid follows the idea of TFIDF-2 (Wang
et al. 2009; the formula is our reconstruction): inside the known pages, words shared by many *are* the
topic, so a term's mean weight is multiplied by the share of known pages that contain it; words common in
other text are damped by idf. The similarity is read against that of the known pages among themselves, so
that no labels are needed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lookclear.relevance.wordlists import Learned
from lookclear.text.growing import Growing
from lookclear.text.vectors import Concept, Floats, Row, TermRows, Vocabulary, dot, term_of

UNMEASURED_BASE = 0.25  # similarity of an on-topic page when fewer than two known pages say it themselves
LOWEST_BASE, HIGHEST_BASE = 0.08, 0.8
STEEPNESS, MIDDLE = 8.0, 0.5  # R = σ(8·(cos/base − ½))
SEEN_AFTER = 10  # fetched pages until their own word counts weigh as much as the background's
KEYWORD_WEIGHT = 1.0  # the keywords together weigh as much as one known page
CONTRAST_FROM, CONTRAST_FULL = 5, 30  # fetched pages until the contrast begins, and until it is whole
CONTRAST_PAGES = 2_000  # newest fetched pages that the contrast is drawn from
Row64: TypeAlias = tuple[NDArray[np.int32], Floats]
MOST_KEPT = 2_000  # terms of a word list that is kept
LABELS_SHARE = 0.5  # that labels have beside words that are held
NAMING_SHARE = 0.5  # of the topic that links are compared with: words that known pages are called by


class CentroidModel:
    """The topic as a weighted word list that is rebuilt from what is known at each `refresh`."""

    def __init__(self, vocabulary: Vocabulary, keywords: Sequence[str], terms: int = 300) -> None:
        self._vocabulary = vocabulary
        self._size = terms
        self._known: list[Row] = []
        self._names: list[Row] = []
        self._off_topic: list[Row] = []  # pages that a person says are not on topic
        self._said: list[Row] = []  # those that a person says are
        self.held: Learned | None = None  # what it keeps to
        weights = {term: 1.0 for word in keywords if (term := term_of(word))}
        self._keywords = vocabulary.row(weights) if weights else None
        self._idf = Growing(np.float64)
        self._squares = Growing(np.float64)
        self._pages = _Compared()
        self._links = _Compared()
        self._new_term_seen = 0.0
        self._seen_weight = 0.0
        self._other: Floats | None = None
        self._contrast = 0.0
        self.base = UNMEASURED_BASE
        self._unlike = 0.0  # similarity to the topic that off-topic pages of this crawl have

    def add_known(self, row: Row, names: Row) -> None:
        """Take a page as on topic, and the words it is called by; it counts from the next `refresh`."""
        self._known.append(row)
        self._names.append(names)

    def label(self, row: Row, names: Row, *, on_topic: bool, fetched: int | None = None) -> None:  # noqa: ARG002
        """Take what a person says of a page; it counts from the next `refresh`."""
        if on_topic:
            self.add_known(row, names)
            self._said.append(row)
        else:
            self._off_topic.append(row)

    def forget_known(self) -> None:
        """Forget all pages that are known to be on topic, or not; keywords stay."""
        self._known, self._names, self._off_topic, self._said = [], [], [], []

    def learned(self) -> Learned:
        """Return what was learned, to be kept or held to later."""
        lists = {"pages": self._pages.weights, "links": self._links.weights}
        return Learned(
            {name: self._listed(weights) for name, weights in lists.items()},
            {"base": self.base, "unlike": self._unlike},
        )

    def hold(self, learned: Learned | None) -> None:
        """From the next `refresh` on keep to what was learned at an earlier time, or (None) learn on.

        What is labelled beside it moves the held words.
        """
        self.held = learned
        if learned is not None:
            for words in learned.words.values():
                self._vocabulary.numbers(words)

    def refresh(self, document_frequency: Floats, fetched: TermRows) -> None:
        """Rebuild idf, centroid and scale; `document_frequency` counts the fetched pages with each term.

        idf = −ln(½·p_background + ½·p_fetched); the second half grows in over the first ten pages.
        """
        pages = len(fetched)
        self._seen_weight = 0.5 * min(1.0, pages / SEEN_AFTER)
        self._new_term_seen = 0.5 / (pages + 1)
        shares = self._vocabulary.shares
        seen = (document_frequency[: len(shares)] + 0.5) / (pages + 1)
        idf = -np.log((1 - self._seen_weight) * shares + self._seen_weight * seen)
        np.maximum(idf, 0.0, out=idf)
        self._idf.replace(idf)
        self._squares.replace(idf * idf)
        self._take_contrast(fetched)
        held = _Support.of([*self._known, *self._names, *([self._keywords] if self._keywords else [])])
        units = [held.placed(self._unit(row)) for row in self._known]
        topic = self._centroid(units, held)
        self.base = self._scale(units, held)
        self._pages.take(held.spread(topic, len(idf)), idf)
        self._links.take(held.spread(self._named(topic, held), len(idf)), idf)
        if self.held is not None:
            self._pages.take(self._moved(self.held.words["pages"]), idf)
            self._links.take(self._moved(self.held.words["links"]), idf)
            self.base, self._unlike = self.held.scales["base"], self.held.scales["unlike"]

    def idf(self) -> Floats:
        """Return the idf of every term of the vocabulary, those first seen after the refresh included."""
        missing = self._vocabulary.shares[len(self._idf) :]
        if len(missing):
            share = (1 - self._seen_weight) * missing + self._seen_weight * self._new_term_seen
            idf = np.maximum(-np.log(share), 0.0)
            self._idf.extend(idf)
            self._squares.extend(idf * idf)
        return self._idf.values

    def surely(self) -> float:
        """Return the relevance from which on a page is more like the known pages than like off-topic ones.

        R = ½ means half as like as known pages are, which on some webs most pages reach. The middle between
        off-topic pages of this crawl and known pages is at `σ(4·unlike/base)`: from ½ to .98.
        """
        return float(self.scaled(np.array([0.5 * (min(self._unlike, self.base) + self.base)]))[0])

    @property
    def shares(self) -> Floats:
        """Background share of pages that contain each term, by number."""
        return self._vocabulary.shares

    def concept(self) -> Concept:
        """Return the topic that pages and blocks are compared with."""
        return self._compared(self._pages)

    def link_concept(self) -> Concept:
        """Return the topic that anchors and link contexts are compared with."""
        return self._compared(self._links)

    def compare_links_with(self, topic: Floats) -> None:
        """Compare links with another topic vector (one entry a term) until the next `refresh`."""
        self._links.take(topic, self.idf()[: len(topic)])

    def _compared(self, topic: _Compared) -> Concept:
        terms = len(self.idf())
        topic.products.grow_to(terms)
        return Concept(topic.products.values, self._squares.values, topic.length)

    @property
    def topic(self) -> Floats:
        """The topic vector of the last refresh, at unit length (or empty)."""
        return self._pages.weights

    @property
    def link_topic(self) -> Floats:
        """The topic vector that links are compared with, at unit length (or empty)."""
        return self._links.weights

    def relevance(self, rows: TermRows, first: int = 0) -> Floats:
        """Return R in 0..1 for rows from `first` on: σ(8·(cos(row, topic)/base − ½))."""
        return self.scaled(rows.similarities(self.concept(), first))

    def scaled(self, similarity: Floats) -> Floats:
        """Turn similarities to the topic into relevances in 0..1."""
        relevance: Floats = 1.0 / (1.0 + np.exp(-STEEPNESS * (similarity / self.base - MIDDLE)))
        return relevance

    def terms(self, most: int = 20) -> list[tuple[str, float]]:
        """Return the strongest terms of the topic with their weights."""
        order = np.argsort(-self.topic, kind="stable")[:most]
        return [(self._vocabulary.term(int(n)), float(self.topic[n])) for n in order if self.topic[n] > 0]

    def _listed(self, vector: Floats) -> dict[str, float]:
        """Return the strongest entries of a vector by their terms."""
        order = np.argsort(-vector, kind="stable")[:MOST_KEPT]
        return {self._vocabulary.term(int(n)): float(vector[n]) for n in order if vector[n] > 0}

    def _moved(self, words: Mapping[str, float]) -> Floats:
        """Return a held word list as a vector, moved by what was labelled since."""
        vector = np.zeros(len(self._idf))
        vector[self._vocabulary.numbers(words)] = list(words.values())
        towards = np.zeros(len(vector))
        for row in self._said:
            numbers, weights = self._unit(row)
            towards[numbers] += weights
        length, strength = math.sqrt(dot(towards, towards)), math.sqrt(dot(vector, vector))
        if length:
            vector += LABELS_SHARE * max(strength, 1e-12) / length * towards
        away = self._labelled_off()
        if away is not None:
            vector = np.maximum(vector - dot(vector, away) * away, 0.0)
        length = math.sqrt(dot(vector, vector))
        return vector / length if length else vector

    def _unit(self, row: Row) -> Row64:
        numbers, weights = row
        weighted = weights * self._idf.values[numbers]
        length = math.sqrt(dot(weighted, weighted))
        return numbers, weighted / length if length else weighted

    def _take_contrast(self, fetched: TermRows) -> None:
        """Sum up what the off-topic pages of this crawl speak of: `neg = unit(Σ (1 − R(p))·x_p)`.

        Pages that a person says are off topic count together as much as all of those.
        """
        self._other, self._contrast = self._labelled_off(), 1.0
        if len(fetched) < CONTRAST_FROM or not len(self.topic):
            return
        first = max(0, len(fetched) - CONTRAST_PAGES)
        likeness = fetched.similarities(self.concept(), first)
        off_topic = 1.0 - self.scaled(likeness)
        self._unlike = float(off_topic @ likeness) / max(1e-12, float(off_topic.sum()))
        other = fetched.mixture(off_topic, self.idf(), first)
        length = math.sqrt(dot(other, other))
        if not length:
            return
        other, grown = other / length, min(1.0, len(fetched) / CONTRAST_FULL)
        if self._other is None:
            self._other, self._contrast = other, grown
        else:
            other = self._other + grown * other
            self._other = other / math.sqrt(dot(other, other))

    def _labelled_off(self) -> Floats | None:
        """Return the mean of the pages that a person says are off topic, at unit length."""
        total = np.zeros(len(self.idf()))
        for row in self._off_topic:
            numbers, weights = self._unit(row)
            total[numbers] += weights
        length = math.sqrt(dot(total, total))
        return total / length if length else None

    def _against_other(self, topic: Floats, held: _Support) -> Floats:
        """Take out of a topic vector what it shares with off-topic pages: `max(0, w − γ·cos(w, neg)·neg)`."""
        length = math.sqrt(dot(topic, topic))
        if self._other is None or not length:
            return topic
        unit = topic / length
        other = self._other[held.numbers]
        contrasted: Floats = np.maximum(unit - self._contrast * dot(unit, other) * other, 0.0)
        return contrasted

    def _centroid(self, units: Sequence[Row64], held: _Support) -> Floats:
        """Return the concept of some known pages, over the terms that known pages and keywords hold."""
        total = np.zeros(len(held.numbers))
        holders = np.zeros(len(held.numbers))
        for places, weights in units:
            total[places] += weights
            holders[places] += 1
        if len(units) > 1:
            total *= holders / len(units)
        if self._keywords is not None:
            places, weights = held.placed(self._unit(self._keywords))
            strength = KEYWORD_WEIGHT * max(1.0, math.sqrt(dot(total, total)))
            total[places] += strength * weights / max(1, len(units))
        total = self._against_other(total, held)
        if np.count_nonzero(total) > self._size:
            total[total < np.partition(total, -self._size)[-self._size]] = 0.0
        length = math.sqrt(dot(total, total))
        return total / length if length else total

    def _named(self, topic: Floats, held: _Support) -> Floats:
        """Return half centroid, half what the known pages are called, at unit length."""
        names = np.zeros(len(held.numbers))
        for row in self._names:
            places, weights = held.placed(self._unit(row))
            names[places] += weights
        length = math.sqrt(dot(names, names))
        if not length:
            return topic
        mixed = (1 - NAMING_SHARE) * topic + NAMING_SHARE * names / length
        unit: Floats = mixed / math.sqrt(dot(mixed, mixed))
        return unit

    def _scale(self, units: Sequence[Row64], held: _Support) -> float:
        """Return the mean similarity of each known page to the centroid of the others."""
        if len(units) < 2:
            return UNMEASURED_BASE
        likeness = []
        for left_out, (places, weights) in enumerate(units):
            others = self._centroid([u for at, u in enumerate(units) if at != left_out], held)
            likeness.append(dot(weights, others[places]))
        return min(HIGHEST_BASE, max(LOWEST_BASE, sum(likeness) / len(likeness)))


@dataclass(frozen=True, slots=True)
class _Support:
    """The terms that known pages hold: a topic is made up of these alone, however large the vocabulary."""

    numbers: NDArray[np.int32]  # ascending

    @classmethod
    def of(cls, rows: Sequence[Row]) -> _Support:
        return cls(np.unique(np.concatenate([row[0] for row in rows])) if rows else np.zeros(0, np.int32))

    def placed(self, row: Row64) -> Row64:
        """Return a row with places among these terms instead of numbers of the vocabulary."""
        return np.searchsorted(self.numbers, row[0]).astype(np.int32), row[1]

    def spread(self, topic: Floats, terms: int) -> Floats:
        """Return a vector over these terms as one over the whole vocabulary."""
        whole = np.zeros(terms)
        whole[self.numbers] = topic
        return whole


class _Compared:
    """A topic vector, and its product with idf, which grows with the vocabulary."""

    def __init__(self) -> None:
        self.weights: Floats = np.zeros(0)
        self.products = Growing(np.float64)
        self.length = 0.0

    def take(self, topic: Floats, idf: Floats) -> None:
        self.weights = topic
        self.products.replace(topic * idf)
        self.length = math.sqrt(dot(topic, topic))
