"""What pages inherit on the way, and what the temporary store gives up."""

import numpy as np
import pytest

from lookclear.tunnel.store import KEPT_FOR
from lookclear.visit.paths import EXPIRE_EVERY, Arrival, Paths

NOWHERE = np.zeros(0, np.int64)


def enter(paths: Paths, page: int, addresses=(), targets=(), *, relevance=0.0, is_known=False, crosses=True):
    """Let a page arrive; addresses and targets are numbers."""
    arrival = Arrival(page, addresses, np.array(targets, np.int64))
    return paths.enter(arrival, relevance, relevance, is_known=is_known, crosses=crosses)


def depth(paths: Paths, page: int) -> float:
    return float(paths.inherited(np.array([page], np.int32))["depth"][0])


def test_a_page_that_is_known_inherits_as_if_nothing_led_to_it():
    paths = Paths(4)
    enter(paths, 0, [], [1], relevance=0.55, crosses=False)  # offers one generation
    enter(paths, 1, [1], [2], is_known=False)
    enter(paths, 2, [1], [3], is_known=True)
    assert (depth(paths, 1), depth(paths, 2)) == (1, 4)


def test_a_page_that_leads_nowhere_for_long_leads_no_further():
    paths = Paths(3)
    enter(paths, 0, [], [1], relevance=1.0, crosses=False)
    enter(paths, 1, [1], [2])
    enter(paths, 2, [3], [4], crosses=False)
    assert depth(paths, 1) == 3
    last = 1 + KEPT_FOR
    last += -last % EXPIRE_EVERY
    for page in range(3, last):
        enter(paths, page, [], NOWHERE, crosses=False)
    assert depth(paths, 1) == 3
    enter(paths, last, [], NOWHERE, crosses=False)
    assert depth(paths, 1) == 0  # its links are worth nothing when they are looked at again


def test_a_bridge_is_kept_for_good():
    paths = Paths(3)
    enter(paths, 0, [], [1], relevance=1.0, crosses=False)
    enter(paths, 1, [1], [2])
    assert enter(paths, 2, [2], relevance=1.0, crosses=False) == [1]
    for page in range(3, KEPT_FOR + 2 * EXPIRE_EVERY):
        enter(paths, page, [], NOWHERE, crosses=False)
    assert depth(paths, 1) == 3


@pytest.mark.parametrize("deepest", [1, 3, 20])
def test_a_page_that_nothing_led_to_has_the_depth_that_is_wanted(deepest):
    paths = Paths(deepest)
    enter(paths, 0)
    assert depth(paths, 0) == deepest
