import numpy as np
import pytest

from lookclear.relevance.weighting import Weighting, any_in_row, document_frequency
from lookclear.text.vectors import RowBatch, Vocabulary
from tests.lookclear.relevance.pages_of_words import rows_of


@pytest.fixture
def pages():
    vocabulary = Vocabulary()
    return vocabulary, rows_of(vocabulary, [["soil", "土壤"], [], ["soil", "seed", "seed"]])


def test_rows_have_unit_length_and_empty_ones_none(pages):
    _, rows = pages
    units = Weighting.of(rows).units(rows)
    lengths = np.sqrt((units * units).sum(axis=1))
    assert lengths == pytest.approx([1, 0, 1])


def test_idf_is_that_of_all_batches(pages):
    vocabulary, rows = pages
    more = rows_of(vocabulary, [["soil"], ["soil"]])
    idf = Weighting.of(rows, more).idf
    assert idf[vocabulary.number("soil")] == pytest.approx(np.log(6 / 4.5))
    assert idf[vocabulary.number("土壤")] == pytest.approx(np.log(6 / 1.5))
    assert document_frequency(rows, 5).tolist() == [2, 1, 1, 0, 0]


def test_words_that_were_unknown_weigh_nothing(pages):
    vocabulary, rows = pages
    weighting = Weighting.of(rows)
    known, more = (
        rows_of(vocabulary, [["seed"], ["seed", "quasar"]])[0],
        rows_of(vocabulary, [["seed", "quasar"], ["quasar"]]),
    )
    units = weighting.units(more)
    assert units.shape == (2, 3)
    assert (units.toarray()[0] == weighting.units(RowBatch.of([known])).toarray()[0]).all()
    assert units.toarray()[1].sum() == 0


def test_something_holds_in_a_row(pages):
    _, rows = pages
    assert any_in_row(rows, rows.weights > 1).tolist() == [False, False, True]
    assert any_in_row(RowBatch.of([]), np.zeros(0, np.bool_)).tolist() == []
