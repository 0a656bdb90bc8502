"""A linear support vector machine over sparse rows; scikit-learn's liblinear does the sums."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, csr_matrix
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from lookclear.text.vectors import Floats

COST = 1.0  # C
MOST_STEPS = 2_000
TOLERANCE = 0.03  # tighter ones change no judgement, and cost twice the time


@dataclass(frozen=True, slots=True)
class Linear:
    """f(x) = w·x + b: above 0 is on topic."""

    weights: Floats
    bias: float

    def margins(self, rows: csr_array) -> Floats:
        """Return f of each row."""
        found: Floats = rows @ self.weights + self.bias
        return found


@dataclass(frozen=True, slots=True)
class ClassWeights:
    """What an error on either side costs, as a multiple of C."""

    positive: float
    negative: float

    @classmethod
    def balanced(cls, positives: int, negatives: int) -> ClassWeights:
        """Return |T|/(2|T_y|) of each side, so that both sides together weigh the same."""
        total = positives + negatives
        return cls(total / (2 * positives), total / (2 * negatives))


def trained(rows: csr_array, is_positive: NDArray[np.bool_], weights: ClassWeights) -> Linear:
    """Return the separating plane of hinge loss; both sides need a row.

    Deterministic. A search that has not ended after 2,000 steps is near enough and is taken as it is.
    """
    svm = LinearSVC(
        C=COST,
        loss="hinge",
        class_weight={1: weights.positive, 0: weights.negative},
        dual=True,
        tol=TOLERANCE,
        max_iter=MOST_STEPS,
        random_state=0,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        svm.fit(csr_matrix(rows), is_positive.astype(np.int8))
    return Linear(svm.coef_[0].astype(np.float64), float(svm.intercept_[0]))
