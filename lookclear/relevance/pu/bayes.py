"""Naive Bayes over dense sums, as the spy technique uses it: trained once, thrown away."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array

from lookclear.text.vectors import Floats


def bayes_log_odds(positive: csr_array, *other: csr_array) -> Callable[[csr_array], Floats]:
    """Return the function that gives log-odds of rows: multinomial, add-one smoothing, `other` the rest."""
    on = np.asarray(positive.sum(axis=0)).ravel() + 1.0
    off = sum((np.asarray(rows.sum(axis=0)).ravel() for rows in other), np.zeros(positive.shape[1])) + 1.0
    words = np.log(on / on.sum()) - np.log(off / off.sum())
    prior = float(np.log(max(1, positive.shape[0]) / max(1, sum(rows.shape[0] for rows in other))))

    def log_odds(rows: csr_array) -> Floats:
        found: Floats = rows @ words + prior
        return found

    return log_odds
