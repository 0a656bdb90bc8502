"""Markup is bounded before it is parsed, flagged when it was, and untouched when it is ordinary."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.hostile import HOSTILE
from lookclear.html import limits, links, tree
from lookclear.html.limits import prescan

TEXT = "<p>Compost 堆肥 feeds soil."
MANY = " ".join(f"a{n}=1" for n in range(1_000))
QUOTED = " ".join(f"a{n}='>'" for n in range(21_000))


@pytest.mark.parametrize(
    "markup",
    [
        "",
        TEXT,
        "<a title='a > b' href=/x>x</a> don't <b>",
        "<p class=x>" * 20_000,
        f"<script>{'if (a<b) x=1;' * 9_000}</script>{TEXT}",
        f"<p>{'土壤' * 100_000}",
        "😀 & &amp; <",
    ],
)
def test_ordinary_markup_is_left_as_it_is(markup: str) -> None:
    limited = prescan(markup)
    assert limited.markup == markup
    assert limited.flags == frozenset()


@pytest.mark.parametrize(
    ("markup", "cleaned"),
    [
        ("soil\x00土壤", "soil\ufffd土壤"),
        ("a\ud800b", "a\ufffdb"),
        ("土\udc00", "土\ufffd"),
        ("😀\ud83d", "😀\ufffd"),
        ("\x00 \ud800", "\ufffd \ufffd"),
    ],
)
def test_zeros_and_halves_of_characters_are_replaced(markup: str, cleaned: str) -> None:
    assert prescan(markup) == limits.Limited(cleaned, frozenset({"bad-bytes"}))


@pytest.mark.parametrize("markup", [TEXT, "<p>土壤 soil", "a\x00b", f"<p {MANY}>土壤", "x" * 2_000_001])
def test_the_bytes_given_are_used_unless_the_markup_had_to_be_changed(markup: str) -> None:
    given_bytes = markup.encode()
    limited = prescan(markup, given_bytes)
    assert limited == prescan(markup)
    assert limited.encoded == limited.markup.encode()
    assert (limited.encoded is given_bytes) == (limited.markup == markup)


@pytest.mark.parametrize(
    "tag",
    [
        f"<a {MANY * 20}>",
        f"<a {QUOTED}>",
        "<a " + "b " * 40_000 + ">",
        f"<a href='data:,{'A' * 70_000}'>",
        f'<a href="data:,{"<>" * 40_000}" {QUOTED}>',
        f"<a\n{MANY * 20}/>",
    ],
    ids=["many attributes", "quoted borders", "no values", "long value", "tags in a value", "empty tag"],
)
@pytest.mark.parametrize("text", ["Compost feeds soil.", "堆肥改良土壤。", "Compost 堆肥"])
def test_a_huge_tag_loses_its_attributes_and_the_text_around_it_is_kept(tag: str, text: str) -> None:
    limited = prescan(f"<p>{text}{tag}x</a><p>{text}")
    assert limited.markup == f"<p>{text}<a>x</a><p>{text}"
    assert limited.flags == {"huge-tag"}


def test_a_tag_in_a_script_is_no_tag() -> None:
    page = f"<script>if (a<b) x='{'y' * 70_000}'</script>{TEXT}<!-- <a {MANY * 20}> -->{TEXT}"
    assert prescan(page) == limits.Limited(page)


def test_a_quote_without_end_ends_with_the_page() -> None:
    limited = prescan(f"{TEXT}<a href='/x {'y' * 70_000}")
    assert limited.markup == f"{TEXT}<a>"


@pytest.mark.parametrize(("piece", "times"), [("<br>", 49_000), ("<b></b>", 49_000), ("</b>", 100_000)])
def test_up_to_the_limit_every_tag_is_kept_beyond_it_only_text_after_the_first(
    piece: str, times: int
) -> None:
    tail = "<h1>Soil</h1><script>var secret</script><style>p{}</style><!-- no --><a href=/x>土壤</a> a < b"
    whole = prescan(piece * times)
    assert whole == limits.Limited(piece * times)
    page = piece * 10_000 + tail + piece * times
    limited = prescan(page)
    assert limited.flags == {"many-elements"}
    assert limited.markup.count("<") < limits.KEPT_TAGS
    assert page.startswith(limited.markup[: limits.KEPT_TAGS * 3])
    assert limited.markup.rpartition(">")[2].split() == ["Soil", "土壤", "a", "b"]


@pytest.mark.parametrize("text", ["Compost feeds soil.", "堆肥改良土壤。", "Compost 堆肥"])
@pytest.mark.parametrize("start", ["<a href=/x>", "<A HREF=/x>"])
def test_links_after_the_last_tag_kept_are_counted(start: str, text: str) -> None:
    limited = prescan(f"<p>{text}" + f"{start}y</a>" * 50_000 + f"<p>{text}")
    assert limited.links_dropped == 50_000 - (limits.KEPT_TAGS - 2) // 2
    assert limited.flags == ({"many-elements", "cut"})
    assert text in limited.markup[:50]


def test_links_far_behind_the_last_tag_kept_are_estimated() -> None:
    limited = prescan("<p>soil 土壤" + "<a href=/x>y</a>" * 500_000)
    assert limited.links_dropped == pytest.approx(495_000, rel=0.001)


def test_nothing_is_cut_as_long_as_all_text_is_kept() -> None:
    begin, end = "<i>" * limits.KEPT_TAGS, "<p>end 土壤"
    room = limits.MOST_FLAT - len(end) - len("<i>")
    fits = prescan(begin + "<i>" * (room // 3) + " " * (room % 3) + end)
    assert fits.flags == {"many-elements"}
    assert fits.markup.endswith("end 土壤")
    longer = prescan(begin + "<i>" * (room // 3) + " " * (room % 3) + end + "x")
    assert longer.flags == {"many-elements", "cut"}
    assert fits.links_dropped == longer.links_dropped == 0


def test_links_beyond_the_end_of_a_cut_page_are_counted() -> None:
    limited = prescan("<p>土壤 soil " * 10 + "word " * 400_000 + "<a href=/x>x</a>" * 7)
    assert limited.flags == {"cut"}
    assert limited.links_dropped == 7


def test_the_limits_are_those_of_the_documentation(repository: Path) -> None:
    flags = dict(
        re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", (repository / "docs/crawling.md").read_text(), re.M)
    )
    assert set(limits.Flag) <= set(flags)
    said = {
        limits.Flag.CUT: {limits.MOST_MARKUP, tree.MOST_CHARACTERS},
        limits.Flag.HUGE_TAG: {limits.MOST_ATTRIBUTES, limits.LONGEST_TAG},
        limits.Flag.MANY_ELEMENTS: {
            limits.MOST_START_TAGS,
            limits.MOST_TAGS,
            limits.KEPT_TAGS,
            limits.MOST_FLAT,
        },
        limits.Flag.MANY_LINKS: {links.MOST_LINKS},
    }
    for flag, numbers in said.items():
        found = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", flags[flag])}
        assert found == numbers, flag


def test_the_inside_of_a_script_is_no_text_when_tags_end_there() -> None:
    page = "<br>" * (limits.KEPT_TAGS - 2) + "<script>if (a<b) x()</script>Soil" + "<br>" * limits.MOST_TAGS
    assert prescan(page).markup.rstrip().endswith("<script>if (a</script>Soil")


def test_what_is_too_long_is_cut_at_a_tag() -> None:
    limited = prescan("<p class=introduction>土壤 soil is deep, and so on." * 48_000)
    assert "cut" in limited.flags
    assert len(limited.markup) <= limits.MOST_MARKUP
    assert limited.markup.endswith("and so on.")


def test_what_is_not_text_gives_way_before_text_is_cut() -> None:
    picture = f'<img src="data:image/png;base64,{"A" * 50_000}">'
    page = f"{picture * 40}<style>{'a' * 500_000}</style><!--{'b' * 500_000}-->{TEXT}"
    limited = prescan(page)
    assert limited.flags == {"huge-tag"}
    assert limited.markup == "<img>" * 40 + TEXT


@given(st.text(alphabet="<>a=\"' /!-\x00\ud800土\n", max_size=200))
def test_any_markup_is_bounded_and_can_be_encoded(piece: str) -> None:
    for markup in (piece, piece * 400 + "<a " + "b " * 40_000 + piece):
        limited = prescan(markup)
        limited.markup.encode()
        assert len(limited.markup) <= limits.MOST_MARKUP
        assert prescan(limited.markup).markup == limited.markup


@pytest.mark.parametrize("name", HOSTILE)
def test_no_hostile_page_keeps_the_text_before_it_from_being_read(name: str) -> None:
    body = HOSTILE[name]()
    limited = prescan(body.decode())
    assert len(limited.markup) <= limits.MOST_MARKUP
    assert limited.markup.count("<") <= limits.MOST_TAGS
    if b"Compost feeds" in body[:100]:
        assert "Compost feeds" in limited.markup
