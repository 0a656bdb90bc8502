import numpy as np
import pytest
from scipy.sparse import vstack

from lookclear.relevance.pu import comparators
from lookclear.relevance.weighting import Weighting
from tests.lookclear.relevance.pages_of_words import collection


@pytest.fixture(scope="module")
def pages():
    _, examples, test, labels = collection(positives=25, unlabelled=200, hidden=20, words=40)
    weighting = Weighting.of(examples.positive, examples.unlabelled)
    return *map(weighting.units, (examples.positive, examples.unlabelled, test)), labels


def f1(called, labels):
    return 2 * (called & labels).sum() / (called.sum() + labels.sum())


def generator():
    return np.random.default_rng(0)


@pytest.mark.parametrize(
    ("method", "least"),
    [
        (lambda p, u, t: comparators.spy_svm(p, u, t, generator()), 0.5),
        (comparators.rocchio_svm, 0.5),
        (lambda p, u, t: comparators.biased_svm(p, u, t, generator()), 0.8),
    ],
    ids=["spy", "rocchio", "biased"],
)
def test_published_methods_learn_an_easy_topic(pages, method, least):
    positive, unlabelled, test, labels = pages
    found = method(positive, unlabelled, test)
    assert f1(found.margins >= 0, labels) > least
    assert found.sizes[0] > 25


def test_pebl_without_negatives_has_no_answer(pages):
    positive, _, test, _ = pages
    found = comparators.pebl(positive, positive[:10], test)
    if not len(found.negatives.rows):
        assert found.sizes == ()
        assert (found.margins < 0).all()


def test_one_class_looks_at_positives_alone(pages):
    positive, _, test, labels = pages
    margins = comparators.one_class(positive, test).margins
    assert margins[labels].mean() > margins[~labels].mean()


def test_the_oracle_is_the_ceiling(pages):
    positive, unlabelled, test, labels = pages
    truth = np.concatenate([np.ones(25, np.bool_), np.arange(200) < 20])
    rows = vstack([positive, unlabelled], format="csr")
    found, limit = comparators.oracle(rows, truth, test, generator())
    assert f1(found.margins >= limit, labels) > 0.9
