"""The most that the postings of a block can add to a score: what lets a search leave blocks out.

A posting's *impact* is its share of the BM25 score before the term's weight, times the document's prior:
`prior · w / (w + 4·K)` with weight w in quarter units and K from the document's length (see `ranking`). It
grows when documents become longer on average, and it never grows by more than the mean length does:
w / (w + a + b/m₂) ≤ m₂/m₁ · w / (w + a + b/m₁) for m₂ ≥ m₁. So a bound is kept with the mean length of its
time and multiplied by the growth since: always safe, and nothing is written again when the mean moves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from indexer.layout import IMPACT_STEPS
from indexer.ranking import K1, B
from indexer.schema import UNITS

_HALF = 0xFFFF


def impacts(weights: npt.NDArray[Any], lengths: Any, priors: Any, mean: float) -> Any:
    """Return the impact of postings in steps, rounded up; lengths and mean in quarter units."""
    saturation = UNITS * K1 * (1 - B) + UNITS * K1 * B / mean * lengths
    return (priors * weights / (weights + saturation) * IMPACT_STEPS).astype(np.int64) + 1


def mean_word(mean: float) -> int:
    """Return the upper half of a mean length as float32, which rounds it down."""
    return int(np.float32(mean).view(np.uint32)) >> 16


def merged(left: int, right: int) -> int:
    """Return a bound that holds for the postings of both; 0 is the bound of none."""
    if not left or not right:
        return left or right
    return max(left >> 16, right >> 16) << 16 | min(left & _HALF, right & _HALF)


def impact_of(bound: int, mean: float) -> float:
    """Return the impact a bound allows for at a mean length of now; 0 for the bound of no postings."""
    if not bound:
        return 0.0
    then = float(np.uint32((bound & _HALF) << 16).view(np.float32))
    return (bound >> 16) / IMPACT_STEPS * max(1.0, mean / then)
