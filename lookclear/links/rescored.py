"""New scores for what waits, all at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookclear.text.vectors import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Rescored:
    """Scores of a whole frontier, made in one vectorised step.

    `keys` is the crawl's list of targets in the order of their discovery: one list object for the whole
    crawl, which only grows, so that a frontier looks each key up once and afterwards works with arrays.
    `scores` has one entry a key, in 0..1; NaN leaves the address as it is (visited, a seed, refused).
    `tunnel` tells which of them wait in the tunnel lane from now on.
    """

    keys: Sequence[str]
    scores: Floats
    tunnel: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.scores)

    def __eq__(self, other: object) -> bool:
        """Tell whether the same addresses get the same scores."""
        return (
            isinstance(other, Rescored)
            and list(self.keys[: len(self)]) == list(other.keys[: len(other)])
            and np.array_equal(self.scores, other.scores, equal_nan=True)
            and np.array_equal(self.tunnel, other.tunnel)
        )

    __hash__ = None  # type: ignore[assignment]  # it holds arrays

    def by_key(self) -> dict[str, float]:
        """Return the new scores by key, without those that stay as they are: for tests and small crawls."""
        given = zip(self.keys, self.scores.tolist(), strict=False)
        return {key: score for key, score in given if not math.isnan(score)}
