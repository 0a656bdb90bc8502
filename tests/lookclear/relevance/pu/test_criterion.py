import numpy as np
import pytest

from lookclear.relevance.pu.criterion import best_limit, criterion, criterion_at


def test_worked_examples():
    found = [criterion(recall, share) for recall, share in ((0.9, 0.30), (0.6, 0.12), (0.95, 0.50))]
    assert found == pytest.approx([2.7, 3.0, 1.805])


def test_nothing_called_positive_is_worth_nothing():
    assert criterion(0.0, 0.0) == 0.0
    assert criterion_at(np.array([1.0]), np.array([1.0]), np.array([2.0])).tolist() == [0.0]


def test_the_best_limit_lies_where_positives_end_and_the_rest_begins():
    positive = np.array([0.6, 0.7, 0.8, 0.9])
    everything = np.concatenate([positive, np.linspace(-1, 0.5, 40)])
    limit, worth = best_limit(positive, everything)
    assert limit == 0.6
    assert worth == pytest.approx(1 / (4 / 44))
