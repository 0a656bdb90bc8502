from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookclear.html.directives import forbids_index, forbids_links, read_directives
from tests.lookclear.html.fragments import TEXTS


@pytest.mark.parametrize(
    ("statements", "directives"),
    [
        ([], set()),
        (["", " , ,"], set()),
        (["NoIndex,NOFOLLOW"], {"noindex", "nofollow"}),
        (["noindex nofollow"], {"noindex", "nofollow"}),
        (["none"], {"none", "noindex", "nofollow"}),
        (["index, follow", "noindex"], {"index", "follow", "noindex"}),  # the strictest wins: see below
        (["otherbot: noindex"], set()),
        (["googlebot: noindex, nofollow"], set()),  # a name holds for the rest of its line
        (["googlebot: nofollow", "noarchive"], {"noarchive"}),
        (["LookClear: noindex"], {"noindex"}),
        (["lookclear/1.0: nosnippet"], {"nosnippet"}),
        (["*: noindex"], {"noindex"}),
        (["otherbot: noarchive, lookclear: noindex, nofollow"], {"noindex", "nofollow"}),
        (["max-snippet: 50", "MAX-SNIPPET:20", "max-snippet:-1"], {"max-snippet:20"}),
        (["max-snippet:-1"], set()),
        (["max-image-preview:large, noarchive"], {"max-image-preview:large", "noarchive"}),
        (
            ["unavailable_after: 25 Jun 2010 15:00:00 PST, noarchive"],
            {"unavailable_after:2010-06-25T23:00:00+00:00",
             "noarchive"},
        ),
        (["unavailable_after: Friday, 25-Jun-2010 15:00:00 UTC"],
         {"unavailable_after:2010-06-25T15:00:00+00:00"}),
        (["unavailable_after: 2030-01-02", "unavailable_after: 2020-01-02"],
         {"unavailable_after:2020-01-02T12:00:00+00:00"}),
        (["unavailable_after: soon, noindex"], {"noindex"}),
        (["otherbot: unavailable_after: 2020-01-02"], set()),
        (["otherbot: unavailable_after: soon, noindex"], set()),
    ],
)  # fmt: skip
def test_directives_of_all_headers_count(statements: list[str], directives: set[str]) -> None:
    assert read_directives([], statements) == directives


@pytest.mark.parametrize("in_header", [False, True])
@pytest.mark.parametrize(
    "statement",
    [
        "noindex;nofollow", "noindex；nofollow", "noindex，nofollow", "noindex、nofollow", "noindex/nofollow",
        "noindex／nofollow", "noindex|nofollow", "noindex + nofollow", "noindex\u00a0nofollow",
        "noindex\tnofollow",
        "noindex\u200bnofollow", "'noindex' \"nofollow\".", "[noindex,nofollow]",
        "ＮＯＩＮＤＥＸ，nofollow",
        "noindex和nofollow", "noindex. nofollow.", "none", "robots: noindex, nofollow",
        "robots：noindex；nofollow",
        "revisit-after: 7 days, noindex, nofollow", "revisit-after : 7 days noindex nofollow",
        "rating: general; noindex; nofollow", "noindex unavailable_after: 2030-01-02 nofollow",
        "unavailable_after: 2030-01-02 noindex nofollow", "unavailable_after: 2030/01/02/noindex/nofollow",
        "unavailable_after: 2030-01-02；noindex；nofollow",
        "unavailable_after: 2 Jan 2030, 7 noindex, nofollow",
        "unavailable_after：soon noindex nofollow", "max-snippet: noindex, nofollow",
        "max-snippet:, noindex nofollow",
        "max-snippet:50;noindex;nofollow", "max-image-preview:large noindex nofollow",
    ],
)  # fmt: skip
def test_noindex_is_found_whatever_stands_around_it(statement: str, in_header: bool) -> None:
    found = read_directives([], [statement]) if in_header else read_directives([statement])
    assert found >= {"noindex", "nofollow"}


@pytest.mark.parametrize(
    ("tag", "directives"),
    [
        ("googlebot: noindex", {"googlebot", "noindex"}),
        ("index;follow", {"index", "follow"}),
        ("revisit-after: 7 days", {"revisit-after", "days"}),
        ("max-image-preview:none, max-video-preview:-1", {"max-image-preview:none", "max-video-preview:-1"}),
        ("unavailable_after: 2030年1月2日；noarchive",
         {"unavailable_after:2030-01-02T12:00:00+00:00", "noarchive"}),
        ("unavailable_after: 2030-01-02 10：30", {"unavailable_after:2030-01-02T10:30:00+00:00"}),
        ("unavailable_after:7", set()),
        ("不要索引", set()),
    ],
)  # fmt: skip
def test_a_meta_tag_names_no_crawlers(tag: str, directives: set[str]) -> None:
    assert read_directives([tag]) == directives


@pytest.mark.parametrize(
    "header", ["noindex/otherbot: nofollow", "noindex otherbot/2.0: nofollow", "noindex; otherbot:nofollow"]
)
def test_words_before_a_crawlers_name_are_for_all(header: str) -> None:
    assert read_directives([], [header]) == {"noindex"}


@settings(deadline=None)
@given(st.text() | TEXTS)
def test_noindex_in_a_meta_tag_is_never_lost(text: str) -> None:
    assert "noindex" in read_directives([f"{text}, noindex, {text}"[-4_000:]])
    assert all(word.isascii() for word in read_directives([text], [text, f"lookclear: {text}"]))


@pytest.mark.parametrize(
    ("tags", "forbidden"), [(["nofollow"], True), (["none"], True), (["noindex"], False)]
)
def test_nofollow_is_for_all_links(tags: list[str], forbidden: bool) -> None:
    assert forbids_links(read_directives(tags)) is forbidden


@pytest.mark.parametrize(
    ("statements", "forbidden"),
    [
        (["index", "noindex"], True),
        (["noindex", "index"], True),
        (["none"], True),
        (["all"], False),
        (["unavailable_after: 2024-03-01"], True),
        (["unavailable_after: 2024-03-09"], False),
    ],
)
def test_the_strictest_word_decides_about_the_index(statements: list[str], forbidden: bool) -> None:
    assert forbids_index(read_directives(statements), datetime(2024, 3, 5, tzinfo=UTC)) is forbidden


def test_noindex_is_never_lost_among_many_words() -> None:
    many = ", ".join(f"word{n}" for n in range(300))
    assert "noindex" in read_directives([f"{many}, noindex"])
    assert len(read_directives([many])) <= 50
