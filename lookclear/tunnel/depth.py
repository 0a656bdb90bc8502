"""The numbers of black tunnelling: how far a run of irrelevant pages may go, and what its links are worth.

That an irrelevant page is given a depth value from the relevance of its father page, which decides whether
its links are kept, is said in Peng 2007; value, inheritance and worth are our reconstruction.
"""

from __future__ import annotations

import math

from lookclear.text.vectors import Floats

THETA = 0.5  # θ and θ_b: a page or block of at least this relevance is on topic
DEEPEST = 3  # D_max: irrelevant pages in a row that are crossed from a page that is fully on topic
FADING = 0.5  # μ: what a link loses with each irrelevant page of the run


def depth_value(relevance: float, theta: float = THETA, deepest: int = DEEPEST) -> int:
    """Return D of an irrelevant page whose father is relevant: `max(1, ⌈D_max·(R − θ)/(1 − θ)⌉)`.

    >>> [depth_value(relevance) for relevance in (0.55, 0.7, 0.9, 1.0)]
    [1, 2, 3, 3]
    """
    if theta >= 1:
        return deepest
    # A little less before the ceiling: rounding must not give a page one generation more.
    return max(1, math.ceil(deepest * (relevance - theta) / (1 - theta) - 1e-9))


def tunnel_worth(run: Floats, origin: Floats, context: Floats) -> Floats:
    """Return `μ^k·(½R(f₀) + ½S_lc)` of links; k = pages in the run, f₀ = the relevant page before it."""
    worth: Floats = FADING**run * 0.5 * (origin + context)
    return worth
