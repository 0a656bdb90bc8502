"""Unlabelled pages that are safe to take as off topic: four ways to find them.

1-DNF is the first step of PEBL (Yu, Han & Chang 2002). The improved 1-DNF is named by Peng, Zuo & He 2008
with its results only; the constraint on features is our reconstruction, in two readings. Spy: Liu et al.
2002. Rocchio: Li & Liu 2003.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from lookclear.relevance.pu.bayes import bayes_log_odds
from lookclear.text.vectors import Floats

LEAST_SHARE, SHARE_STEP, MOST_SHARE = 0.2, 0.05, 0.5  # α: of P that must hold a feature
LEAST_RATIO, RATIO_STEP, MOST_RATIO = 2.0, 1.0, 10.0  # the other reading: of both shares
FEW = 5  # below so many positives every feature needs half of them
WANTED = 0.1  # of U; fewer reliable negatives make the constraint stricter
ENOUGH = 20
SPIES, SPY_QUANTILE = 0.15, 0.15
TOWARDS, AWAY = 16.0, 4.0  # α and β of Rocchio


class Constraint(Enum):
    """What makes a word that is more frequent in P a feature."""

    NONE = "none"  # plain 1-DNF
    SHARE = "share"  # at least a share α of P holds it
    RATIO = "ratio"  # it is at least so many times as frequent in P as in U


@dataclass(frozen=True, slots=True)
class Negatives:
    """Row numbers in U, ascending; `features` counts the positive features, `limit` is the α in force."""

    rows: NDArray[np.int64]
    method: str
    features: int = 0
    limit: float = 0.0
    note: str = ""


def one_dnf(positive: csr_array, unlabelled: csr_array, constraint: Constraint, limit: float) -> Negatives:
    """Return the rows of U that hold no positive feature, under one constraint on features."""
    features = positive_features(positive, unlabelled, constraint, limit)
    held = (unlabelled != 0) @ features.astype(np.float64)
    return Negatives(np.flatnonzero(held == 0), f"1-dnf {constraint.value}", int(features.sum()), limit)


def positive_features(
    positive: csr_array, unlabelled: csr_array, constraint: Constraint, limit: float
) -> NDArray[np.bool_]:
    """Return which terms are features: `f_P/|P| > f_U/|U|`, and what the constraint asks for besides."""
    in_positive, in_unlabelled = shares(positive), shares(unlabelled)
    features: NDArray[np.bool_] = in_positive > in_unlabelled
    if constraint is Constraint.SHARE:
        features &= in_positive >= limit - 1e-12
    elif constraint is Constraint.RATIO:
        features &= in_positive >= limit * in_unlabelled
        features &= in_positive * positive.shape[0] >= 2
    return features


def shares(rows: csr_array) -> Floats:
    """Return the share of rows that hold each term."""
    found: Floats = np.bincount(rows.indices, minlength=rows.shape[1]) / max(1, rows.shape[0])
    return found


def improved_one_dnf(
    positive: csr_array, unlabelled: csr_array, constraint: Constraint = Constraint.SHARE
) -> Negatives:
    """1-DNFII: raise the limit until a tenth of U is found, else fall back to what is least like P."""
    few = positive.shape[0] < FEW
    start, by, most = (
        (MOST_SHARE if few else LEAST_SHARE, SHARE_STEP, MOST_SHARE)
        if constraint is Constraint.SHARE
        else (LEAST_RATIO, RATIO_STEP, MOST_RATIO)
    )
    found = one_dnf(positive, unlabelled, constraint, start)
    limit = start
    while len(found.rows) < WANTED * unlabelled.shape[0] and limit + by <= most + 1e-9:
        limit += by
        found = one_dnf(positive, unlabelled, constraint, limit)
    if len(found.rows) < min(unlabelled.shape[0], max(ENOUGH, positive.shape[0] / 2)):
        return _least_alike(positive, unlabelled, found)
    if len(found.rows) == unlabelled.shape[0]:
        note = "no unlabelled page holds a word of the topic: the examples are not of this collection"
        return Negatives(found.rows, found.method, found.features, found.limit, note)
    return found


def rocchio(positive: csr_array, unlabelled: csr_array) -> Negatives:
    """Return the rows of U nearer to U's prototype than to that of P (16·own mean − 4·other mean)."""
    own, other = _mean(positive), _mean(unlabelled)
    topic, rest = _unit(TOWARDS * own - AWAY * other), _unit(TOWARDS * other - AWAY * own)
    return Negatives(np.flatnonzero(unlabelled @ topic <= unlabelled @ rest), "rocchio")


def spy(positive: csr_array, unlabelled: csr_array, generator: np.random.Generator) -> Negatives:
    """Hide 15 % of P in U, train naive Bayes, and return what scores below the lowest 15 % of the spies."""
    count = min(positive.shape[0] - 1, max(1, round(SPIES * positive.shape[0])))
    if count < 1:
        return Negatives(np.zeros(0, np.int64), "spy", note="one page on topic is too few to send a spy")
    hidden = generator.permutation(positive.shape[0])[:count]
    kept = np.setdiff1d(np.arange(positive.shape[0]), hidden)
    odds = bayes_log_odds(positive[kept], unlabelled, positive[hidden])
    limit = float(np.quantile(odds(positive[hidden]), SPY_QUANTILE))
    return Negatives(np.flatnonzero(odds(unlabelled) < limit), "spy", limit=limit)


def _least_alike(positive: csr_array, unlabelled: csr_array, found: Negatives) -> Negatives:
    alike = unlabelled @ _unit(_mean(positive))
    count = min(unlabelled.shape[0], max(positive.shape[0], math.ceil(WANTED * unlabelled.shape[0])))
    rows = np.sort(np.argsort(alike, kind="stable")[:count])
    note = f"features leave {len(found.rows)} reliable negatives; the pages least like the topic are taken"
    return Negatives(rows, "least alike", found.features, found.limit, note)


def _mean(rows: csr_array) -> Floats:
    mean: Floats = np.asarray(rows.sum(axis=0)).ravel() / max(1, rows.shape[0])
    return mean


def _unit(vector: Floats) -> Floats:
    length = float(np.sqrt(np.einsum("i,i->", vector, vector)))
    return vector / length if length else vector
