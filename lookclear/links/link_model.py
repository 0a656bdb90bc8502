"""A logistic model of links that learns from one outcome at a time, and keeps count of how well it foretells.

AdaGrad (Duchi, Hazan & Singer 2011); the rates and the step against drift are our reconstruction
(docs/algorithms.md).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookclear.text.growing import Growing
from lookclear.text.vectors import Floats, RowBatch

RATE, DECAY = 0.1, 1e-6  # η and the weight of L2
FEW = 1e-8  # keeps the first step finite
WINDOW = 500  # outcomes between two looks at how well it foretells
WORSE, FASTER, STEPS_FASTER = 1.2, 2.0, 100  # drift: log-loss grown to so many times; how it is answered

Flags = NDArray[np.int64]  # one row a link: numbers of the small features that hold


@dataclass(frozen=True, slots=True)
class Foretold:
    """How well some outcomes in a row were foretold, each before it was learned."""

    outcomes: int
    auc: float  # ½ where all outcomes are of one kind
    log_loss: float


class LinkModel:
    """P(link leads to something relevant) = σ(w·x), x at unit length over words and small features."""

    def __init__(self, size: int) -> None:
        """`size` = number of features."""
        self._weights = np.zeros(size)
        self._squares = np.zeros(size)
        self._chances = Growing(np.float64)
        self._outcomes = Growing(np.bool_)
        self._faster = 0  # steps left at the faster rate
        self.foretold: list[Foretold] = []  # by windows
        self.drifts = 0

    def probability(self, rows: RowBatch, flags: Flags) -> Floats:
        """Return P for links; one product of a sparse matrix and a vector, and a look-up a small feature."""
        margin = (rows.products(self._weights) + self._weights[flags].sum(axis=1)) / _lengths(rows, flags)
        chances: Floats = 1.0 / (1.0 + np.exp(-np.clip(margin, -30, 30)))
        return chances

    def learn(self, rows: RowBatch, flags: Flags, chances: Floats, outcome: bool, weight: float) -> None:
        """Learn that links, whose P were `chances`, had an outcome; `weight` is that of all of them."""
        lengths = _lengths(rows, flags)
        for at in range(len(rows)):
            numbers, counts = rows[at]
            features = np.concatenate((numbers, flags[at]))
            values = np.concatenate((counts, np.ones(flags.shape[1]))) / lengths[at]
            self._step(features, values, outcome, weight / len(rows))
        self._chances.extend(chances)
        self._outcomes.extend(np.full(len(chances), outcome))
        if len(self._chances) >= WINDOW * (len(self.foretold) + 1):
            self._look_back()

    def _step(self, features: NDArray[np.int64], values: Floats, outcome: bool, weight: float) -> None:
        held = self._weights[features]
        gradient = weight * surprise(held, values, outcome) * values + DECAY * held
        rate = RATE * FASTER if self._faster else RATE
        self._faster = max(0, self._faster - 1)
        self._squares[features] += gradient * gradient
        self._weights[features] = held - rate * gradient / np.sqrt(self._squares[features] + FEW)

    def _look_back(self) -> None:
        first = WINDOW * len(self.foretold)
        chances, outcomes = self._chances.values[first:], self._outcomes.values[first:]
        self.foretold.append(Foretold(len(outcomes), auc(chances, outcomes), log_loss(chances, outcomes)))
        last = self.foretold[-2:]
        if len(last) > 1 and last[1].log_loss > WORSE * last[0].log_loss:
            self._faster = STEPS_FASTER
            self.drifts += 1


def chance(weights: Floats, values: Floats) -> float:
    """Return σ(w·x)."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, float(weights @ values)))))


def surprise(weights: Floats, values: Floats, outcome: bool) -> float:
    """Return by how much too likely an outcome was held: times x, the gradient of the log-loss.

    >>> x = np.array([1.0, 1.0, 0.6])
    >>> w = -0.5 * surprise(np.zeros(3), x, True) * x  # a plain step of ½
    >>> w.tolist(), round(chance(w, x), 5)
    ([0.25, 0.25, 0.15], 0.64337)
    """
    return chance(weights, values) - outcome


def auc(chances: Floats, outcomes: NDArray[np.bool_]) -> float:
    """Return the chance that one that paid off was held more likely than one that did not; ties count half.

    >>> auc(np.array([0.9, 0.4, 0.4, 0.1]), np.array([True, True, False, False]))
    0.875
    """
    paid = int(outcomes.sum())
    if not 0 < paid < len(outcomes):
        return 0.5
    _, place, counts = np.unique(chances, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return float((ranks[outcomes].sum() - paid * (paid + 1) / 2) / (paid * (len(outcomes) - paid)))


def log_loss(chances: Floats, outcomes: NDArray[np.bool_]) -> float:
    """Return the mean of −ln of what was held likely and came true."""
    true = np.where(outcomes, chances, 1.0 - chances)
    return float(-np.log(np.maximum(true, 1e-12)).mean()) if len(true) else 0.0


def _lengths(rows: RowBatch, flags: Flags) -> Floats:
    squares = np.add.reduceat(np.append(rows.weights.astype(np.float64) ** 2, 0.0), rows.bounds[:-1])
    squares[np.diff(rows.bounds) == 0] = 0.0
    return np.asarray(np.sqrt(squares + flags.shape[1]))
