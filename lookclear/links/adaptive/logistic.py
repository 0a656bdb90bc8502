"""Logistic regression on soft labels that does not forget where it began (maximum a posteriori).

`v = argmin Σ logloss(y, σ(z·v)) + ½·(v − v₀)ᵀ·Λ·(v − v₀)`, Λ diagonal, by Newton's method.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lookclear.text.vectors import Floats

STEPS = 8
ENOUGH = 1e-4  # a step that changes no weight by more ends the search


def fit(features: NDArray[np.float64], outcomes: Floats, prior: Floats, penalty: Floats) -> Floats:
    """Return the weights; `features` has a row for each outcome (in 0..1), `penalty` is positive.

    Deterministic; without outcomes the prior itself.
    """
    weights = prior.copy()
    for _ in range(STEPS if len(outcomes) else 0):
        guess = probability(features @ weights)
        gradient = features.T @ (guess - outcomes) + penalty * (weights - prior)
        curvature = np.maximum(guess * (1 - guess), 1e-4)
        hessian = (features.T * curvature) @ features + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        weights = weights - np.clip(step, -2.0, 2.0)
        if float(np.abs(step).max()) < ENOUGH:
            break
    return weights


def probability(margin: Floats) -> Floats:
    """Return σ(margin)."""
    value: Floats = 1.0 / (1.0 + np.exp(-np.clip(margin, -30.0, 30.0)))
    return value
