from datetime import UTC, datetime

import pytest
from hypothesis import given, settings

from lookclear.domain import Page
from lookclear.html.parse import parse
from lookclear.html.published import PageDates, find_dates
from lookclear.html.structured import Structured
from lookclear.html.tree import build
from tests.lookclear.html.fragments import HEADERS, MARKUP, TEXTS

NOW = datetime(2024, 6, 1, tzinfo=UTC)
URL = "https://example.org/page"
JSON_LD = (
    '<script type="application/ld+json">{"@type":"Article","datePublished":"2024-01-01T08:00:00Z"}</script>'
)


def page(markup: str, url: str = URL, headers: dict[str, str] | None = None) -> Page:
    return parse(
        f"<body>{markup}".encode(), url, content_type="text/html; charset=utf-8", headers=headers, now=NOW
    )


def day(moment: datetime | None) -> str:
    return moment.isoformat()[:16] if moment else ""


TRUST = [  # the most trusted first
    JSON_LD,
    "<p itemprop=datePublished>2024-01-02</p>",
    "<meta property='article:published_time' content='2024-01-03'>",
    "<meta name=DC.date content='2024-01-04'>",
    "<time pubdate datetime='2024-01-05'>x</time>",
    "<h1>Rice</h1><p>Published: January 6, 2024</p>",
]


@pytest.mark.parametrize("first", range(len(TRUST)))
def test_the_most_trusted_date_wins(first: int) -> None:
    read = page("".join(reversed(TRUST[first:])))
    assert day(read.published)[:10] == f"2024-01-{first + 1:02}"


@pytest.mark.parametrize(
    ("markup", "published"),
    [
        ("<meta name=pubdate content='Fri, 05 Jan 2024 10:00:00 GMT'>", "2024-01-05T10:00"),
        ("<meta name=publishdate content=2024-01-05>", "2024-01-05T12:00"),
        ("<meta name='sailthru.date' content='2024-01-05 10:00'>", "2024-01-05T10:00"),
        ("<meta name=date content='2024-01-05'>", "2024-01-05T12:00"),
        ("<time class='entry-date published' datetime=2024-01-05T10:00:00Z>x</time>", "2024-01-05T10:00"),
        ("<p>Some text</p><time datetime=2024-01-05>5 January</time>", "2024-01-05T12:00"),
        ("<h1>Rice</h1><p>Posted on 5 Jan 2024 by Ann</p>", "2024-01-05T12:00"),
        ("<h1>Rice</h1><p>By Ann | Jan 5, 2024</p><p>Text.</p>", "2024-01-05T12:00"),
        ("<h1>水稻种植技术</h1><p>发布时间：2024-01-05 10:30　来源：农业网</p>", "2024-01-05T02:30"),
        ("<h1>水稻种植技术</h1><p>2024年1月5日 10:30 来源：农业网</p>", "2024-01-05T02:30"),
        ("<h1>水稻种植技术</h1><p>日期：2024/1/5</p>", "2024-01-05T04:00"),
        # not the page's own
        ("<time datetime=2024-01-05>a</time><time datetime=2024-01-06>b</time>", ""),
        ("<time pubdate datetime=2024-01-05></time><time pubdate datetime=2024-02-06></time>", ""),
        ("<h1>News</h1><ul><li>2024-01-05 One</li><li>2024-01-06 Two</li></ul>", ""),
        ("<h1>Rice</h1><p>On March 5, 2021 a committee met in the town hall to speak about the harvest of "
         "the past years and of those to come.</p>", ""),
        ("<p>no date at all</p>", ""),
        # implausible
        ("<meta name=date content=1970-01-01>", ""),
        ("<meta name=date content=2024-06-05>", ""),
        ("<meta name=date content=2024-06-01>", "2024-06-01T12:00"),
        ("<meta name=date content=0000-00-00><time datetime=2024-01-05>x</time>", "2024-01-05T12:00"),
    ],
)  # fmt: skip
def test_publication_dates(markup: str, published: str) -> None:
    assert day(page(markup).published) == published


@pytest.mark.parametrize(
    ("path", "published"),
    [
        ("/2024/01/05/rice/", "2024-01-05"),
        ("/2024/1/5/rice", "2024-01-05"),
        ("/news/2024-01-05/c_112.htm", "2024-01-05"),
        ("/a/20240105/14526474_0.shtml", "2024-01-05"),
        ("/202401/05/t20240105_1.html", "2024-01-05"),
        ("/2024-01/05/content_1.htm", "2024-01-05"),
        ("/t20240105_1.html", "2024-01-05"),
        ("/2024/01/", ""),
        ("/product/20249999", ""),
        ("/p/120240105", ""),
    ],
)
def test_the_address_may_tell_the_day(path: str, published: str) -> None:
    assert day(page("<p>text</p>", f"https://example.org{path}").published)[:10] == published


@pytest.mark.parametrize(
    ("markup", "headers", "modified"),
    [
        ("<meta property='article:modified_time' content='2024-02-05T10:00Z'>", {}, "2024-02-05T10:00"),
        ("<meta property='og:updated_time' content='2024-02-05'>", {}, "2024-02-05T12:00"),
        ("<h1>x</h1><p>Last updated on Feb 05, 2024.</p>", {}, "2024-02-05T12:00"),
        ("<h1>标题</h1><p>更新时间：2024-02-05 10:00</p><p>一些中文的文字</p>", {}, "2024-02-05T02:00"),
        ("<p>x</p>", {"Last-Modified": "Mon, 05 Feb 2024 10:00:00 GMT"}, "2024-02-05T10:00"),
        ("<p>x</p>", {"Last-Modified": "Fri, 31 May 2024 23:59:30 GMT"}, ""),  # made for the answer
        ("<p>x</p>", {"Last-Modified": "Sun, 02 Jun 2024 10:00:00 GMT"}, ""),  # in the future
        ("<p>x</p>", {"Last-Modified": "yesterday"}, ""),
        (JSON_LD + "<meta name=lastmod content=2023-12-01>", {}, ""),  # before it was published
        (JSON_LD + "<meta name=lastmod content=2024-01-01T07:00Z>", {}, "2024-01-01T07:00"),
    ],
)
def test_dates_of_change(markup: str, headers: dict[str, str], modified: str) -> None:
    assert day(page(markup, headers=headers).modified) == modified


def test_the_date_header_serves_as_a_clock() -> None:
    headers = {"Date": "Sat, 01 Jun 2024 00:00:00 GMT", "Last-Modified": "Fri, 31 May 2024 23:59:59 GMT"}
    read = parse(b"<meta name=date content=2024-07-01><p>x", URL, headers=headers)
    assert (read.published, read.modified) == (None, None)
    assert parse(b"<meta name=date content=2024-07-01><p>x", URL).published is not None


@settings(deadline=None)
@given(MARKUP, TEXTS, HEADERS)
def test_no_page_breaks_the_reader(markup: str, text: str, headers: dict[str, str]) -> None:
    said, names = Structured((text,), (text,)), {"date": text, "modified": text}
    found = find_dates(build(markup), markup, URL, [said], names, headers, UTC)
    assert isinstance(found, PageDates)
