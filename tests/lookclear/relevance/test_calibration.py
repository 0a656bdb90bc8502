import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.relevance.calibration import (
    Calibration,
    at_threshold,
    best_threshold,
    brier,
    expected_precision,
    expected_recall,
    fitted,
)

MARGINS = st.lists(st.floats(-5, 5), max_size=30).map(np.array)


def two_curves(share, count=4_000, apart=3.0, seed=1):
    generator = np.random.default_rng(seed)
    labels = generator.random(count) < share
    return generator.normal(size=count) + apart * labels, labels


@pytest.mark.parametrize("share", [0.01, 0.05, 0.2, 0.5])
def test_the_share_on_topic_is_found_without_labels(share):
    margins, labels = two_curves(share)
    examples = np.random.default_rng(2).normal(3.0, 1.0, 30)
    calibration = fitted(examples, margins)
    expected = (30 + labels.sum()) / (30 + len(labels))
    assert calibration.prior == pytest.approx(expected, rel=0.35)


@pytest.mark.parametrize("examples", [3, 10, 100])
def test_probabilities_are_true_in_the_mean_and_close_to_the_best_possible(examples):
    margins, labels = two_curves(0.1)
    seen = np.random.default_rng(2).normal(3.0, 1.0, examples)
    scores = fitted(seen, margins).probabilities(margins)
    assert scores.mean() == pytest.approx(labels.mean(), abs=0.05)
    truth = 1 / (1 + np.exp(-(3 * margins - 4.5 + np.log(0.1 / 0.9))))
    assert brier(scores, labels) < 1.3 * brier(truth, labels)


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5])
def test_a_cluster_that_examples_are_drawn_from_is_theirs(share):
    margins, labels = two_curves(share, apart=20.0)
    examples = np.random.default_rng(2).normal(20.0, 1.0, 8)
    scores = fitted(examples, margins).probabilities(margins)
    assert scores[labels].mean() > 0.6
    assert scores[~labels].mean() < 0.05


def test_a_changed_share_moves_the_prior_and_keeps_the_slope():
    margins, _ = two_curves(0.1)
    calibration = fitted(np.random.default_rng(2).normal(3.0, 1.0, 30), margins)
    later, labels = two_curves(0.4, seed=9)
    adapted = calibration.adapted(later)
    assert adapted.slope == calibration.slope
    assert adapted.prior == pytest.approx(0.4, abs=0.05)
    assert brier(adapted.probabilities(later), labels) < brier(calibration.probabilities(later), labels)


def test_a_handful_of_pages_moves_the_prior_little():
    calibration = Calibration(2.0, -3.0, 0.1)
    moved = calibration.adapted(np.array([4.0, 4.0]))
    assert 0.1 < moved.prior < 0.2
    assert calibration.adapted(np.zeros(0)) == calibration


def test_another_prior_multiplies_the_odds():
    calibration = Calibration(2.0, -3.0, 0.1)
    margin = np.array([0.7])
    odds = [p / (1 - p) for p in (c.probabilities(margin)[0] for c in (calibration, calibration.at(0.5)))]
    assert odds[1] / odds[0] == pytest.approx(9.0)


@pytest.mark.parametrize(
    ("positive", "unlabelled"),
    [([], []), ([], [1.0, 2.0]), ([1.0], [1.0, 1.0]), ([-2.0, -2.5], [1.0, 1.1, 1.2, 0.9])],
    ids=["nothing", "no example", "no spread", "examples below the rest"],
)
def test_margins_that_say_nothing_give_every_page_the_prior(positive, unlabelled):
    calibration = fitted(np.array(positive), np.array(unlabelled))
    scores = calibration.probabilities(np.array([-100.0, 0.0, 100.0]))
    assert scores == pytest.approx([calibration.prior] * 3)
    assert 0 < calibration.prior < 1


@given(MARGINS, MARGINS, MARGINS, st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=9).map(np.array))
def test_probabilities_are_in_range_and_never_fall_as_margins_rise(positive, unlabelled, negative, asked):
    scores = fitted(positive, unlabelled, negative).probabilities(np.sort(asked))
    assert np.all((scores >= 0) & (scores <= 1))
    assert np.all(np.diff(scores) >= 0)


def test_expectations_of_a_threshold_agree_with_labels_drawn_from_the_scores():
    generator = np.random.default_rng(5)
    scores = generator.beta(0.4, 1.2, 20_000)
    labels = generator.random(20_000) < scores
    told = at_threshold(scores, 0.5)
    assert told.precision == pytest.approx(labels[scores >= 0.5].mean(), abs=0.02)
    assert told.recall == pytest.approx(labels[scores >= 0.5].sum() / labels.sum(), abs=0.02)
    assert 0 < told.f1 < 1


def test_no_page_reaches_the_threshold():
    scores = np.array([0.1, 0.2])
    assert expected_precision(scores, 0.9) == 1.0
    assert expected_recall(scores, 0.9) == 0.0
    assert expected_recall(np.zeros(0), 0.5) == 1.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40).map(np.array))
def test_no_threshold_expects_a_better_f1_than_the_best_one(scores):
    best = best_threshold(scores).f1
    assert all(best >= at_threshold(scores, float(theta)).f1 - 1e-9 for theta in scores)
