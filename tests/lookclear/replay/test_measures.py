import pytest

from lookclear.replay.measures import interval95, measure


def test_worked_example():
    fetched = ["a", "x", "b", "c", "y"]
    held_out = measure(fetched, {"b", "never"}, 5)
    assert (held_out.recall, held_out.auc) == (0.5, pytest.approx(0.3))
    relevant = measure(fetched, {"a", "b", "c"}, 5)
    assert relevant.harvest == pytest.approx(0.6)
    assert relevant.r_precision == pytest.approx(2 / 3)
    assert relevant.curve == ((0, 0), (1, 1), (2, 1), (3, 2), (4, 3), (5, 3))


def test_a_crawl_that_ends_early_keeps_its_recall_for_the_rest_of_the_budget():
    assert measure(["a"], {"a"}, 10).auc == 1.0
    assert measure([], {"a"}, 10).auc == 0.0


def test_interval_of_six_differences():
    low, high = interval95([0.06, 0.01, 0.10, 0.02, -0.005, 0.07])
    assert (low + high) / 2 == pytest.approx(0.0425)
    assert (high - low) / 2 == pytest.approx(2.571 * 0.04047 / 6**0.5, rel=1e-3)
