"""What a crawl was worth (docs/evaluating.md): harvest, recall, auc, R-precision, robustness."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

CURVE_POINTS = 60


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
    """Judge a fetch order against the set of targets; one that was fetched twice is one hit and two fetches.

    >>> m = measure(["a", "x", "b", "c", "y"], {"b", "z"}, 5)
    >>> m.recall, round(m.auc, 6)
    (0.5, 0.3)
    """
    hits = 0
    area = 0
    at_targets = 0
    sums = [0]
    left = set(targets)
    for position, key in enumerate(fetched, 1):
        hits += key in left
        left.discard(key)
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


def overlap(a: Collection[str], b: Collection[str]) -> tuple[float, float]:
    """Return (|A∩B| / min(|A|, |B|), Jaccard's |A∩B| / |A∪B|) of two crawls; 0 when one is empty.

    >>> overlap(range(50), range(10, 80))
    (0.8, 0.5)
    """
    first, second = set(a), set(b)
    common, smaller = len(first & second), min(len(first), len(second))
    return (common / smaller, common / len(first | second)) if smaller else (0.0, 0.0)


def robustness(crawls: Sequence[Collection[str]]) -> tuple[float, float] | None:
    """Return the mean of both overlaps over all pairs of crawls; None for fewer than two crawls.

    How much of what is fetched does not depend on where the crawl began (Chakrabarti et al. 1999).
    """
    pairs = [overlap(a, b) for at, a in enumerate(crawls) for b in crawls[at + 1 :]]
    if not pairs:
        return None
    return sum(share for share, _ in pairs) / len(pairs), sum(jaccard for _, jaccard in pairs) / len(pairs)


def _points(length: int) -> list[int]:
    if length <= CURVE_POINTS:
        return list(range(length + 1))
    return sorted({round(length * step / CURVE_POINTS) for step in range(CURVE_POINTS + 1)})
