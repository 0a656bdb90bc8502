from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.freshness.changes import Change, Part, compare, distance, parts_of
from lookclear.html.parse import parse

NAV, BODY, ADVERT = 1, 2, 3  # places


def part(place: int, weight: float, *runs: tuple[str, int]) -> Part:
    return Part(place, weight, Counter(f"{name}{n}" for name, count in runs for n in range(count)))


NAVIGATION = part(NAV, 0.2, ("menu", 12))
OLD = [NAVIGATION, part(BODY, 1.0, ("same", 76), ("gone", 4)), part(ADVERT, 0.0, ("advert", 8))]
NEW = [NAVIGATION, part(BODY, 1.0, ("same", 76), ("fresh", 8)), part(ADVERT, 0.0, ("offer", 8))]


def test_worked_example():
    assert distance(OLD, NEW) == pytest.approx(0.07109, abs=1e-5)


def test_worked_example_with_a_body_that_shares_nothing():
    other = [NAVIGATION, part(BODY, 1.0, ("other", 84)), part(ADVERT, 0.0, ("offer", 8))]
    assert distance(OLD, other) == pytest.approx(0.97156, abs=1e-5)


def test_a_new_advert_alone_is_no_change():
    assert distance(OLD, [*OLD[:2], part(ADVERT, 0.0, ("offer", 8))]) == 0.0


def test_the_same_text_elsewhere_is_no_change():
    moved = [Part(p.place + 10, p.weight, p.words) for p in reversed(OLD)]
    assert distance(OLD, moved) == 0.0


def test_in_one_place_the_pair_that_shares_most_is_matched_first():
    old = [part(BODY, 1.0, ("a", 10), ("b", 1)), part(BODY, 1.0, ("b", 10))]
    new = [part(BODY, 1.0, ("b", 10), ("c", 1)), part(BODY, 1.0, ("a", 10))]
    assert distance(old, new) == pytest.approx(1 - 2 * 20 / 42)


def test_nothing_against_nothing_is_no_change_and_against_something_all_of_it():
    assert distance([], []) == 0.0
    assert distance([], [part(BODY, 1.0, ("a", 3))]) == 1.0


_PARTS = st.lists(
    st.builds(
        lambda place, weight, words: Part(place, weight, Counter(words)),
        st.integers(0, 3),
        st.sampled_from([0.0, 0.2, 1.0]),
        st.lists(st.sampled_from("abcdef土稻"), min_size=1, max_size=12),
    ),
    max_size=6,
)


@given(_PARTS, _PARTS)
def test_a_distance_lies_between_0_and_1_and_a_page_equals_itself(old, new):
    assert 0.0 <= distance(old, new) <= 1.0
    assert distance(old, list(old)) == pytest.approx(0.0)


TEXT = "".join(
    f"<p>In week {n} of the year the garden 园艺 wants water, and row {n * 3} is weeded by hand.</p>"
    for n in range(12)
)
MENU = "<ul>" + "".join(f'<li><a href="/{n}">part {n}</a></li>' for n in range(8)) + "</ul>"


def page(text: str = TEXT, menu: str = MENU, more: str = ""):
    return parse(
        f"<body><nav>{menu}</nav><article><h1>Garden</h1>{text}</article>{more}</body>".encode(),
        "http://a.test/",
    )


def test_a_counter_in_the_text_changes_nothing_and_a_price_does():
    for before, after, change in ((1234567, 1234999, Change.UNCHANGED), (120, 150, Change.MINOR)):
        one, other = (
            page(TEXT + f"<p>Rare seeds of the garden, {n} of them, were sent to all who asked for some.</p>")
            for n in (before, after)
        )
        assert compare(one, other).change is change


def test_navigation_counts_little_and_furniture_nothing():
    parts = parts_of(page(more="<footer><div>All rights reserved by the garden</div></footer>"))
    weights = {word: part.weight for part in parts for word in part.words}
    assert (weights["part"], weights["weeded"], weights["reserved"]) == (0.2, 1.0, 0.0)


def test_a_changed_word_is_minor_and_a_new_paragraph_a_change():
    minor = compare(page(), page(TEXT.replace("row 9", "line 9", 1)))
    assert (minor.change, minor.links_changed) == (Change.MINOR, False)
    more = "<p>" + "Moss is a plant of shade and damp, 苔藓喜欢阴凉潮湿的地方。" * 4 + "</p>"
    assert compare(page(), page(TEXT + more)).change is Change.MODIFIED


def test_another_link_is_told_apart_from_another_text():
    other = compare(page(), page(menu=MENU.replace("/7", "/new")))
    assert (other.change, other.links_changed) == (Change.UNCHANGED, True)


def test_the_same_text_in_another_encoding_is_no_change():
    markup = f"<body><article>{TEXT}</article></body>"
    pages = [
        parse(markup.encode(name), "http://a.test/", content_type=f"text/html; charset={name}")
        for name in ("utf-8", "gbk")
    ]
    assert compare(*pages).change is Change.UNCHANGED
