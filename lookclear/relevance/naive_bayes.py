"""Naive Bayes over the words of pages, with counts that can be added and taken back exactly.

Zhu et al. 2009: p(c|d) ∝ p(c)·Π p(w|c), both from counts. Smoothing, the damping of long pages and what is
done with unknown words are our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lookclear.relevance.contract import ModelState
from lookclear.relevance.weighting import any_in_row
from lookclear.text.growing import Growing
from lookclear.text.vectors import Floats, Row, RowBatch, Vocabulary

Whole: TypeAlias = NDArray[np.int64]
SMOOTHING = 1.0  # α of Lidstone; 1 is add-one
UNIT = 1_000  # counts are kept in thousandths, as whole numbers
LONG = 50.0  # words from which on a page's log-odds are damped: it repeats itself


class NaiveBayes:
    """Word counts of pages on topic and of others; `unlearn` takes back to the bit what `learn` added."""

    kind = "naive-bayes"

    def __init__(self, vocabulary: Vocabulary, smoothing: float = SMOOTHING) -> None:
        self._vocabulary = vocabulary
        self._smoothing = smoothing
        self._words = (Growing(np.int64, 1024), Growing(np.int64, 1024))  # other, on topic
        self._pages = [0, 0]
        self._table: tuple[Floats, NDArray[np.bool_]] | None = None

    @classmethod
    def learned(
        cls, vocabulary: Vocabulary, on_topic: RowBatch, other: RowBatch, smoothing: float = SMOOTHING
    ) -> NaiveBayes:
        """Return a model of some pages on topic and some others."""
        model = cls(vocabulary, smoothing)
        for rows, is_relevant in ((on_topic, True), (other, False)):
            for at in range(len(rows)):
                model.learn(rows[at], is_relevant=is_relevant)
        return model

    def learn(self, row: Row, *, is_relevant: bool, weight: float = 1.0) -> None:
        """Count a page in; `weight` in (0, 1] is less for labels that are guessed. O(words of the page)."""
        self._count(row, is_relevant, round(weight * UNIT))

    def unlearn(self, row: Row, *, is_relevant: bool, weight: float = 1.0) -> None:
        """Count a page out that was counted in with the same label and weight; ValueError if it was not."""
        pages = self._pages[is_relevant] - round(weight * UNIT)
        numbers, counts = row
        held = self._words[is_relevant].values
        known = len(numbers) == 0 or (int(numbers.max()) < len(held))
        if pages < 0 or not known or np.any(held[numbers] < _whole(counts, round(weight * UNIT))):
            raise ValueError("a page that was not learned cannot be unlearned")
        self._count(row, is_relevant, -round(weight * UNIT))

    @property
    def pages(self) -> tuple[float, float]:
        """How many pages were learned: (others, on topic), each times its weight."""
        return self._pages[0] / UNIT, self._pages[1] / UNIT

    def margins(self, rows: RowBatch) -> Floats:
        """Return the log-odds of being on topic, divided by √(words/50) for pages above 50 words.

        Words that neither side knows are passed over; with no page on one side nothing can be told: 0.
        """
        if not all(self._pages):
            return np.zeros(len(rows))
        table, known = self._log_odds()
        kept = np.flatnonzero(rows.numbers < len(table))
        kept = kept[known[rows.numbers[kept]]]
        page = np.repeat(np.arange(len(rows)), np.diff(rows.bounds))[kept]
        weights = rows.weights[kept].astype(np.float64)
        words = np.bincount(page, weights, len(rows))
        sums = np.bincount(page, weights * table[rows.numbers[kept]], len(rows))
        found = sums + math.log(self._pages[1] / self._pages[0])
        damped: Floats = found / np.sqrt(np.maximum(words / LONG, 1.0))
        return damped

    def known(self, rows: RowBatch) -> NDArray[np.bool_]:
        """Return which pages hold a word that any learned page has."""
        _, known = self._log_odds()
        inside = rows.numbers < len(known)
        holds = np.zeros(len(rows.numbers), np.bool_)
        holds[inside] = known[rows.numbers[inside]]
        return any_in_row(rows, holds)

    def parts(self, row: Row) -> dict[str, float]:
        """Return the margin of a page, and what the prior and its words give to it before damping."""
        rows = RowBatch.of([row])
        margin = float(self.margins(rows)[0])
        if not all(self._pages):
            return {"log-odds": 0.0, "prior": 0.0, "words": 0.0}
        table, known = self._log_odds()
        numbers, weights = row
        inside = numbers < len(table)
        numbers, weights = numbers[inside], weights[inside]
        words = float((weights * table[numbers])[known[numbers]].sum())
        return {"log-odds": margin, "prior": math.log(self._pages[1] / self._pages[0]), "words": words}

    def terms(self, most: int = 20) -> list[tuple[str, float]]:
        """Return the words that speak most for the topic: (term, share of its odds times how often it is)."""
        table, _ = self._log_odds()
        if not len(table):
            return []
        on = self._words[1].values
        weight = np.zeros(len(table))
        weight[: len(on)] = on / max(1, on.sum())
        strength = weight * np.maximum(table, 0.0)
        order = np.argsort(-strength, kind="stable")[:most]
        top = float(strength[order[0]]) if len(order) else 0.0
        return [(self._vocabulary.term(int(n)), float(strength[n]) / top) for n in order if strength[n] > 0]

    def state(self) -> ModelState:
        """Return the counts of all words that were seen, with the words."""
        length = max(len(words) for words in self._words)
        columns = np.zeros((2, length), np.int64)
        for at, words in enumerate(self._words):
            columns[at, : len(words)] = words.values
        used = np.flatnonzero(columns.any(axis=0))
        terms = tuple(self._vocabulary.term(int(number)) for number in used)
        arrays = {"counts": columns[:, used], "pages": np.array(self._pages, np.int64)}
        return ModelState(self.kind, terms, arrays, {"smoothing": self._smoothing})

    @classmethod
    def from_state(cls, state: ModelState, vocabulary: Vocabulary) -> NaiveBayes:
        """Return the model that a state was taken of, over another vocabulary; StoreError if damaged."""
        counts = state.array("counts", np.int64, (2, len(state.terms)))
        pages = state.array("pages", np.int64, (2,))
        state.demand(bool((counts >= 0).all() and (pages >= 0).all()), "a count is below 0")
        model = cls(vocabulary, state.number("smoothing"))
        numbers = vocabulary.numbers(state.terms)
        for column, words in zip(counts, model._words, strict=True):
            if len(numbers):
                words.grow_to(int(numbers.max()) + 1)
                words.values[numbers] = column
        model._pages = pages.tolist()
        return model

    def _count(self, row: Row, is_relevant: bool, unit: int) -> None:
        numbers, counts = row
        words = self._words[is_relevant]
        if len(numbers):
            words.grow_to(int(numbers.max()) + 1)
            np.add.at(words.values, numbers, _whole(counts, unit))
        self._pages[is_relevant] += unit
        self._table = None

    def _log_odds(self) -> tuple[Floats, NDArray[np.bool_]]:
        """Return ln p(w|on topic) − ln p(w|other) by term number, and which terms any page has."""
        if self._table is None:
            counts = np.zeros((2, max(len(words) for words in self._words)))
            for at, words in enumerate(self._words):
                counts[at, : len(words)] = words.values / UNIT
            known: NDArray[np.bool_] = np.asarray(counts.any(axis=0))
            smoothed = counts + self._smoothing
            totals = counts.sum(axis=1) + self._smoothing * max(1.0, float(known.sum()))
            odds: Floats = np.log(smoothed[1] / totals[1]) - np.log(smoothed[0] / totals[0])
            self._table = odds, known
        return self._table


def _whole(counts: NDArray[np.float32], unit: int) -> Whole:
    """Return counts in thousandths times a weight, as whole numbers, so that sums are exact."""
    return np.rint(counts.astype(np.float64) * unit).astype(np.int64)
