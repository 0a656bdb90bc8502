import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookclear.relevance.pu.criterion import criterion
from lookclear.relevance.pu.vote import found_votes, simplex, vote


def generator():
    return np.random.default_rng(0)


def worth(weights, limit, positive, everything):
    return criterion(
        float((weights @ positive >= limit).mean()), float((weights @ everything >= limit).mean())
    )


def test_worked_vote():
    assert vote(np.array([[0.9], [-0.3]]), np.array([0.4, 0.6]))[0] == pytest.approx(0.18)


def test_one_voter_needs_no_search():
    found = found_votes(np.array([[0.5, 0.2]]), np.array([[0.5, 0.2, -0.5, -0.9]]), generator())
    assert found.weights.tolist() == [1.0]
    assert found.criterion == 2.0


def test_voters_of_equal_worth_get_equal_votes():
    positive, everything = np.full((3, 4), 0.5), np.full((3, 9), 0.5)
    assert found_votes(positive, everything, generator()).weights == pytest.approx([1 / 3] * 3)


def test_a_voter_that_knows_the_topic_outweighs_one_that_guesses():
    draw = np.random.default_rng(2)
    good = np.concatenate([draw.uniform(0.3, 0.9, 10), draw.uniform(-0.9, 0.1, 90)])
    guess = draw.uniform(-0.9, 0.9, 100)
    everything = np.stack([guess, good])
    found = found_votes(everything[:, :10], everything, generator())
    assert found.weights[1] > 0.6


@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(1, 12))
@settings(max_examples=20)
def test_the_vote_is_never_worse_than_the_last_voter_or_equal_votes(seed, voters, positives):
    draw = np.random.default_rng(seed)
    everything = draw.uniform(-1, 1, (voters, 40))
    positive = everything[:, :positives]
    found = found_votes(positive, everything, generator())
    for start in (np.full(voters, 1 / voters), np.eye(voters)[-1]):
        assert found.criterion >= worth(start, 0.0, positive, everything) - 0.01
    assert found.weights.sum() == pytest.approx(1)
    assert found.weights.min() >= 0


def test_weights_are_cut_and_scaled_and_nothing_becomes_equal_weights():
    rows = simplex(np.array([[-1.0, 1.0, 3.0], [0.0, -2.0, 0.0]]))
    assert rows == pytest.approx(np.array([[0, 0.25, 0.75], [1 / 3] * 3]))
