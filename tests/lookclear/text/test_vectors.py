import numpy as np
import pytest

from lookclear.text import vectors
from lookclear.text.vectors import Concept, RowBatch, TermRows, Vocabulary, term_of


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
    assert rows.similarities(Concept.of(topic, idf)) == pytest.approx([0.42426, 0.7, 0.0], abs=1e-5)
    assert guide == 2


def test_later_rows_can_be_judged_alone():
    vocabulary, rows = Vocabulary(), TermRows()
    for number in range(1500):  # beyond the first allocation
        rows.append(vocabulary.row({f"t{number}": 1.0, "both": 2.0}))
    topic = np.zeros(len(vocabulary))
    topic[vocabulary.number("both")] = 1.0
    idf = np.linspace(1, 2, len(vocabulary))
    concept = Concept.of(topic, idf)
    assert rows.similarities(concept, 1400) == pytest.approx(rows.similarities(concept)[1400:])


def test_an_empty_topic_is_like_nothing():
    vocabulary, rows = Vocabulary(), TermRows()
    rows.append(vocabulary.row({"soil": 1.0}))
    assert rows.similarities(Concept.of(np.zeros(1), np.ones(1))).tolist() == [0.0]


@pytest.mark.parametrize("word", ["the", "我们", "2018", "x", "a" * 41])
def test_words_without_topic_have_no_term(word):
    assert not term_of(word)


def random_rows(count, terms=200):
    chance = np.random.default_rng(7)
    rows = []
    for _ in range(count):
        numbers = np.unique(chance.integers(0, terms, chance.integers(0, 9))).astype(np.int32)
        rows.append((numbers, chance.uniform(0.5, 3, len(numbers)).astype(np.float32)))
    return rows


def dense(rows, terms=200):
    matrix = np.zeros((len(rows), terms))
    for at, (numbers, weights) in enumerate(rows):
        matrix[at, numbers] = weights
    return matrix


def filled(rows):
    held = TermRows()
    held.extend(RowBatch.of(rows))
    return held


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_rows_are_compared_a_chunk_at_a_time_with_the_same_result(chunk, monkeypatch):
    monkeypatch.setattr(vectors, "CHUNK", chunk)
    rows, idf = random_rows(60), np.linspace(0.2, 3, 200)
    topic = np.zeros(200)
    topic[::3] = 0.1
    matrix = dense(rows) * idf
    lengths = np.linalg.norm(matrix, axis=1)
    cosines = matrix @ topic / np.where(lengths > 0, lengths * np.linalg.norm(topic), 1)
    assert filled(rows).similarities(Concept.of(topic, idf)) == pytest.approx(cosines)
    shares = np.linspace(0, 1, 60)
    units = matrix / np.where(lengths > 0, lengths, 1)[:, None]
    assert filled(rows).mixture(shares, idf) == pytest.approx(units.T @ shares)
    assert RowBatch.of(rows).products(topic) == pytest.approx(dense(rows) @ topic)


def test_rows_that_are_kept_close_up():
    rows = random_rows(40)
    kept = filled(rows)
    kept.keep(np.array([0, 3, 39]))
    kept.append(rows[5])
    assert len(kept) == 4
    assert (dense([kept.batch()[n] for n in range(4)]) == dense([rows[n] for n in (0, 3, 39, 5)])).all()
    assert [len(row) for row in kept.batch(2)[-1]] == [len(row) for row in rows[5]]


def test_equal_words_in_another_order_give_equal_rows():
    vocabulary = Vocabulary()
    one = vocabulary.row({"soil": 1.0, "土壤": 2.0, "crop": 3.0})
    other = vocabulary.row({"crop": 3.0, "soil": 1.0, "土壤": 2.0})
    assert [part.tolist() for part in one] == [part.tolist() for part in other]


@pytest.mark.parametrize("chunk", [1, 7, 1 << 19])
def test_sums_over_the_terms_of_rows_are_the_same_in_chunks_of_any_size(chunk, monkeypatch):
    monkeypatch.setattr(vectors, "CHUNK", chunk)
    rows = RowBatch.of(
        [(np.array(own, np.int32), np.ones(len(own), np.float32)) for own in ([], [0, 2], [1], [])]
    )
    assert rows.binary_products(np.array([1.0, 10.0, 100.0])).tolist() == [0, 101, 10, 0]


def test_a_few_rows_are_compared_to_the_last_bit_as_many_are(monkeypatch):
    rows = RowBatch.of(random_rows(40))
    chance = np.random.default_rng(3)
    concept = Concept.of(chance.uniform(0, 1, 200), chance.uniform(0, 3, 200))
    few = vectors.similarities(rows, concept)
    monkeypatch.setattr(vectors, "FEW", 0)
    assert few.tolist() == vectors.similarities(rows, concept).tolist()
    assert few.max() > 0


def test_new_terms_are_numbered_in_their_order_and_a_word_without_topic_has_no_number():
    vocabulary = Vocabulary()
    vocabulary.number("soil")
    assert vocabulary.numbers(["土壤", "", "soil", "marsh", "土壤"]).tolist() == [1, -1, 0, 2, 1]
    assert vocabulary.numbers(iter(["marsh"])).tolist() == [2]
    assert vocabulary.find("") is None
    assert len(vocabulary) == len(vocabulary.shares) == 3
