"""The words of a page as numbers, worked out once, and sparse rows made of them in bulk.

A page has some thousand words, a quarter of them distinct. Each distinct word is looked up once; sums and
counts over all of them are left to numpy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from lookclear.text.distinct import Distinct
from lookclear.text.vectors import Floats, Numbers, Places, Vocabulary, term_of

Whole = TypeVar("Whole", bound=np.integer[Any])


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
        return cls.of_distinct(Distinct.of(tokens))

    @classmethod
    def of_distinct(cls, found: Distinct) -> WordTerms:
        """Return what words count as whose repeats are known."""
        return cls(tuple(map(term_of, found.words)), found.entries.tobytes())

    def places(self) -> Numbers:
        """Return the entry of each token in `terms`."""
        return np.frombuffer(self.words, np.int32)


@dataclass(frozen=True, slots=True)
class NumberedWords:
    """The words of a page in a vocabulary: `terms` has the number of each distinct word's term, −1 for none.

    `places` names the entry of each token.
    """

    terms: Numbers
    places: Numbers

    @property
    def of_tokens(self) -> Numbers:
        """The number of each token's term, −1 for none."""
        return self.terms[self.places]


Words: TypeAlias = WordTerms | NumberedWords | None  # of a page, as far as they were worked out


def numbered(tokens: Sequence[str], vocabulary: Vocabulary, found: Words = None) -> NumberedWords:
    """Return the numbers of a page's words; `found` are the same words, as far as they are known."""
    if isinstance(found, NumberedWords):
        return found
    found = found or WordTerms.of(tokens)
    return NumberedWords(vocabulary.numbers(found.terms), found.places())


def distinct(values: NDArray[Whole]) -> NDArray[Whole]:
    """Return which values there are, ascending: a few of them quicker than `numpy.unique`, which hashes."""
    ascending = np.sort(values)
    return ascending[_is_first(ascending)]


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
    size = max(terms, 1)
    keys = rows.astype(np.int64) * size + numbers
    if weights is None:
        keys.sort()
        first = np.append(_is_first(keys).nonzero()[0], len(keys))
        places, sums = keys[first[:-1]], (first[1:] - first[:-1]).astype(np.float64)
    else:
        order = keys.argsort(kind="stable")
        ascending = keys[order]
        is_first = _is_first(ascending)
        places = ascending[is_first]
        sums = np.bincount(np.cumsum(is_first) - 1, weights[order], len(places))
    bounds = np.searchsorted(places, np.arange(count + 1, dtype=np.int64) * size)
    return (places % size).astype(np.int32), sums, bounds


def _is_first(ascending: NDArray[Whole]) -> NDArray[np.bool_]:
    """Return which values differ from the one before."""
    is_first = np.ones(len(ascending), np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=is_first[1:])
    return is_first


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


_dampened = lru_cache(maxsize=1 << 16)(dampened)


def all_dampened(weights: Floats) -> Floats:
    """Return `dampened` of each weight; few differ on a page, and most are those of other pages."""
    return np.array(list(map(_dampened, weights.tolist())), np.float64)
