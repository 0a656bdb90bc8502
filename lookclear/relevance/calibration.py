"""From a margin to a probability, learned from pages on topic and unlabelled ones alone.

Pages on topic are distributed as all pages are, weighted by the probability that is looked for:
`p(m | on topic) = p(m)·σ(a·m + b)/π`, π its mean over all pages. So `Σ_examples ln σ − n·ln π` is the
log-likelihood of the examples (presence-only data: Lancaster & Imbens 1996, Ward et al. 2009). It says much
about the slope a and little about the share π, so both have a prior: a slope of 8 over the way from the low
quarter of unlabelled pages to the examples' mean (true labels give 6 to 12 on recorded webs), and a share
around 10 %. Where the examples are few or the margin cannot tell, the priors decide; the share is never less
than that of the examples themselves among all pages. Of answers that are as likely the one with most pages on
topic is taken: a cluster that examples are drawn from is theirs.

A changed share moves the intercept alone (Saerens, Latinne & Decaestecker 2002), which is how a calibration
is held while a crawl drifts. Margins of examples must come from models that were not trained on them, or they
are all too good. All of this is our reconstruction; the sources say only that a probability is wanted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from lookclear.text.vectors import Floats

STEPS = 200
SETTLED = 1e-6
STEEPNESS, STEEPNESS_SPREAD = 8.0, 0.25  # slope × way, and the standard deviation of its logarithm
LIKELY_SHARE, SHARE_SPREAD = 0.1, 2.0  # share on topic, and the standard deviation of its log-odds
AS_LIKELY = 0.25  # difference of log-likelihoods that counts as none
LOW = 0.25  # quantile of unlabelled margins that stands for pages off topic
SLOPES, MIDDLES = 9, 96  # points of the search
BINS = 512  # unlabelled margins are grouped, so that the search costs the same for any number
LEAST_WAY = 1e-6


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

    The prior is that of all pages together. Without examples, or when their margins are no higher than those
    of the rest, the margin says nothing, and every page gets the same probability.
    """
    off = negative if negative is not None else np.zeros(0)
    everything = np.concatenate([positive, unlabelled, off])
    others = unlabelled if len(unlabelled) else off
    if not len(positive) or not len(others):
        return _flat(len(positive), len(everything))
    on, low = float(positive.mean()), float(np.quantile(others, LOW))
    scale = max(abs(on), abs(low))
    if on - low <= LEAST_WAY * max(scale, LEAST_WAY):
        return _flat(len(positive), len(everything))
    way = on - low
    slope, middle = _most_likely((positive - low) / way, (everything - low) / way, (off - low) / way)
    slope /= way
    middle = low + way * middle
    share = float(_logistic(slope * (everything - middle)).mean())
    return Calibration(slope, -slope * middle, _inside(share))


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


def _most_likely(positive: Floats, everything: Floats, negative: Floats) -> tuple[float, float]:
    """Return the slope and the lowest middle that are as good as likeliest; see `AS_LIKELY`.

    The low quarter of the pages lies at 0, the mean example at 1.
    """
    values, weights = _grouped(everything)
    least = len(positive) / len(everything)
    slopes = STEEPNESS * np.exp(STEEPNESS_SPREAD * np.linspace(-2.0, 2.0, SLOPES))
    middles = np.linspace(0.0, float(positive.max()) + 1.0, MIDDLES)
    fits = np.stack([_fits(slope, middles, values, weights, positive, negative, least) for slope in slopes])
    middle = int(np.argmax(fits.max(axis=0) >= fits.max() - AS_LIKELY))
    return float(slopes[fits[:, middle].argmax()]), float(middles[middle])


def _fits(
    slope: float,
    middles: Floats,
    values: Floats,
    weights: Floats,
    positive: Floats,
    negative: Floats,
    least: float,
) -> Floats:
    """Return the log-posterior of each middle with one slope; −inf where less than `least` is on topic."""
    shares = _logistic(slope * (values - middles[:, None])) @ weights
    fits: Floats = _log_logistic(slope * (positive - middles[:, None])).sum(axis=1)
    fits += _log_logistic(-slope * (negative - middles[:, None])).sum(axis=1)
    fits -= len(positive) * np.log(shares)
    fits -= 0.5 * (math.log(slope / STEEPNESS) / STEEPNESS_SPREAD) ** 2
    odds = np.log(shares / (1 - shares))
    fits -= 0.5 * ((odds - _log_odds(LIKELY_SHARE)) / SHARE_SPREAD) ** 2
    fits[shares < min(least, shares.max())] = -math.inf
    return fits


def _grouped(values: Floats) -> tuple[Floats, Floats]:
    """Return at most `BINS` values with the share of all that each stands for: means of neighbours."""
    ordered = np.sort(values)
    groups = np.minimum(np.arange(len(ordered)) * BINS // max(len(ordered), BINS), BINS - 1)
    counts = np.bincount(groups).astype(np.float64)
    means = np.bincount(groups, ordered) / np.maximum(counts, 1.0)
    held = counts > 0
    return means[held], counts[held] / len(ordered)


def _flat(positives: int, pages: int) -> Calibration:
    share = _inside(positives / max(1, pages))
    return Calibration(0.0, _log_odds(share), share)


def _log_logistic(values: Floats) -> Floats:
    found: Floats = -np.logaddexp(0.0, -values)
    return found


def _logistic(values: Floats) -> Floats:
    probabilities: Floats = 1.0 / (1.0 + np.exp(-np.clip(values, -500, 500)))
    return probabilities


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))


def _inside(share: float) -> float:
    return min(1 - 1e-6, max(1e-6, share))
