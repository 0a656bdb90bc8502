import pytest
from hypothesis import given, settings

from lookclear.domain import Page
from lookclear.html.metadata import LONGEST, MOST_ALTERNATES, MOST_FEEDS, Metadata, read
from lookclear.html.parse import parse
from lookclear.html.tree import build
from tests.lookclear.html.fragments import HEADERS, MARKUP

URL = "https://example.org/docs/page?x=1"


def page(markup: str, headers: dict[str, str] | None = None, url: str = URL) -> Page:
    return parse(markup.encode(), url, content_type="text/html; charset=utf-8", headers=headers)


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        ("<title>Rice</title><h1>Growing</h1>", "Rice"),
        ("<title> </title><meta property='og:title' content='水稻 Rice'><h1>Growing</h1>", "水稻 Rice"),
        ("<h1>Growing <b>rice</b></h1><h1>More</h1>", "Growing rice"),
        ("<p>x</p><title>Late</title>", "Late"),
        ("<svg><title>Logo</title></svg><title>Page</title>", "Page"),
        ("<svg><title>Logo</title></svg><h1>种植</h1>", "种植"),
        (f"<title>{'x' * 2000}</title>", "x" * LONGEST),
        ("<p>no title</p>", ""),
    ],
)
def test_the_title_is_the_documents_else_what_stands_for_it(markup: str, title: str) -> None:
    assert page(markup).title == title


def test_description_and_keywords_come_from_meta_tags_anywhere() -> None:
    seen = page(
        "<body><p>x</p><META NAME=Description CONTENT=' two\n words '><meta name=keywords content='a, 乙'>"
    )
    assert (seen.description, seen.keywords) == ("two words", "a, 乙")
    assert page("<meta property=og:description content=short>").description == "short"
    assert page("<meta name=description><meta name=description content=second>").description == "second"


LINK = "<link rel=canonical href='{}'>"


@pytest.mark.parametrize(
    ("markup", "headers", "canonical"),
    [
        (LINK.format("/a"), {}, "https://example.org/a"),
        (LINK.format("other"), {}, "https://example.org/docs/other"),
        ("<base href='https://base.test/b/'>" + LINK.format("a"), {}, "https://base.test/b/a"),
        (LINK.format("ftp://x/a") + LINK.format("/a#part"), {}, "https://example.org/a"),
        (LINK.format("/a") + LINK.format("https://EXAMPLE.org/a"), {}, "https://example.org/a"),
        (LINK.format("/a") + LINK.format("/b"), {}, None),  # two that disagree: none is believed
        (LINK.format("/a"), {"Link": '<https://example.org/b>; rel="canonical"'}, None),
        ("", {"Link": "</页>; rel=canonical"}, "https://example.org/%E9%A1%B5"),
        ("", {"Link": '<a.css>; rel=preload; as=style, </c>; rel="nofollow canonical"'}, "https://example.org/c"),
        (LINK.format(""), {}, None),
        (LINK.format("javascript:void(0)"), {}, None),
        (LINK.format("http://["), {}, None),
        ("<link rel=amphtml href=/amp><link rel=next href=/2>", {}, None),
        ("", {"Link": '<<<"<a;;;=rel=canonical'}, None),
    ],
)  # fmt: skip
def test_canonical_is_absolute_and_undisputed(
    markup: str, headers: dict[str, str], canonical: str | None
) -> None:
    assert page(f"<head>{markup}</head><p>x</p>", headers).canonical == canonical


def test_alternates_have_a_language_and_an_address() -> None:
    seen = page(
        "<link rel=alternate hreflang=zh-Hans-CN href=/zh><link rel=alternate hreflang=EN_us href=/en>"
        "<link rel=alternate hreflang=x-default href=/><link rel=alternate hreflang='not a code' href=/no>"
        "<link rel=alternate href=/mobile media=handheld><link rel=alternate hreflang=fr href=mailto:x>"
        "<link rel=alternate hreflang=en-us href=/en>",
        {"link": '</de>; rel="alternate"; hreflang="de"'},
    )
    assert seen.alternates == (
        ("zh-hans-cn", "https://example.org/zh"),
        ("en-us", "https://example.org/en"),
        ("x-default", "https://example.org/"),
        ("de", "https://example.org/de"),
    )


def test_feeds_are_named_by_their_type() -> None:
    seen = page(
        "<link rel=alternate type='application/rss+xml' href=/rss><link rel='alternate home' type="
        "'Application/Atom+XML; charset=utf-8' href=/atom>"
        "<link rel=alternate type=application/feed+json href=/j>"
        "<link rel=alternate type=application/rss+xml href=/rss><link rel=alternate type=text/html href=/x>"
        "<link rel=stylesheet type=application/rss+xml href=/no>"
    )
    assert seen.feeds == ("https://example.org/rss", "https://example.org/atom", "https://example.org/j")
    assert seen.alternates == ()


def test_what_a_page_lists_is_bounded() -> None:
    many = "".join(
        f"<link rel=alternate hreflang=en href=/{n}><link rel=alternate type=application/rss+xml href=/f{n}>"
        for n in range(1_000)
    )
    seen = page(many)
    assert (len(seen.alternates), len(seen.feeds)) == (MOST_ALTERNATES, MOST_FEEDS)


def test_directives_of_several_headers_keep_their_crawlers_apart() -> None:
    headers = {"X-Robots-Tag": "googlebot: nofollow,\nnoarchive,\nlookclear: nosnippet"}
    seen = page("<meta name=googlebot content=noindex><meta name=LookClear content=max-snippet:9>", headers)
    assert seen.directives == {"noarchive", "nosnippet", "max-snippet:9"}


@settings(deadline=None)
@given(MARKUP, HEADERS)
def test_no_markup_or_header_breaks_the_reader(markup: str, headers: dict[str, str]) -> None:
    assert isinstance(read(build(markup).root, URL, "utf-8", headers), Metadata)
