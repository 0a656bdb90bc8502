import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.repair import MAX_CHARS, MAX_TERMS, Kind, repair
from lookclear.text.segment import words

BITS = [
    "a",
    "marsh",
    "大桥",
    '"',
    "(",
    ")",
    "-",
    "AND",
    "OR",
    "NOT",
    " ",
    "  ",
    "site:",
    "title:",
    "：",
    "“",
    "*",
    "\x00",
    "\ud800",
    ":",
]


def shape(query):
    pieces, notes = repair(query)
    return " ".join(
        piece.field + ":" * bool(piece.field) + (piece.text or piece.kind.value) for piece in pieces
    ), notes


@pytest.mark.parametrize(
    ("query", "expected", "notes"),
    [
        ("salt marsh", "salt marsh", []),
        ('"salt marsh" -desert', "salt marsh NOT desert", []),
        ("marsh – desert", "marsh desert", []),
        ("well-known", "well-known", []),
        ('marsh "salt water', "marsh salt water", ["quote-ignored"]),
        ("(marsh OR", "marsh", ["parenthesis-ignored", "operator-ignored"]),
        ("marsh) (", "marsh", ["parenthesis-ignored"]),
        ("() marsh", "marsh", []),
        ("AND OR", "", ["operator-ignored", "empty"]),
        ("a AND OR b", "a OR b", ["operator-ignored"]),
        ("- -a", "NOT a", []),
        ("--a", "NOT a", []),
        ("NOT NOT a", "NOT a", ["operator-ignored"]),
        ("a -", "a", []),
        ("*", "", ["wildcard-ignored", "empty"]),
        ("mars*", "mars*", []),
        ("m*", "m*", ["wildcard-ignored"]),
        ("what is marsh?", "what is marsh?", []),
        ("", "", ["empty"]),
        ("   ", "", ["empty"]),
        ("?!，。", "", ["empty"]),
        ("((((", "", ["parenthesis-ignored", "empty"]),
        ("site: example.org", "site:example.org", []),
        ("site:", "", ["empty"]),
        ("SITE:example.org", "site:example.org", []),
        ("title:(salt marsh)", "title:( salt marsh )", []),
        ("foo:bar", "foo:bar", []),
        ("site：example.org －desert （a ＯＲ b）", "site:example.org NOT desert ( a OR b )", []),
        ("“长江 大桥”，桥", "长江 大桥 桥", []),
        ("「搜索」", "搜索", []),
        ("marsh,water 1,000", "marsh water 1,000", []),
        ("a | b", "a OR b", []),
        ("x\x00y\u202ez", "x yz", []),
        ("lone \ud800 half", "lone half", []),
        ("co\u00adoperate", "cooperate", []),
        ("{}\\%^$.+", "", ["empty"]),
    ],
)
def test_query_is_repaired_to(query, expected, notes):
    assert shape(query) == (expected, notes)


def test_long_query_is_cut_and_says_so():
    pieces, notes = repair("marsh " * 20_000)
    assert len(pieces) <= MAX_TERMS
    assert notes == ["query-cut"]


@pytest.mark.parametrize(
    "query", [" ".join(f"w{n}" for n in range(50)), "搜索引擎技术的发展历史" * 20, '"' + "a b " * 40 + '"']
)
def test_at_most_32_words_are_looked_for(query):
    pieces, notes = repair(query)
    assert sum(len(words(piece.text)) for piece in pieces) == MAX_TERMS
    assert notes == ["query-cut"]


def test_thousand_alternatives_are_cut():
    pieces, notes = repair(" OR ".join(f"w{n}" for n in range(1000)))
    assert pieces[-1].kind is Kind.WORD
    assert notes[0] == "query-cut"


def test_deep_brackets_are_dropped():
    pieces, notes = repair("(" * 100 + "marsh" + ")" * 100)
    assert [piece.kind for piece in pieces].count(Kind.OPEN) == 20
    assert notes == ["parenthesis-ignored"]


@given(st.lists(st.sampled_from(BITS), max_size=40).map("".join) | st.text(max_size=2 * MAX_CHARS))
def test_result_is_always_well_formed(query):
    pieces, _ = repair(query)
    depth, before = 0, None
    for piece in pieces:
        operand = piece.kind in (Kind.WORD, Kind.PHRASE, Kind.OPEN)
        if before in (Kind.AND, Kind.OR):
            assert operand or piece.kind is Kind.NOT
        if before is Kind.NOT:
            assert operand
        if piece.kind in (Kind.AND, Kind.OR):
            assert before in (Kind.WORD, Kind.PHRASE, Kind.CLOSE)
        if piece.kind is Kind.CLOSE:
            assert before is not Kind.OPEN
        depth += (piece.kind is Kind.OPEN) - (piece.kind is Kind.CLOSE)
        assert depth >= 0
        before = piece.kind
    assert depth == 0
    assert before not in (Kind.AND, Kind.OR, Kind.NOT)
