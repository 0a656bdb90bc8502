"""How much a document answers a query: BM25F over the combined list, times the topical prior.

BM25F (Robertson, Zaragoza, Taylor 2004): term frequencies are summed over the fields with their weights
before they saturate. Lengths are summed the same way, as if a title word were written three times.
"""

from __future__ import annotations

import math
from typing import overload

import numpy as np
import numpy.typing as npt

K1 = 1.2
B = 0.75
RELEVANCE_WEIGHT = 0.5  # a fully relevant page counts half as much again
AUTHORITY_WEIGHT = 0.3
LITERAL_WEIGHT = 0.4  # of characters that are no word in a page: below one occurrence of the word

HIGHEST_PRIOR = 1 + RELEVANCE_WEIGHT + AUTHORITY_WEIGHT
GRID = 1.5 * 2.0**16  # adding it and taking it away rounds to a multiple of 2⁻³⁶

Floats = npt.NDArray[np.float64]


def idf(documents: int, df: int) -> float:
    """Return the weight of a term that `df` of `documents` hold; always positive.

    >>> round(idf(1000, 10), 5)
    4.55738
    """
    return math.log1p((documents - df + 0.5) / (df + 0.5))


def bm25(tf: Floats, length: Floats, mean_length: float, idf_value: float) -> Floats:
    """Return the score of a term in each document. `length` and `mean_length` share a unit.

    >>> round(float(bm25(np.array([3.0]), np.array([100.0]), 120.0, idf(1000, 10))[0]), 5)
    7.42684
    """
    saturation = K1 * (1 - B) + K1 * B / mean_length * length
    return rounded(idf_value * (K1 + 1) * tf / (tf + saturation))


def rounded(scores: Floats) -> Floats:
    """Return scores as multiples of 2⁻³⁶, below 2¹⁵: their sums are exact, so no order of adding matters.

    Documents that hold the same words equally often then have the same score to the last bit.
    """
    return (scores + GRID) - GRID


@overload
def prior(relevance: Floats, authority: Floats) -> Floats: ...
@overload
def prior(relevance: float, authority: float) -> float: ...
def prior(relevance: Floats | float, authority: Floats | float) -> Floats | float:
    """Return the factor for a document's relevance to the topic and authority, both in 0..1; at least 1."""
    return 1 + RELEVANCE_WEIGHT * relevance + AUTHORITY_WEIGHT * authority


def best(scores: Floats, count: int) -> npt.NDArray[np.int64]:
    """Return the places of the `count` largest scores, largest first; equal ones in order of place."""
    if 0 < count < len(scores):
        least = np.partition(scores, len(scores) - count)[len(scores) - count]
        places = np.flatnonzero(scores >= least)
    else:
        places = np.arange(len(scores))
    return places[np.argsort(-scores[places], kind="stable")][:count]
