import pytest

from lookclear.text.distinct import CutText, Distinct
from lookclear.text.segment import cut


@pytest.mark.parametrize(
    ("tokens", "words", "entries"),
    [
        ((), [], []),
        (("soil", "the", "soil"), ["soil", "the"], [0, 1, 0]),
        (("土壤", "gpu", "土壤", "gpu"), ["土壤", "gpu"], [0, 1, 0, 1]),
    ],
)
def test_each_word_is_there_once(tokens, words, entries):
    found = Distinct.of(tokens)
    assert found.words == words
    assert found.entries.tolist() == entries


TEXT = "Soil and e-mail\n土壤 over wi-fi | C++ co-op\n堆肥 low-fi"


@pytest.mark.parametrize("begins", [[], [0], [0, 16], [16], [0, 16, 44]])
def test_a_word_has_the_number_it_has_in_the_whole_text(begins):
    words = cut(TEXT)
    firsts = [sum(start < begin for start in words.starts) for begin in begins]
    found = CutText(*Distinct.of(words.texts), begins, firsts)
    numbers = [found.number_at(TEXT, start) for start in words.starts]
    assert numbers == list(range(len(words.texts)))
