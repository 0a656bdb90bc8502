"""Centroid: what anchors say now, and what anchors like them have led to before.

After Wang et al. 2009: the sum of a front end (likeness to the centroid of the topic: immediate payoff) and
a back end (a support vector machine trained on anchors that were followed: delayed payoff), both applied
late, by the newest model, to all anchors of a target together. Scaling and guards are our reconstruction
(docs/algorithms.md).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lookclear.html.address_words import address_words
from lookclear.links.anchor_svm import AnchorSvm
from lookclear.links.evidence import Evidence
from lookclear.links.learning import Lesson
from lookclear.links.seeing import LinkNumbers, Seen
from lookclear.text.growing import Growing
from lookclear.text.terms import summed_rows
from lookclear.text.vectors import Floats, Row, RowBatch, TermRows, term_of
from lookclear.topics.root_set import RootSet, likeness
from lookclear.tunnel.depth import THETA

DELAYED = 0.5  # what a page that is found through another one is worth for the anchors that led there
TRAIN_EVERY = 25  # pages
MOST_PAGES = 2_000  # newest ones, of which it is known by which anchors they were found

Integers = np.ndarray[tuple[int], np.dtype[np.int64]]
_NOTHING: Row = (np.zeros(0, np.int32), np.zeros(0, np.float32))


class Centroid:
    """S = ½·(sim2(x, centroid) + P(relevant | x)), x = all anchors of a target taken together.

    An anchor without words has those of its address.
    """

    name = "centroid"
    parts = ("anchor",)

    def __init__(self, rule: str = "") -> None:
        """`rule` is how the centroid is made of the documents: sum (as if empty), max or ave."""
        self._root = RootSet(rule or "sum")
        self._paid = AnchorSvm()
        self._taught = 0  # pages since the back end was trained
        self._numbers = LinkNumbers()
        self._rows = TermRows()  # by link, as are the next two
        self._target_of = Growing(np.int64)
        self._page_of = Growing(np.int64)
        self._terms = 0
        self._led: tuple[Row, Sequence[int]] = (
            _NOTHING,
            (),
        )  # to the newest page: all anchors, pages they stand on
        self._found_by: dict[int, Row] = {}  # page → all anchors that led there, while it has paid nothing
        self._newest = 0
        self._last: tuple[Evidence, Floats, Floats] | None = None

    def know(self, row: Row, names: Row, shares: Floats) -> None:
        """Take in a document that is known to be on topic: its words, and those it is called by."""
        self._root.add([row, names], shares, is_known=True, is_damped=True)

    def see(self, seen: Seen) -> None:
        """Keep the words of a page's anchors, and which ones led to it."""
        self._newest = seen.number
        led = np.flatnonzero(np.isin(self._target_of.values, seen.addresses))
        bag = _together(self._rows.batch().take(led), np.zeros(len(led), np.int64), 1, self._terms)
        self._led = bag[0], np.unique(self._page_of.values[led]).tolist()
        self._numbers.add(seen.first, len(seen.links))
        self._rows.extend(_anchor_rows(seen))
        self._terms = len(seen.vocabulary)
        self._target_of.extend(seen.targets)
        self._page_of.extend(np.full(len(seen.links), seen.number))

    def learn(self, lesson: Lesson) -> None:
        """Add a relevant page to the centroid; keep what its anchors, and those one step earlier, led to."""
        paid = lesson.is_known or lesson.relevance >= THETA
        bag, fathers = self._led
        if lesson.is_known:
            self.know(lesson.page, lesson.names, lesson.shares)
        elif paid:
            damped = bag[0], (1 + np.log(np.maximum(bag[1], 1))).astype(np.float32)
            self._root.add([lesson.names, damped], lesson.shares, is_known=False, is_damped=True)
        self._paid.add(bag, paid)
        if paid:
            for father in fathers:
                self._paid.add(self._found_by.pop(father, _NOTHING), True, DELAYED)
        else:
            self._found_by[self._newest] = bag
        self._found_by.pop(self._newest - MOST_PAGES, None)
        self._taught += 1

    def score(self, evidence: Evidence) -> Floats:
        """Return S of each link; of addresses that no page links to, their likeness to the topic."""
        if not len(evidence.links):
            return evidence.anchor
        self._forget(evidence)
        if self._taught >= TRAIN_EVERY and evidence.links[0] < self._numbers.newest:
            self._paid.train(self._terms)
            self._taught = 0
        targets = self._target_of.values[self._numbers.places(evidence.links)]
        distinct, at = np.unique(targets, return_inverse=True)
        bags = self._bags(distinct)
        centroid = np.zeros(self._terms)
        known = self._root.centroid()[: self._terms]
        centroid[: len(known)] = known
        front, back = likeness(bags, centroid)[at], self._paid.probability(bags, self._terms)[at]
        self._last = evidence, front, back
        return np.asarray(0.5 * (front + back))

    def explain(self, evidence: Evidence, link: int) -> dict[str, float]:
        """Return what front end and back end say of all anchors of the target."""
        if self._last is None or self._last[0] is not evidence:
            return {}
        return {"front": float(self._last[1][link]), "back": float(self._last[2][link])}

    def _bags(self, targets: Integers) -> RowBatch:
        """Return the words of all anchors of each of some targets (ascending); most have but one anchor."""
        wanted = np.zeros(int(self._target_of.values.max(initial=-1)) + 1, np.bool_)
        wanted[targets] = True
        links = np.flatnonzero(wanted[self._target_of.values])
        place = np.searchsorted(targets, self._target_of.values[links])
        counts = np.bincount(place, minlength=len(targets))
        single = counts[place] == 1
        ones, several = self._rows.batch().take(links[single]), self._rows.batch().take(links[~single])
        merged_at, merged_place = np.unique(place[~single], return_inverse=True)
        merged = _together(several, merged_place, len(merged_at), self._terms)
        joined = RowBatch(
            np.concatenate((ones.numbers, merged.numbers)),
            np.concatenate((ones.weights, merged.weights)),
            np.concatenate((ones.bounds, merged.bounds[1:] + ones.bounds[-1])),
        )
        where = np.zeros(len(targets), np.int64)
        where[place[single]] = np.arange(int(single.sum()))
        where[merged_at] = int(single.sum()) + np.arange(len(merged_at))
        return joined.take(where)

    def _forget(self, evidence: Evidence) -> None:
        kept = self._numbers.outdated(evidence.links)
        if kept is not None:
            self._rows.keep(kept)
            self._target_of.replace(self._target_of.values[kept])
            self._page_of.replace(self._page_of.values[kept])


def _anchor_rows(seen: Seen) -> RowBatch:
    """Return the words of the anchors of a page's followed links; where there are none, of the address."""
    rows = seen.anchors.take(seen.links)
    empty = np.flatnonzero(np.diff(rows.bounds) == 0)
    if not len(empty):
        return rows
    found = [rows[at] for at in range(len(rows))]
    for at in empty.tolist():
        words = address_words(seen.page.links[int(seen.links[at])].url)
        numbers = [seen.vocabulary.find(term) for word in words if (term := term_of(word))]
        distinct, counts = np.unique([one for one in numbers if one is not None], return_counts=True)
        found[at] = distinct.astype(np.int32), counts.astype(np.float32)
    return RowBatch.of(found)


def _together(rows: RowBatch, place: Integers, count: int, terms: int) -> RowBatch:
    """Return the sum of the rows that have the same place, for places 0 … count − 1."""
    owners = np.repeat(place, np.diff(rows.bounds))
    numbers, weights, bounds = summed_rows(
        owners, rows.numbers, rows.weights.astype(np.float64), (count, terms)
    )
    return RowBatch(numbers, weights.astype(np.float32), bounds)
