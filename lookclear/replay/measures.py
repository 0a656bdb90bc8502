"""What a crawl was worth (docs/algorithms.md): harvest, recall, area under recall, R-precision."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

CURVE_POINTS = 60
# Two-sided 95 % points of Student's t by degrees of freedom; beyond 30 the normal value serves.
_T95 = (
    *(
        12.706,
        4.303,
        3.182,
        2.776,
        2.571,
        2.447,
        2.365,
        2.306,
        2.262,
        2.228,
        2.201,
        2.179,
        2.160,
        2.145,
        2.131,
    ),
    *(
        2.120,
        2.110,
        2.101,
        2.093,
        2.086,
        2.080,
        2.074,
        2.069,
        2.064,
        2.060,
        2.056,
        2.052,
        2.048,
        2.045,
        2.042,
    ),
)


@dataclass(frozen=True, slots=True)
class Measures:
    """One crawl judged by labels.

    `harvest` = hits/fetches, `recall` = hits/targets, `auc` = mean recall over the budget (a crawl that
    ends early keeps its last recall), `r_precision` = harvest after as many fetches as there are
    targets. `curve` holds (fetched, relevant so far).
    """

    fetched: int
    hits: int
    harvest: float
    recall: float
    auc: float
    r_precision: float
    curve: tuple[tuple[int, int], ...]


def measure(fetched: Sequence[str], targets: Collection[str], budget: int) -> Measures:
    """Judge a fetch order against the set of targets.

    >>> m = measure(["a", "x", "b", "c", "y"], {"b", "z"}, 5)
    >>> m.recall, round(m.auc, 6)
    (0.5, 0.3)
    """
    hits = 0
    area = 0
    at_targets = 0
    sums = [0]
    for position, key in enumerate(fetched, 1):
        hits += key in targets
        area += hits
        sums.append(hits)
        if position == len(targets):
            at_targets = hits
    if len(fetched) < len(targets):
        at_targets = hits
    area += hits * (budget - len(fetched))
    count = max(1, len(targets))
    return Measures(
        fetched=len(fetched),
        hits=hits,
        harvest=hits / len(fetched) if fetched else 0.0,
        recall=hits / count,
        auc=area / (count * budget),
        r_precision=at_targets / count,
        curve=tuple((at, sums[at]) for at in _points(len(fetched))),
    )


def interval95(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % t-interval of a mean; of a single value, the value twice.

    >>> [round(v, 3) for v in interval95([0.06, 0.01, 0.10, 0.02, -0.005, 0.07])]
    [0.0, 0.085]
    """
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, mean
    deviation = math.sqrt(sum((v - mean) ** 2 for v in values) / (count - 1))
    half = (_T95[count - 2] if count - 1 <= len(_T95) else 1.96) * deviation / math.sqrt(count)
    return mean - half, mean + half


def _points(length: int) -> list[int]:
    if length <= CURVE_POINTS:
        return list(range(length + 1))
    return sorted({round(length * step / CURVE_POINTS) for step in range(CURVE_POINTS + 1)})
