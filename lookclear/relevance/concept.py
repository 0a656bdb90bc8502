"""What known pages have in common, as a short weighted word list.

Only terms that known pages hold can be part of it, so all sums are over those, however large the vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lookclear.text.terms import distinct
from lookclear.text.vectors import Floats, Row, RowBatch, dot

Row64: TypeAlias = tuple[NDArray[np.int32], Floats]


@dataclass(frozen=True, slots=True)
class Support:
    """The terms that known pages hold."""

    numbers: NDArray[np.int32]  # ascending

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Support:
        """Return the terms of some rows."""
        return cls(distinct(np.concatenate([row[0] for row in rows])) if rows else np.zeros(0, np.int32))

    def placed(self, row: Row64) -> Row64:
        """Return a row with places among these terms instead of numbers of the vocabulary."""
        return np.searchsorted(self.numbers, row[0]).astype(np.int32), row[1]

    def spread(self, topic: Floats, terms: int) -> Floats:
        """Return a vector over these terms as one over the whole vocabulary."""
        whole = np.zeros(terms)
        whole[self.numbers] = topic
        return whole


def weighed(row: Row, idf: Floats) -> Row64:
    """Return a row times idf, at unit length (or empty)."""
    numbers, weights = row
    product = weights * idf[numbers]
    length = math.sqrt(dot(product, product))
    return numbers, product / length if length else product


def lengths(rows: RowBatch, idf: Floats) -> Floats:
    """Return the length of each row times idf: how much a page has to say."""
    parts = rows.weights * idf[rows.numbers]
    sums = np.concatenate([[0.0], np.cumsum(parts * parts)])
    found: Floats = np.sqrt(np.maximum(sums[rows.bounds[1:]] - sums[rows.bounds[:-1]], 0.0))
    return found


def unit(vector: Floats) -> Floats:
    """Return a vector at unit length; a zero vector stays one."""
    length = math.sqrt(dot(vector, vector))
    return vector / length if length else vector


def strongest(vector: Floats, most: int) -> Floats:
    """Return a vector with all but its `most` largest entries set to 0; ties at the edge stay."""
    if np.count_nonzero(vector) <= most:
        return vector
    return np.where(vector < np.partition(vector, -most)[-most], 0.0, vector)


def shared(rows: Sequence[Row64], trust: Floats, terms: int) -> Floats:
    """Return what rows have in common: mean weight × share of them that hold the term.

    The idea of TFIDF-2 (Wang et al. 2009): inside documents on topic, words that many share *are* the topic;
    the formula is our reconstruction. `trust` in 0..1 is how much each row counts.
    """
    total, holders = np.zeros(terms), np.zeros(terms)
    for (places, weights), share in zip(rows, trust, strict=True):
        total[places] += share * weights
        holders[places] += share
    return total * holders / max(1e-12, float(trust.sum())) if len(rows) > 1 else total


def without(topic: Floats, other: Floats, share: float) -> Floats:
    """Take out of a topic what it has in common with another vector: `max(0, w − γ·cos(w, o)·o)`.

    Both at unit length; γ = `share` in 0..1. The result has no unit length.
    """
    contrasted: Floats = np.maximum(topic - share * dot(topic, other) * other, 0.0)
    return contrasted
