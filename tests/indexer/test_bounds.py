import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.bounds import impact_of, impacts, mean_word, merged
from indexer.ranking import K1, bm25, prior
from indexer.schema import UNITS

MEANS = st.floats(0.25, 1e6)
POSTINGS = st.lists(
    st.tuples(st.integers(1, 65535), st.integers(0, 10**7), st.floats(0, 1), st.floats(0, 1)),
    min_size=1,
    max_size=5,
)


def arrays(postings):
    weights, lengths, relevance, authority = map(np.array, zip(*postings, strict=True))
    return weights.astype(np.float64), lengths, prior(relevance, authority)


def bound_of(postings, mean):
    return int(impacts(*arrays(postings), mean).max()) << 16 | mean_word(mean)


@given(POSTINGS, MEANS, MEANS)
def test_no_score_is_above_a_bound_however_the_mean_length_moves(postings, then, now):
    weights, lengths, priors = arrays(postings)
    scores = priors * bm25(weights / UNITS, lengths.astype(np.float64), now, 1.0)
    assert scores.max() <= (K1 + 1) * impact_of(bound_of(postings, then), now)


@given(POSTINGS, POSTINGS, MEANS, MEANS, MEANS)
def test_a_merged_bound_holds_for_both(left, right, then, later, now):
    bounds = bound_of(left, then), bound_of(right, later)
    together = impact_of(merged(*bounds), now)
    assert together >= max(impact_of(bound, now) for bound in bounds)


def test_a_bound_is_close_at_its_own_mean():
    postings = [(4, 400, 0.5, 0.5), (8, 4000, 0.9, 0.1)]
    weights, lengths, priors = arrays(postings)
    best = (priors * bm25(weights / UNITS, lengths.astype(np.float64), 400.0, 1.0)).max()
    assert (K1 + 1) * impact_of(bound_of(postings, 400.0), 400.0) == pytest.approx(best, rel=0.01)


def test_nothing_has_no_bound():
    assert impact_of(0, 5.0) == 0.0
    assert merged(0, 7 << 16 | 9) == merged(7 << 16 | 9, 0) == 7 << 16 | 9
