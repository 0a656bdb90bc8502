"""Is this page on topic? Nearness to what is known to be on topic, without labels.

Known are the fetched seeds, the examples, the keywords and what people labelled. Three word lists are made of
them (docs/algorithms.md): what the known pages have in common, minus what the pages of this crawl that are
off topic speak of (the contrast); the same with the pages that the crawl itself took for relevant (it
evolves); and, for links, with the words that known pages are called by. Nearness is read against that of the
known pages among themselves, so that no labels are needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from lookclear.relevance.concept import (
    Compared,
    Row64,
    Support,
    lengths,
    shared,
    strongest,
    unit,
    weighed,
    without,
)
from lookclear.relevance.evolving import Evolving
from lookclear.relevance.neighbours import Known, Neighbours
from lookclear.relevance.trust import LEAST_PAGES, trust_of
from lookclear.relevance.wordlists import Learned
from lookclear.text.growing import Growing
from lookclear.text.vectors import Concept, Floats, Row, RowBatch, TermRows, Vocabulary, dot, term_of

UNMEASURED_BASE = 0.25  # similarity of an on-topic page when fewer than two known pages say it themselves
LOWEST_BASE, HIGHEST_BASE = 0.08, 0.8
STEEPNESS, MIDDLE = 8.0, 0.5  # R = σ(8·(q − ½))
SEEN_AFTER = 10  # fetched pages until their own word counts weigh as much as the background's
# A page has to be this long, in lengths of known pages, to be as like the topic as the cosine says: of the
# few words of a tag page, a site's name and one term of the topic are many. Average precision, measured on
# Chinese blogs: .19 without it and .61 with it; at 1.0 English encyclopedia articles fall from .61 to .57.
ENOUGH_TO_SAY = 0.6
KEYWORD_WEIGHT = 1.0  # the keywords together weigh as much as one known page
CONTRAST_FROM, CONTRAST_FULL = 5, 30  # fetched pages until the contrast begins, and until it is whole
CONTRAST_PAGES = 2_000  # newest fetched pages that the contrast, and what evolves, are drawn from
PROFILE_PAGES = 300  # newest fetched pages by which it is told which known pages belong together
PROFILED = 20  # known pages that are compared
EVOLVES_FROM = 20  # fetched pages until the evolving concept has its say
EVOLVING_SHARE = 0.5  # of the evolving concept in q; the other half never leaves the known pages (no drift)
NAMING_SHARE = 0.5  # of the topic that links are compared with: words that known pages are called by
TERMS = 50  # of a concept
MOST_KEPT = 2_000  # terms of a word list that is kept
LABELS_SHARE = 0.5  # that labels have beside words that are held


class CentroidModel:
    """The topic as weighted word lists that are rebuilt from what is known at each `refresh`."""

    def __init__(
        self, vocabulary: Vocabulary, keywords: Sequence[str], terms: int = TERMS, *, asks: bool = False
    ) -> None:
        """`terms` of a concept; with `asks`, fetched pages like a page have a say in what it is worth."""
        self.vocabulary = vocabulary
        self._size = terms
        self._known: list[Row] = []
        self._names: list[Row] = []
        self._counter: list[Row] = []  # pages that are known to be off topic
        self._said: list[Row] = []  # those of the known that a person labelled
        self._said_off: list[Row] = []  # and those of the counter-examples
        self.held: Learned | None = None  # what it keeps to
        self.second: Callable[[TermRows, int], Floats | None] | None = (
            None  # another judge, with half of the say
        )
        self._settled: dict[int, float] = {}  # relevance of fetched pages that need no judging
        self._fetched_known: dict[int, int] = {}  # fetched page → its place among the known
        weights = {term: 1.0 for word in keywords if (term := term_of(word))}
        self._keywords = vocabulary.row(weights) if weights else None
        self._idf = Growing(np.float64)
        self._squares = Growing(np.float64)
        self._pages = Compared()
        self._links = Compared()
        self._evolving = Evolving(terms)
        self._evolved = Compared()
        self._neighbours = Neighbours() if asks else None
        self._new_term_seen = 0.0
        self._seen_weight = 0.0
        self._other: Floats | None = None
        self._contrast = 0.0
        self.base = UNMEASURED_BASE
        self.trust: Floats = np.zeros(0)  # in each known page, 0.1..1
        self._enough = 0.0  # length of a page that has enough to say
        self._unlike = 0.0  # similarity to the topic that off-topic pages of this crawl have

    def add_known(self, row: Row, names: Row, fetched: int | None = None) -> None:
        """Take a page as on topic, and the words it is called by; it counts from the next `refresh`.

        `fetched` is its number among the fetched pages, if it is one of them.
        """
        self._known.append(row)
        self._names.append(names)
        if fetched is not None:
            self._settled[fetched] = 1.0
            self._fetched_known[fetched] = len(self._known) - 1

    def label(self, row: Row, names: Row, *, on_topic: bool, fetched: int | None = None) -> None:
        """Take somebody's word for a page: known from now on, or an example of what the topic is not."""
        if on_topic:
            self.add_known(row, names, fetched)
            self._said.append(row)
            return
        self.add_counter(row, fetched)
        self._said_off.append(row)

    def add_counter(self, row: Row, fetched: int | None = None) -> None:
        """Take a page as off topic; it counts from the next `refresh`."""
        self._counter.append(row)
        if fetched is not None:
            self._settled[fetched] = 0.0

    def doubted(self) -> dict[int, float]:
        """Return the fetched known pages that are not wholly trusted, with their trust."""
        judged = len(self.trust)
        trusted = ((page, float(self.trust[at])) for page, at in self._fetched_known.items() if at < judged)
        return {page: trust for page, trust in trusted if trust < 1}

    def forget_known(self) -> None:
        """Forget all pages that are known to be on topic, or not; keywords stay."""
        self._known, self._names, self._counter, self._said, self._said_off = [], [], [], [], []
        self._settled, self._fetched_known = {}, {}

    def learned(self) -> Learned:
        """Return what was learned, to be kept or held to later."""
        lists = {"pages": self._pages, "links": self._links, "evolved": self._evolved}
        return Learned(
            {name: self._listed(compared.weights) for name, compared in lists.items() if compared.length},
            {
                "base": self.base,
                "unlike": self._unlike,
                "evolved": self._evolving.base,
                "enough": self._enough,
            },
        )

    def hold(self, learned: Learned | None) -> None:
        """From the next `refresh` on keep to what was learned at an earlier time, or (None) learn on.

        What is labelled beside it moves the held words.
        """
        self.held = learned
        if learned is None:
            self._evolved = Compared()
        else:
            for words in learned.words.values():
                self.vocabulary.numbers(words)

    def refresh(self, document_frequency: Floats, fetched: TermRows) -> None:
        """Rebuild idf, word lists and scale; `document_frequency` counts the fetched pages with each term.

        idf = −ln(½·p_background + ½·p_fetched); the second half grows in over the first ten pages.
        """
        pages = len(fetched)
        self._seen_weight = 0.5 * min(1.0, pages / SEEN_AFTER)
        self._new_term_seen = 0.5 / (pages + 1)
        shares = self.vocabulary.shares
        seen = (document_frequency[: len(shares)] + 0.5) / (pages + 1)
        idf = -np.log((1 - self._seen_weight) * shares + self._seen_weight * seen)
        np.maximum(idf, 0.0, out=idf)
        first = max(0, pages - CONTRAST_PAGES)
        relevance = self._so_far(fetched, first)
        self._idf.replace(idf)
        self._squares.replace(idf * idf)
        self._take_contrast(fetched, relevance, first)
        held = Support.of([*self._known, *self._names, *([self._keywords] if self._keywords else [])])
        units = [held.placed(weighed(row, idf)) for row in self._known]
        self.trust = trust_of(self._profiles(fetched, idf))
        for page, place in self._fetched_known.items():
            self._settled[page] = float(self.trust[place])
        long = lengths(RowBatch.of(self._known), idf)
        self._enough = ENOUGH_TO_SAY * float(long.mean()) if units else 0.0
        topic = self._centroid(units, self.trust, held)
        self.base = self._scale(units, held)
        self._pages.take(held.spread(strongest(topic, self._size), len(idf)), idf)
        self._links.take(held.spread(self._named(unit(topic), held), len(idf)), idf)
        if self.held is not None:
            self._keep_to(self.held, idf)
        elif pages >= EVOLVES_FROM:
            self._evolve(fetched, relevance, first)
        if self._neighbours is not None:
            self._ask(self._neighbours, fetched, idf)

    def idf(self) -> Floats:
        """Return the idf of every term of the vocabulary, those first seen after the refresh included."""
        missing = self.vocabulary.shares[len(self._idf) :]
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
        return self.vocabulary.shares

    def concept(self) -> Concept:
        """Return the topic that pages and blocks are compared with."""
        return self._compared(self._pages)

    def link_concept(self) -> Concept:
        """Return the topic that anchors and link contexts are compared with."""
        return self._compared(self._links)

    def compare_links_with(self, topic: Floats) -> None:
        """Compare links with another topic vector (one entry a term) until the next `refresh`."""
        self._links.take(topic, self.idf()[: len(topic)])

    def _compared(self, topic: Compared) -> Concept:
        terms = len(self.idf())
        topic.products.grow_to(terms)
        return Concept(topic.products.values, self._squares.values, topic.length)

    @property
    def topic(self) -> Floats:
        """The topic vector of the last refresh (or empty)."""
        return self._pages.weights

    @property
    def link_topic(self) -> Floats:
        """The topic vector that links are compared with, at unit length (or empty)."""
        return self._links.weights

    def relevance(self, rows: TermRows, first: int = 0) -> Floats:
        """Return R in 0..1 of pages, given as rows from `first` on: by words and, if asked, by neighbours."""
        own = self._by_words(rows, first)
        if self._neighbours is not None and self._neighbours.speak:
            own = self._neighbours.judged(own, rows, self.idf(), first)
        other = self.second(rows, first) if self.second is not None and self.held is None else None
        return own if other is None else (own + other) / 2

    def _by_words(self, rows: TermRows, first: int = 0) -> Floats:
        """Return what the word lists say of pages: σ(8·(q − ½)).

        q = cos(page, topic)/base; once there is an evolving topic, half of it and half the same for that. It
        is lowered in proportion for pages that are too short to tell.
        """
        likeness = rows.similarities(self.concept(), first) / self.base
        if self._evolved.length:
            evolved = rows.similarities(self._compared(self._evolved), first) / self._evolving.base
            likeness = (1 - EVOLVING_SHARE) * likeness + EVOLVING_SHARE * evolved
        if self._enough:
            likeness = likeness * np.minimum(1.0, lengths(rows.batch(first), self.idf()) / self._enough)
        return self.scaled(likeness * self.base)

    def scaled(self, similarity: Floats) -> Floats:
        """Turn similarities to the topic into relevances in 0..1."""
        relevance: Floats = 1.0 / (1.0 + np.exp(-STEEPNESS * (similarity / self.base - MIDDLE)))
        return relevance

    def terms(self, most: int = 20) -> list[tuple[str, float]]:
        """Return the strongest terms of the topic with their weights."""
        order = np.argsort(-self.topic, kind="stable")[:most]
        return [(self.vocabulary.term(int(n)), float(self.topic[n])) for n in order if self.topic[n] > 0]

    def _keep_to(self, held: Learned, idf: Floats) -> None:
        """Take the word lists and scales that are held in place of what was learned."""
        lists = {"pages": self._pages, "links": self._links, "evolved": self._evolved}
        for name, compared in lists.items():
            words = held.words.get(name, {})
            compared.take(self._moved(words) if words else np.zeros(len(idf)), idf)
        self.base, self._unlike = held.scales["base"], held.scales["unlike"]
        self._evolving.base = held.scales.get("evolved", 1.0)
        self._enough = held.scales.get("enough", 0.0)

    def _listed(self, vector: Floats) -> dict[str, float]:
        """Return the strongest entries of a vector by their terms."""
        order = np.argsort(-vector, kind="stable")[:MOST_KEPT]
        return {self.vocabulary.term(int(n)): float(vector[n]) for n in order if vector[n] > 0}

    def _moved(self, words: Mapping[str, float]) -> Floats:
        """Return a held word list as a vector, moved by what was labelled since."""
        vector = np.zeros(len(self._idf))
        vector[self.vocabulary.numbers(words)] = list(words.values())
        towards, away = unit(self._total(self._said)), unit(self._total(self._said_off))
        if not towards.any() and not away.any():
            return vector
        vector += LABELS_SHARE * math.sqrt(dot(vector, vector)) * towards
        return unit(without(unit(vector), away, 1.0))

    def _total(self, rows: Sequence[Row]) -> Floats:
        """Return the sum of rows at unit length over the whole vocabulary."""
        idf = self.idf()
        total = np.zeros(len(idf))
        for numbers, weights in (weighed(row, idf) for row in rows):
            total[numbers] += weights
        return total

    def _profiles(self, fetched: TermRows, idf: Floats) -> Floats:
        """Return the similarity of each known page to each of the newest fetched pages but known ones."""
        first = max(0, len(fetched) - PROFILE_PAGES)
        others = [at for at in range(len(fetched) - first) if first + at not in self._settled]
        profiles = np.zeros((len(self._known), len(others)))
        if len(others) < LEAST_PAGES or not 3 <= len(self._known) <= PROFILED:
            return profiles[:, :0]
        for at, row in enumerate(self._known):
            whole = np.zeros(len(idf))
            numbers, weights = weighed(row, idf)
            whole[numbers] = weights
            profiles[at] = fetched.similarities(Concept.of(whole, idf), first)[others]
        return profiles

    def _so_far(self, fetched: TermRows, first: int) -> Floats:
        """Return R of the fetched pages by the word lists there were until now."""
        relevance = self.relevance(fetched, first) if len(self.topic) else np.zeros(len(fetched) - first)
        for at, settled in self._settled.items():
            if at >= first:
                relevance[at - first] = settled
        return relevance

    def _take_contrast(self, fetched: TermRows, relevance: Floats, first: int) -> None:
        """Sum up what the off-topic pages of this crawl speak of: `neg = unit(Σ (1 − R(p))·x_p)`.

        Counter-examples stand beside it from the beginning, together as heavy as all of it.
        """
        idf = self.idf()
        other, self._contrast = np.zeros(len(idf)), 0.0
        if len(fetched) >= CONTRAST_FROM and len(self.topic):
            off_topic = 1.0 - relevance
            likeness = fetched.similarities(self.concept(), first)
            self._unlike = float(off_topic @ likeness) / max(1e-12, float(off_topic.sum()))
            other = unit(fetched.mixture(off_topic, idf, first))
            self._contrast = min(1.0, len(fetched) / CONTRAST_FULL)
        if self._counter:
            other = unit(self._contrast * other + unit(self._total(self._counter)))
            self._contrast = 1.0
        self._other = other if self._contrast else None

    def _centroid(self, units: Sequence[Row64], trust: Floats, held: Support) -> Floats:
        """Return the concept of some known pages, over the terms that known pages and keywords hold."""
        total = shared(units, trust, len(held.numbers))
        if self._keywords is not None:
            places, weights = held.placed(weighed(self._keywords, self._idf.values))
            strength = KEYWORD_WEIGHT * max(1.0, math.sqrt(dot(total, total)))
            total[places] += strength * weights / max(1, len(units))
        total = unit(total)
        return total if self._other is None else without(total, self._other[held.numbers], self._contrast)

    def _named(self, topic: Floats, held: Support) -> Floats:
        """Return half centroid, half what the known pages are called, at unit length."""
        names = np.zeros(len(held.numbers))
        for row, share in zip(self._names, self.trust, strict=True):
            places, weights = held.placed(weighed(row, self._idf.values))
            names[places] += share * weights
        if not names.any():
            return topic
        return unit((1 - NAMING_SHARE) * topic + NAMING_SHARE * unit(names))

    def _scale(self, units: Sequence[Row64], held: Support) -> float:
        """Return the mean similarity of each known page to the concept of the others."""
        if len(units) < 2:
            return UNMEASURED_BASE
        likeness = []
        for left_out, (places, weights) in enumerate(units):
            others = [row for at, row in enumerate(units) if at != left_out]
            likeness.append(
                dot(weights, unit(self._centroid(others, np.delete(self.trust, left_out), held))[places])
            )
        return min(HIGHEST_BASE, max(LOWEST_BASE, float(np.average(likeness, weights=self.trust))))

    def _ask(self, neighbours: Neighbours, fetched: TermRows, idf: Floats) -> None:
        """Let fetched pages have a say in what is judged from now on, unless an earlier time is kept to."""
        if self.held is not None:
            neighbours.quiet()
            return
        own = self._by_words(fetched)
        own[list(self._settled)] = list(self._settled.values())
        places = {place: page for page, place in self._fetched_known.items()}
        at = tuple(places.get(place, -1) for place in range(len(self._known)))
        neighbours.refresh(fetched, idf, own, Known(tuple(self._known), self.trust, at, tuple(self._settled)))

    def _evolve(self, fetched: TermRows, relevance: Floats, first: int) -> None:
        idf = self.idf()
        known = [weighed(row, idf) for row in self._known]
        relevance = relevance.copy()
        relevance[[at - first for at in self._settled if at >= first]] = (
            0.0  # the known ones come by themselves
        )
        evolved = self._evolving.concept(known, self.trust, fetched, relevance, idf, self._other, first)
        self._evolved.take(evolved, idf)
