import numpy as np
import pytest

from lookclear.links.adaptive import logistic

PRIOR = np.array([0.5, -1.0])
ROWS = np.array([[1.0, 1.0], [2.0, 1.0], [-1.0, 1.0], [0.5, 1.0]])


def test_without_outcomes_the_prior_stays():
    assert (logistic.fit(np.zeros((0, 2)), np.zeros(0), PRIOR, np.ones(2)) == PRIOR).all()


def test_the_weights_make_the_penalised_gradient_vanish():
    outcomes, penalty = np.array([1.0, 0.7, 0.0, 0.2]), np.array([8.0, 0.5])
    weights = logistic.fit(ROWS, outcomes, PRIOR, penalty)
    gradient = ROWS.T @ (logistic.probability(ROWS @ weights) - outcomes) + penalty * (weights - PRIOR)
    assert gradient == pytest.approx([0, 0], abs=1e-4)


def test_a_strong_penalty_keeps_the_prior_and_a_weak_one_follows_the_outcomes():
    outcomes = np.array([0.0, 0.0, 1.0, 0.0])
    assert logistic.fit(ROWS, outcomes, PRIOR, np.full(2, 1e6)) == pytest.approx(PRIOR, abs=1e-3)
    assert logistic.fit(ROWS, outcomes, PRIOR, np.full(2, 0.1))[0] < -1


def test_outcomes_that_one_feature_tells_perfectly_leave_the_weights_finite():
    rows = np.array([[4.0, 1.0]] * 50 + [[-4.0, 1.0]] * 50)
    weights = logistic.fit(rows, np.array([1.0] * 50 + [0.0] * 50), PRIOR, np.array([8.0, 0.5]))
    assert np.isfinite(weights).all()
    assert 0.5 < weights[0] < 10


def test_a_prior_that_is_far_off_is_left_in_spite_of_its_certainty():
    # At first every guess is 1 and the curve is flat there: whole Newton steps would jump to and fro.
    rng = np.random.default_rng(1)
    rows = np.column_stack([rng.normal(4, 1, (200, 30)), np.ones(200)])
    outcomes = (rows[:, 0] > 4).astype(float)
    weights = logistic.fit(rows, outcomes, np.full(31, 2.0), np.full(31, 8.0))
    guess = logistic.probability(rows @ weights)
    assert guess.mean() == pytest.approx(outcomes.mean(), abs=0.1)
    assert guess[outcomes > 0].mean() > guess[outcomes == 0].mean() + 0.3
