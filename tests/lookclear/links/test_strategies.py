"""What every strategy promises, and what each one does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lookclear.config import STRATEGIES
from lookclear.errors import UsageError
from lookclear.links.evidence import Evidence
from lookclear.links.strategies import DEFAULT, NAMES, strategy

_shares = arrays(np.float64, 7, elements=st.floats(0, 1))


def evidence(anchor=0.0, context=0.0, block=0.0, page=0.0):
    return Evidence(*(np.array([value]) for value in (anchor, context, block, page)))


@pytest.mark.parametrize("name", NAMES)
@given(parts=st.tuples(_shares, _shares, _shares, _shares))
def test_scores_are_bounded_and_repeatable(name, parts):
    given_evidence = Evidence(*parts)
    scores = strategy(name).score(given_evidence)
    assert scores.shape == (7,)
    assert ((scores >= 0) & (scores <= 1)).all()
    assert (scores == strategy(name).score(given_evidence)).all()


@pytest.mark.parametrize("name", NAMES)
def test_no_links_have_no_scores(name):
    assert len(strategy(name).score(Evidence(*[np.zeros(0)] * 4))) == 0


@pytest.mark.parametrize("name", NAMES)
@given(
    low=st.floats(0, 1), high=st.floats(0, 1), part=st.sampled_from(["anchor", "context", "block", "page"])
)
def test_better_evidence_never_lowers_a_score(name, low, high, part):
    low, high = sorted((low, high))
    judge = strategy(name)
    assert judge.score(evidence(**{part: low}))[0] <= judge.score(evidence(**{part: high}))[0] + 1e-12


def test_breadth_first_has_no_favourite():
    judge = strategy("breadth-first")
    assert judge.score(evidence(1, 1, 1, 1)) == judge.score(evidence())


def test_best_first_follows_the_page():
    assert strategy("best-first").score(evidence(anchor=1, page=0.3))[0] == 0.3


def test_link_context_worked_example():
    score = strategy("link-context").score(evidence(anchor=0.6 / 2**0.5, context=0.7, page=1))[0]
    assert score == pytest.approx(0.56213, abs=1e-5)


def test_block_worked_example_follows_only_the_block_on_topic_of_a_grey_page():
    # R(p) = .30; navigation r = .05, news .10, and a box on solar power .82 with S_lc .9, .6 and .2
    blocks, contexts = [0.82, 0.82, 0.82, 0.05, 0.10], [0.9, 0.6, 0.2, 1.0, 1.0]
    links = Evidence(np.array(contexts), np.array(contexts), np.array(blocks), np.full(5, 0.3))
    assert strategy("block").score(links) == pytest.approx([0.74, 0.65, 0.53, 0.0, 0.0])


@pytest.mark.parametrize(
    ("page", "block", "followed"), [(0.5, 0.0, True), (0.49, 0.5, True), (0.49, 0.49, False)]
)
def test_block_follows_white_pages_and_blocks_on_topic(page, block, followed):
    score = strategy("block").score(evidence(anchor=1, context=1, page=page, block=block))[0]
    assert bool(score > 0) is followed


def test_mix_worked_example():
    # S_lc = .6, page .3, block .8
    assert strategy("mix").score(evidence(anchor=0.6, context=0.6, block=0.8, page=0.3))[0] == pytest.approx(
        0.585
    )


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(UsageError, match="did you mean 'best-first'"):
        strategy("bestfirst")
    assert DEFAULT in NAMES


def test_topic_files_may_name_exactly_the_strategies_there_are():
    assert set(STRATEGIES) == set(NAMES)
