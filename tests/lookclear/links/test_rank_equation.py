import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.links.rank_equation import DAMPING, MOST_ROUNDS, Links, handed_on, topical_rank

A, B, C = range(3)


def links(*found):
    sources, targets, worth = zip(*found, strict=True) if found else ((), (), ())
    return Links(np.array(sources, np.int64), np.array(targets, np.int64), np.array(worth, np.float64))


EXAMPLE = links((A, B, 0.9), (A, C, 0.1), (B, A, 1.0), (C, A, 1.0))


def test_worked_example_of_pages():
    ranks = topical_rank(EXAMPLE, np.array([0.5, 0.4, 0.1])).ranks
    assert ranks == pytest.approx([0.5, 0.4425, 0.0575], abs=1e-7)


def test_with_links_and_relevance_alike_it_is_pagerank():
    alike = links((A, B, 1), (A, C, 1), (B, A, 1), (C, A, 1))
    for relevance in (np.full(3, 0.4), np.zeros(3)):
        assert topical_rank(alike, relevance).ranks == pytest.approx([0.48649, 0.25676, 0.25676], abs=1e-5)


def test_worked_example_of_the_frontier():
    ranks = np.array([0.5, 0.4425, 0.0575])
    known = links((B, A, 0.2), (C, A, 0.6))  # so that X gets .8 of B, and Y .4 of C
    waiting = links((B, 0, 0.8), (C, 1, 0.4))
    assert handed_on(ranks, waiting, known, 2) == pytest.approx([0.354, 0.023])


def test_rounds_that_any_start_needs_are_118():
    assert 2 * DAMPING**MOST_ROUNDS <= 1e-8 < 2 * DAMPING ** (MOST_ROUNDS - 1)


def webs():
    page = st.integers(0, 5)
    found = st.lists(st.tuples(page, page, st.floats(0, 1)), max_size=25)
    return found, st.lists(st.floats(0, 1), min_size=6, max_size=6)


@given(*webs())
def test_ranks_sum_up_to_one_and_are_right_to_the_error_from_any_start(found, relevance):
    relevance = np.array(relevance)
    exact = topical_rank(links(*found), relevance, error=0.0).ranks
    assert exact.sum() == pytest.approx(1.0)
    assert (exact >= 0).all()
    for start in (np.eye(6)[0], np.eye(6)[5], None):
        ranked = topical_rank(links(*found), relevance, start)
        assert np.abs(ranked.ranks - exact).sum() <= 1e-8 + 1e-12
        assert ranked.rounds <= MOST_ROUNDS


@given(*webs())
def test_each_round_brings_two_starts_together_by_the_damping(found, relevance):
    relevance = np.array(relevance) + 0.01
    one = topical_rank(links(*found), relevance, np.eye(6)[1], error=np.inf).ranks
    other = topical_rank(links(*found), relevance, np.eye(6)[4], error=np.inf).ranks
    assert np.abs(one - other).sum() <= DAMPING * 2 + 1e-9


def test_a_warm_start_needs_fewer_rounds():
    chance = np.random.default_rng(5)
    many = Links(*chance.integers(0, 300, (2, 2_000)), chance.random(2_000))
    relevance = chance.random(300)
    cold = topical_rank(many, relevance)
    relevance[7] += 0.1
    warm = topical_rank(many, relevance, cold.ranks)
    again = topical_rank(many, relevance)
    assert warm.rounds < again.rounds
    assert np.abs(warm.ranks - again.ranks).sum() < 2e-8


def test_pages_that_came_since_are_taken_in():
    start = topical_rank(links((A, B, 1)), np.array([0.5, 0.5])).ranks
    ranks = topical_rank(EXAMPLE, np.array([0.5, 0.4, 0.1]), start).ranks
    assert ranks == pytest.approx([0.5, 0.4425, 0.0575], abs=1e-7)


def test_links_to_oneself_are_dropped_and_of_several_the_best_counts():
    merged = links((A, A, 1.0), (A, B, 0.2), (A, B, 0.9), (A, B, 0.5), (B, A, 0.1)).merged()
    assert list(zip(merged.sources, merged.targets, merged.worth, strict=True)) == [(A, B, 0.9), (B, A, 0.1)]


def test_where_nothing_waits_nothing_is_handed_on():
    assert handed_on(np.array([0.6, 0.3, 0.1]), links(), EXAMPLE, 2).tolist() == [0.0, 0.0]
    assert handed_on(np.array([1.0]), links((A, 1, 0.5)), links(), 2).tolist() == [0.0, 1.0]


def test_no_pages_have_no_ranks():
    assert len(topical_rank(links(), np.zeros(0)).ranks) == 0
    assert topical_rank(links(), np.array([0.2])).ranks.tolist() == [1.0]
