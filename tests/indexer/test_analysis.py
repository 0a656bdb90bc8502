import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.analysis import index_term, inner_terms, places, query_words
from lookclear.text.segment import tokenize, words


@pytest.mark.parametrize(
    ("word", "term"),
    [("crawlers", "crawler"), ("长江大桥", "长江大桥"), ("c++", "c++"), ("5g", "5g"), ("x" * 100, "x" * 64)],
)
def test_term_of_a_word(word, term):
    assert index_term(word) == term


@pytest.mark.parametrize(
    ("word", "inner"),
    [
        ("搜索", ()),
        ("crawlers", ()),
        ("长江大桥", (("长江", 0), ("大桥", 2))),
        ("武汉长江大桥", (("武汉", 0), ("长江", 2), ("大桥", 4), ("长江大桥", 2))),
        ("马克思主义", (("马克", 0), ("主义", 3), ("马克思", 0))),
    ],
)
def test_terms_inside_a_chinese_word_have_places_of_their_own(word, inner):
    assert inner_terms(word) == inner
    assert all(word[at : at + places(part)] == part for part, at in inner)


def test_query_words_are_cut_coarsely_and_know_stop_words():
    found = query_words("The 长江大桥 crawlers")
    assert [(word.term, word.stop) for word in found] == [
        ("the", True),
        ("长江大桥", False),
        ("crawler", False),
    ]


@given(st.text(max_size=80))
def test_offsets_of_query_words_lie_in_the_text(text):
    for word in query_words(text):
        assert 0 <= word.start < word.end <= len(text)


@given(st.text("aC#+.nET' j9_-\n", max_size=40) | st.text("aC#+.nET'’\n搜索\u00ad ", max_size=40))
def test_words_of_a_text_are_those_of_its_tokens(text):
    assert words(text) == [token.text for token in tokenize(text)]
