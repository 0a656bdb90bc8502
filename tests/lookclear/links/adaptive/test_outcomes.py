import numpy as np
import pytest

from lookclear.links.adaptive.outcomes import Outcomes, log_odds, usual_share


def test_a_place_that_was_never_tried_says_nothing():
    assert log_odds(np.zeros(1), np.zeros(1), 0.2, 3.0) == pytest.approx(0)


def test_log_odds_worked_example():
    # (3 + 2·0.25)/(3 + 2) = .7 against .25: ln(7/3) + ln 3 = .8473 + 1.0986
    assert log_odds(np.array([3.0]), np.array([3.0]), 0.25, 2.0) == pytest.approx(1.9459, abs=1e-4)


@pytest.mark.parametrize(
    ("relevance", "share"), [([], 0.25), ([1.0] * 4, 0.625), ([0.0] * 1000, 0.02), ([1.0] * 1000, 0.8)]
)
def test_the_usual_share_is_smoothed_and_kept_within_bounds(relevance, share):
    assert usual_share(np.array(relevance)) == pytest.approx(share)


def test_outcomes_are_counted_by_the_present_relevance():
    outcomes = Outcomes()
    outcomes.add(np.array([0, 0, 2]), np.array([0, 1, 1]))
    outcomes.recount(np.array([1.0, 0.5]), 3)
    hits, tries = outcomes.of(np.array([0, 1, 2]))
    assert (hits.tolist(), tries.tolist()) == ([1.5, 0.0, 0.5], [2.0, 0.0, 1.0])
    outcomes.recount(np.array([0.0, 0.5]), 3)
    assert outcomes.of(np.array([0]))[0] == [0.5]


def test_outcomes_between_two_recounts_count_at_once_and_not_twice():
    outcomes = Outcomes()
    outcomes.recount(np.zeros(1), 1)
    outcomes.add(np.array([5]), np.array([0]))
    outcomes.count(np.array([5]), np.array([0.75]))
    assert [part.tolist() for part in outcomes.of(np.array([5, 4]))] == [[0.75, 0.0], [1.0, 0.0]]
    outcomes.recount(np.array([0.75]), 6)
    assert [part.tolist() for part in outcomes.of(np.array([5, 900]))] == [[0.75, 0.0], [1.0, 0.0]]
