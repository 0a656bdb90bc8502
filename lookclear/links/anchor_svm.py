"""How likely is it that anchors lead to something relevant? A support vector machine and its margin.

The back end of Wang et al. 2009. That the margin becomes a chance by Platt's sigmoid (Platt 1999, fitted as
by Lin, Lin & Weng 2007) is our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

import warnings
from collections import deque
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from lookclear.text.vectors import Floats, Row, RowBatch

MOST_EXAMPLES = 2_000  # newest bags of anchors that are trained on
LEAST_EACH = 5  # of either kind, below which nothing is said
FOLDS = 3
_ROUNDS, _SMALLEST = 50, 1e-10  # of Newton's method


@dataclass(frozen=True, slots=True)
class _Example:
    row: Row
    paid: bool
    weight: float


class AnchorSvm:
    """P(relevant | words of anchors) = σ(A·margin + B); ½ for everything before there is enough to go by."""

    def __init__(self) -> None:
        self._examples: deque[_Example] = deque(maxlen=MOST_EXAMPLES)
        self._plane: Floats | None = None
        self._bias = 0.0
        self._sigmoid = (0.0, 0.0)

    def add(self, row: Row, paid: bool, weight: float = 1.0) -> None:
        """Take in what anchors led to; it counts from the next `train` on."""
        if len(row[0]):
            self._examples.append(_Example(row, paid, weight))

    def train(self, terms: int) -> bool:
        """Learn anew from the newest examples, over so many terms; return False if they are too few."""
        paid = np.array([one.paid for one in self._examples], np.bool_)
        if min(int(paid.sum()), int((~paid).sum())) < LEAST_EACH:
            return False
        rows = RowBatch.of([one.row for one in self._examples])
        weights = np.array([one.weight for one in self._examples])
        weights *= np.where(paid, len(paid) / (2 * paid.sum()), len(paid) / (2 * (~paid).sum()))
        margins = np.zeros(len(paid))
        fold = np.zeros(len(paid), np.int64)
        for kind in (paid, ~paid):  # every fold has its share of both, in the order in which they came
            fold[kind] = np.arange(int(kind.sum())) % FOLDS
        for at in range(FOLDS):
            learned, asked = np.flatnonzero(fold != at), np.flatnonzero(fold == at)
            plane, bias = _fitted(_unit(rows.take(learned), terms), paid[learned], weights[learned])
            margins[asked] = _unit(rows.take(asked), terms) @ plane + bias
        self._sigmoid = platt(margins, paid)
        self._plane, self._bias = _fitted(_unit(rows, terms), paid, weights)
        return True

    def probability(self, rows: RowBatch, terms: int) -> Floats:
        """Return P for rows over a vocabulary of so many terms."""
        if self._plane is None:
            return np.full(len(rows), 0.5)
        plane = np.zeros(terms)
        plane[: len(self._plane)] = self._plane
        slope, shift = self._sigmoid
        margins = rows.products(plane) / _lengths(rows) + self._bias
        chances: Floats = 1.0 / (1.0 + np.exp(-np.clip(slope * margins + shift, -30, 30)))
        return chances


def platt(margins: Floats, paid: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[float, float]:
    """Return A ≥ 0 and B so that σ(A·margin + B) is how often something paid off at that margin.

    Newton's method with halved steps on the log-loss against `(n₊+1)/(n₊+2)` and `1/(n₋+2)` instead of 1 and
    0, which few examples do not carry. A is not let below 0: larger margins never mean less.
    """
    gained, lost = int(paid.sum()), int((~paid).sum())
    wanted = np.where(paid, (gained + 1) / (gained + 2), 1 / (lost + 2))
    found = np.array([0.0, float(np.log((gained + 1) / (lost + 1)))])
    inputs = np.column_stack((margins, np.ones(len(margins))))

    def loss(at: Floats) -> float:
        raised = inputs @ at
        return float((np.logaddexp(0, raised) - wanted * raised).sum())

    for _ in range(_ROUNDS):
        chances = 1.0 / (1.0 + np.exp(-np.clip(inputs @ found, -30, 30)))
        slope = inputs.T @ (chances - wanted)
        curve = inputs.T @ (inputs * (chances * (1 - chances))[:, None]) + 1e-9 * np.eye(2)
        step, before = np.linalg.solve(curve, slope), loss(found)
        size = 1.0
        while loss(found - size * step) > before and size > _SMALLEST:
            size /= 2
        found = found - size * step
        if before - loss(found) < _SMALLEST:
            break
    if found[0] < 0:
        return 0.0, float(np.log((gained + 1) / (lost + 1)))
    return float(found[0]), float(found[1])


def _fitted(
    matrix: csr_array, paid: np.ndarray[tuple[int], np.dtype[np.bool_]], weights: Floats
) -> tuple[Floats, float]:
    from sklearn.svm import LinearSVC  # noqa: PLC0415 - a second to import, and one strategy needs it

    machine = LinearSVC(C=1.0, dual=True, random_state=0, max_iter=2_000)
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # that it has not converged: what it has is good enough to order links
        machine.fit(matrix, paid, weights)
    return machine.coef_[0], float(machine.intercept_[0])


def _unit(rows: RowBatch, terms: int) -> csr_array:
    lengths = np.repeat(_lengths(rows), np.diff(rows.bounds))
    bounds = rows.bounds.astype(np.int32)  # scikit-learn takes no larger ones
    return csr_array(
        (rows.weights / lengths, rows.numbers.astype(np.int32), bounds), shape=(len(rows), terms)
    )


def _lengths(rows: RowBatch) -> Floats:
    """Return the length of each row, 1 for an empty one."""
    owner = np.repeat(np.arange(len(rows)), np.diff(rows.bounds))
    squares = np.bincount(owner, rows.weights.astype(np.float64) ** 2, len(rows))
    return np.sqrt(np.where(squares > 0, squares, 1.0))
