"""The table of words gives each word the number that was found for it, however often and beside whatever."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.wordtable import WordTable, of_blanks, of_lists

WORDS = st.lists(st.text(max_size=30), min_size=1, max_size=40)


class Finder(dict):
    """Numbers words in order of their coming, and counts how often it was asked."""

    asked = 0

    def __call__(self, word):
        self.asked += 1
        return self.setdefault(word, len(self))


def numbers(table, kernels, texts, find):
    found, counts = table.numbers(kernels, texts, find)
    return found.tolist(), counts.tolist()


@pytest.mark.parametrize(
    "runs",
    [
        [["salt", "marsh", "salt"], ["marsh"]],
        [["长江大桥", "长江", "salt"], ["盐沼"]],
        [["", "a", ""], [""]],
        [["x" * 24, "x" * 25, "x" * 300], ["x" * 24, "y"]],
        [["12345678", "1234567812345678", "1234567"]],
        [["ÿ", "\x01", "\x7f", "\x80", "a b"]],
    ],
)
def test_words_have_the_numbers_that_were_found_for_them(kernels, runs):
    table, find = WordTable(seed=3), Finder()
    texts = of_lists(runs)
    for _ in range(2):
        found, counts = numbers(table, kernels, texts, find)
        assert found == [find[word] for run in runs for word in run]
        assert counts == [len(run) for run in runs]


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=5), st.integers(0, 2**64 - 1))
def test_any_words_have_their_numbers(kernels, runs, seed):
    texts = of_lists(runs)
    if texts is None:
        assert any("\0" in word or not word.isprintable() for run in runs for word in run)
        return
    found, _ = numbers(WordTable(seed), kernels, texts, find := Finder())
    assert found == [find[word] for run in runs for word in run]


def test_a_table_grows_and_still_knows_all_words(kernels):
    rng, table, find = random.Random(1), WordTable(), Finder()
    for _ in range(30):
        words = [f"w{rng.randrange(40_000)}" for _ in range(2000)]
        assert numbers(table, kernels, of_lists([words]), find)[0] == [find[word] for word in words]
    assert len(table) == len(find) > 20_000
    find.asked = 0
    numbers(table, kernels, of_lists([list(find)]), find)
    assert not find.asked
    table.clear()
    numbers(table, kernels, of_lists([list(find)]), find)
    assert find.asked == len(find)


def test_blanks_part_the_words_of_a_text(kernels):
    found, counts = numbers(
        WordTable(), kernels, of_blanks(["salt  marsh", "盐沼", " salt "]), find := Finder()
    )
    assert found == [find["salt"], find["marsh"], find["盐沼"], find["salt"]]
    assert counts == [2, 1, 1]


@pytest.mark.parametrize("word", ["a\0b", "\0", "\ud800"])
def test_words_that_cannot_be_written_side_by_side_are_left_to_others(word):
    assert of_lists([["salt", word], ["marsh"]]) is None


def test_lone_surrogates_are_no_text_for_compiled_code():
    assert of_blanks(["salt", "\udfff marsh"]) is None
