import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookclear.links.concept_weights import learned_weights
from lookclear.text.vectors import RowBatch

WEIGHTS = np.array([1.0, 0.8, 0.4, 0.0])


def pages(*named):
    rows = [(np.array(sorted(own), np.int32), np.ones(len(own), np.float32)) for own in named]
    return RowBatch.of(rows)


def test_concepts_of_relevant_pages_gain_and_those_of_others_lose():
    found = learned_weights(pages({0, 1}, {0, 2}, {0, 1}, {2}, {0, 1}), np.array([1, 0, 1, 0, 1.0]), WEIGHTS)
    assert 0.8 < found[1] <= 1.6
    assert 0.2 <= found[2] < 0.4


def test_no_concept_is_worth_more_than_twice_or_less_than_half_as_much():
    many = pages(*([{0}, {1}] * 400))
    found = learned_weights(many, np.tile([1.0, 0.0], 400), WEIGHTS)
    assert found.tolist() == pytest.approx([2.0, 0.4, 0.4, 0.0])


def test_concepts_that_no_page_names_and_those_off_topic_stay():
    found = learned_weights(pages({0, 3}, {3}), np.array([1.0, 0.0]), WEIGHTS)
    assert found[1:].tolist() == [0.8, 0.4, 0.0]


def test_pages_that_are_all_alike_or_empty_teach_little():
    same = learned_weights(pages({0}, {0}, {0}), np.full(3, 0.5), WEIGHTS)
    assert same == pytest.approx(WEIGHTS)
    assert learned_weights(pages(set(), set()), np.array([1.0, 0.0]), WEIGHTS).tolist() == WEIGHTS.tolist()


@settings(deadline=None)
@given(st.lists(st.tuples(st.sets(st.integers(0, 3)), st.floats(0, 1)), min_size=1, max_size=20))
def test_weights_stay_in_their_bounds(examples):
    found = learned_weights(pages(*(own for own, _ in examples)), np.array([r for _, r in examples]), WEIGHTS)
    assert (found >= 0.5 * WEIGHTS - 1e-9).all()
    assert (found <= 2 * WEIGHTS + 1e-9).all()
