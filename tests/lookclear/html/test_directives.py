from datetime import UTC, datetime

import pytest

from lookclear.html.directives import forbids_index, read_directives


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
    ],
)  # fmt: skip
def test_directives_of_all_statements_count(statements: list[str], directives: set[str]) -> None:
    assert read_directives(statements) == directives


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
