"""The iterated support vector machine: a round takes in new negatives and trains on what is near the plane.

Mapping-convergence loop: Yu, Han & Chang 2002. That the next training set is the support vectors, the wrong
and the unclear samples: Peng 2007. Our reconstruction (docs/algorithms.md): what *unclear* means and how many
of them are kept, that new negatives come in by portions, the surest first, that samples come back when they
are no longer clear, that the weights of both sides stand for the whole set and not for what is kept of it,
and the guard.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from lookclear.relevance.pu.linear import ClassWeights, Linear, trained
from lookclear.text.vectors import Floats

UNCLEAR = 1.25  # τ: samples right by less are kept
MORE_UNCLEAR = 0.1  # unclear samples that are kept, as a multiple of support vectors and wrong ones
LEAST_UNCLEAR = 20
SLACK = 0.02  # of a margin that counts as reached: the solver is no more exact
PORTION = 1 / 12  # of U that a round may take in
MOST_ROUNDS = 16
LEAST_NEW = 0.005  # of U that a round must find
LEAST_RECALL = 0.92  # of the first round's recall of positives held out


@dataclass(frozen=True, slots=True)
class RoundRules:
    """How rounds are run: a page below −`margin` is a new negative; without `reduce` all is trained on."""

    reduce: bool = True
    guard: bool = True
    margin: float = 0.0
    unclear: float = UNCLEAR
    portion: float = PORTION
    most: int = MOST_ROUNDS
    close: bool = False  # with one more round in which all that is left of U counts as negative too


@dataclass(frozen=True, slots=True)
class Round:
    """One trained classifier, with how much it was trained on and what that took (processor seconds)."""

    classifier: Linear
    trained_on: int
    found: int  # new negatives
    recall: float  # of positives held out; 1 without any
    seconds: float


def kept(margins: Floats, unclear: float = UNCLEAR) -> NDArray[np.bool_]:
    """Return which samples the next round is trained on, by y·f(x).

    Those up to 1 are support vectors or wrong, those up to `unclear` right but unclear; of these the nearest,
    a tenth as many as of the first kind, or 20.

    >>> kept(np.array([2.0, 1.2, 1.0, 0.4, -0.3, 1.3])).tolist()
    [False, True, True, True, True, False]
    """
    must = margins <= 1
    count = int(must.sum())
    limit = count + max(LEAST_UNCLEAR, int(MORE_UNCLEAR * count))
    chosen: NDArray[np.bool_] = margins <= unclear
    if int(chosen.sum()) > limit:
        nearest = np.argsort(margins, kind="stable")[:limit]
        chosen = np.zeros(len(margins), np.bool_)
        chosen[nearest] = True
    return chosen


def run_rounds(
    positive: csr_array,
    unlabelled: csr_array,
    negatives: NDArray[np.int64],
    held_out: csr_array | None = None,
    rules: RoundRules | None = None,
) -> list[Round]:
    """Return the classifiers of all rounds, at least one; `negatives` are rows of U, one at least.

    `held_out` are positives that no round is trained on. A round that loses more than 8 % of the recall that
    the first one has on them is thrown away and ends the loop.
    """
    rules = rules or RoundRules()
    least = max(1.0, LEAST_NEW * unlabelled.shape[0])
    portion = max(int(least), int(rules.portion * unlabelled.shape[0]))
    found = training = np.sort(negatives)
    rounds: list[Round] = []
    while len(rounds) < rules.most:
        classifier, seconds = _timed(positive, unlabelled[training], len(found))
        recall = _recall(classifier, held_out)
        if rules.guard and rounds and recall < LEAST_RECALL * rounds[0].recall:
            break
        margins = classifier.margins(unlabelled)
        new = _surest(margins, found, -rules.margin)[:portion]
        rounds.append(Round(classifier, positive.shape[0] + len(training), len(new), recall, seconds))
        if len(new) < least:
            break
        found = np.sort(np.concatenate([found, new]))
        training = found[kept(-margins[found], rules.unclear)] if rules.reduce else found
    if rules.close:
        closing = _closing(positive, unlabelled, rounds[-1].classifier, rules)
        rounds.append(replace(closing, recall=_recall(closing.classifier, held_out)))
    return rounds


def _closing(positive: csr_array, unlabelled: csr_array, before: Linear, rules: RoundRules) -> Round:
    """Return the round in which all of U is negative; of the reduced set in two steps.

    The plane moves when all that was left comes in at once, so what it then gets wrong is added.
    """
    everything = np.arange(unlabelled.shape[0])
    training = everything
    if rules.reduce:
        training = np.flatnonzero(kept(-before.margins(unlabelled), rules.unclear))
    classifier, seconds = _timed(positive, unlabelled[training], len(everything))
    if rules.reduce:
        wrong = np.flatnonzero(-classifier.margins(unlabelled) <= 1 - SLACK)
        training = np.union1d(training, wrong)
        classifier, more = _timed(positive, unlabelled[training], len(everything))
        seconds += more
    return Round(classifier, positive.shape[0] + len(training), 0, 1.0, seconds)


def _timed(positive: csr_array, negative: csr_array, represented: int) -> tuple[Linear, float]:
    """Return the plane between two sets and the processor seconds it took.

    The negatives stand for `represented` of them: weights are those that all of them would have.
    """
    rows = vstack([positive, negative], format="csr")
    is_positive = np.arange(rows.shape[0]) < positive.shape[0]
    weights = ClassWeights.balanced(positive.shape[0], represented)
    start = time.process_time()
    classifier = trained(rows, is_positive, weights)
    return classifier, time.process_time() - start


def _surest(margins: Floats, found: NDArray[np.int64], limit: float) -> NDArray[np.int64]:
    """Return the rows below a limit that were not found before, lowest margin first."""
    below = np.setdiff1d(np.flatnonzero(margins < limit), found)
    return below[np.argsort(margins[below], kind="stable")]


def _recall(classifier: Linear, held_out: csr_array | None) -> float:
    if held_out is None or not held_out.shape[0]:
        return 1.0
    return float((classifier.margins(held_out) >= 0).mean())
