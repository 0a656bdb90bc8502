import pytest

from lookclear.html.headers import joined
from lookclear.html.parse import parse


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([], {}),
        ([("Content-Type", "text/html"), ("DATE", "today")], {"content-type": "text/html", "date": "today"}),
        ([("Link", "</a>"), ("X", "1"), ("link", "</b>"), ("LINK", "</c>")],
         {"link": "</a>,\n</b>,\n</c>", "x": "1"}),
        ([("X", ""), ("X", "页")], {"x": ",\n页"}),
    ],
)  # fmt: skip
def test_headers_of_one_name_are_joined_in_order(
    headers: list[tuple[str, str]], expected: dict[str, str]
) -> None:
    assert joined(headers) == expected


def test_each_header_may_name_a_crawler_and_all_links_are_read() -> None:
    headers = joined(
        [
            ("X-Robots-Tag", "otherbot: noarchive"),
            ("X-Robots-Tag", "noindex"),
            ("Link", "</feed>; rel=alternate; type=application/rss+xml"),
            ("Link", "</a>; rel=canonical"),
        ]
    )
    page = parse(b"<p>x", "https://example.org/", headers=headers)
    assert page.directives == {"noindex"}
    assert (page.feeds, page.canonical) == (("https://example.org/feed",), "https://example.org/a")
