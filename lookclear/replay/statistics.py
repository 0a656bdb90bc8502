"""Is one strategy really better than another? Intervals and paired tests over topics.

Values are means of topics (over their seed sets), never of pages or crawls: pages of one crawl depend on each
other, and so do crawls of one topic (docs/evaluating.md).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import special

RESAMPLES = 10_000
MOST_EXACT = 25  # pairs up to which the signed-rank distribution is counted out
_BOOTSTRAP_SEED = 20_071_116


@dataclass(frozen=True, slots=True)
class Comparison:
    """A strategy against a baseline on the same topics.

    `difference` is the mean of (strategy − baseline), with its 95 % intervals by Student's t and by the
    bootstrap; `effect` is that mean over its standard deviation (0 when all differences are equal to 0,
    infinite when they are equal otherwise). p values are two-sided; `holm` ones are corrected for the number
    of comparisons made at once.
    """

    strategy: str
    baseline: str
    topics: int
    difference: float
    ci95: tuple[float, float]
    ci95_bootstrap: tuple[float, float]
    effect: float
    t: float
    p_t: float
    wilcoxon: float
    p_wilcoxon: float
    holm_t: float = 1.0
    holm_wilcoxon: float = 1.0


def interval95(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % t-interval of a mean; of a single value, the value twice.

    >>> [round(v, 3) for v in interval95([0.06, 0.01, 0.10, 0.02, -0.005, 0.07])]
    [0.0, 0.085]
    """
    count = len(values)
    mean = math.fsum(values) / count
    if count < 2:
        return mean, mean
    half = float(special.stdtrit(count - 1, 0.975)) * deviation(values) / math.sqrt(count)
    return mean - half, mean + half


def bootstrap95(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % percentile interval of a mean over 10,000 resamples; the same for the same values."""
    if len(values) < 2:
        return values[0], values[0]
    generator = np.random.Generator(np.random.PCG64(_BOOTSTRAP_SEED))
    drawn = generator.integers(0, len(values), (RESAMPLES, len(values)))
    low, high = np.percentile(np.asarray(values)[drawn].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)


def deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of a sample (n − 1); 0 for a single value."""
    if len(values) < 2:
        return 0.0
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))


def paired_t(differences: Sequence[float]) -> tuple[float, float]:
    """Return (t, two-sided p) of the paired t-test of at least two differences.

    >>> t, p = paired_t([0.06, 0.01, 0.10, 0.02, -0.005, 0.07])
    >>> round(t, 3), round(p, 4)
    (2.573, 0.0499)
    """
    mean, spread = math.fsum(differences) / len(differences), deviation(differences)
    if spread == 0:
        return (0.0, 1.0) if mean == 0 else (math.copysign(math.inf, mean), 0.0)
    t = mean / (spread / math.sqrt(len(differences)))
    return t, float(2 * special.stdtr(len(differences) - 1, -abs(t)))


def signed_rank(differences: Sequence[float]) -> tuple[float, float]:
    """Return (W, two-sided p) of Wilcoxon's signed-rank test; W is the smaller of both rank sums.

    Differences of 0 are left out and ties share their mean rank, as Wilcoxon (1945) has it. Up to 25 pairs
    the distribution is counted out, ties included; beyond, it is approximated by the normal one.

    >>> signed_rank([0.06, 0.01, 0.10, 0.02, -0.005, 0.07])
    (1.0, 0.0625)
    """
    kept = [d for d in differences if d != 0]
    if not kept:
        return 0.0, 1.0
    doubled = _doubled_ranks([abs(d) for d in kept])
    positive = sum(rank for rank, d in zip(doubled, kept, strict=True) if d > 0)
    smaller = min(positive, sum(doubled) - positive)
    if len(kept) <= MOST_EXACT:
        return smaller / 2, min(1.0, 2 * _share_at_most(doubled, smaller))
    spread = math.sqrt(sum(rank * rank for rank in doubled)) / 2
    z = min(0.0, (smaller - sum(doubled) / 2 + 1) / spread)  # 1 is a half of a rank, doubled
    return smaller / 2, min(1.0, float(2 * special.ndtr(z)))


def _doubled_ranks(sizes: Sequence[float]) -> list[int]:
    """Return twice the rank of each value, mean ranks for ties: whole numbers, so that sums are exact.

    Differences of means carry rounding noise, so values that agree to 12 digits are ties.
    """
    rounded = [float(f"{size:.12g}") for size in sizes]
    ordered = sorted(rounded)
    first = {value: at for at, value in reversed(list(enumerate(ordered, 1)))}
    last = {value: at for at, value in enumerate(ordered, 1)}
    return [first[value] + last[value] for value in rounded]


def _share_at_most(ranks: Sequence[int], limit: int) -> float:
    """Return the share of all 2^n choices of signs whose positive ranks sum to at most `limit`."""
    ways = [1] + [0] * sum(ranks)
    for rank in ranks:
        for total in range(len(ways) - 1, rank - 1, -1):
            ways[total] += ways[total - rank]
    return float(sum(ways[: limit + 1]) / (1 << len(ranks)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p values corrected by Holm's step-down method (1979), in the order given.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for done, at in enumerate(sorted(range(len(p_values)), key=lambda at: p_values[at])):
        highest = max(highest, min(1.0, (len(p_values) - done) * p_values[at]))
        corrected[at] = highest
    return corrected


def compare(values: Mapping[str, Sequence[float]], baseline: str) -> tuple[Comparison, ...]:
    """Compare every strategy with the baseline; `values` holds one mean a topic, in the same order for all.

    Empty when there are fewer than two topics.
    """
    against = values[baseline]
    if len(against) < 2:
        return ()
    found = [_compared(name, own, baseline, against) for name, own in values.items() if name != baseline]
    by_t, by_rank = holm([one.p_t for one in found]), holm([one.p_wilcoxon for one in found])
    return tuple(
        replace(one, holm_t=t, holm_wilcoxon=w) for one, t, w in zip(found, by_t, by_rank, strict=True)
    )


def _compared(name: str, own: Sequence[float], baseline: str, against: Sequence[float]) -> Comparison:
    differences = [a - b for a, b in zip(own, against, strict=True)]
    mean, spread = math.fsum(differences) / len(differences), deviation(differences)
    t, p_t = paired_t(differences)
    w, p_w = signed_rank(differences)
    return Comparison(
        strategy=name,
        baseline=baseline,
        topics=len(differences),
        difference=mean,
        ci95=interval95(differences),
        ci95_bootstrap=bootstrap95(differences),
        effect=mean / spread if spread else t,
        t=t,
        p_t=p_t,
        wilcoxon=w,
        p_wilcoxon=p_w,
    )
