import numpy as np
import pytest

from lookclear.text.vectors import RowBatch, Vocabulary
from lookclear.topics.root_set import RootSet, likeness

TERMS = ("corn", "seed", "soil", "stock", "guid")
SHARES = np.array([20, 50, 100, 400, 1000]) / 1000  # of 1000 background documents
DOCUMENTS = [{"corn": 3, "seed": 1}, {"corn": 1, "soil": 2}, {"corn": 2, "seed": 2, "stock": 1}]


def vocabulary():
    words = Vocabulary()
    for term in TERMS:
        words.number(term)
    return words


def root(rule):
    words, documents = vocabulary(), RootSet(rule)
    documents.add([words.row(counts) for counts in DOCUMENTS], SHARES, is_known=True)
    return documents


@pytest.mark.parametrize(
    ("rule", "weights"),
    [
        ("max", [8.2514, 3.4365, 1.3533, 0.4176]),
        ("ave", [6.2801, 2.7331, 1.3533, 0.4176]),
        ("sum", [18.8404, 5.4662, 1.3533, 0.4176]),
    ],
)
def test_worked_example_of_the_centroid_rules(rule, weights):
    assert root(rule).weights() == pytest.approx(weights, abs=2e-4)


def test_worked_example_of_the_centroid_and_of_likeness():
    centroid = np.append(root("sum").centroid(), 0.0)
    assert centroid[:4] == pytest.approx([0.9579, 0.2779, 0.0688, 0.0212], abs=1e-4)
    words = vocabulary()
    rows = RowBatch.of(
        [words.row({a: 1, b: 1}) for a, b in [("corn", "guid"), ("soil", "guid"), ("corn", "soil")]]
    )
    assert likeness(rows, centroid) == pytest.approx([0.6999, 0.0503, 0.7502], abs=1e-4)


def test_likeness_is_the_same_to_the_last_digit_however_long_the_vocabulary_is():
    rows = RowBatch.of([(np.arange(0, 1_000, 7, dtype=np.int32), np.ones(143, np.float32))])
    for seed in range(20):
        centroid = np.random.default_rng(seed).random(1_000)
        for more in (1, 7, 64, 1_001):
            assert likeness(rows, np.append(centroid, np.zeros(more))) == likeness(rows, centroid)


def test_pages_that_would_lead_away_are_not_taken_in():
    words, documents = vocabulary(), root("sum")
    before = documents.centroid().copy()
    stock = [words.row({"stock": 9})] * 40
    assert not documents.add(stock, SHARES, is_known=False)
    assert documents.centroid() == pytest.approx(before)
    assert documents.add([words.row({"corn": 2, "soil": 1})], SHARES, is_known=False)
    assert documents.centroid()[2] > before[2]


def test_nothing_is_like_an_empty_root_set():
    rows = RowBatch.of([vocabulary().row({"corn": 1}), vocabulary().row({})])
    assert likeness(rows, RootSet().centroid()).tolist() == [0.0, 0.0]


def test_an_unknown_rule_is_named():
    with pytest.raises(ValueError, match="median"):
        RootSet("median")
