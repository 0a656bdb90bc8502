"""What crawls of a comparison come to: by strategy and topic, over topics, and over webs.

Averages are over seed sets within a topic, then over topics, then over webs; pages are never pooled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lookclear.replay.measures import Measures, robustness
from lookclear.replay.simulator import JUDGES
from lookclear.replay.statistics import Comparison, bootstrap95, compare, deviation, interval95

FIELDS = ("harvest", "recall", "auc", "auc_vs_oracle", "r_precision")
TESTED = ("auc_vs_oracle", "harvest", "recall")  # what strategies are compared by, the main one first


@dataclass(frozen=True, slots=True)
class Crawl:
    """One crawl: `fetched` in order without seeds, `target_length` None when nothing was found."""

    measures: Measures
    fetched: tuple[str, ...]
    target_length: float | None
    seconds: float  # of a processor


@dataclass(frozen=True, slots=True)
class StrategyResult:
    """A strategy on one topic: one Measures a seed set, and what they average to.

    `target_length` is the mean over the seed sets that found anything, None when none did. `overlap` and
    `jaccard` say how much the crawls from different seed sets have in common (None for a single one).
    """

    name: str
    runs: tuple[Measures, ...]
    auc_vs_oracle: tuple[float, ...]
    ms_per_page: float
    target_length: float | None = None
    overlap: float | None = None
    jaccard: float | None = None

    def mean(self, field: str) -> float:
        """Return the mean of one measure over the seed sets."""
        values = (
            self.auc_vs_oracle if field == "auc_vs_oracle" else [getattr(run, field) for run in self.runs]
        )
        return float(sum(values) / len(values))

    @property
    def harvest_sd(self) -> float:
        """Standard deviation of the harvest over the seed sets."""
        return deviation([run.harvest for run in self.runs])

    @property
    def hits(self) -> int:
        """Relevant pages found in all runs together."""
        return sum(run.hits for run in self.runs)

    @property
    def curve(self) -> list[tuple[float, float]]:
        """Return the mean curve (fetched, relevant) over the seed sets."""
        return mean_curve([run.curve for run in self.runs])


@dataclass(frozen=True, slots=True)
class TopicResult:
    """All strategies on one topic; `relevant` counts the pages that carry the label."""

    label: str
    relevant: int
    strategies: tuple[StrategyResult, ...]


def strategy_result(name: str, crawls: Sequence[Crawl], oracle: Sequence[Crawl]) -> StrategyResult:
    """Sum up a strategy's crawls of one topic; `oracle` holds the oracle's from the same seed sets."""
    common = robustness([crawl.fetched for crawl in crawls])
    return StrategyResult(
        name=name,
        runs=tuple(crawl.measures for crawl in crawls),
        auc_vs_oracle=tuple(
            crawl.measures.auc / max(best.measures.auc, 1e-12)
            for crawl, best in zip(crawls, oracle, strict=True)
        ),
        ms_per_page=1000
        * sum(crawl.seconds for crawl in crawls)
        / max(1, sum(crawl.measures.fetched for crawl in crawls)),
        target_length=mean_of([crawl.target_length for crawl in crawls]),
        overlap=common[0] if common else None,
        jaccard=common[1] if common else None,
    )


@dataclass(frozen=True, slots=True)
class Mean:
    """A strategy over topics: `hits` are all pages found, `found` those of a seed set, the rest are means."""

    name: str
    hits: int
    found: float
    values: dict[str, float]  # by the names in FIELDS
    ci95: tuple[float, float]  # of auc_vs_oracle
    ci95_bootstrap: tuple[float, float]
    target_length: float | None
    overlap: float | None
    jaccard: float | None
    harvest_sd: float
    ms_per_page: float

    def mean(self, field: str) -> float:
        """Return one of FIELDS."""
        return self.values[field]


def over_topics(topics: Sequence[TopicResult]) -> list[Mean]:
    """Average each strategy over topics; at least one is needed."""
    means = []
    for at, strategy in enumerate(topics[0].strategies):
        own = [topic.strategies[at] for topic in topics]
        found = sum(result.hits / len(result.runs) for result in own)
        means.append(_mean(strategy.name, own, found))
    return means


def over_webs(webs: Sequence[Sequence[Mean]]) -> list[Mean]:
    """Average the webs' means, each web the same weight; the interval is over webs."""
    means = []
    for own in zip(*webs, strict=True):
        found = sum(mean.found for mean in own)
        means.append(_mean(own[0].name, own, found))
    return means


def _mean(name: str, own: Sequence[StrategyResult] | Sequence[Mean], found: float) -> Mean:
    """Average results of one strategy, each with the same weight; the intervals are over them."""
    count = len(own)
    main = [one.mean("auc_vs_oracle") for one in own]
    return Mean(
        name=name,
        hits=sum(one.hits for one in own),
        found=found,
        values={field: sum(one.mean(field) for one in own) / count for field in FIELDS},
        ci95=interval95(main),
        ci95_bootstrap=bootstrap95(main),
        target_length=mean_of([one.target_length for one in own]),
        overlap=mean_of([one.overlap for one in own]),
        jaccard=mean_of([one.jaccard for one in own]),
        harvest_sd=sum(one.harvest_sd for one in own) / count,
        ms_per_page=sum(one.ms_per_page for one in own) / count,
    )


def comparisons(topics: Sequence[TopicResult], baseline: str) -> dict[str, tuple[Comparison, ...]]:
    """Compare the strategies with the baseline over topics, once by each measure in TESTED.

    The bounds `random` and `oracle` are no competitors and take no part, unless one is the baseline.
    """
    names = [strategy.name for strategy in topics[0].strategies]
    compared = [(at, name) for at, name in enumerate(names) if name not in JUDGES or name == baseline]
    return {
        field: compare(
            {name: [topic.strategies[at].mean(field) for topic in topics] for at, name in compared}, baseline
        )
        for field in TESTED
    }


def mean_of(values: Sequence[float | None]) -> float | None:
    """Return the mean of what is known; None when nothing is.

    >>> mean_of([1.0, None, 3.0]), mean_of([None])
    (2.0, None)
    """
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def mean_curve(curves: Sequence[Sequence[tuple[float, float]]]) -> list[tuple[float, float]]:
    """Average curves at the same numbers of fetches; one that ends early stays at its last value.

    >>> mean_curve([[(0, 0), (2, 2), (4, 2)], [(0, 0), (2, 1)]])
    [(0.0, 0.0), (2.0, 1.5), (4.0, 1.5)]
    """
    at = [float(x) for x, _ in max(curves, key=lambda curve: curve[-1][0])]
    values = [np.interp(at, [x for x, _ in curve], [y for _, y in curve]) for curve in curves]
    return list(zip(at, np.mean(values, axis=0).tolist(), strict=True))
