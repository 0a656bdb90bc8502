"""How good are a crawl's judgements? What the relevances themselves promise, and what labels say of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

LEAST_LABELS = 10  # fewer say nothing of a share


@dataclass(frozen=True, slots=True)
class Expected:
    """What a threshold promises when relevances are read as probabilities.

    `precision` = mean R of the pages that count as on topic, `recall` = their share in the sum of R over all
    pages; both in 0..1, None when there is nothing to divide by.
    """

    threshold: float
    pages: int  # that count as on topic
    precision: float | None
    recall: float | None


@dataclass(frozen=True, slots=True)
class Measured:
    """What labels say of judgements: precision and recall at the threshold, None without a divisor."""

    labels: int
    precision: float | None
    recall: float | None


def expected(relevances: Sequence[float], threshold: float) -> Expected:
    """Return what a threshold promises for some judged pages.

    >>> expected([0.9, 0.7, 0.2], 0.5)
    Expected(threshold=0.5, pages=2, precision=0.8, recall=0.8889)
    """
    chosen = [value for value in relevances if value >= threshold]
    return Expected(
        threshold=threshold,
        pages=len(chosen),
        precision=_share(sum(chosen), len(chosen)),
        recall=_share(sum(chosen), sum(relevances)),
    )


def around(relevances: Sequence[float], threshold: float) -> list[Expected]:
    """Return what the threshold and nine others promise, lowest first."""
    steps = {round(step / 10, 1) for step in range(1, 10)} | {threshold}
    return [expected(relevances, step) for step in sorted(steps)]


def measured(judged: Mapping[str, float], said: Mapping[str, bool], threshold: float) -> Measured | None:
    """Compare judgements with what a person says of the same pages; None with fewer than ten of them."""
    keys = [key for key in said if key in judged]
    if len(keys) < LEAST_LABELS:
        return None
    chosen = [key for key in keys if judged[key] >= threshold]
    hits = sum(said[key] for key in chosen)
    return Measured(len(keys), _share(hits, len(chosen)), _share(hits, sum(said[key] for key in keys)))


def in_and_out(
    before: Iterable[str], after: Mapping[str, float]
) -> tuple[list[tuple[str, float]], list[str]]:
    """Return terms that came in with their weights, strongest first, and terms that went out."""
    earlier = list(before)
    known = set(earlier)
    new = [(term, weight) for term, weight in after.items() if term not in known]
    return new, [term for term in earlier if term not in after]


def _share(part: float, whole: float) -> float | None:
    return round(part / whole, 4) if whole else None
