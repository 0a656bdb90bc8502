from hypothesis import given
from hypothesis import strategies as st

from lookclear.html.blocks import MOST_BLOCKS, partition
from lookclear.html.tree import build

NAV = "<ul>" + "".join(f'<li><a href="/{n}">part {n}</a></li>' for n in range(6)) + "</ul>"
SECTIONS = "".join(
    f"<h2>{name}</h2><p>{' '.join(f'{name}{n}' for n in range(40))}</p>" for name in ("soil", "seed", "rain")
)


def kinds(markup):
    return [(b.end - b.start, b.kind) for b in partition(build(markup))]


def test_three_headed_sections_after_a_link_list_are_three_blocks_and_a_navigation():
    assert kinds(f"<body>{NAV}{SECTIONS}</body>") == [(12, "navigation"), *[(41, "content")] * 3]


def test_wrapping_the_body_in_ten_divs_changes_no_block():
    wrapped = "<div>" * 10 + NAV + SECTIONS + "</div>" * 10
    assert partition(build(wrapped)) == partition(build(f"<body>{NAV}{SECTIONS}</body>"))


def test_parts_that_speak_of_different_things_are_cut_however_small():
    farm = " ".join(f"farm{n}" for n in range(30))
    bank = " ".join(f"银行贷款利率{n}" for n in range(30))
    assert len(kinds(f"<div><div>{farm}</div><div>{bank}</div></div>")) == 2


def test_small_parts_that_speak_of_one_thing_stay_together():
    assert len(kinds("<div><div>soil water plant</div><div>plant soil water</div></div>")) == 1


def test_a_block_knows_its_heading():
    tree = build(f"<body>{SECTIONS}</body>")
    headings = [tree.slice(*block.heading) for block in partition(tree)]
    assert headings == ["soil", "seed", "rain"]


def test_no_page_has_more_than_twenty_blocks():
    many = "".join(f"<div>{' '.join(f'w{n}x{k}' for k in range(20))}</div>" for n in range(60))
    assert len(kinds(f"<body>{many}</body>")) == MOST_BLOCKS


def test_an_empty_page_has_no_block():
    assert kinds("<html><body></body></html>") == []


_TAGS = st.sampled_from(["div", "p", "h2", "h3", "td", "ul", "li", "a", "b", "section", "hr", "table"])
_TREES = st.recursive(
    st.sampled_from(["soil water", "稻米 grain", ""]),
    lambda inner: st.builds(
        lambda tag, kids: f"<{tag}>{''.join(kids)}</{tag}>", _TAGS, st.lists(inner, max_size=5)
    ),
    max_leaves=40,
)


@given(_TREES)
def test_blocks_cover_the_page_in_order_without_overlap(markup):
    tree = build(f"<body>{markup}</body>")
    position = 0
    for block in partition(tree):
        assert block.start == position
        assert block.end > block.start
        position = block.end
    assert position == len(tree.words)


@given(_TREES)
def test_wrapping_any_body_in_ten_divs_changes_no_block(markup):
    wrapped = "<div>" * 10 + markup + "</div>" * 10
    assert partition(build(f"<body>{wrapped}</body>")) == partition(build(f"<body>{markup}</body>"))
