"""What holds for every model of page relevance; a model that is added to KINDS is tested with the others."""

import json

import numpy as np
import pytest

from lookclear.errors import NotLearnable, StoreError
from lookclear.relevance.contract import Examples, ModelState
from lookclear.relevance.learned import KINDS, LearnedModel, learn
from lookclear.text.vectors import RowBatch, Vocabulary
from tests.lookclear.relevance.pages_of_words import BANK, FARM, LANGUAGES, collection, drawn, rows_of

every_kind = pytest.mark.parametrize("kind", KINDS)
every_kind_that_contrasts = pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "centroid"])
every_language = pytest.mark.parametrize("language", ["English", "Chinese", "mixed"])


def learned(kind, vocabulary, examples, seed=0):
    return learn(kind, vocabulary, examples, np.random.default_rng(seed))


def in_range(scores):
    return bool(np.all(np.isfinite(scores)) and np.all(scores >= 0) and np.all(scores <= 1))


@every_kind
@every_language
def test_pages_on_topic_are_told_from_others(kind, language):
    vocabulary, examples, test, labels = collection(language)
    scores = learned(kind, vocabulary, examples).scores(test)
    assert in_range(scores)
    assert scores[labels].mean() > scores[~labels].mean() + 0.3
    called = scores >= 0.5
    assert 0 < called.sum() < len(called)


@every_kind
@every_language
def test_scores_are_probabilities_in_the_mean(kind, language):
    vocabulary, examples, test, labels = collection(language, positives=20, unlabelled=200, hidden=40)
    model = learned(kind, vocabulary, examples)
    assert model.scores(test).mean() == pytest.approx(labels.mean(), abs=0.15)


@every_kind
def test_equal_examples_give_equal_models(kind):
    vocabulary, examples, test, _ = collection()
    one, other = (learned(kind, vocabulary, examples) for _ in range(2))
    assert one.scores(test).tolist() == other.scores(test).tolist()


@every_kind
def test_a_page_without_words_or_with_unknown_ones_is_no_better_than_the_prior(kind):
    vocabulary, examples, _, _ = collection()
    model = learned(kind, vocabulary, examples)
    empty, unknown = model.scores(rows_of(vocabulary, [[], ["quasar", "类星体"]]))
    assert empty <= model.calibration.prior
    assert unknown < 0.5
    assert model.scores(RowBatch.of([])).tolist() == []


@every_kind
def test_parts_name_numbers_and_agree_with_the_score(kind):
    vocabulary, examples, test, _ = collection()
    model = learned(kind, vocabulary, examples)
    parts = model.parts(test[0])
    assert {"margin", "prior"} < set(parts)
    assert all(np.isfinite(value) for value in parts.values())
    again = model.calibration.probabilities(np.array([parts["margin"]]))
    assert again[0] == pytest.approx(model.scores(test.take(np.array([0])))[0])
    assert all(np.isfinite(value) for value in model.parts(rows_of(vocabulary, [[]])[0]).values())


@every_kind
@every_language
def test_the_strongest_terms_are_words_of_the_topic(kind, language):
    vocabulary, examples, _, _ = collection(language, positives=20)
    terms = learned(kind, vocabulary, examples).terms(5)
    assert len(terms) == 5
    assert all(weight > 0 for _, weight in terms)
    words, _ = LANGUAGES[language]
    assert len({term for term, _ in terms} & set(words)) >= 3


@every_kind
def test_a_state_is_plain_data_and_gives_the_model_back_over_another_vocabulary(kind):
    vocabulary, examples, test, _ = collection("mixed")
    model = learned(kind, vocabulary, examples)
    state = model.state()
    assert json.loads(json.dumps(dict(state.facts))) == dict(state.facts)
    assert all(array.dtype in (np.float64, np.int64) for array in state.arrays.values())
    other = Vocabulary()
    rows_of(other, [["quasar", "类星体", "soil"]])
    again = LearnedModel.from_state(state, other)
    moved = RowBatch.of(
        [
            other.row({vocabulary.term(int(n)): float(w) for n, w in zip(*test[at], strict=True)})
            for at in range(len(test))
        ]
    )
    assert again.scores(moved) == pytest.approx(model.scores(test), abs=1e-9)
    assert again.kind == model.kind == kind
    assert [term for term, _ in again.terms(5)] == [term for term, _ in model.terms(5)]


@every_kind
def test_a_damaged_state_is_refused_with_what_is_wrong(kind):
    vocabulary, examples, _, _ = collection()
    state = learned(kind, vocabulary, examples).state()
    first = next(iter(state.arrays))
    broken = {
        "missing": {name: array for name, array in state.arrays.items() if name != first},
        "shape": {**state.arrays, first: np.zeros((7, 7, 7))},
        "no number": {**state.arrays, first: np.full(state.arrays[first].shape, np.nan)},
    }
    for what, arrays in broken.items():
        with pytest.raises(StoreError, match=f"damaged: .*{what}"):
            LearnedModel.from_state(ModelState(kind, state.terms, arrays, state.facts), Vocabulary())
    for name in ("slope", "intercept", "prior", "margin/kind"):
        facts = {key: fact for key, fact in state.facts.items() if key != name}
        with pytest.raises(StoreError, match="damaged"):
            LearnedModel.from_state(ModelState(kind, state.terms, state.arrays, facts), Vocabulary())
    with pytest.raises(StoreError, match="no model of this kind"):
        LearnedModel.from_state(ModelState("oracle", state.terms, state.arrays, state.facts), Vocabulary())


