import numpy as np
import pytest
from scipy.sparse import csr_array, vstack

from lookclear.relevance.pu.linear import ClassWeights, trained
from lookclear.relevance.pu.rounds import RoundRules, kept, run_rounds
from lookclear.relevance.weighting import Weighting
from tests.lookclear.relevance.pages_of_words import collection


def units(language="English", **numbers):
    _, examples, test, labels = collection(language, **numbers)
    weighting = Weighting.of(examples.positive, examples.unlabelled)
    return *map(weighting.units, (examples.positive, examples.unlabelled, test)), labels


def f1(margins, labels):
    called = margins >= 0
    return 2 * (called & labels).sum() / (called.sum() + labels.sum())


def test_worked_selection_of_samples():
    margins = np.array([2.0, 1.2, 1.0, 0.4, -0.3, 1.3])
    assert margins[kept(margins)].tolist() == [1.2, 1.0, 0.4, -0.3]
    assert margins[kept(margins, unclear=1.0)].tolist() == [1.0, 0.4, -0.3]


def test_of_many_unclear_samples_the_nearest_are_kept():
    margins = np.concatenate([np.full(100, 0.5), np.linspace(1.01, 1.2, 1_000)])
    assert kept(margins).sum() == 120
    assert margins[kept(margins)].max() < 1.03
    few = np.linspace(1.01, 1.2, 1_000)
    assert kept(few).sum() == 20


@pytest.mark.parametrize("language", ["English", "Chinese", "mixed"])
def test_rounds_take_in_negatives_until_none_is_found(language):
    positive, unlabelled, test, labels = units(language, positives=20, unlabelled=200, hidden=20)
    start = np.arange(20, 60)
    rounds = run_rounds(positive, unlabelled, start)
    assert len(rounds) > 1
    assert rounds[0].trained_on == 20 + 40
    assert sum(one.found for one in rounds) <= 160
    assert f1(rounds[-1].classifier.margins(test), labels) > 0.85


def test_the_reduced_set_is_smaller_and_as_good():
    positive, unlabelled, test, labels = units(positives=20, unlabelled=1_500, hidden=60, words=80)
    start = np.arange(1_000, 1_500)
    reduced = run_rounds(positive, unlabelled, start)
    full = run_rounds(positive, unlabelled, start, rules=RoundRules(reduce=False))
    assert sum(one.trained_on for one in reduced) < sum(one.trained_on for one in full)
    scores = [f1(rounds[-1].classifier.margins(test), labels) for rounds in (reduced, full)]
    assert scores[0] == pytest.approx(scores[1], abs=0.05)


def test_all_of_u_as_negatives_is_one_round():
    positive, unlabelled, _, _ = units()
    rounds = run_rounds(positive, unlabelled, np.arange(unlabelled.shape[0]))
    assert [one.found for one in rounds] == [0]


def test_a_round_that_loses_positives_is_thrown_away():
    positive = csr_array(np.tile([1.0, 0.0] + [0.0] * 8, (4, 1)))
    own_words = np.hstack([np.zeros((8, 2)), np.eye(8)])
    alike = np.tile([0.0, 1.0] + [0.0] * 8, (40, 1))
    unlabelled = csr_array(np.vstack([own_words, alike]))
    held = csr_array(np.tile([0.45, 0.89] + [0.0] * 8, (5, 1)))
    start = np.arange(8)
    loose = run_rounds(positive, unlabelled, start, held, RoundRules(guard=False))
    guarded = run_rounds(positive, unlabelled, start, held)
    assert (loose[0].recall, loose[-1].recall) == (1.0, 0.0)
    assert len(guarded) < len(loose)
    assert {one.recall for one in guarded} == {1.0}


def test_a_stricter_margin_takes_in_fewer():
    positive, unlabelled, _, _ = units(positives=20, unlabelled=200, hidden=20)
    start = np.arange(150, 200)
    strict = run_rounds(positive, unlabelled, start, rules=RoundRules(margin=0.3))
    assert strict[0].found <= run_rounds(positive, unlabelled, start)[0].found


def test_training_is_deterministic():
    positive, unlabelled, _, _ = units()
    is_positive = np.arange(positive.shape[0] + unlabelled.shape[0]) < positive.shape[0]
    rows = vstack([positive, unlabelled], format="csr")
    weights = ClassWeights.balanced(positive.shape[0], unlabelled.shape[0])
    one, other = (trained(rows, is_positive, weights) for _ in range(2))
    assert one.weights.tolist() == other.weights.tolist()
    assert one.bias == other.bias
