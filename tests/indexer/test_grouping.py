"""Where words stand becomes what documents hold; compiled code gives the same as numpy."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.grouping import grouped, plain, with_kernels
from indexer.layout import DOCUMENT_BITS, POSITION_BITS

WEIGHTS = np.array([12, 4, 2, 6], np.int64)
BASES = [[0, 5, 9, 20], [0, 100, 200, 300], [0, 101, 203, 304]]


def key(doc, term, place):
    return doc << DOCUMENT_BITS | term << POSITION_BITS | place


def listed(held):
    return [
        held.terms.tolist(),
        [(word & 0xFFFF, word >> 16) for word in held.packed.tolist()],
        held.positions.tolist(),
        held.first_terms,
        held.first_positions,
    ]


def test_weights_are_those_of_the_fields_and_half_for_parts():
    keys = np.array([key(0, 7, 3), key(2, 1, 150), key(0, 2, 6), key(0, 7, 21), key(0, 7, 3)])
    held = grouped([keys], [np.array([key(0, 2, 7)])], BASES, WEIGHTS)
    assert listed(held) == [
        [2, 7, 1],
        [(4 + 2, 2), (12 + 6, 2), (4, 1)],
        [6, 7, 3, 21, 150],
        [0, 2, 2, 3],
        [0, 4, 4, 5],
    ]


KEYS = st.lists(st.builds(key, st.integers(0, 2), st.integers(0, 4), st.integers(0, 400)), max_size=60)


@settings(max_examples=80, deadline=None)
@given(KEYS, KEYS)
def test_compiled_code_groups_as_numpy_does(kernels, keys, halved):
    half = np.array(sorted(halved), np.int64)
    together = np.array(sorted(keys + halved), np.int64)
    assert listed(with_kernels(kernels, together, half, BASES, WEIGHTS)) == listed(
        plain(together, half, BASES, WEIGHTS)
    )


def test_a_word_a_million_times_keeps_its_first_positions(kernels):
    places = np.arange(1_000_000)
    keys = np.concatenate([places | 3 << POSITION_BITS, [key(0, 4, 9), key(1, 3, 1)]])
    for held in (
        plain(keys, keys[:0], BASES[:2], WEIGHTS),
        with_kernels(kernels, keys, keys[:0], BASES[:2], WEIGHTS),
    ):
        assert held.packed.tolist() == [0xFFFF << 16 | 0xFFFF, 1 << 16 | 2, 1 << 16 | 12]
        assert len(held.positions) == 0xFFFF + 2
        assert held.first_positions == [0, 0xFFFF + 1, 0xFFFF + 2]
