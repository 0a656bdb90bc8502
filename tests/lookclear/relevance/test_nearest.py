import numpy as np
import pytest

from lookclear.relevance import nearest
from lookclear.relevance.nearest import BLOCK, NEAREST, Nearest, unit_rows
from lookclear.text.vectors import RowBatch, TermRows


def pages(count, terms=40, seed=0):
    """Return rows of a few random words each, and an idf."""
    chance = np.random.default_rng(seed)
    rows = TermRows()
    for _ in range(count):
        numbers = np.sort(chance.choice(terms, 6, replace=False)).astype(np.int32)
        rows.append((numbers, chance.uniform(0.5, 3.0, 6).astype(np.float32)))
    return rows, chance.uniform(0.5, 4.0, terms)


def first_of(rows, count):
    some = TermRows()
    some.extend(rows.batch().take(np.arange(count)))
    return some


def all_cosines(rows, idf):
    units = unit_rows(rows.batch(), idf).toarray()
    cosines = units @ units.T
    np.fill_diagonal(cosines, 0.0)
    return cosines


def test_lists_hold_the_largest_cosines_and_no_page_itself():
    rows, idf = pages(3 * BLOCK)
    found = Nearest()
    found.take(rows, idf)
    cosines = all_cosines(rows, idf)
    expected = -np.sort(-cosines, axis=1)[:, :NEAREST]
    assert np.sort(found.like, axis=1)[:, ::-1] == pytest.approx(expected)
    held = np.take_along_axis(cosines, found.near, 1)
    assert held[found.like > 0] == pytest.approx(found.like[found.like > 0])
    assert not np.any((found.near == np.arange(len(found))[:, None]) & (found.like > 0))


def test_blocks_one_by_one_give_what_all_at_once_gives():
    rows, idf = pages(6 * BLOCK + 7)
    at_once, grown = Nearest(), Nearest()
    at_once.take(rows, idf)
    for count in range(BLOCK, len(rows) + 1, BLOCK):
        grown.take(first_of(rows, count), idf)
    assert np.sort(grown.like, axis=1) == pytest.approx(np.sort(at_once.like, axis=1))


def test_a_block_that_is_not_full_waits():
    rows, idf = pages(2 * BLOCK - 1)
    found = Nearest()
    found.take(rows, idf)
    assert len(found) == BLOCK


def test_refreshes_in_between_change_nothing():
    rows, idf = pages(8 * BLOCK)
    seldom, often = Nearest(), Nearest()
    for count in range(1, len(rows) + 1):
        weights = idf * (1 + 0.01 * (count // BLOCK))  # as they are after so many pages
        some = first_of(rows, count)
        often.take(some, weights)
        if count % BLOCK == 0:
            seldom.take(some, weights)
    assert np.array_equal(often.near, seldom.near)
    assert np.array_equal(often.like, seldom.like)


def test_old_pages_are_dropped_when_there_are_many(monkeypatch):
    monkeypatch.setattr(nearest, "MOST", 4 * BLOCK)
    rows, idf = pages(12 * BLOCK)
    found = Nearest()
    for count in range(BLOCK, len(rows) + 1, BLOCK):
        found.take(first_of(rows, count), idf)
        assert found.first + len(found) == count
        assert len(found) <= 6 * BLOCK
    assert found.first > 0
    assert found.near.max() < len(found)


def test_a_page_from_elsewhere_is_found_among_the_compared_ones():
    rows, idf = pages(2 * BLOCK)
    found = Nearest()
    found.take(rows, idf)
    near, like = found.of(rows.batch()[7], idf)
    assert near[np.argmax(like)] == 7
    assert like.max() == pytest.approx(1.0)


def test_words_that_are_new_since_then_and_pages_without_words_are_like_nothing():
    rows, idf = pages(BLOCK)
    found = Nearest()
    found.take(rows, idf)
    more = np.append(idf, [2.0, 2.0])
    new_words = np.array([len(idf), len(idf) + 1], np.int32), np.ones(2, np.float32)
    nothing = np.zeros(0, np.int32), np.zeros(0, np.float32)
    for row in (new_words, nothing):
        assert not found.of(row, more)[1].any()


def test_an_empty_row_stays_empty_at_unit_length():
    batch = RowBatch.of(
        [
            (np.zeros(0, np.int32), np.zeros(0, np.float32)),
            (np.array([1, 2], np.int32), np.array([3.0, 4.0], np.float32)),
        ]
    )
    units = unit_rows(batch, np.ones(3)).toarray()
    assert units == pytest.approx(np.array([[0, 0, 0], [0, 0.6, 0.8]]))
