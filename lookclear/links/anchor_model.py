"""How likely is it that an anchor leads to something relevant? A logistic model that learns on the way.

One step of stochastic gradient descent for each anchor that was followed, with a rate for each term that
falls with what was learned of it (AdaGrad, Duchi, Hazan & Singer 2011).
"""

from __future__ import annotations

import math

import numpy as np

from lookclear.text.growing import Growing
from lookclear.text.vectors import Floats, RowBatch

RATE = 0.5


class AnchorModel:
    """P(relevant | words of the anchor) = σ(w·x/‖x‖ + b); ½ for everything before the first lesson."""

    def __init__(self) -> None:
        self._weights = Growing(np.float64)
        self._squares = Growing(np.float64)
        self._bias, self._bias_square = 0.0, 0.0

    def learn(self, rows: RowBatch, outcome: float) -> None:
        """Learn that anchors led to an outcome in 0..1."""
        for row in range(len(rows)):
            numbers, weights = rows[row]
            if len(numbers):
                self._weights.grow_to(int(numbers[-1]) + 1)
                self._squares.grow_to(int(numbers[-1]) + 1)
            unit = weights / max(1e-12, math.sqrt(float(weights @ weights)))
            held = self._weights.values[numbers]
            error = _sigmoid(float(unit @ held) + self._bias) - outcome
            step = error * unit
            squares = self._squares.values[numbers] + step * step
            self._squares.values[numbers] = squares
            self._weights.values[numbers] = held - RATE * step / np.sqrt(squares + 1e-9)
            self._bias_square += error * error
            self._bias -= RATE * error / math.sqrt(self._bias_square + 1.0)

    def probability(self, rows: RowBatch, terms: int) -> Floats:
        """Return P for rows over a vocabulary of so many terms."""
        self._weights.grow_to(terms)
        lengths = np.sqrt(np.add.reduceat(np.append(rows.weights**2, 0.0), rows.bounds[:-1]))
        lengths[np.diff(rows.bounds) == 0] = 1.0
        margin = rows.products(self._weights.values) / np.maximum(lengths, 1e-12) + self._bias
        return 1.0 / (1.0 + np.exp(-np.clip(margin, -30, 30)))


def _sigmoid(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, value))))
