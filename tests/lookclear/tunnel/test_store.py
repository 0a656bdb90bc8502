import numpy as np

from lookclear.tunnel.store import TemporaryStore


def store(*pages):
    """Return a store of pages, each (number, address, targets)."""
    kept = TemporaryStore()
    for number, address, targets in pages:
        kept.keep(number, [address], np.array(targets), born=number)
    return kept


def test_all_pages_back_to_the_last_relevant_one_are_bridges():
    kept = store((0, 10, [11]), (1, 11, [12, 12]), (2, 12, [13]), (3, 50, [51]))
    assert kept.reached([13]) == [0, 1, 2]
    assert kept.reached([13]) == []
    assert kept.reached([99]) == []


def test_circles_have_an_end():
    assert store((0, 10, [11]), (1, 11, [10, 12])).reached([12]) == [0, 1]


def test_what_led_nowhere_is_given_up_and_bridges_stay():
    kept = store((0, 10, [11, 11]), (1, 20, [21]), (5, 30, [31]))
    kept.reached([21])
    assert kept.expire(fetched=4, kept_for=3) == [0]
    assert (0 in kept, 1 in kept, len(kept)) == (False, True, 2)
    assert kept.at(10) is None
    assert kept.at(20) == 1
    assert kept.reached([11]) == []
