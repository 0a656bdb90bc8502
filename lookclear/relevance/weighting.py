"""Rows of term weights as unit vectors under one fixed idf: what linear models are trained on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from lookclear.text.vectors import Floats, RowBatch


def document_frequency(rows: RowBatch, terms: int) -> Floats:
    """Return the number of rows that hold each term, for terms 0 … `terms` − 1."""
    counts = np.bincount(rows.numbers, minlength=terms).astype(np.float64)
    return counts[:terms]


@dataclass(frozen=True, slots=True)
class Weighting:
    """idf by term number; terms beyond the last were unknown when it was made, and weigh nothing."""

    idf: Floats

    @classmethod
    def of(cls, *batches: RowBatch) -> Weighting:
        """Return `ln((N + 1)/(df + ½))` over all rows of the batches, never below 0."""
        terms = 1 + max((int(rows.numbers.max(initial=-1)) for rows in batches), default=-1)
        pages = sum(len(rows) for rows in batches)
        frequency = sum((document_frequency(rows, terms) for rows in batches), np.zeros(terms))
        return cls(np.maximum(np.log((pages + 1) / (frequency + 0.5)), 0.0))

    def units(self, rows: RowBatch) -> csr_array:
        """Return the rows × idf at unit length, shape (rows, terms known); an empty row stays empty."""
        known = rows.numbers < len(self.idf)
        numbers = rows.numbers[known]
        data = rows.weights[known].astype(np.float64) * self.idf[numbers]
        held = np.concatenate([[0], np.cumsum(known)])
        bounds = held[rows.bounds]
        lengths = np.sqrt(_sums(data * data, bounds))
        scale = np.divide(1.0, lengths, out=np.zeros(len(lengths)), where=lengths > 0)
        data *= np.repeat(scale, np.diff(bounds))
        shape = (len(rows), len(self.idf))
        return csr_array((data, numbers, bounds.astype(np.int32)), shape=shape)


def any_in_row(rows: RowBatch, holds: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return for which rows something holds of one of their entries; of an empty row nothing does."""
    counted = np.concatenate([[0], np.cumsum(holds)])
    found: NDArray[np.bool_] = counted[rows.bounds[1:]] > counted[rows.bounds[:-1]]
    return found


def _sums(values: Floats, bounds: NDArray[np.int64]) -> Floats:
    """Return the sum of each run of values; of an empty one 0."""
    running = np.concatenate([[0.0], np.cumsum(values)])
    sums: Floats = running[bounds[1:]] - running[bounds[:-1]]
    return np.maximum(sums, 0.0)
