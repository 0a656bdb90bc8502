import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.errors import StoreError
from lookclear.relevance.naive_bayes import NaiveBayes
from lookclear.text.vectors import RowBatch, Vocabulary
from tests.lookclear.relevance.pages_of_words import row_of

WORDS = ["corn", "seed", "soil", "stock", "土壤", "玉米"]


def learned(vocabulary):
    model = NaiveBayes(vocabulary)
    for words, is_relevant in (("corn corn seed", True), ("corn soil", True), ("stock soil", False)):
        model.learn(row_of(vocabulary, *words.split()), is_relevant=is_relevant)
    return model


def probability(model, row):
    return 1 / (1 + np.exp(-model.margins(RowBatch.of([row]))[0]))


def test_worked_example_before_and_after_learning_one_more_page():
    vocabulary = Vocabulary()
    model = learned(vocabulary)
    page = row_of(vocabulary, "corn", "soil")
    assert probability(model, page) == pytest.approx(0.78049, abs=5e-6)
    model.learn(row_of(vocabulary, "soil", "seed"), is_relevant=True)
    assert probability(model, page) == pytest.approx(0.84265, abs=5e-6)


@pytest.mark.parametrize("words", ["unheard", "闻所未闻", ""])
def test_words_that_no_page_has_change_nothing(words):
    vocabulary = Vocabulary()
    model = learned(vocabulary)
    plain = row_of(vocabulary, "corn", "soil")
    more = row_of(vocabulary, "corn", "soil", *words.split())
    assert probability(model, more) == probability(model, plain)


def test_long_pages_are_less_sure_of_themselves():
    vocabulary = Vocabulary()
    model = learned(vocabulary)
    once, often = row_of(vocabulary, *["corn"] * 50), row_of(vocabulary, *["corn"] * 200)
    prior = np.log(2)
    one, four = (model.margins(RowBatch.of([row]))[0] for row in (once, often))
    assert four == pytest.approx((4 * (one - prior) + prior) / 2)


def test_with_one_side_only_nothing_is_said():
    vocabulary = Vocabulary()
    model = NaiveBayes(vocabulary)
    page = row_of(vocabulary, "corn")
    model.learn(page, is_relevant=True)
    assert model.margins(RowBatch.of([page])).tolist() == [0.0]
    assert model.parts(page)["log-odds"] == 0.0


@given(
    st.lists(st.tuples(st.lists(st.sampled_from(WORDS), max_size=6), st.booleans()), min_size=1, max_size=6),
    st.lists(st.sampled_from(WORDS), max_size=6),
    st.sampled_from([1.0, 0.3]),
)
def test_unlearning_takes_a_page_back_to_the_bit(pages, more, weight):
    vocabulary = Vocabulary()
    rows = [(row_of(vocabulary, *words), label) for words, label in pages]
    plain, changed = NaiveBayes(vocabulary), NaiveBayes(vocabulary)
    added = row_of(vocabulary, *more)
    for model in (plain, changed):
        for row, label in rows:
            model.learn(row, is_relevant=label)
    changed.learn(added, is_relevant=True, weight=weight)
    changed.unlearn(added, is_relevant=True, weight=weight)
    batch = RowBatch.of([row for row, _ in rows] + [added])
    assert changed.margins(batch).tolist() == plain.margins(batch).tolist()
    assert changed.pages == plain.pages


def test_what_was_not_learned_cannot_be_unlearned():
    vocabulary = Vocabulary()
    model = learned(vocabulary)
    with pytest.raises(ValueError, match="not learned"):
        model.unlearn(row_of(vocabulary, "stock", "stock"), is_relevant=True)
    with pytest.raises(ValueError, match="not learned"):
        model.unlearn(row_of(vocabulary, "unheard"), is_relevant=False)


def test_the_order_of_learning_does_not_matter():
    vocabulary = Vocabulary()
    pages = [(row_of(vocabulary, "corn", "玉米"), True), (row_of(vocabulary, "stock"), False)] * 3
    one, other = NaiveBayes(vocabulary), NaiveBayes(vocabulary)
    for row, label in pages:
        one.learn(row, is_relevant=label)
    for row, label in reversed(pages):
        other.learn(row, is_relevant=label)
    batch = RowBatch.of([row for row, _ in pages])
    assert one.margins(batch).tolist() == other.margins(batch).tolist()


def test_counts_below_zero_in_a_stored_model_are_refused():
    vocabulary = Vocabulary()
    state = learned(vocabulary).state()
    state.arrays["counts"][0, 0] = -1
    with pytest.raises(StoreError, match="a count is below 0"):
        NaiveBayes.from_state(state, Vocabulary())


def test_strongest_words_are_those_of_the_topic():
    vocabulary = Vocabulary()
    terms = learned(vocabulary).terms()
    assert terms[0] == ("corn", 1.0)
    assert "stock" not in dict(terms)
