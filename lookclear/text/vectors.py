"""Sparse term vectors in bulk: a shared vocabulary, and rows compared with a topic all at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from lookclear.text.background import page_share
from lookclear.text.growing import Growing
from lookclear.text.stem import stem
from lookclear.text.stopwords import is_stop

Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int32]
Weights: TypeAlias = NDArray[np.float32]
Places: TypeAlias = NDArray[np.int64] | NDArray[np.int32]
Row: TypeAlias = tuple[Numbers, Weights]  # term numbers, ascending, and their weights
LONGEST_TERM = 40  # characters; longer runs are data, not words
FEW = 1 << 12  # weights of one page and its links, for which a matrix is not worth its making
CHUNK = 1 << 19  # weights that are multiplied in one go: what a processor's cache holds


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
        self._numbers: dict[str, int] = {"": -1}
        self._terms: list[str] = []
        self._shares = Growing(np.float64, 1024)

    def __len__(self) -> int:
        return len(self._terms)

    def number(self, term: str) -> int:
        """Return the number of a term, giving it one when it is new."""
        number = self._numbers.get(term)
        return number if number is not None else self._add([term])

    def find(self, term: str) -> int | None:
        """Return the number of a term that was seen before, None for any other."""
        return self._numbers.get(term) if term else None

    def numbers(self, terms: Iterable[str]) -> Numbers:
        """Return the number of each term, new ones numbered in their order; -1 for an empty text."""
        listed = terms if isinstance(terms, Sequence) else list(terms)
        found = list(map(self._numbers.get, listed))
        if None in found:
            self._add(term for term, number in zip(listed, found, strict=True) if number is None)
            known = self._numbers
            found = [
                number if number is not None else known[term]
                for term, number in zip(listed, found, strict=True)
            ]
        return np.fromiter(found, np.int32, len(found))

    def _add(self, terms: Iterable[str]) -> int:
        """Give numbers to new terms, which may repeat; returns the last."""
        new = list(dict.fromkeys(terms))
        self._numbers.update(zip(new, range(len(self._terms), len(self._terms) + len(new)), strict=True))
        self._terms += new
        self._shares.extend(list(map(page_share, new)))
        return len(self._terms) - 1

    def term(self, number: int) -> str:
        """Return the term behind a number."""
        return self._terms[number]

    def row(self, weights: Mapping[str, float]) -> Row:
        """Turn a term → weight mapping into a row; equal mappings give equal rows, whatever their order."""
        numbers = np.fromiter((self.number(t) for t in weights), np.int32, len(weights))
        order = np.argsort(numbers)
        return numbers[order], np.fromiter(weights.values(), np.float32, len(weights))[order]

    @property
    def shares(self) -> Floats:
        """Background share of pages that contain each term, by number."""
        return self._shares.values


@dataclass(frozen=True, slots=True)
class Concept:
    """What rows are compared with: one entry a term of the vocabulary.

    `products` = idf × weight in the topic, `squares` = idf², `length` is that of the topic vector.
    """

    products: Floats
    squares: Floats
    length: float

    @classmethod
    def of(cls, topic: Floats, idf: Floats) -> Concept:
        """Put a topic vector and the idf of all terms together."""
        return cls(idf * topic, idf * idf, math.sqrt(dot(topic, topic)))


@dataclass(frozen=True, slots=True)
class RowBatch:
    """Some sparse rows, one behind the other (CSR): row i is `[bounds[i], bounds[i + 1])` of both arrays."""

    numbers: Numbers
    weights: Weights
    bounds: NDArray[np.int64]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> RowBatch:
        """Put rows together."""
        bounds = np.zeros(len(rows) + 1, np.int64)
        np.cumsum([len(numbers) for numbers, _ in rows], out=bounds[1:])
        if not rows:
            return cls(np.zeros(0, np.int32), np.zeros(0, np.float32), bounds)
        return cls(np.concatenate([row[0] for row in rows]), np.concatenate([row[1] for row in rows]), bounds)

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def __getitem__(self, row: int) -> Row:
        """Return one row; raises IndexError beyond the last."""
        if not -len(self) <= row < len(self):
            raise IndexError(row)
        start, end = self.bounds[row % len(self)], self.bounds[row % len(self) + 1]
        return self.numbers[start:end], self.weights[start:end]

    def take(self, rows: Places) -> RowBatch:
        """Return the rows of these numbers, in this order."""
        starts = self.bounds[rows]
        lengths = self.bounds[rows + 1] - starts
        bounds = np.zeros(len(rows) + 1, np.int64)
        np.cumsum(lengths, out=bounds[1:])
        places = np.arange(bounds[-1]) + np.repeat(starts - bounds[:-1], lengths)
        return RowBatch(self.numbers[places], self.weights[places], bounds)

    def products(self, vector: Floats) -> Floats:
        """Return the inner product of each row (bare weights) with a vector over the vocabulary."""
        found = np.zeros(len(self))
        for start, matrix in _chunks(self, len(vector)):
            found[start : start + matrix.shape[0]] = matrix @ vector
        return found

    def binary_products(self, vector: Floats) -> Floats:
        """Return the sum of a vector's entries over the terms of each row, whatever their weights."""
        found = np.zeros(len(self))
        filled = np.flatnonzero(np.diff(self.bounds))
        starts = self.bounds[filled]
        first = 0
        while first < len(filled):  # a chunk at a time, which stays in the processor's cache
            last = max(first + 1, int(np.searchsorted(starts, starts[first] + CHUNK)))
            end = starts[last] if last < len(filled) else self.bounds[-1]
            entries = vector[self.numbers[starts[first] : end]]
            found[filled[first:last]] = np.add.reduceat(entries, starts[first:last] - starts[first])
            first = last
        return found


