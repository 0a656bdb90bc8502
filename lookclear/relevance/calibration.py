"""From a margin to a probability, learned from pages on topic and unlabelled ones alone.

The margins of unlabelled pages are a mixture of two bell curves of one width: that of pages on topic, which
the examples show as well, and that of the rest. Expectation-maximisation finds both and the share of pages
on topic; with one width for both, the probability is a logistic function of the margin, so it never falls
where the margin rises. A changed share moves the intercept alone (Saerens, Latinne & Decaestecker 2002),
which is how a calibration is held while a crawl drifts. All of this is our reconstruction; the sources say
only that a probability is wanted.

Margins of examples must come from models that were not trained on them, or they are all too good.
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass, replace

import numpy as np

from lookclear.text.vectors import Floats, dot

STEPS = 200
SETTLED = 1e-6
STARTS = (0.05, 0.25, 0.5)  # where the rest is looked for first: quantiles of the unlabelled margins
EASED = 0.5  # pages on topic that are added to what was found among the unlabelled ones
STEEPEST = 50.0  # slope in widths of the margins: what few examples cannot prove
NARROWEST = 1e-3  # width of the curves, in widths of all margins
TINY = 1e-12


@dataclass(frozen=True, slots=True)
class Calibration:
    """P(on topic | margin) = σ(slope·margin + intercept) where a share `prior` of pages is on topic."""

    slope: float
    intercept: float
    prior: float

    def probabilities(self, margins: Floats) -> Floats:
        """Return the probability of each margin, in 0..1."""
        return _logistic(self.slope * margins + self.intercept)

    def at(self, prior: float) -> Calibration:
        """Return the calibration where another share of pages, in (0, 1), is on topic."""
        moved = self.intercept + _log_odds(prior) - _log_odds(self.prior)
        return replace(self, intercept=moved, prior=prior)

    def adapted(self, margins: Floats, weight: float = 20.0) -> Calibration:
        """Return the calibration for the share on topic that the margins of new pages show.

        The present share counts as `weight` pages, so a handful of pages moves little. Fixed point of
        `π = mean P(on topic | margin, π)`, found step by step; no labels are needed.
        """
        if not len(margins):
            return self
        now = self
        for _ in range(STEPS):
            found = float(now.probabilities(margins).sum())
            share = (found + weight * self.prior) / (len(margins) + weight)
            after = self.at(_inside(share))
            if abs(after.prior - now.prior) < SETTLED:
                return after
            now = after
        return now


@dataclass(frozen=True, slots=True)
class Threshold:
    """A relevance from which on pages count as on topic, with what to expect of it; all in 0..1."""

    theta: float
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def fitted(positive: Floats, unlabelled: Floats, negative: Floats | None = None) -> Calibration:
    """Return the calibration that margins of examples, unlabelled pages and counter-examples show.

    The prior is that of all pages together. Without any spread, or when examples have lower margins than
    the rest, the margin says nothing, and every page gets the prior.
    """
    off = negative if negative is not None else np.zeros(0)
    everything = np.concatenate([positive, unlabelled, off])
    width = float(everything.std()) if len(everything) else 0.0
    if not len(positive) or width < TINY:
        share = _inside(len(positive) / max(1, len(everything)))
        return Calibration(0.0, _log_odds(share), share)
    centre = float(everything.mean())
    curves = _two_curves(*((margins - centre) / width for margins in (positive, unlabelled, off)))
    prior = _inside((curves.share * len(unlabelled) + len(positive)) / len(everything))
    slope = min(STEEPEST, (curves.on - curves.rest) / curves.width**2)
    if slope <= 0:
        return Calibration(0.0, _log_odds(prior), prior)
    middle = (curves.on + curves.rest) / 2
    intercept = _log_odds(prior) - slope * middle
    return Calibration(slope / width, intercept - slope * centre / width, prior)


def expected_precision(scores: Floats, theta: float) -> float:
    """Return the share on topic to expect of pages with calibrated scores of at least θ; 1 of no pages.

    >>> round(expected_precision(np.array([0.9, 0.7, 0.2]), 0.5), 3)
    0.8
    """
    taken = scores[scores >= theta]
    return float(taken.mean()) if len(taken) else 1.0


def expected_recall(scores: Floats, theta: float) -> float:
    """Return the share of all pages on topic to expect among those with scores of at least θ.

    >>> round(expected_recall(np.array([0.9, 0.7, 0.2]), 0.5), 3)
    0.889
    """
    total = float(scores.sum())
    return float(scores[scores >= theta].sum()) / total if total else 1.0


def at_threshold(scores: Floats, theta: float) -> Threshold:
    """Return what to expect of a threshold over pages with these calibrated scores."""
    return Threshold(theta, expected_precision(scores, theta), expected_recall(scores, theta))


def best_threshold(scores: Floats) -> Threshold:
    """Return the threshold of highest expected F1 (`2·Σ_{≥θ} P / (pages ≥ θ + Σ P)`); ½ of no pages."""
    if not len(scores):
        return Threshold(0.5, 1.0, 1.0)
    falling = np.sort(scores)[::-1]
    taken = np.arange(1, len(falling) + 1)
    f1 = 2 * np.cumsum(falling) / (taken + falling.sum())
    return at_threshold(scores, float(falling[int(f1.argmax())]))


def brier(scores: Floats, labels: Floats) -> float:
    """Return the mean squared difference of scores and labels (0 or 1); 0 is perfect (Brier 1950)."""
    return float(np.mean((scores - labels) ** 2)) if len(scores) else 0.0


@dataclass(frozen=True, slots=True)
class _Curves:
    """Means of both curves, their common width, and the share of unlabelled pages on topic."""

    on: float
    rest: float
    width: float
    share: float

    def log_odds(self, margins: Floats) -> Floats:
        off_by = (margins - self.on) ** 2 - (margins - self.rest) ** 2
        return -0.5 * off_by / self.width**2 + _log_odds(self.share)

    def fit(self, positive: Floats, unlabelled: Floats, negative: Floats) -> float:
        """Return the log-likelihood of all margins, but for a constant."""
        rest = -0.5 * ((unlabelled - self.rest) / self.width) ** 2 + math.log(1 - self.share)
        mixed = rest + np.logaddexp(0.0, self.log_odds(unlabelled))
        squares = float(((positive - self.on) ** 2).sum() + ((negative - self.rest) ** 2).sum())
        count = len(positive) + len(unlabelled) + len(negative)
        return float(mixed.sum()) - 0.5 * squares / self.width**2 - count * math.log(self.width)


def _two_curves(positive: Floats, unlabelled: Floats, negative: Floats) -> _Curves:
    """Return the most likely curves that are reached from several starts."""
    others = unlabelled if len(unlabelled) else negative
    starts = [float(start) for start in np.quantile(others, STARTS)] if len(others) else [-1.0]
    ends = [_settled(start, positive, unlabelled, negative) for start in starts]
    return max(ends, key=lambda curves: curves.fit(positive, unlabelled, negative))


def _settled(rest: float, positive: Floats, unlabelled: Floats, negative: Floats) -> _Curves:
    """Run expectation-maximisation until nothing moves."""
    on = float(positive.mean())
    nearer = np.abs(unlabelled - on) < np.abs(unlabelled - rest)
    share = _inside((float(nearer.sum()) + EASED) / (len(unlabelled) + 1))
    now = _Curves(on, rest, 1.0, share)
    count = len(positive) + len(unlabelled) + len(negative)
    for _ in range(STEPS):
        likely = _logistic(now.log_odds(unlabelled))
        found = float(likely.sum())
        on = (float(positive.sum()) + dot(likely, unlabelled)) / (len(positive) + found)
        others = len(unlabelled) - found + len(negative)
        rest = now.rest
        if others > TINY:
            rest = (float(unlabelled.sum()) - dot(likely, unlabelled) + float(negative.sum())) / others
        squares = float(((positive - on) ** 2).sum()) + float(((negative - rest) ** 2).sum())
        squares += dot(likely, (unlabelled - on) ** 2) + dot(1 - likely, (unlabelled - rest) ** 2)
        width = max(math.sqrt(squares / count), NARROWEST)
        after = _Curves(on, rest, width, _inside((found + EASED) / (len(unlabelled) + 1)))
        pairs = zip(astuple(now), astuple(after), strict=True)
        now = after
        if max(abs(a - b) for a, b in pairs) < SETTLED:
            break
    return now


def _logistic(values: Floats) -> Floats:
    probabilities: Floats = 1.0 / (1.0 + np.exp(-np.clip(values, -500, 500)))
    return probabilities


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))


def _inside(share: float) -> float:
    return min(1 - 1e-6, max(1e-6, share))
