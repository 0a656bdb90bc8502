import pytest

from lookclear.replay.measures import measure, overlap, robustness


def test_worked_example():
    fetched = ["a", "x", "b", "c", "y"]
    held_out = measure(fetched, {"b", "never"}, 5)
    assert (held_out.recall, held_out.auc) == (0.5, pytest.approx(0.3))
    relevant = measure(fetched, {"a", "b", "c"}, 5)
    assert relevant.harvest == pytest.approx(0.6)
    assert relevant.r_precision == pytest.approx(2 / 3)
    assert relevant.curve == ((0, 0), (1, 1), (2, 1), (3, 2), (4, 3), (5, 3))


@pytest.mark.parametrize("fetched", [["园", "园"], ["园", "园", "x", "园"], ["x", "园", "园"]])
def test_a_target_that_is_fetched_again_is_no_second_hit(fetched):
    again = measure(fetched, {"园"}, 5)
    assert (again.hits, again.recall, again.fetched) == (1, 1.0, len(fetched))
    assert again.harvest == pytest.approx(1 / len(fetched))
    assert again.auc <= 1
    assert again.curve[-1] == (len(fetched), 1)


def test_a_crawl_that_ends_early_keeps_its_recall_for_the_rest_of_the_budget():
    assert measure(["a"], {"a"}, 10).auc == 1.0
    assert measure([], {"a"}, 10).auc == 0.0


def test_worked_example_of_overlap():
    a, b = [f"/{n}" for n in range(50)], [f"/{n}" for n in range(10, 80)]
    assert overlap(a, b) == (0.8, 0.5)
    assert overlap(a, []) == (0.0, 0.0)


def test_robustness_is_the_mean_over_pairs_of_crawls():
    assert robustness(["ab", "ab", "bc"]) == pytest.approx(((1 + 0.5 + 0.5) / 3, (1 + 2 / 3) / 3))
    assert robustness(["ab"]) is None
