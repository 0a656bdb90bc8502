import math

import numpy as np
import pytest

from lookclear.text.terms import (
    WordTerms,
    all_dampened,
    dampened,
    distinct,
    numbered,
    spread,
    summed,
    summed_rows,
)
from lookclear.text.vectors import Vocabulary


@pytest.mark.parametrize(
    ("tokens", "terms", "places"),
    [
        ((), (), []),
        (("soils", "the", "soil", "soils"), ("soil", "", "soil"), [0, 1, 2, 0]),
        (("土壤", "gpu", "土壤"), ("土壤", "gpu"), [0, 1, 0]),
    ],
)
def test_each_distinct_word_is_looked_up_once(tokens, terms, places):
    found = WordTerms.of(tokens)
    assert found.terms == terms
    assert found.places().tolist() == places


def test_weights_of_one_number_are_added_in_their_order():
    values = [0.1, 0.2, 0.3, 1e16, -1e16]
    numbers, sums = summed(np.array([7, 7, 2, 7, 7], np.int32), np.array(values), 9)
    assert numbers.tolist() == [2, 7]
    assert sums.tolist() == [0.3, 0.1 + 0.2 + 1e16 - 1e16]


def test_rows_without_entries_are_empty():
    none = np.zeros(0, np.int32)
    numbers, sums, bounds = summed_rows(np.array([2, 2]), np.array([1, 1], np.int32), None, (4, 3))
    assert (numbers.tolist(), sums.tolist(), bounds.tolist()) == ([1], [2.0], [0, 0, 0, 1, 1])
    assert summed_rows(none, none, None, (2, 0))[2].tolist() == [0, 0, 0]


def test_backward_and_empty_spans_have_no_places():
    assert [part.tolist() for part in spread([(3, 1), (2, 2), (1, 3)])] == [[2, 2], [1, 2]]
    assert [part.tolist() for part in spread([])] == [[], []]


def test_every_weight_is_dampened_as_one_alone():
    weights = [0.0, 0.3, 1.0, 9.0, 9.0, 1e9]
    assert all_dampened(np.array(weights)).tolist() == [dampened(weight) for weight in weights]
    assert dampened(math.e) == pytest.approx(2)


def test_numbered_words_are_the_same_from_whatever_is_known_of_them():
    vocabulary = Vocabulary()
    tokens = ("the", "soils", "土壤", "soil", "the")
    found = numbered(tokens, vocabulary)
    assert found.of_tokens.tolist() == [-1, 0, 1, 0, -1]
    assert numbered(tokens, vocabulary, WordTerms.of(tokens)).of_tokens.tolist() == [-1, 0, 1, 0, -1]
    assert numbered(tokens, vocabulary, found) is found


@pytest.mark.parametrize("values", [[], [3], [5, 1, 5, 0, 1]])
def test_distinct_values_are_those_of_numpy(values):
    assert distinct(np.array(values, np.int64)).tolist() == np.unique(np.array(values, np.int64)).tolist()
