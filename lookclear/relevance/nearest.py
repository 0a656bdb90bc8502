"""Which fetched pages are most like each other: a list of the nearest for each, kept up block by block.

Comparing all pages anew whenever the topic is rebuilt would cost more with each page. So the pages of a block
are compared with all before them when the block is full, and all with all again, by the word weights of that
time, when there are half as many more. Both happen at fixed numbers of pages: the same pages give the same
lists, whatever else is rebuilt in between.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from lookclear.text.vectors import Floats, Row, RowBatch, TermRows

NEAREST = 20  # pages in a list; 5 to 40 order pages about as well
BLOCK = 25  # pages that are taken in at a time; the topic is rebuilt at least that often
GROWTH = 1.5  # all pages are compared anew when there are so many times as many
MOST = 1_000  # newest pages that are kept when all are compared anew
_CHUNK = 256  # pages that are compared in one go

Places = NDArray[np.int64]


class Nearest:
    """For each fetched page from number `first` on its nearest ones: `near` (places, from 0) and `like`.

    `like` are cosines, 0 where there is no further page.
    """

    def __init__(self) -> None:
        self.first = 0
        self.near: Places = np.zeros((0, NEAREST), np.int64)
        self.like: Floats = np.zeros((0, NEAREST))
        self._compared = 0  # pages there were when all were compared
        self._units = csr_array((0, 0))

    def __len__(self) -> int:
        return len(self.near)

    def take(self, fetched: TermRows, idf: Floats) -> None:
        """Take in the full blocks of fetched pages that came since the last call."""
        whole = len(fetched) // BLOCK * BLOCK
        known = self.first + len(self)
        if whole > known and whole - self.first >= GROWTH * self._compared:
            known = self.first = max(0, whole - MOST)
            self._compared = whole - known
            self.near, self.like = np.zeros((0, NEAREST), np.int64), np.zeros((0, NEAREST))
        self._units = unit_rows(fetched.batch(self.first).take(np.arange(whole - self.first)), idf)
        for start in range(known - self.first, whole - self.first, _CHUNK):
            self._compare(start, min(start + _CHUNK, whole - self.first))

    def of(self, row: Row, idf: Floats) -> tuple[Places, Floats]:
        """Return the places of the pages nearest to any page, given as a row, and their cosines."""
        numbers, weights = row
        said = weights * idf[numbers]
        length = float(np.sqrt(said @ said))
        inside = numbers < self._units.shape[1]
        page = np.zeros(self._units.shape[1])
        page[numbers[inside]] = said[inside] / length if length else 0.0
        cosines: Floats = self._units @ page
        near, like = _largest(cosines[None, :])
        return near[0], like[0]

    def _compare(self, start: int, end: int) -> None:
        """Compare the pages from `start` to `end` with all before `end`, and keep the nearest of each."""
        cosines = (self._units[start:end] @ self._units[:end].T).toarray()
        cosines[np.arange(end - start), np.arange(start, end)] = 0.0  # nobody is near to itself
        near, like = _largest(cosines)
        if start:
            later, further = _largest(cosines[:, :start].T)
            both = np.concatenate([self.like, further], axis=1)
            places = np.concatenate([self.near, later + start], axis=1)
            order = np.argsort(-both, axis=1, kind="stable")[:, :NEAREST]
            self.near = np.take_along_axis(places, order, 1)
            self.like = np.take_along_axis(both, order, 1)
        self.near = np.concatenate([self.near, near])
        self.like = np.concatenate([self.like, like])


def unit_rows(rows: RowBatch, idf: Floats) -> csr_array:
    """Return rows (weights × idf) as a matrix of unit rows; an empty row stays one."""
    said = rows.weights * idf[rows.numbers]
    ends = np.concatenate([np.zeros(1), np.cumsum(said * said)])
    lengths = np.sqrt(np.maximum(ends[rows.bounds[1:]] - ends[rows.bounds[:-1]], 1e-12))
    units = said / np.repeat(lengths, np.diff(rows.bounds))
    return csr_array((units, rows.numbers, rows.bounds), shape=(len(rows), len(idf)))


def _largest(cosines: Floats) -> tuple[Places, Floats]:
    """Return where the largest entries of each row are, and the entries; place 0 with 0 fills up."""
    count = min(NEAREST, cosines.shape[1])
    at = (
        np.argpartition(-cosines, count - 1, axis=1)[:, :count] if count else np.zeros((len(cosines), 0), int)
    )
    near = np.zeros((len(cosines), NEAREST), np.int64)
    like = np.zeros((len(cosines), NEAREST))
    near[:, :count], like[:, :count] = at, np.take_along_axis(cosines, at, 1)
    return near, like
