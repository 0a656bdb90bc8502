import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.errors import UsageError
from lookclear.html.context import (
    RULES,
    BlockWindow,
    Place,
    Window,
    zeta_idom,
)
from lookclear.html.parse import parse
from lookclear.html.reading import Reading

# <div><p>Solar <a>panel guide</a> for homes</p><p>Unrelated recipe text about bread baking</p></div>
ANCHOR, PARENTS, DIV = (1, 3), [(0, 5), (0, 11)], (0, 11)


@pytest.mark.parametrize(
    ("zeta", "block", "expected"),
    [(5, DIV, (0, 5)), (8, DIV, (0, 8)), (7, DIV, (0, 7)), (8, (0, 5), (0, 5)), (10**6, DIV, DIV)],
)
def test_worked_example(zeta, block, expected):
    assert zeta_idom(ANCHOR, PARENTS, block, zeta) == expected


def test_a_long_anchor_is_its_own_context():
    assert zeta_idom((2, 9), [(0, 20)], (0, 20), 5) == (2, 9)


@st.composite
def nested(draw):
    block = (draw(st.integers(0, 5)), draw(st.integers(20, 60)))
    start = draw(st.integers(block[0], block[1] - 1))
    end = draw(st.integers(start + 1, block[1]))
    ancestors, span = [], (start, end)
    for _ in range(draw(st.integers(0, 6))):
        span = (draw(st.integers(0, span[0])), draw(st.integers(span[1], 80)))
        ancestors.append(span)
    return (start, end), ancestors, block


@given(nested(), st.integers(1, 90))
def test_context_holds_the_anchor_stays_in_the_block_and_grows_with_zeta(case, zeta):
    anchor, ancestors, block = case
    start, end = zeta_idom(anchor, ancestors, block, zeta)
    assert block[0] <= start <= anchor[0] < anchor[1] <= end <= block[1]
    assert end - start <= max(zeta, anchor[1] - anchor[0])
    wider = zeta_idom(anchor, ancestors, block, zeta + 1)
    assert wider[1] - wider[0] >= end - start


WORKED = (
    "<div><p>Solar <a href=/x>panel guide</a> for homes</p>"
    "<p>Unrelated recipe text about bread baking</p></div>"
)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("zeta-idom:5", "solar panel guide for homes"),
        ("zeta-idom:7", "solar panel guide for homes unrelated recipe"),
        ("zeta-idom:8", "solar panel guide for homes unrelated recipe text"),
        ("zeta-idom:1000000", "solar panel guide for homes unrelated recipe text about bread baking"),
        ("window:2", "solar panel guide for homes"),
        ("window:1", "solar panel guide for"),
        ("tag-tree", "solar panel guide for homes"),
        ("tag-tree:2", "solar panel guide for homes unrelated recipe text about bread baking"),
        ("tag-tree:9", "solar panel guide for homes unrelated recipe text about bread baking"),
        ("aggregate:5", "solar panel guide for homes"),
        ("aggregate:6", "solar panel guide for homes unrelated recipe text about bread baking"),
        ("aggregate:99", "solar panel guide for homes unrelated recipe text about bread baking"),
        ("anchor", "panel guide"),
        ("page", "solar panel guide for homes unrelated recipe text about bread baking"),
    ],
)
def test_worked_example_on_a_page(rule, expected):
    page = parse(WORKED.encode(), "http://example.org/", reading=Reading(context=rule))
    (link,) = page.links
    assert " ".join(page.tokens[slice(*link.context)]) == expected


def test_a_window_crosses_blocks_and_a_block_window_does_not():
    place = Place((3, 5), [(0, 6)], block=(2, 7), page=(0, 20))
    assert Window(4)(place) == (0, 9)
    assert BlockWindow(4)(place) == (2, 7)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@given(case=nested())
def test_every_rule_keeps_the_anchor_and_stays_on_the_page(rule, case):
    anchor, ancestors, block = case
    start, end = rule(Place(anchor, ancestors, block, (0, 80)))
    assert 0 <= start <= anchor[0]
    assert anchor[1] <= end <= 80


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "markup", ["<a href=/x></a>", "<a href=/x>中文 text</a>", "<div><a href=/x><img alt=hi></a></div>"]
)
def test_every_rule_copes_with_pages_of_little_text(rule, markup):
    (link,) = parse(markup.encode(), "http://example.org/", reading=Reading(context=rule)).links
    assert link.context == link.span


@pytest.mark.parametrize(
    "choice",
    [
        "context=windows",
        "context=window:",
        "context=window:-1",
        "context=page:3",
        "block_large=many",
        "zeta=3",
        "",
    ],
)
def test_a_choice_that_is_none_is_refused_with_the_known_ones(choice):
    with pytest.raises(UsageError) as raised:
        Reading.of([choice])
    assert raised.value.hint


def test_choices_of_reading_change_the_blocks():
    sections = "".join(f"<div>{' '.join(f'w{n}' for n in range(40))} part {k}</div>" for k in range(4))
    body = f"<body><div>{sections}</div></body>".encode()
    counts = [
        len(parse(body, "http://example.org/", reading=Reading.of(choices)).blocks)
        for choices in ([], ["block_large=100"], ["block_large=100", "block_small=99"])
    ]
    assert counts == [1, 4, 1]
