import numpy as np
import pytest

from lookclear.text.vectors import TermRows, Vocabulary, term_of


def test_similarity_is_the_cosine_of_weighted_rows():
    vocabulary = Vocabulary()
    solar, panel, guide = (vocabulary.number(term) for term in ("solar", "panel", "guid"))
    topic = np.zeros(3)
    topic[[solar, panel]] = 0.8, 0.6
    rows = TermRows()
    rows.append(vocabulary.row({"panel": 1, "guid": 1}))
    rows.append(vocabulary.row({"solar": 1, "panel": 1, "guid": 1, "home": 1}))
    rows.append(vocabulary.row({}))
    idf = np.ones(len(vocabulary))
    topic = np.concatenate([topic, np.zeros(len(idf) - 3)])
    assert rows.similarities(topic, idf) == pytest.approx([0.42426, 0.7, 0.0], abs=1e-5)
    assert guide == 2


def test_later_rows_can_be_judged_alone():
    vocabulary, rows = Vocabulary(), TermRows()
    for number in range(1500):  # beyond the first allocation
        rows.append(vocabulary.row({f"t{number}": 1.0, "both": 2.0}))
    topic = np.zeros(len(vocabulary))
    topic[vocabulary.number("both")] = 1.0
    idf = np.linspace(1, 2, len(vocabulary))
    assert rows.similarities(topic, idf, 1400) == pytest.approx(rows.similarities(topic, idf)[1400:])


def test_an_empty_topic_is_like_nothing():
    vocabulary, rows = Vocabulary(), TermRows()
    rows.append(vocabulary.row({"soil": 1.0}))
    assert rows.similarities(np.zeros(1), np.ones(1)).tolist() == [0.0]


@pytest.mark.parametrize("word", ["the", "我们", "2018", "x", "a" * 41])
def test_words_without_topic_have_no_term(word):
    assert not term_of(word)
