"""What concepts turned out to be worth: weights of an ontology, corrected by pages that were judged.

Weights set by hand are the weak spot of crawling by ontology, and can be learned (Zheng, Kang & Kim 2008,
with a network); logistic regression and its bounds are our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from lookclear.text.vectors import Floats, RowBatch

LEAST, MOST = 0.5, 2.0  # times its first weight that a concept may be worth
RIDGE = 1.0  # weight of L2
_ROUNDS = 100


def learned_weights(pages: RowBatch, relevance: Floats, weights: Floats) -> Floats:
    """Return `C′(n) = C(n)·clip(exp β_n, ½, 2)`, β from a logistic regression of R on what pages name.

    `pages` has a row `v` (numbers of concepts, ln(1 + count)) for each page, `relevance` its R in 0..1. With
    pages that are all alike, β is 0 and C stays.
    """
    matrix = csr_array(
        (pages.weights.astype(np.float64), pages.numbers, pages.bounds), shape=(len(pages), len(weights))
    )
    used = np.unique(pages.numbers)
    matrix = matrix[:, used]

    def loss(found: Floats) -> tuple[float, Floats]:
        margins = matrix @ found[1:] + found[0]
        chances = 1.0 / (1.0 + np.exp(-np.clip(margins, -30, 30)))
        value = float(
            (np.logaddexp(0, margins) - relevance * margins).sum() + RIDGE / 2 * found[1:] @ found[1:]
        )
        wrong = chances - relevance
        return value, np.concatenate(([wrong.sum()], matrix.T @ wrong + RIDGE * found[1:]))

    from scipy.optimize import minimize  # noqa: PLC0415 - slow to import, and one strategy needs it

    start = np.zeros(len(used) + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _ROUNDS}).x
    learned = weights.copy()
    learned[used] *= np.clip(np.exp(found[1:]), LEAST, MOST)
    return learned
