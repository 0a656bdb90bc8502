"""TFIDF-2 over whole pages: four weights to compare, three centroid rules, and likeness by importance.

Wang et al. 2009 name TFIDF-2, the rules and the two sides of the likeness; all formulas are our
reconstruction (docs/algorithms.md). Rows hold `1 + ln tf` already, with the weights of zones in tf.
"""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from lookclear.relevance.contract import Examples, ModelState
from lookclear.relevance.weighting import any_in_row, document_frequency
from lookclear.text.vectors import Floats, Row, RowBatch, Vocabulary
from lookclear.topics.root_set import LARGEST, likeness

RULES = ("sum", "max", "ave")


class TermWeight(Enum):
    """How a term of a page of the root set is weighted; the ablation of the published idea."""

    PLAIN = "tfidf in the root set"
    BACKGROUND = "tfidf, background idf"
    SHARED = "tfidf-2 without background"
    TFIDF2 = "tfidf-2"


def factors(weight: TermWeight, root: RowBatch, background: RowBatch, terms: int) -> Floats:
    """Return what `1 + ln tf` is multiplied with, by term.

    With R the root set and B the background: PLAIN `ln(|R|/df_R)`, BACKGROUND `ln(1 + N_B/df_B)`, SHARED
    `df_R/|R|`, TFIDF2 the product of the last two. df is at least 1.
    """
    in_root = document_frequency(root, terms)
    if weight is TermWeight.PLAIN:
        return np.log(len(root) / np.maximum(in_root, 1.0))
    rare = np.log1p(len(background) / np.maximum(document_frequency(background, terms), 1.0))
    if weight is TermWeight.BACKGROUND:
        return rare
    shared = in_root / len(root)
    return shared if weight is TermWeight.SHARED else shared * rare


def centroid(root: RowBatch, factor: Floats, rule: str = "sum", largest: int = LARGEST) -> Floats:
    """Return the centroid of the root set at unit length (or all zeros), cut to its largest terms.

    `rule`: c_t is the sum or maximum of the weights, or their mean over the pages that hold t ("ave").
    """
    if rule not in RULES:
        raise ValueError(f"there is no centroid rule {rule!r}; known are: {', '.join(RULES)}")
    weights = root.weights.astype(np.float64) * factor[root.numbers]
    total = np.zeros(len(factor))
    if rule == "max":
        np.maximum.at(total, root.numbers, weights)
    else:
        np.add.at(total, root.numbers, weights)
    if rule == "ave":
        total /= np.maximum(document_frequency(root, len(factor)), 1.0)
    if np.count_nonzero(total) > largest:
        total[total < np.partition(total, -largest)[-largest]] = 0.0
    length = float(np.sqrt(np.einsum("i,i->", total, total)))
    return total / length if length else total


class Tfidf2:
    """The margin of a page is its likeness to the centroid: half cosine, half covered importance (sim2)."""

    kind = "tfidf-2"

    def __init__(self, vocabulary: Vocabulary, topic: Floats) -> None:
        self._vocabulary = vocabulary
        self._topic = topic

    @classmethod
    def learned(
        cls,
        vocabulary: Vocabulary,
        examples: Examples,
        weight: TermWeight = TermWeight.TFIDF2,
        rule: str = "sum",
    ) -> Tfidf2:
        """Return the model of pages on topic, against all others as background."""
        other = RowBatch.of([*_rows(examples.unlabelled), *_rows(examples.negative)])
        terms = 1 + max(int(rows.numbers.max(initial=-1)) for rows in (examples.positive, other))
        factor = factors(weight, examples.positive, other, terms)
        return cls(vocabulary, centroid(examples.positive, factor, rule))

    def margins(self, rows: RowBatch) -> Floats:
        """Return sim2 of each page with the centroid, in 0..1."""
        terms = max(len(self._topic), int(rows.numbers.max(initial=-1)) + 1)
        whole = np.zeros(terms)
        whole[: len(self._topic)] = self._topic
        return likeness(rows, whole)

    def known(self, rows: RowBatch) -> NDArray[np.bool_]:
        """Return which pages hold a word of the centroid; others have the likeness 0 in any case."""
        inside = rows.numbers < len(self._topic)
        holds = np.zeros(len(rows.numbers), np.bool_)
        holds[inside] = self._topic[rows.numbers[inside]] > 0
        return any_in_row(rows, holds)

    def parts(self, row: Row) -> dict[str, float]:
        """Return sim2 and the strength that the page's words have in the centroid."""
        numbers, _ = row
        held = numbers[numbers < len(self._topic)]
        total = float(self._topic.sum())
        covered = float(self._topic[held].sum()) / total if total else 0.0
        return {"likeness": float(self.margins(RowBatch.of([row]))[0]), "covered": covered}

    def terms(self, most: int = 20) -> list[tuple[str, float]]:
        """Return the strongest terms of the centroid."""
        order = np.argsort(-self._topic, kind="stable")[:most]
        return [(self._vocabulary.term(int(n)), float(self._topic[n])) for n in order if self._topic[n] > 0]

    def state(self) -> ModelState:
        """Return the centroid's terms and weights."""
        used = np.flatnonzero(self._topic)
        terms = tuple(self._vocabulary.term(int(number)) for number in used)
        return ModelState(self.kind, terms, {"topic": self._topic[used]})

    @classmethod
    def from_state(cls, state: ModelState, vocabulary: Vocabulary) -> Tfidf2:
        """Return the model that a state was taken of, over another vocabulary; StoreError if damaged."""
        weights = state.array("topic", np.float64, (len(state.terms),))
        state.demand(bool((weights >= 0).all()), "a weight is below 0")
        numbers = vocabulary.numbers(state.terms)
        topic = np.zeros(int(numbers.max(initial=-1)) + 1)
        topic[numbers] = weights
        return cls(vocabulary, topic)


def _rows(batch: RowBatch) -> list[Row]:
    return [batch[at] for at in range(len(batch))]
