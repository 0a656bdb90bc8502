import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from lookclear.relevance.pu.negatives import (
    Constraint,
    improved_one_dnf,
    one_dnf,
    positive_features,
    rocchio,
    spy,
)
from lookclear.relevance.weighting import Weighting
from tests.lookclear.relevance.pages_of_words import collection

TERMS = "abceghn"


def matrix(*pages):
    return csr_array(np.array([[float(term in page) for term in TERMS] for page in pages]))


POSITIVE = matrix("ab", "ac", "abe")
UNLABELLED = matrix("ab", "eg", "gh", "ch", "h", "g")


@pytest.mark.parametrize(
    ("constraint", "limit", "features", "negatives"),
    [
        (Constraint.NONE, 0.0, "abce", [2, 4, 5]),
        (Constraint.SHARE, 0.5, "ab", [1, 2, 3, 4, 5]),
        (Constraint.SHARE, 0.0, "abce", [2, 4, 5]),
        (Constraint.RATIO, 2.0, "ab", [1, 2, 3, 4, 5]),
        (Constraint.RATIO, 5.0, "a", [1, 2, 3, 4, 5]),
    ],
)
def test_worked_example(constraint, limit, features, negatives):
    found = positive_features(POSITIVE, UNLABELLED, constraint, limit)
    assert "".join(np.array(list(TERMS))[found]) == features
    assert one_dnf(POSITIVE, UNLABELLED, constraint, limit).rows.tolist() == negatives


def test_the_limit_rises_until_a_tenth_is_found():
    positive = matrix("abc", "abc", "abe", "abe", "abg", "abg")
    unlabelled = matrix(*["c"] * 13, *["e"] * 13, *["g"] * 13, "h")
    assert one_dnf(positive, unlabelled, Constraint.SHARE, 0.2).rows.tolist() == [39]
    found = improved_one_dnf(positive, unlabelled, Constraint.SHARE)
    assert found.limit == pytest.approx(0.35)
    assert len(found.rows) == 40


@pytest.mark.parametrize("constraint", [Constraint.SHARE, Constraint.RATIO])
@pytest.mark.parametrize("language", ["English", "Chinese", "mixed"])
def test_reliable_negatives_are_many_and_off_topic(language, constraint):
    _, examples, _, _ = collection(language)
    weighting = Weighting.of(examples.positive, examples.unlabelled)
    positive, unlabelled = weighting.units(examples.positive), weighting.units(examples.unlabelled)
    plain = one_dnf(positive, unlabelled, Constraint.NONE, 0.0)
    found = improved_one_dnf(positive, unlabelled, constraint)
    assert len(found.rows) >= max(6, len(plain.rows))
    assert (found.rows < 12).mean() < 0.1  # the first twelve are on topic


def test_without_words_of_the_topic_among_the_unlabelled_it_is_said():
    found = improved_one_dnf(matrix(*["ab"] * 5), matrix(*["gh"] * 30))
    assert len(found.rows) == 30
    assert "not of this collection" in found.note


def test_too_few_negatives_fall_back_to_what_is_least_like_the_topic():
    found = improved_one_dnf(matrix(*["abg"] * 6), matrix(*["ag"] * 30, "ah", "ah"))
    assert found.method == "least alike"
    assert {30, 31} <= set(found.rows.tolist())
    assert len(found.rows) == 6


@pytest.mark.parametrize("constraint", list(Constraint))
def test_one_example_and_one_unlabelled_page_give_an_answer(constraint):
    found = improved_one_dnf(matrix("ab"), matrix("gh"), constraint)
    assert found.rows.tolist() == [0]


def test_rocchio_takes_what_is_nearer_to_the_unlabelled():
    found = rocchio(POSITIVE, UNLABELLED)
    assert 0 not in found.rows
    assert {2, 4, 5} <= set(found.rows.tolist())


def test_spy_needs_two_examples_and_says_so():
    assert "too few" in spy(matrix("ab"), UNLABELLED, np.random.default_rng(0)).note


def test_spy_finds_pages_off_topic():
    _, examples, _, _ = collection(positives=20)
    weighting = Weighting.of(examples.positive, examples.unlabelled)
    positive, unlabelled = weighting.units(examples.positive), weighting.units(examples.unlabelled)
    found = spy(positive, unlabelled, np.random.default_rng(0))
    assert len(found.rows) > 20
    assert (found.rows < 12).mean() < 0.1


@given(
    st.lists(st.text(TERMS, min_size=1, max_size=5), min_size=1, max_size=8),
    st.lists(st.text(TERMS, max_size=5), min_size=1, max_size=20),
    st.sampled_from(Constraint),
)
def test_a_stricter_constraint_never_loses_negatives(positives, others, constraint):
    positive, unlabelled = matrix(*positives), matrix(*others)
    plain = one_dnf(positive, unlabelled, Constraint.NONE, 0.0)
    found = one_dnf(positive, unlabelled, constraint, 0.5 if constraint is Constraint.SHARE else 2.0)
    assert set(plain.rows.tolist()) <= set(found.rows.tolist())
    assert len(improved_one_dnf(positive, unlabelled, constraint).rows) >= 1
