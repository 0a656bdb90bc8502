"""Logistic regression on soft labels that does not forget where it began (maximum a posteriori).

`v = argmin Σ logloss(y, σ(z·v)) + ½·(v − v₀)ᵀ·Λ·(v − v₀)`, Λ diagonal, by Newton's method with steps that are
halved until they lead downwards: far from the minimum a whole step may overshoot it by any distance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lookclear.text.vectors import Floats

STEPS, HALVINGS = 12, 8
ENOUGH = 1e-4  # a step that changes no weight by more ends the search


def fit(features: NDArray[np.float64], outcomes: Floats, prior: Floats, penalty: Floats) -> Floats:
    """Return the weights; `features` has a row for each outcome (in 0..1), `penalty` is positive.

    Deterministic; without outcomes the prior itself.
    """

    def loss(weights: Floats) -> float:
        margin, away = features @ weights, weights - prior
        return float(
            (np.logaddexp(0.0, margin) - outcomes * margin).sum() + 0.5 * (penalty * away * away).sum()
        )

    weights, present = prior.copy(), loss(prior)
    for _ in range(STEPS if len(outcomes) else 0):
        guess = probability(features @ weights)
        gradient = features.T @ (guess - outcomes) + penalty * (weights - prior)
        curvature = guess * (1 - guess)
        hessian = (features.T * curvature) @ features + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        for _ in range(HALVINGS):
            tried = loss(weights - step)
            if tried <= present:
                break
            step = step / 2
        else:
            break
        weights, present = weights - step, tried
        if float(np.abs(step).max()) < ENOUGH:
            break
    return weights


def probability(margin: Floats) -> Floats:
    """Return σ(margin)."""
    value: Floats = 1.0 / (1.0 + np.exp(-np.clip(margin, -30.0, 30.0)))
    return value
