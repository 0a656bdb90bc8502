from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.analysis import index_term
from indexer.matches import Matcher
from indexer.snippets import CHINESE_CHARS, ENGLISH_CHARS, highlight, snippet


def marked(pieces):
    return [text for text, is_match in pieces if is_match]


def joined(pieces):
    return "".join(text for text, _ in pieces)


@pytest.mark.parametrize(
    ("text", "terms", "expected"),
    [
        ("The Crawlers crawled a crawl-space", ["crawl"], ["crawled", "crawl"]),
        ("The Crawlers", ["crawler"], ["Crawlers"]),
        ("happy happiness unhappy", ["happi"], ["happy", "happiness"]),
        ("GPU显卡和gpu", ["gpu"], ["GPU", "gpu"]),
        ("ＡＢＣ abc abcd", ["abc"], ["ＡＢＣ", "abc"]),
        ("马克思主义", ["马克思", "马克"], ["马克思"]),
        ("马克思主义", ["马克", "马克思"], ["马克思"]),
        ("圖書館的網頁", ["图书馆", "网页"], ["圖書館", "網頁"]),
        ("搜索引擎技术", ["搜索引擎", "引擎技术"], ["搜索引擎技术"]),
        ("Learn C++ and c++, not C", ["c++"], ["C++", "c++"]),
        (".NET and net", [".net"], [".NET"]),
        ("marsh of salt, king of land", ["marsh", "of", "salt"], ["marsh", "of", "salt"]),
        ("to be or not to be", ["to", "be"], ["to", "be", "to", "be"]),
        ("第3章，第二", ["第", "3", "章"], ["第3章"]),
        ("café CAFÉ", ["café"], ["café", "CAFÉ"]),
        ("nothing here", ["marsh"], []),
        ("", ["marsh"], []),
    ],
)
def test_matches_are_marked(text, terms, expected):
    pieces = highlight(text, Matcher(terms))
    assert marked(pieces) == expected
    assert joined(pieces) == text


@given(
    st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8)
    | st.sampled_from("die lie tie sky happ possib relat hop conflat gent ear ug on stabil new".split()),
    st.sampled_from(
        "- s es ed ing ying ies ly y ness ization ational iveness ability al able fulness er ism e".split()
    ),
)
def test_every_form_of_a_word_is_marked(stem_of, ending):
    word = stem_of + ending.strip("-")
    text = f"Some {word.capitalize()} here"
    assert marked(highlight(text, Matcher([index_term(word)]))) == [word.capitalize()]


def test_snippet_shows_the_place_with_most_words():
    text = (
        "marsh first. "
        + "filler words stand here. " * 40
        + "The salt marsh has water. "
        + "more filler. " * 40
    )
    pieces = snippet(text, Matcher(["salt", "marsh", "water"]))
    assert marked(pieces) == ["salt", "marsh", "water"]
    assert len(joined(pieces).replace(" · ", " ")) <= ENGLISH_CHARS + 2


def test_snippet_begins_and_ends_with_sentences_where_it_can():
    text = "One two three. " * 30 + "The marsh is wet. " + "Four five six. " * 30
    shown = joined(snippet(text, Matcher(["marsh"])))
    assert shown.startswith("One")
    assert shown.endswith("six.")
    assert "…" not in shown


def test_snippet_that_cuts_a_sentence_says_so():
    text = "word " * 100 + "marsh " + "word " * 100
    shown = joined(snippet(text, Matcher(["marsh"])))
    assert shown.startswith("…word ")
    assert shown.endswith(" word…")


def test_chinese_snippet_is_shorter():
    text = "我们在这里说一些别的话，" * 30 + "武汉长江大桥建成了。" + "然后又说一些别的话，" * 30
    pieces = snippet(text, Matcher(["长江大桥"]))
    assert marked(pieces) == ["长江大桥"]
    assert 40 < len(joined(pieces)) <= CHINESE_CHARS + 2


def test_chinese_snippet_is_cut_at_clauses():
    text = "这里是很长的一句话，" * 30 + "武汉长江大桥建成了，" + "还是同一句话没有完，" * 30
    shown = joined(snippet(text, Matcher(["长江大桥"])))
    assert shown.startswith("…这里是")
    assert shown.endswith("没有完…")


def test_snippet_without_match_is_the_beginning():
    text = "The beginning of it. " * 30
    assert joined(snippet(text, Matcher(["marsh"]))).startswith("The beginning of it.")
    assert joined(snippet("", Matcher(["marsh"]))) == ""


def test_lines_become_spaces():
    assert joined(snippet("one\n\n  two\tmarsh", Matcher(["marsh"]))) == "one · two marsh"


@given(
    st.text(alphabet=st.sampled_from(list("ab marsh.\n搜索引擎。，第 İßŉ")), max_size=500),
    st.lists(st.sampled_from(["marsh", "a", "搜索", "引擎", "第", "搜索引擎", "is"]), max_size=4),
)
def test_snippet_is_a_bounded_part_of_the_text(text, terms):
    pieces = snippet(text, Matcher(terms))
    plain = " ".join(text.split())
    shown = " ".join(joined(pieces).removeprefix("…").removesuffix("…").replace(" · ", " ").split())
    assert shown in plain
    assert len(joined(pieces).replace(" · ", " ")) <= ENGLISH_CHARS + 2
    assert all(left[1] != right[1] for left, right in pairwise(pieces))
    if marked(highlight(text, Matcher(terms))):
        assert marked(pieces)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Garden\nThe garden in spring.", "Garden · The garden in spring."),
        ("园艺\n花园在春天，\n要浇水。", "园艺 · 花园在春天， 要浇水。"),
        ("It rains.\nThe garden is wet.", "It rains. The garden is wet."),
        ("the garden\n", "the garden"),
    ],
)
def test_lines_that_no_sign_ends_are_parted(text, shown):
    assert joined(snippet(text, Matcher(["garden", "花园"]))) == shown
