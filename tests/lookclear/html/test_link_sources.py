import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.domain import PageKind
from lookclear.html.link_sources import refresh_of
from lookclear.html.parse import parse

REFRESHES = [
    ("0; url=/next", (0, "/next")),
    ("0;URL='/next'", (0, "/next")),
    ('5, url = "/next" ', (5, "/next")),
    (" 3 ;\n url=/下一页 ", (3, "/下一页")),
    ("0;/next", (0, "/next")),
    ("0 url=/next", (0, "/next")),
    ("0.5; url=/next", (0, "/next")),
    ("1.5.2 ; url=/next", (1, "/next")),
    ("; url=/next", (0, "/next")),
    ("0; url=urls.html", (0, "urls.html")),
    ("0; urls.html", (0, "urls.html")),
    ("0; url=/a b?c=1;d=2,e", (0, "/a b?c=1;d=2,e")),
    ("0; url='/next", (0, "/next")),
    ("0; url='/next' or else", (0, "/next")),
    ("", None),
    ("5", None),
    ("5;", None),
    ("5; url=", None),
    ("5; url=''", None),
    ("5; url=\"  \"", None),
    ("/next", None),
    ("url=/next", None),
    ("5/next", None),
    ("0;;url=/next", None),
    ("1" * 3_000 + ";url=/x", None),
]  # fmt: skip


@pytest.mark.parametrize(("content", "expected"), REFRESHES)
def test_a_refresh_has_a_time_and_an_address(content: str, expected: tuple[int, str] | None) -> None:
    assert refresh_of(content) == expected


@pytest.mark.parametrize("content", [content for content, expected in REFRESHES if expected is not None])
def test_what_is_followed_is_what_makes_a_page_one_that_only_sends_elsewhere(content: str) -> None:
    quoted = content.replace('"', "&quot;")
    page = parse(f'<meta http-equiv=" Refresh" content="{quoted}"><p>x'.encode(), "https://example.org/")
    assert [link.kind for link in page.links] == ["refresh"]
    assert page.kind is PageKind.EMPTY


@given(st.text() | st.text(alphabet="0129.;, url='\"/ax\n", max_size=40))
def test_no_text_breaks_the_reader(content: str) -> None:
    found = refresh_of(content)
    assert found is None or (found[0] >= 0 and found[1] == found[1].strip() != "")
