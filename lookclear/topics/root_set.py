"""TFIDF-2 and the centroid of a root set: the words that documents known to be on topic share.

The classic weight gives 0 to what all documents of the set share, which is just what the topic is (Wang et
al. 2009 say so and name TFIDF-2 instead; the formulas here are our reconstruction, docs/algorithms.md).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from lookclear.text.growing import Growing
from lookclear.text.vectors import Concept, Floats, Row, RowBatch, dot, similarities

RULES = ("sum", "max", "ave")
LARGEST = 100  # terms of a centroid
KEPT = 0.999  # of older documents' weights, with each document that comes in on line
LEAST_ALIKE = 0.6  # δ: cosine with the centroid of what was known from the start
COSINE_SHARE = 0.5  # κ


class RootSet:
    """Documents on topic, summed up term by term: `(1 + ln tf)·(df_R/|R|)·ln(1 + N_B/df_B)`."""

    def __init__(self, rule: str = "sum") -> None:
        """`rule`: c_t is the sum, the maximum, or the mean over the documents that contain t."""
        if rule not in RULES:
            raise ValueError(f"there is no centroid rule {rule!r}; known are: {', '.join(RULES)}")
        self._rule = rule
        self._strengths = Growing(np.float64)  # Σ or max of 1 + ln tf
        self._holders = Growing(np.float64)  # documents that contain the term
        self._documents = 0.0
        self._background: Floats = np.zeros(0)
        self._first: Floats = np.zeros(0)  # the centroid of what was known from the start
        self._present: Floats | None = None

    def add(
        self, documents: Sequence[Row], shares: Floats, *, is_known: bool, is_damped: bool = False
    ) -> bool:
        """Take one page's documents in; returns False when they would lead away from what was known.

        A row holds counts of terms or, with `is_damped`, their 1 + ln; `shares` = df_B/N_B of each term.
        Documents that are known count in any case, and are what later ones are held against.
        """
        before = (self._strengths.values.copy(), self._holders.values.copy(), self._documents)
        for row in documents:
            self._take(row, decay=1.0 if is_known else KEPT, is_damped=is_damped)
        self._background = np.log1p(1.0 / shares)
        self._present = None
        present = self.centroid()
        if is_known:
            self._first = present
        elif _cosine(present, self._first) < LEAST_ALIKE:
            strengths, holders, self._documents = before
            self._strengths.replace(strengths)
            self._holders.replace(holders)
            self._present = None
            return False
        return True

    def weights(self) -> Floats:
        """Return the centroid before it is cut and scaled: one weight a term."""
        strengths, holders = self._strengths.values, self._holders.values
        if not self._documents:
            return np.zeros(0)
        if self._rule == "ave":
            strengths = np.divide(strengths, holders, out=np.zeros(len(holders)), where=holders > 0)
        weights: Floats = strengths * holders / self._documents * self._background[: len(holders)]
        return weights

    def centroid(self) -> Floats:
        """Return the 100 strongest terms at unit length; empty when nothing is known."""
        if self._present is None:
            weights = self.weights()
            if np.count_nonzero(weights) > LARGEST:
                weights[weights < np.partition(weights, -LARGEST)[-LARGEST]] = 0.0
            length = math.sqrt(dot(weights, weights))
            self._present = weights / length if length else weights
        return self._present

    def _take(self, row: Row, decay: float, *, is_damped: bool) -> None:
        numbers, counts = row
        if not len(numbers):
            return
        for column in (self._strengths, self._holders):
            column.grow_to(int(numbers[-1]) + 1)
        strengths = counts if is_damped else 1.0 + np.log(np.maximum(counts, 1.0))
        if self._rule == "max":
            self._strengths.values[numbers] = np.maximum(self._strengths.values[numbers], strengths)
        else:
            self._strengths.values[:] *= decay
            self._strengths.values[numbers] += strengths
            self._holders.values[:] *= decay
            self._documents *= decay
        self._holders.values[numbers] += 1
        self._documents += 1


def likeness(rows: RowBatch, centroid: Floats) -> Floats:
    """Return sim2 of rows: half the cosine, half the share of the centroid's weight that the words cover."""
    terms = centroid[np.flatnonzero(centroid)]  # sums are not to depend on how long the vocabulary is
    total = float(terms.sum())
    if not total:
        return np.zeros(len(rows))
    cosines = similarities(rows, Concept(centroid, np.ones(len(centroid)), math.sqrt(dot(terms, terms))))
    words = RowBatch(rows.numbers, np.ones(len(rows.numbers), np.float32), rows.bounds)
    covered = words.products(centroid / total)
    alike: Floats = COSINE_SHARE * cosines + (1 - COSINE_SHARE) * np.minimum(covered, 1.0)
    return alike


def _cosine(one: Floats, other: Floats) -> float:
    shared = min(len(one), len(other))
    lengths = math.sqrt(dot(one, one) * dot(other, other))
    return dot(one[:shared], other[:shared]) / lengths if lengths else 0.0
