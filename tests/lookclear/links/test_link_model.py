import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lookclear.links import link_model
from lookclear.links.link_model import LinkModel, auc, log_loss, surprise
from lookclear.text.vectors import RowBatch

SIZE = 20


def rows(*features):
    return RowBatch.of([(np.array(sorted(own), np.int32), np.ones(len(own), np.float32)) for own in features])


def flags(count, flag=SIZE):
    return np.full((count, 1), flag)


def teach(model, own, outcome):
    row = rows(own)
    model.learn(row, flags(1), model.probability(row, flags(1)), outcome, 1.0)


def chance(model, *own):
    return model.probability(rows(own), flags(1))[0]


def test_worked_example_of_a_step():
    # a plain step of .5 from w = 0, with y = 1
    x = np.array([1, 1, 0.6])
    weights = -0.5 * surprise(np.zeros(3), x, True) * x
    assert weights.tolist() == [0.25, 0.25, 0.15]
    assert link_model.chance(weights, x) == pytest.approx(0.64337, abs=1e-5)


def test_nothing_is_known_before_the_first_outcome():
    assert LinkModel(SIZE + 1).probability(rows({1}, set()), flags(2)).tolist() == [0.5, 0.5]


def test_features_that_paid_off_make_a_link_likely():
    model = LinkModel(SIZE + 1)
    for _ in range(30):
        teach(model, {1, 2}, True)
        teach(model, {3, 4}, False)
    assert chance(model, 1, 2) > 0.7
    assert chance(model, 3, 4) < 0.3
    assert chance(model, 3) < chance(model, 1, 3) < chance(model, 1)


@given(
    st.lists(st.tuples(st.sets(st.integers(0, SIZE - 1)), st.booleans(), st.floats(0, 10)), max_size=30),
    st.sets(st.integers(0, SIZE - 1)),
)
def test_chances_are_bounded_whatever_was_learned(lessons, own):
    model = LinkModel(SIZE + 1)
    for features, outcome, weight in lessons:
        row = rows(features)
        model.learn(row, flags(1), model.probability(row, flags(1)), outcome, weight)
    assert 0 <= chance(model, *own) <= 1


def test_links_that_share_an_outcome_share_its_weight():
    one, several = LinkModel(SIZE + 1), LinkModel(SIZE + 1)
    one.learn(rows({1}), flags(1), np.full(1, 0.5), True, 1.0)
    several.learn(rows({1}, {1}), flags(2), np.full(2, 0.5), True, 1.0)
    assert chance(several, 1) < 2 * (chance(one, 1) - 0.5) + 0.5


def test_what_was_foretold_is_counted_before_it_is_learned():
    model = LinkModel(SIZE + 1)
    for turn in range(link_model.WINDOW):
        teach(model, {1} if turn % 2 else {2}, bool(turn % 2))
    (first,) = model.foretold
    assert first.outcomes == link_model.WINDOW
    assert first.auc > 0.95
    assert first.log_loss < math.log(2)


def test_when_outcomes_turn_round_it_learns_faster_for_a_while():
    model = LinkModel(SIZE + 1)
    for turn in range(2 * link_model.WINDOW):
        teach(model, {1} if turn % 2 else {2}, bool(turn % 2) is (turn < link_model.WINDOW))
    assert model.drifts == 1
    assert model.foretold[1].log_loss > 1.2 * model.foretold[0].log_loss


def pairs(*given_pairs):
    return np.array([p for p, _ in given_pairs], float), np.array([y for _, y in given_pairs], bool)


@pytest.mark.parametrize(
    ("given_pairs", "area"),
    [
        ([(0.9, True), (0.1, False)], 1.0),
        ([(0.1, True), (0.9, False)], 0.0),
        ([(0.5, True), (0.5, False)], 0.5),
        ([(0.9, True), (0.9, True)], 0.5),
        ([], 0.5),
        ([(0.9, True), (0.8, False), (0.7, True), (0.6, False)], 0.75),
    ],
)
def test_area_under_the_curve(given_pairs, area):
    assert auc(*pairs(*given_pairs)) == area


@given(arrays(float, 12, elements=st.sampled_from([0.0, 0.2, 0.7, 1.0])), arrays(bool, 12))
def test_area_is_the_share_of_pairs_in_order(chances, outcomes):
    paid, failed = chances[outcomes], chances[~outcomes]
    if len(paid) and len(failed):
        right = sum((p > f) + 0.5 * (p == f) for p in paid for f in failed)
        assert auc(chances, outcomes) == pytest.approx(right / (len(paid) * len(failed)))


def test_log_loss():
    assert log_loss(*pairs((0.5, True), (0.5, False))) == pytest.approx(math.log(2))
    assert log_loss(*pairs((0.0, True))) < 30
    assert log_loss(*pairs()) == 0