@every_kind
def test_one_example_is_enough_and_said_to_be_unchecked(kind):
    vocabulary, examples, test, labels = collection(positives=1)
    model = learned(kind, vocabulary, examples)
    assert any("cannot be checked" in note for note in model.notes)
    scores = model.scores(test)
    assert in_range(scores)
    assert scores[labels].mean() > scores[~labels].mean()


@every_kind
@pytest.mark.parametrize("positives", [2, 3])
def test_two_examples_collapse_to_neither_all_nor_none(kind, positives):
    vocabulary, examples, test, labels = collection(positives=positives)
    scores = learned(kind, vocabulary, examples).scores(test)
    assert scores[labels].mean() > 5 * scores[~labels].mean()
    assert scores[labels].max() > 0.25


@every_kind
def test_more_examples_than_unlabelled_pages(kind):
    vocabulary, examples, test, labels = collection(positives=40, unlabelled=8, hidden=2)
    scores = learned(kind, vocabulary, examples).scores(test)
    assert in_range(scores)
    assert scores[labels].mean() > scores[~labels].mean() + 0.2


@every_kind
def test_one_unlabelled_page(kind):
    vocabulary, examples, test, _ = collection(positives=5, unlabelled=1, hidden=0)
    model = learned(kind, vocabulary, examples)
    assert in_range(model.scores(test))
    assert model.notes


@every_kind
def test_counter_examples_alone_are_enough_to_tell_from(kind):
    vocabulary, examples, test, labels = collection(positives=10)
    others = rows_of(vocabulary, drawn(np.random.default_rng(7), BANK, 10))
    scores = learned(kind, vocabulary, Examples(examples.positive, negative=others)).scores(test)
    assert scores[labels].mean() > scores[~labels].mean() + 0.3


@every_kind_that_contrasts
def test_unlabelled_pages_that_are_copies_of_examples_say_nothing(kind):
    vocabulary = Vocabulary()
    same = rows_of(vocabulary, [["soil", "seed"]] * 6)
    with pytest.raises(NotLearnable, match="copy of an example"):
        learned(kind, vocabulary, Examples(same, same))


@every_kind
def test_pages_that_are_all_the_same_get_scores(kind):
    vocabulary = Vocabulary()
    same = rows_of(vocabulary, [["soil", "seed"]] * 6)
    other = rows_of(vocabulary, [["soil", "seed", "year"]] * 6)
    model = learned(kind, vocabulary, Examples(same, other))
    assert in_range(model.scores(other))
    assert in_range(model.scores(same))


@every_kind
@pytest.mark.parametrize(
    ("positive", "unlabelled", "negative", "message"),
    [
        ([], [["soil"]], [], "no page on topic is known"),
        ([[], []], [["soil"]], [], "every page on topic is empty"),
        ([["soil"], ["seed"]], [["loan"]], [["seed"], ["soil"]], "are the same pages"),
    ],
)
def test_examples_that_tell_nothing_are_refused_with_a_hint(kind, positive, unlabelled, negative, message):
    vocabulary = Vocabulary()
    examples = Examples(*(rows_of(vocabulary, pages) for pages in (positive, unlabelled, negative)))
    with pytest.raises(NotLearnable, match=message) as raised:
        learned(kind, vocabulary, examples)
    assert raised.value.hint


@every_kind
def test_a_hundred_thousand_terms(kind):
    generator = np.random.default_rng(1)
    vocabulary = Vocabulary()
    words = [f"w{number}x" for number in range(100_000)]
    pages = [
        [*generator.choice(words, 1_500), *generator.choice(topic, 20)] for topic in [FARM] * 10 + [BANK] * 70
    ]
    rows = rows_of(vocabulary, [[str(word) for word in page] for page in pages])
    assert len(vocabulary) > 60_000
    examples = Examples(rows.take(np.arange(6)), rows.take(np.arange(6, 80)))
    assert in_range(learned(kind, vocabulary, examples).scores(rows))


@every_kind_that_contrasts
@pytest.mark.parametrize("unlabelled", [[], [[]]])
def test_without_anything_to_tell_the_topic_from_it_is_said(kind, unlabelled):
    vocabulary = Vocabulary()
    examples = Examples(rows_of(vocabulary, [["soil"]]), rows_of(vocabulary, unlabelled))
    with pytest.raises(NotLearnable, match="nothing to tell the topic from") as raised:
        learned(kind, vocabulary, examples)
    assert "the centroid model" in raised.value.hint


def test_the_centroid_needs_pages_on_topic_alone():
    vocabulary, examples, test, labels = collection()
    model = learned("centroid", vocabulary, Examples(examples.positive))
    scores = model.scores(test)
    assert scores[labels].mean() > 0.5 > scores[~labels].mean()
    assert model.notes


def test_an_unknown_kind_is_refused_with_the_known_ones():
    vocabulary, examples, _, _ = collection()
    with pytest.raises(NotLearnable, match="no model 'magic'; known are: vote"):
        learned("magic", vocabulary, examples)
