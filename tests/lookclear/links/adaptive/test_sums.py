import numpy as np
import pytest

from lookclear.links.adaptive.sums import GREATEST, NOTHING, SUMMED, Sums

TARGETS = np.array([0, 3, 0, 900])
VALUES = {
    name: np.array([1.0, 2.0, 4.0, -3.0]) + at for at, name in enumerate(dict.fromkeys(SUMMED + GREATEST))
}


def test_links_are_added_up_and_the_greatest_kept_by_target():
    sums = Sums()
    sums.fill(TARGETS, VALUES, 901)
    added, greatest = sums.of(np.array([0, 1, 900]))
    assert added["links"].tolist() == [5, 0, -3]
    at = list(VALUES).index("relevance")
    assert greatest["relevance"].tolist() == [4 + at, NOTHING, -3 + at]


def test_adding_link_by_link_gives_the_same_as_all_at_once():
    whole, parts = Sums(), Sums()
    whole.fill(TARGETS, VALUES, 901)
    for at in range(len(TARGETS)):
        parts.add(TARGETS[at : at + 1], {name: held[at : at + 1] for name, held in VALUES.items()})
    for one, other in zip(whole.of(TARGETS), parts.of(TARGETS), strict=True):
        for name, held in one.items():
            assert held == pytest.approx(other[name])


def test_no_links_change_nothing():
    sums = Sums()
    sums.add(np.zeros(0, np.int64), {name: np.zeros(0) for name in VALUES})
    assert sums.of(np.array([5]))[0]["links"] == [0]