class TermRows:
    """A growing list of sparse rows that is compared with a topic all at once.

    Weights are kept in 32 bits and multiplied in 64, a chunk at a time, so that a million rows need no copy.
    """

    def __init__(self) -> None:
        self._numbers = Growing(np.int32, 1024)
        self._weights = Growing(np.float32, 1024)
        self._bounds = Growing(np.int64)
        self._bounds.append(0)

    def __len__(self) -> int:
        return len(self._bounds) - 1

    def append(self, row: Row) -> int:
        """Add a row and return its number."""
        numbers, weights = row
        self._numbers.extend(numbers)
        self._weights.extend(weights)
        self._bounds.append(len(self._numbers))
        return len(self) - 1

    def extend(self, rows: RowBatch) -> None:
        """Add rows, in their order."""
        self._bounds.extend(rows.bounds[1:] + len(self._numbers))
        self._numbers.extend(rows.numbers)
        self._weights.extend(rows.weights)

    def keep(self, rows: Places) -> None:
        """Forget all rows but these (ascending), which get the numbers 0, 1, 2, …"""
        kept = self.batch().take(rows)
        self._numbers.replace(kept.numbers)
        self._weights.replace(kept.weights)
        self._bounds.replace(kept.bounds)

    def batch(self, first: int = 0) -> RowBatch:
        """Return the rows from `first` on, without copying them."""
        bounds = self._bounds.values[first:]
        start, end = bounds[0], bounds[-1]
        return RowBatch(self._numbers.values[start:end], self._weights.values[start:end], bounds - start)

    def mixture(self, shares: Floats, idf: Floats, first: int = 0) -> Floats:
        """Return the sum of the rows (weights × idf, unit length) from `first` on, each times its share."""
        total = np.zeros(len(idf))
        squares = idf * idf
        for start, matrix in _chunks(self.batch(first), len(idf)):
            part = shares[start : start + matrix.shape[0]]
            lengths = np.sqrt(_squared(matrix) @ squares)
            total += matrix.T @ np.divide(part, lengths, out=np.zeros(len(part)), where=lengths > 0)
        mixed: Floats = total * idf
        return mixed

    def similarities(self, concept: Concept, first: int = 0) -> Floats:
        """Return the cosine of each row (weights × idf) from `first` on with a topic.

        An empty row, or an empty topic, has similarity 0. Two products of a sparse matrix and a vector.
        """
        return similarities(self.batch(first), concept)


def similarities(rows: RowBatch, concept: Concept) -> Floats:
    """Return the cosine of each row with a topic, in 0..1; see `TermRows.similarities`."""
    if concept.length and 0 < len(rows.numbers) <= FEW:
        return _similarities_of_few(rows, concept)
    cosines = np.zeros(len(rows))
    if not concept.length:
        return cosines
    for start, matrix in _chunks(rows, len(concept.products)):
        part = cosines[start : start + matrix.shape[0]]
        dots = matrix @ concept.products
        np.multiply(matrix.data, matrix.data, out=matrix.data)  # the chunk's own copy
        lengths = np.sqrt(matrix @ concept.squares)
        np.divide(dots, lengths * concept.length, out=part, where=lengths > 0)
    clipped: Floats = np.clip(cosines, 0.0, 1.0, out=cosines)
    return clipped


def _similarities_of_few(rows: RowBatch, concept: Concept) -> Floats:
    """Return the same, with the same rounding, where making a matrix would take longer than the sums."""
    count = len(rows)
    weights = rows.weights.astype(np.float64)
    row_of = (
        np.repeat(np.arange(count), rows.bounds[1:] - rows.bounds[:-1])
        if count > 1
        else np.zeros(len(weights), np.intp)
    )
    dots = np.bincount(row_of, weights * concept.products[rows.numbers], count)
    squares = np.bincount(row_of, weights * weights * concept.squares[rows.numbers], count)
    lengths = np.sqrt(squares) * concept.length
    cosines: Floats = np.divide(dots, lengths, out=np.zeros(count), where=lengths > 0)
    return np.minimum(np.maximum(cosines, 0.0, out=cosines), 1.0, out=cosines)


def _squared(matrix: csr_array) -> csr_array:
    return csr_array((matrix.data * matrix.data, matrix.indices, matrix.indptr), shape=matrix.shape)


def _chunks(rows: RowBatch, terms: int) -> Iterator[tuple[int, csr_array]]:
    """Yield (number of its first row, matrix) for runs of rows of about `CHUNK` weights."""
    first = 0
    while first < len(rows):
        start = rows.bounds[first]
        last = max(first + 1, int(np.searchsorted(rows.bounds, start + CHUNK, "right")) - 1)
        end = rows.bounds[last]
        yield (
            first,
            csr_array(
                (
                    rows.weights[start:end].astype(np.float64),
                    rows.numbers[start:end],
                    (rows.bounds[first : last + 1] - start).astype(np.int32),
                ),
                shape=(last - first, terms),
            ),
        )
        first = last


def dot(a: Floats, b: Floats) -> float:
    """Return the inner product, on one thread: at this size BLAS threads cost more than they give."""
    return float(np.einsum("i,i->", a, b))
