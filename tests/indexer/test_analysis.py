import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.analysis import finer_cuts, index_terms, query_words
from lookclear.text.segment import tokenize, words


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("crawlers", ("crawler",)),
        ("搜索", ("搜索",)),
        ("长江大桥", ("长江大桥", "长江", "大桥")),
        ("武汉长江大桥", ("武汉长江大桥", "武汉", "长江", "大桥", "长江大桥")),
        ("马克思主义", ("马克思主义", "马克", "主义", "马克思")),
        ("c++", ("c++",)),
        ("5g", ("5g",)),
        ("x" * 100, ("x" * 64,)),
    ],
)
def test_terms_of_a_word(word, terms):
    assert index_terms(word) == terms


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


def test_finer_cuts_are_whole_and_known():
    known = {"主题", "爬虫", "主", "题", "爬"}
    cuts = finer_cuts("主题爬虫", known.__contains__)
    assert cuts == [("主题", "爬虫"), ("主", "题", "爬虫")]
    assert finer_cuts("crawler", lambda _: True) == []
    assert finer_cuts("很" * 9, lambda _: True) == []
    assert finer_cuts("搜", lambda _: True) == []


@given(st.text("aC#+.nET' j9_-\n", max_size=40) | st.text("aC#+.nET'’\n搜索\u00ad ", max_size=40))
def test_words_of_a_text_are_those_of_its_tokens(text):
    assert words(text) == [token.text for token in tokenize(text)]
