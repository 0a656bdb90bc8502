import math
import random

import pytest
from scipy import stats

from lookclear.replay.statistics import (
    bootstrap95,
    compare,
    deviation,
    holm,
    interval95,
    paired_t,
    signed_rank,
)

# The six topics of the worked example (docs/algorithms.md).
A = [0.42, 0.38, 0.55, 0.31, 0.47, 0.40]
B = [0.36, 0.37, 0.45, 0.29, 0.475, 0.33]
DIFFERENCES = [a - b for a, b in zip(A, B, strict=True)]


def test_worked_example_of_paired_tests():
    t, p = paired_t(DIFFERENCES)
    assert deviation(DIFFERENCES) == pytest.approx(0.04047, abs=5e-6)
    assert (round(t, 3), round(p, 4)) == (2.573, 0.0499)
    assert signed_rank(DIFFERENCES) == (1.0, 0.0625)


def test_interval_of_six_differences():
    low, high = interval95(DIFFERENCES)
    assert (low + high) / 2 == pytest.approx(0.0425)
    assert (high - low) / 2 == pytest.approx(2.571 * 0.04047 / 6**0.5, rel=1e-3)
    assert interval95([0.3]) == bootstrap95([0.3]) == (0.3, 0.3)


def test_the_bootstrap_is_repeatable_and_lies_among_the_values():
    low, high = bootstrap95(DIFFERENCES)
    assert (low, high) == bootstrap95(DIFFERENCES)
    assert min(DIFFERENCES) < low < 0.0425 < high < max(DIFFERENCES)
    assert high - low < interval95(DIFFERENCES)[1] - interval95(DIFFERENCES)[0]


@pytest.mark.parametrize("count", [2, 5, 12, 25])
def test_tests_agree_with_scipy_without_ties(count):
    chance = random.Random(count)
    values = [chance.uniform(-0.3, 0.7) for _ in range(count)]
    t, p = paired_t(values)
    expected = stats.ttest_1samp(values, 0)
    assert (t, p) == pytest.approx((expected.statistic, expected.pvalue))
    ranks = stats.wilcoxon(values, method="exact")
    assert signed_rank(values) == pytest.approx((ranks.statistic, ranks.pvalue))


def test_many_pairs_are_approximated():
    chance = random.Random(7)
    values = [chance.uniform(-0.3, 0.5) for _ in range(40)]
    expected = stats.wilcoxon(values, method="asymptotic", correction=True)
    assert signed_rank(values) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-6)


def test_ties_are_counted_out_and_zeros_left_out():
    # |d| = 1, 1, 2 have ranks 1.5, 1.5, 3; the smaller sum is 1.5. Three of the 8 choices of signs have a
    # positive sum of at most 1.5: none positive, one of the ones, the other.
    assert signed_rank([1, -1, 2, 0]) == (1.5, 0.75)
    assert signed_rank([0, 0]) == (0.0, 1.0)
    assert signed_rank([0.1 + 0.2, -0.3, 2]) == signed_rank([0.3, -0.3, 2])


def test_equal_strategies_and_constant_differences_have_no_spread():
    assert paired_t([0.0, 0.0]) == (0.0, 1.0)
    assert paired_t([0.1, 0.1]) == (math.inf, 0.0)


def test_holm_steps_down_and_keeps_the_order():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_every_strategy_is_compared_with_the_baseline_once():
    found = compare({"b": B, "a": A, "same": B}, "b")
    assert [one.strategy for one in found] == ["a", "same"]
    first, same = found
    assert (first.topics, round(first.difference, 4), round(first.effect, 2)) == (6, 0.0425, 1.05)
    assert first.holm_t == pytest.approx(2 * first.p_t)
    assert first.holm_wilcoxon == 0.125
    assert (same.difference, same.effect, same.p_t, same.p_wilcoxon) == (0.0, 0.0, 1.0, 1.0)


def test_one_topic_says_nothing_of_others():
    assert compare({"b": [0.1], "a": [0.2]}, "b") == ()
