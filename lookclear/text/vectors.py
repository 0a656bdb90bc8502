"""Sparse term vectors in bulk: a shared vocabulary, and rows compared with a topic all at once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lookclear.text.background import page_share
from lookclear.text.stem import stem
from lookclear.text.stopwords import is_stop

Floats: TypeAlias = NDArray[np.float64]
Row: TypeAlias = tuple[NDArray[np.int32], NDArray[np.float64]]  # term numbers and their weights
LONGEST_TERM = 40  # characters; longer runs are data, not words


@lru_cache(maxsize=1 << 18)
def term_of(word: str) -> str:
    """Return the term a folded word counts as, or an empty string for words that carry no topic.

    >>> term_of("soils"), term_of("the"), term_of("土壤"), term_of("7")
    ('soil', '', '土壤', '')
    """
    if is_stop(word) or len(word) > LONGEST_TERM:
        return ""
    if word.isdigit():
        return ""
    if len(word) == 1 and not "\u3400" <= word <= "\u9fff":
        return ""
    return stem(word)


class Vocabulary:
    """Numbers for terms, in order of first sight, with the background share of each."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._terms: list[str] = []
        self._shares = np.zeros(1024)

    def __len__(self) -> int:
        return len(self._terms)

    def number(self, term: str) -> int:
        """Return the number of a term, giving it one when it is new."""
        number = self._numbers.get(term)
        if number is None:
            number = self._numbers[term] = len(self._terms)
            self._terms.append(term)
            if number == len(self._shares):
                self._shares = np.concatenate([self._shares, np.zeros(number)])
            self._shares[number] = page_share(term)
        return number

    def term(self, number: int) -> str:
        """Return the term behind a number."""
        return self._terms[number]

    def row(self, weights: Mapping[str, float]) -> Row:
        """Turn a term → weight mapping into a row."""
        numbers = np.fromiter((self.number(t) for t in weights), np.int32, len(weights))
        return numbers, np.fromiter(weights.values(), np.float64, len(weights))

    @property
    def shares(self) -> Floats:
        """Background share of pages that contain each term, by number."""
        return self._shares[: len(self._terms)]


class TermRows:
    """A growing list of sparse rows (CSR) that is compared with a topic in one matrix product."""

    def __init__(self) -> None:
        self._numbers = np.zeros(1024, np.int32)
        self._weights = np.zeros(1024)
        self._bounds = np.zeros(256, np.int64)
        self._rows = 0

    def __len__(self) -> int:
        return self._rows

    def append(self, row: Row) -> int:
        """Add a row and return its number."""
        numbers, weights = row
        start = int(self._bounds[self._rows])
        end = start + len(numbers)
        while end > len(self._numbers):
            self._numbers = np.concatenate([self._numbers, np.zeros_like(self._numbers)])
            self._weights = np.concatenate([self._weights, np.zeros_like(self._weights)])
        if self._rows + 1 == len(self._bounds):
            self._bounds = np.concatenate([self._bounds, np.zeros_like(self._bounds)])
        self._numbers[start:end] = numbers
        self._weights[start:end] = weights
        self._rows += 1
        self._bounds[self._rows] = end
        return self._rows - 1

    def mixture(self, shares: Floats, idf: Floats, first: int = 0) -> Floats:
        """Return the sum of the rows (weights × idf, unit length) from `first` on, each times its share."""
        numbers, values, row_of = self._weighted(idf, first)
        lengths = np.sqrt(np.bincount(row_of, values * values, minlength=len(shares)))
        factors = np.divide(shares, lengths, out=np.zeros(len(shares)), where=lengths > 0)
        return np.bincount(numbers, values * factors[row_of], minlength=len(idf)).astype(np.float64)

    def similarities(self, topic: Floats, idf: Floats, first: int = 0) -> Floats:
        """Return the cosine of each row (weights × idf) from `first` on with a topic vector.

        `topic` and `idf` have one entry a term. An empty row, or an empty topic, has similarity 0. Costs the
        terms of the rows, not the vocabulary.
        """
        count = self._rows - first
        norm = math.sqrt(dot(topic, topic))
        if count == 0 or norm == 0:
            return np.zeros(count)
        numbers, values, row_of = self._weighted(idf, first)
        lengths = np.sqrt(np.bincount(row_of, values * values, minlength=count))
        dots = np.bincount(row_of, values * topic[numbers], minlength=count)
        cosines: Floats = np.divide(dots, lengths * norm, out=np.zeros(count), where=lengths > 0)
        return np.clip(cosines, 0.0, 1.0)

    def _weighted(self, idf: Floats, first: int) -> tuple[NDArray[np.int32], Floats, NDArray[np.int64]]:
        """Return the terms of the rows from `first` on, their weights × idf, and the row of each."""
        bounds = self._bounds[first : self._rows + 1]
        numbers = self._numbers[bounds[0] : bounds[-1]]
        values = self._weights[bounds[0] : bounds[-1]] * idf[numbers]
        return numbers, values, np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))


def dot(a: Floats, b: Floats) -> float:
    """Return the inner product, on one thread: at this size BLAS threads cost more than they give."""
    return float(np.einsum("i,i->", a, b))
