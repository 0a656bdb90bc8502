"""Published ways to learn from positive and unlabelled pages, to be compared with (docs/evaluating.md).

PEBL: Yu, Han & Chang 2002; spy with SVM: Liu et al. 2002; Rocchio with SVM: Li & Liu 2003; biased SVM: Liu et
al. 2003; one-class SVM: Schölkopf et al. 2001. Each ends as published: at the sign of its last classifier.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, csr_matrix, vstack
from sklearn.svm import OneClassSVM

from lookclear.relevance.pu.criterion import criterion
from lookclear.relevance.pu.linear import ClassWeights, Linear, trained
from lookclear.relevance.pu.negatives import Constraint, Negatives, one_dnf, rocchio, spy
from lookclear.relevance.pu.rounds import RoundRules, run_rounds
from lookclear.text.vectors import Floats

HELD_OUT = 0.3  # of P and U, to choose costs by
COSTS = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0)  # C₊/C₋
OUTLIERS = 0.1  # ν: share of P that may lie outside
PLAIN = RoundRules(reduce=False, guard=False, portion=1.0, most=10)


@dataclass(frozen=True, slots=True)
class Compared:
    """Margins of the test pages (0 and more is on topic), the negatives taken, training sizes by round."""

    margins: Floats
    negatives: Negatives | None
    sizes: tuple[int, ...]


def pebl(positive: csr_array, unlabelled: csr_array, test: csr_array) -> Compared:
    """Plain 1-DNF, all negatives kept, the last classifier alone."""
    return _two_steps(positive, unlabelled, test, one_dnf(positive, unlabelled, Constraint.NONE, 0.0))


def spy_svm(
    positive: csr_array, unlabelled: csr_array, test: csr_array, generator: np.random.Generator
) -> Compared:
    """Spies find the negatives, then the same rounds."""
    return _two_steps(positive, unlabelled, test, spy(positive, unlabelled, generator))


def rocchio_svm(positive: csr_array, unlabelled: csr_array, test: csr_array) -> Compared:
    """Rocchio finds the negatives, then the same rounds."""
    return _two_steps(positive, unlabelled, test, rocchio(positive, unlabelled))


def biased_svm(
    positive: csr_array, unlabelled: csr_array, test: csr_array, generator: np.random.Generator
) -> Compared:
    """All of U is negative, errors on P cost more; how much more is chosen by J on pages held out."""
    held_on = _held_out(positive.shape[0], generator)
    held_off = _held_out(unlabelled.shape[0], generator)
    on, off = positive[np.flatnonzero(held_on)], unlabelled[np.flatnonzero(held_off)]
    best = (-1.0, COSTS[0])
    for cost in COSTS:
        kept = positive[np.flatnonzero(~held_on)], unlabelled[np.flatnonzero(~held_off)]
        plane = _trained(*kept, ClassWeights(cost, 1.0))
        share = float(np.mean(np.concatenate([plane.margins(on), plane.margins(off)]) >= 0))
        best = max(best, (criterion(float(np.mean(plane.margins(on) >= 0)), share), cost))
    plane = _trained(positive, unlabelled, ClassWeights(best[1], 1.0))
    return Compared(plane.margins(test), None, (positive.shape[0] + unlabelled.shape[0],))


def one_class(positive: csr_array, test: csr_array) -> Compared:
    """Keep P off the origin by a plane; U is not looked at."""
    model = OneClassSVM(kernel="linear", nu=OUTLIERS).fit(csr_matrix(positive))
    return Compared(model.decision_function(csr_matrix(test)), None, (positive.shape[0],))


def oracle(
    rows: csr_array, is_positive: NDArray[np.bool_], test: csr_array, generator: np.random.Generator
) -> tuple[Compared, float]:
    """Return what true labels give, and the limit of best F1 on pages held out: the ceiling.

    The bare sign of a balanced SVM with few positives is no ceiling, so its threshold is chosen, by the
    labels, on margins of five parts held out in turn.
    """
    folds = np.zeros(len(is_positive), np.int64)
    for side in (True, False):
        places = np.flatnonzero(is_positive == side)
        folds[places] = generator.permutation(len(places)) % 5
    held = np.zeros(len(is_positive))
    for fold in range(5):
        learned, asked = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        held[asked] = _labelled(rows[learned], is_positive[learned]).margins(rows[asked])
    order = np.argsort(-held, kind="stable")
    found = np.cumsum(is_positive[order])
    f1 = 2 * found / (np.arange(1, len(order) + 1) + found[-1])
    limit = float(held[order[int(f1.argmax())]])
    margins = _labelled(rows, is_positive).margins(test)
    return Compared(margins, None, (len(is_positive),)), limit


def _two_steps(positive: csr_array, unlabelled: csr_array, test: csr_array, found: Negatives) -> Compared:
    if not len(found.rows):  # nothing to begin with: the method has no answer
        return Compared(np.full(test.shape[0], -1.0), found, ())
    rounds = run_rounds(positive, unlabelled, found.rows, None, PLAIN)
    sizes = tuple(one.trained_on for one in rounds)
    return Compared(rounds[-1].classifier.margins(test), found, sizes)


def _trained(positive: csr_array, other: csr_array, weights: ClassWeights) -> Linear:
    rows = vstack([positive, other], format="csr")
    return trained(rows, np.arange(rows.shape[0]) < positive.shape[0], weights)


def _labelled(rows: csr_array, is_positive: NDArray[np.bool_]) -> Linear:
    positives = int(is_positive.sum())
    return trained(rows, is_positive, ClassWeights.balanced(positives, len(is_positive) - positives))


def _held_out(count: int, generator: np.random.Generator) -> NDArray[np.bool_]:
    """Return which rows are held out: at least one, never all (unless there is one)."""
    held: NDArray[np.bool_] = generator.permutation(count) < min(max(1, round(HELD_OUT * count)), count - 1)
    return held
