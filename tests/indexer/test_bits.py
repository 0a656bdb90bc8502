import numpy as np
import pytest

from indexer.bits import are_set, bits_of, docs_of, words_for


@pytest.mark.parametrize("docs", [[], [0], [63, 64], [0, 1, 127, 190]])
def test_documents_come_back(docs):
    bits = bits_of(words_for(191), [np.array(docs, np.int64)])
    assert docs_of(bits).tolist() == docs
    assert np.flatnonzero(are_set(bits, np.arange(191))).tolist() == docs


def test_sets_are_joined():
    bits = bits_of(1, [np.array([1]), np.array([2])], bits_of(1, [np.array([5])]))
    assert docs_of(bits).tolist() == [1, 2, 5]
