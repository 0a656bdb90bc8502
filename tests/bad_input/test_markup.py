"""Rows of HTML: whatever the markup, the text is read, the rest is flagged, and it ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from lookclear.domain import Page
from lookclear.html.kinds import is_html
from lookclear.html.parse import parse
from lookclear.html.tree import MOST_CHARACTERS
from tests.bad_input.rows import case

Check = Callable[[Page], bool]
URL = "http://example.org/dir/page.html"
FIRST, LAST = "erste 土壤", "letzte 水稻"
TODAY = "Tue, 05 Mar 2024 10:00:00 GMT"
LONG_TEXT = "<p>" + "soil and rice, 土壤和水稻。" * 20 + "</p>"


def has(*words: str) -> Check:
    return lambda page: set(words) <= set(page.tokens)


def has_not(*words: str) -> Check:
    return lambda page: set(words).isdisjoint(page.tokens) and not any(word in page.text for word in words)


def flagged(*flags: str, dropped: int = 0) -> Check:
    """Tell whether a page has these flags exactly, and the text at its end unless it is cut."""
    return lambda page: (
        page.flags == set(flags)
        and page.links_dropped == pytest.approx(dropped, rel=0.001)
        and {"erste", "土壤"} <= set(page.tokens)
        and ("cut" in flags or {"letzte", "水稻"} <= set(page.tokens))
        and len(page.text) <= MOST_CHARACTERS
    )


def between(middle: str) -> str:
    return f"<html><body><p>{FIRST}</p>{middle}<p>{LAST}</p></body></html>"


@pytest.mark.parametrize(
    ("markup", "check"),
    [
        case("B23", between(f"<p>{'x' * 50} " * 200_000), flagged("cut", "many-elements")),
        case("B24", between("<div>" * 100_000), flagged("deep", "many-elements")),
        case(
            "B25",
            between(f"<p {' '.join(f'a{n}=1' for n in range(40_000))}>middle</p>"),
            flagged("huge-tag"),
        ),
        case("B27", between("<i>x" * 1_000_000), flagged("cut", "deep", "many-elements")),
        case("F28", between("<font>" * 3_000), flagged("deep")),
        case("F33", between("<a href=/x>y</a>" * 30_000), flagged("many-links", dropped=25_000)),
        case(
            "F33",
            between("<a href=/x>y</a>" * 500_000),
            flagged("cut", "many-elements", "many-links", dropped=495_000),
        ),
        case("F33", between(f"<script>{'var a=1;' * 2_500_000}</script>"), flagged()),
        case("B33", "<noscript>only 文字</noscript>", has("only", "文字")),
        case("B33", between("<noscript>allow scripts</noscript>"), has_not("allow")),
        case(
            "B37",
            between('<p style="display:none">casino</p><p hidden>pills</p>'),
            has_not("casino", "pills"),
        ),
        case(
            "B38",
            between("<template>t1</template><script>t2</script><style>t3</style>"),
            has_not("t1", "t2", "t3"),
        ),
        case("B39", between("&amp;amp;amp;"), lambda page: "&amp;amp;" in page.text and has("letzte")(page)),
        case("B39", between("&lt;b&gt;" * 10_000), has("erste", "letzte")),
        case("B39", "<!DOCTYPE x [<!ENTITY a 'bomb'>]><p>soil &a; rice", has("soil", "rice")),
        case("B41", between("<svg><script>evil()</script><text>drawn</text></svg>"), has_not("evil")),
        case("B41", between("<math><mi>x</mi><script>evil()</script></math>"), has_not("evil")),
    ],
)
def test_what_can_be_read_is_read_and_the_rest_is_flagged(markup: str, check: Check) -> None:
    assert check(parse(markup.encode(), URL))


@pytest.mark.parametrize(
    ("body", "content_type", "is_page"),
    [
        case("B42", b"MZ\x90\x00\x03", "text/html", False),
        case("B42", b"%PDF-1.7\n", "text/html; charset=utf-8", False),
        case("B42", b"PK\x03\x04\x14\x00", "text/html", False),
        case("B42", b"\x89PNG\r\n\x1a\n", "text/html", False),
        case("B43", b"<!doctype html><p>soil", "image/png", True),
        case("B43", b"\x89PNG\r\n\x1a\n", "image/png", False),
    ],
)
def test_the_first_bytes_decide_what_is_a_page(body: bytes, content_type: str, is_page: bool) -> None:
    assert is_html(content_type, body) is is_page


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        case("B32", "<frameset><frame src=/menu><frame src=/text></frameset>", ["/menu", "/text"]),
        case("B29", '<meta http-equiv=refresh content="0; url=/next"><p>moved', ["/next"]),
        case("B29", f'<meta http-equiv=refresh content="0; url={URL}"><p>loop', []),
        case(
            "B36",
            "<link rel=alternate hreflang=de href=/de><link rel=alternate hreflang=zh href=/zh><p>x",
            [],
        ),
    ],
)
def test_links_that_are_no_anchors(markup: str, expected: list[str]) -> None:
    assert [
        link.url.removeprefix("http://example.org") for link in parse(markup.encode(), URL).links
    ] == expected


@pytest.mark.parametrize(
    ("markup", "alternates"),
    [
        case(
            "B36",
            "<link rel=alternate hreflang=de href=/de><link rel=alternate hreflang=zh-CN href=/zh><p>x",
            [("de", "http://example.org/de"), ("zh-cn", "http://example.org/zh")],
        )
    ],
)
def test_every_language_of_a_page_is_kept(markup: str, alternates: list[tuple[str, str]]) -> None:
    assert list(parse(markup.encode(), URL).alternates) == alternates


@pytest.mark.parametrize(
    ("markup", "kind"),
    [
        case("B44", "<html><body></body></html>", "empty"),
        case("B44", "<div id=app></div><script src=/app.js></script><script>boot()</script>", "app-shell"),
        case("B44", "<p>正在加载…</p><div id=root></div><script src=/main.js></script>", "app-shell"),
        case(
            "B59",
            "<title>example.org is for sale</title><h1>This domain is for sale</h1><p>Buy it now.",
            "parked",
        ),
        case("B59", "<title>域名出售</title><p>该域名正在出售，如有意请联系。", "parked"),
        case(
            "B59",
            "<title>Sign in</title><form><input name=u><input type=password><button>Log in</form>",
            "login",
        ),
        case(
            "B59",
            "<title>安全验证</title><p>请输入验证码以继续访问</p><form><input name=captcha></form>",
            "login",
        ),
        case(
            "B59",
            "<title>404 Not Found</title><h1>Page not found</h1><p>The page does not exist.",
            "soft-404",
        ),
        case("B59", "<title>页面不存在</title><p>抱歉，您访问的页面不存在或已被删除。", "soft-404"),
        case(
            "B59", f"<title>How to sell a domain</title><h1>How to sell a domain</h1>{LONG_TEXT}", "article"
        ),
    ],
)
def test_pages_without_content_are_told_apart(markup: str, kind: str) -> None:
    assert parse(markup.encode(), URL).kind == kind


@pytest.mark.parametrize(
    ("one", "other"),
    [case("B66", "<nav>10:31</nav><aside>advert 71</aside>", "<nav>10:32</nav><aside>offer 99</aside>")],
)
def test_what_changes_around_the_text_does_not_change_its_fingerprint(one: str, other: str) -> None:
    pages = [
        parse(f"<body>{furniture}<article>{LONG_TEXT}</article>".encode(), URL) for furniture in (one, other)
    ]
    assert pages[0].signature == pages[1].signature != b""


@pytest.mark.parametrize(
    ("dated", "headers", "now"),
    [
        case("B67", "", {"last-modified": "Fri, 06 Jan 2040 10:00:00 GMT"}, datetime(2024, 3, 5, tzinfo=UTC)),
        case("B67", "", {"date": TODAY, "last-modified": "Fri, 06 Jan 2040 10:00:00 GMT"}, None),
        case(
            "B67",
            "<meta name=date content=2039-05-05><meta name=lastmod content=2039-05-06>",
            {"date": "Fri, 06 Jan 2040 10:00:00 GMT", "last-modified": "Thu, 05 Jan 2040 10:00:00 GMT"},
            datetime(2024, 3, 5, tzinfo=UTC),
        ),
        case("B67", "<meta name=date content=2039-05-05>", {"date": TODAY}, None),
    ],
)
def test_dates_of_a_clock_that_is_ahead_are_ignored(
    dated: str, headers: dict[str, str], now: datetime | None
) -> None:
    page = parse(f"{dated}<p>土壤 soil".encode(), URL, headers=headers, now=now)
    assert (page.published, page.modified) == (None, None)
