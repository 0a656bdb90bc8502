import numpy as np

from lookclear.links.adaptive.wording import Wording
from lookclear.text.vectors import RowBatch, Vocabulary

WORDS = ("soil", "土壤", "bank", "menu")


def rows(vocabulary, *texts):
    return RowBatch.of([vocabulary.row(dict.fromkeys(text.split(), 1.0)) for text in texts])


def test_words_of_links_that_paid_off_speak_for_a_link_and_others_against_it():
    vocabulary = Vocabulary()
    wording = Wording(1.0)
    for page, text in enumerate(["soil 土壤", "soil", "bank", "bank"]):
        wording.add(rows(vocabulary, text), page)
    wording.learn(np.array([1.0, 1.0, 0.0, 0.0]), 0.5, len(vocabulary))
    english, chinese, mixed, against, unknown, empty = wording.judge(
        rows(vocabulary, "soil", "土壤", "soil 土壤", "bank", "menu", ""), len(vocabulary)
    )
    assert english > 0
    assert chinese > 0
    assert mixed > max(english, chinese)
    assert against < 0
    assert (unknown, empty) == (0, 0)


def test_a_word_counts_once_a_page_however_many_links_led_to_it():
    def odds(*links):
        vocabulary = Vocabulary()
        wording = Wording(1.0)
        wording.add(rows(vocabulary, *links), 0)
        wording.learn(np.array([1.0]), 0.3, len(vocabulary))
        return wording.judge(rows(vocabulary, "soil"), len(vocabulary))[0]

    assert odds("soil", "soil", "soil") == odds("soil")


def test_before_anything_was_learned_words_say_nothing():
    vocabulary = Vocabulary()
    assert Wording(1.0).judge(rows(vocabulary, "soil"), len(vocabulary)).tolist() == [0.0]
