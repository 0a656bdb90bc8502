"""The words of a page as numbers, worked out once, and sparse rows made of them in bulk.

A page has some thousand words, a quarter of them distinct. Each distinct word is looked up once; sums and
counts over all of them are left to numpy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookclear.text.vectors import Floats, Numbers, Places, term_of


@dataclass(frozen=True, slots=True)
class WordTerms:
    """What the tokens of a page count as, free of any vocabulary.

    `terms` has one entry a distinct word, in order of first occurrence, empty for a word that carries no
    topic; `words` names the entry of each token (32-bit integers of this machine).
    """

    terms: tuple[str, ...]
    words: bytes

    @classmethod
    def of(cls, tokens: Sequence[str]) -> WordTerms:
        """Look each distinct word up.

        >>> found = WordTerms.of(("the", "soils", "土壤", "the"))
        >>> found.terms, found.places().tolist()
        (('', 'soil', '土壤'), [0, 1, 2, 0])
        """
        numbers: dict[str, int] = {}
        words = [numbers.setdefault(token, len(numbers)) for token in tokens]
        return cls(tuple(map(term_of, numbers)), np.array(words, np.int32).tobytes())

    def places(self) -> Numbers:
        """Return the entry of each token in `terms`."""
        return np.frombuffer(self.words, np.int32)


def summed(numbers: Numbers, weights: Floats, terms: int) -> tuple[Numbers, Floats]:
    """Return the distinct numbers (below `terms`), ascending, and the sum of the weights of each."""
    rows = np.zeros(len(numbers), np.int64)
    numbers, sums, _ = summed_rows(rows, numbers, weights, (1, terms))
    return numbers, sums


def summed_rows(
    rows: Places, numbers: Numbers, weights: Floats | None, shape: tuple[int, int]
) -> tuple[Numbers, Floats, NDArray[np.int64]]:
    """Return sparse rows (numbers, weights, bounds; see `RowBatch`) from single entries in any order.

    What falls on the same place is added up in the order given, from 0 on, as a loop would; without weights
    it is counted. `shape` is (rows, terms).
    """
    count, terms = shape
    keys = rows.astype(np.int64) * max(terms, 1) + numbers
    places, entry = np.unique(keys, return_inverse=True)
    sums = np.bincount(entry, weights, len(places)).astype(np.float64, copy=False)
    bounds = np.searchsorted(places, np.arange(count + 1, dtype=np.int64) * max(terms, 1))
    return (places % max(terms, 1)).astype(np.int32), sums, bounds


def spread(spans: Sequence[tuple[int, int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (number of the span, place) of each place in half-open spans, span by span.

    >>> [part.tolist() for part in spread([(4, 6), (0, 0), (5, 6)])]
    [[0, 0, 2], [4, 5, 5]]
    """
    bounds = np.array(spans, np.int64).reshape(-1, 2)
    lengths = np.maximum(bounds[:, 1] - bounds[:, 0], 0)
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return (
        np.repeat(np.arange(len(bounds)), lengths),
        np.arange(total) + np.repeat(bounds[:, 0] - ends + lengths, lengths),
    )


def dampened(weight: float) -> float:
    """Return 1 + ln(weight) for weights of at least 1, the weight itself below.

    >>> round(dampened(9), 5)
    3.19722
    """
    return 1.0 + math.log(weight) if weight >= 1 else weight


def all_dampened(weights: Floats) -> Floats:
    """Return `dampened` of each weight: of each distinct one, since few differ on a page."""
    distinct, entry = np.unique(weights, return_inverse=True)
    values = np.array([dampened(weight) for weight in distinct.tolist()], np.float64)
    return values[entry]
