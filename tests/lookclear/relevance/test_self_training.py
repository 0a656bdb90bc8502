import numpy as np
import pytest

from lookclear.relevance.naive_bayes import NaiveBayes
from lookclear.relevance.self_training import SelfTraining
from lookclear.text.vectors import RowBatch, Vocabulary
from tests.lookclear.relevance.pages_of_words import LANGUAGES, drawn, row_of


def started(language="English", labels=40, words=14):
    """Return (vocabulary, self-training that was told labels, words on topic, other words)."""
    topic, rest = LANGUAGES[language]
    generator, vocabulary = np.random.default_rng(4), Vocabulary()
    training = SelfTraining(NaiveBayes(vocabulary))
    for at in range(labels):
        own = topic if at % 2 == 0 or at % 20 == 9 else rest
        page = drawn(generator, own, 1, words)[0]
        training.label(row_of(vocabulary, *page), is_relevant=own is topic)
    return vocabulary, training, topic, rest


@pytest.mark.parametrize("language", LANGUAGES)
def test_sure_pages_label_themselves_and_others_do_not(language):
    vocabulary, training, topic, _ = started(language)
    before = training.model.pages
    assert training.see(row_of(vocabulary, *topic))
    assert not training.see(row_of(vocabulary, "year"))
    assert not training.see(row_of(vocabulary))
    assert training.model.pages[1] == pytest.approx(before[1] + 0.3)


def test_every_tenth_label_is_held_back():
    _, training, _, _ = started(labels=40)
    assert sum(training.model.pages) == 36


def test_no_more_pages_label_themselves_than_were_labelled():
    vocabulary, training, topic, _ = started(labels=12)
    learned = [training.see(row_of(vocabulary, *topic)) for _ in range(30)]
    assert sum(learned) == 12
    assert not any(learned[12:])


def test_pages_that_mislead_are_taken_back_to_the_bit():
    vocabulary = Vocabulary()
    training = SelfTraining(NaiveBayes(vocabulary))
    for at in range(1, 61):
        words = "corn dune dune dune dune" if at % 10 == 0 else "corn seed" if at % 2 else "loan bank"
        training.label(row_of(vocabulary, *words.split()), is_relevant="corn" in words)
    asked = RowBatch.of([row_of(vocabulary, word) for word in ("corn", "loan", "dune", "year")])
    before = training.model.margins(asked).tolist()
    bait = row_of(vocabulary, *["loan"] * 10, *["dune"] * 20)  # sure to be off topic; dune is not known yet
    learned = [training.see(bait) for _ in range(10)]
    assert all(learned)
    assert training.restored == 1
    assert training.model.margins(asked).tolist() == before
    sure = row_of(vocabulary, *["corn"] * 5)
    assert not training.see(sure)
    training.label(sure, is_relevant=True)
    assert training.see(sure)
