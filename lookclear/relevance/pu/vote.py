"""The weighted vote of the classifiers that the rounds gave birth to: `F(x) = Σ_i a_i·tanh f_i(x)`.

That they are combined, with weights found by BWPSO, is said by Peng 2007 and Peng, Zuo & He 2008; squashing
and fitness are our reconstruction.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from lookclear.optimise import BWPSO, Box, minimise
from lookclear.relevance.pu.criterion import criterion
from lookclear.text.vectors import Floats

SPREAD_COST = 0.01  # per unit of ‖a‖²: a mild wish for many voters
RULE = replace(BWPSO, iterations=60, scatter_after=20)


@dataclass(frozen=True, slots=True)
class Votes:
    """Weights of the voters (on the simplex), the limit b that was found with them, and their J."""

    weights: Floats
    limit: float
    criterion: float


def vote(squashed: Floats, weights: Floats) -> Floats:
    """Return F of each page; `squashed` = tanh of the margins, shape (voters, pages).

    >>> round(float(vote(np.array([[0.9], [-0.3]]), np.array([0.4, 0.6]))[0]), 2)
    0.18
    """
    found: Floats = weights @ squashed
    return found


def found_votes(positive: Floats, everything: Floats, generator: np.random.Generator) -> Votes:
    """Search for the weights and the limit of highest J on pages held out.

    `positive` and `everything` hold tanh of margins, shape (voters, pages). One particle starts at the last
    voter alone and one at equal weights, so the result is never worse than both. When all weights are as
    good as each other they are equal.
    """
    voters = len(positive)
    equal = np.full(voters, 1 / voters)
    if voters == 1:
        return Votes(equal, 0.0, _criterion(positive[0], everything[0], 0.0))

    def fitness(places: Floats) -> Floats:
        weights = simplex(places[:, :-1])
        limits = places[:, -1]
        recall = (weights @ positive >= limits[:, None]).mean(axis=1)
        share = (weights @ everything >= limits[:, None]).mean(axis=1)
        worth = np.divide(recall * recall, share, out=np.zeros(len(share)), where=share > 0)
        cost: Floats = SPREAD_COST * (weights * weights).sum(axis=1) - worth
        return cost

    last = np.append(np.eye(voters)[-1], 0.0)
    starts = [np.append(equal, 0.0), last]
    box = Box(np.append(np.zeros(voters), -1.0), np.ones(voters + 1))
    found = minimise(fitness, box, generator, RULE, starts=starts)
    if found.value >= fitness(starts[0][None])[0]:
        return Votes(equal, 0.0, _criterion(equal @ positive, equal @ everything, 0.0))
    weights = simplex(found.place[None, :-1])[0]
    limit = float(found.place[-1])
    return Votes(weights, limit, _criterion(weights @ positive, weights @ everything, limit))


def simplex(weights: Floats) -> Floats:
    """Return rows cut to at least 0 and scaled to sum 1; a row of nothing becomes equal weights."""
    cut = np.maximum(weights, 0.0)
    total = cut.sum(axis=1, keepdims=True)
    equal = np.full_like(cut, 1 / cut.shape[1])
    return np.where(total > 0, cut / np.where(total > 0, total, 1.0), equal)


def _criterion(positive: Floats, everything: Floats, limit: float) -> float:
    return criterion(float((positive >= limit).mean()), float((everything >= limit).mean()))
