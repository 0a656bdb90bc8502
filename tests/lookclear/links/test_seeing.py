import numpy as np

from lookclear.links import seeing
from lookclear.links.seeing import LinkNumbers


def numbers(*pages):
    """Return the links of pages of so many links each."""
    kept, first = LinkNumbers(), 0
    for count in pages:
        kept.add(first, count)
        first += count
    return kept


def test_links_are_found_by_their_numbers():
    kept = numbers(3, 0, 4)
    assert kept.places(np.arange(3, 7)).tolist() == [3, 4, 5, 6]
    assert kept.places(np.array([0, 5])).tolist() == [0, 5]
    assert kept.places(np.zeros(0, np.int64)).tolist() == []
    assert kept.newest == 3


def test_links_that_are_not_kept_have_no_place():
    assert LinkNumbers().places(np.array([4])).tolist() == [-1]
    assert numbers(2).places(np.array([1, 7])).tolist() == [1, -1]


def test_links_that_wait_no_more_are_dropped_when_they_are_the_most(monkeypatch):
    monkeypatch.setattr(seeing, "LEAST_FORGOTTEN", 4)
    kept = numbers(6, 2)
    assert kept.outdated(np.arange(2, 8)) is None  # most of them wait
    assert kept.outdated(np.array([6, 7])) is None  # the newest page alone
    assert kept.outdated(np.array([1, 6, 7])).tolist() == [1, 6, 7]
    assert len(kept) == 3
    assert kept.places(np.array([1, 6, 7])).tolist() == [0, 1, 2]
    kept.add(8, 2)
    assert kept.places(np.arange(8, 10)).tolist() == [3, 4]


def test_few_links_are_not_worth_tidying():
    assert numbers(6, 2).outdated(np.array([1])) is None
