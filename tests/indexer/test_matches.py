import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.matches import Matcher


def found(text, *terms):
    return [(text[span.start : span.end], span.term) for span in Matcher(terms).spans(text)]


@pytest.mark.parametrize(
    ("text", "terms", "expected"),
    [
        ("Salt marshes of salt", ["salt", "marsh"], [("Salt", 0), ("marshes", 1), ("salt", 0)]),
        ("basalt saltier", ["salt"], []),  # not inside another word, not another word's beginning
        ("3salt salt3 salt 3saltier", ["salt"], [("3salt", 0), ("salt3", 0), ("salt", 0)]),
        ("node2 http2 2", ["http", "2"], [("http2", 0), ("2", 1)]),  # a number alone says too little
        ("node2", ["2"], [("node2", 0)]),
        ("盐salt沼", ["salt"], [("salt", 0)]),
        ("武汉长江大桥", ["长江", "大桥"], [("长江", 0), ("大桥", 1)]),
        ("武汉长江大桥", ["长江大桥", "大桥"], [("长江大桥", 0)]),
        ("ＳＡＬＴ", ["salt"], [("ＳＡＬＴ", 0)]),
        ("İstanbul salt", ["salt"], [("salt", 0)]),  # İ grows when it is lowered
        ("salt", ["salt", "salt"], [("salt", 0)]),
        ("salt", [], []),
    ],
)
def test_spans_are_the_words_in_the_text(text, terms, expected):
    assert found(text, *terms) == expected


@pytest.mark.parametrize(
    ("text", "terms", "expected"),
    [
        ("the sea and the marsh", ["the", "marsh"], ["the", "marsh"]),  # only the one beside the marsh
        ("the sea", ["the", "marsh"], []),
        ("the sea", ["the"], ["the"]),
        ("第二，第3章", ["第", "3", "章"], ["第3章"]),
        ("水和土", ["水", "长江"], []),
        ("水 长江", ["水", "长江"], ["水", "长江"]),
    ],
)
def test_weak_words_count_beside_others_only(text, terms, expected):
    spans = Matcher(terms).spans(text)
    merged = []
    for span in spans:
        if merged and merged[-1][1] == span.start:
            merged[-1] = (merged[-1][0], span.end)
        else:
            merged.append((span.start, span.end))
    assert [text[start:end] for start, end in merged] == expected


@given(
    st.text(st.sampled_from(list("ab 盐沼长江大桥.<>&\"'İß第3c+")), max_size=80),
    st.lists(st.sampled_from(["a", "ab", "盐沼", "长江", "长江大桥", "第", "3", "c++", "ß"]), max_size=5),
)
def test_spans_are_ordered_apart_and_inside_the_text(text, terms):
    spans = Matcher(terms).spans(text)
    ends = [0]
    for span in spans:
        assert ends[-1] <= span.start < span.end <= len(text)
        assert 0 <= span.term < len(set(terms))
        ends.append(span.end)
