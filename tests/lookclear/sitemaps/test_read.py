import codecs
import gzip
from datetime import UTC, datetime

import pytest

from lookclear.sitemaps.listing import Listing, ListingFlag, ListingKind
from lookclear.sitemaps.read import read_listing

AT = "https://garden.example/maps/map.xml"
SITEMAP = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
    'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
    "<url><loc>https://garden.example/roses</loc><lastmod>2024-05-06</lastmod><changefreq>hourly</changefreq>"
    "<priority>1.0</priority><image:image><image:loc>https://garden.example/rose.png</image:loc>"
    "<image:title>Rose &amp; tulip</image:title><image:caption>红玫瑰</image:caption></image:image></url>"
    "<url><loc>https://garden.example/园艺?a=1&amp;b=2</loc></url></urlset>"
)
BOTH = ["https://garden.example/roses", "https://garden.example/园艺?a=1&b=2"]


def read(body: str | bytes, kind: str = "") -> Listing:
    return read_listing(body.encode() if isinstance(body, str) else body, AT, kind)


def urls(listing: Listing) -> list[str]:
    return [entry.url for entry in listing.entries]


def urlset(*locs: str) -> str:
    return "<urlset>" + "".join(f"<url><loc>{loc}</loc></url>" for loc in locs) + "</urlset>"


def test_an_entry_has_address_date_and_the_words_of_its_images() -> None:
    first, second = read(SITEMAP).entries
    assert first.lastmod == datetime(2024, 5, 6, 12, tzinfo=UTC)
    assert first.words == "Rose & tulip 红玫瑰"
    assert (second.lastmod, second.words) == (None, "")


PACKED = gzip.compress(SITEMAP.encode())


@pytest.mark.parametrize(
    ("body", "kind", "flags"),
    [
        pytest.param(SITEMAP.encode(), "application/x-gzip", [], id="plain XML under a name in .gz"),
        pytest.param(PACKED, "", [], id="gzip without a type"),
        pytest.param(PACKED, "text/xml", [], id="gzip said to be XML"),
        pytest.param(gzip.compress(PACKED), "application/gzip", [], id="gzip in gzip"),
        pytest.param(
            gzip.compress(SITEMAP[:99].encode()) + gzip.compress(SITEMAP[99:].encode()), "", [], id="parts"
        ),
        pytest.param(PACKED + b"<!-- 3 ms -->", "", ["trailing"], id="comment after gzip"),
        pytest.param(PACKED[:-8], "", ["cut"], id="gzip without its end"),
        pytest.param(SITEMAP.encode(), "text/html", [], id="said to be HTML"),
        pytest.param(b"\n  \xef\xbb\xbf" + SITEMAP.encode(), "", [], id="white space before the declaration"),
        pytest.param(codecs.BOM_UTF8 + SITEMAP.encode(), "", [], id="byte order mark"),
        pytest.param(SITEMAP.replace("UTF-8", "UTF-16").encode("utf-16"), "", [], id="utf-16"),
        pytest.param(SITEMAP.replace("UTF-8", "gb2312").encode("gb18030"), "", [], id="gbk, declared"),
        pytest.param(
            SITEMAP.replace("UTF-8", "klingon").encode("gb18030"), "", [], id="gbk, declared wrongly"
        ),
        pytest.param(
            SITEMAP.replace("sitemaps.org", "elsewhere.example").encode(), "", [], id="other namespace"
        ),
        pytest.param(
            SITEMAP.replace("<url", "<URL").replace("</url", "</URL").encode(), "", [], id="upper case"
        ),
        pytest.param(SITEMAP.replace("&amp;b", "&b").encode(), "", [], id="bare ampersand"),
        pytest.param(SITEMAP.replace("<loc>", "<loc>\n ").encode(), "", [], id="space around addresses"),
        pytest.param(
            SITEMAP.replace("<loc>", "<loc><![CDATA[")
            .replace("</loc>", "]]></loc>")
            .replace("&amp;b", "&b")
            .encode(),
            "",
            [],
            id="CDATA",
        ),
        pytest.param(SITEMAP.replace("</urlset>", "").encode(), "", [], id="without its end"),
        pytest.param(
            SITEMAP.replace("</url></urlset>", "").encode(), "", [], id="without the end of an entry"
        ),
        pytest.param(
            SITEMAP.replace("</urlset>", "\x00\x0b</urlset><p>more").encode(), "", [], id="rubbish after"
        ),
        pytest.param(
            SITEMAP.replace("<url>", "").replace("</url>", "").encode(), "", [], id="addresses alone"
        ),
        pytest.param(("\r\n".join(BOTH)).encode(), "text/plain", [], id="plain list"),
        pytest.param(
            codecs.BOM_UTF8 + "\n".join(["# ours", *BOTH, ""]).encode(), "", [], id="list with a comment"
        ),
    ],
)
def test_what_is_possible_is_read(body: bytes, kind: str, flags: list[str]) -> None:
    listing = read(body, kind)
    assert urls(listing) == BOTH
    assert sorted(listing.flags) == flags


def test_a_file_that_was_cut_off_gives_all_whole_entries() -> None:
    many = urlset(*(f"https://garden.example/{n}" for n in range(5000))).encode()
    packed = gzip.compress(many)
    listing = read(packed[: len(packed) // 2])
    assert ListingFlag.CUT in listing.flags
    assert 1000 < len(listing.entries) < 4999
    assert urls(listing) == [f"https://garden.example/{n}" for n in range(len(listing.entries))]


def test_half_an_address_is_none() -> None:
    assert urls(read(urlset("https://garden.example/a", "https://garden.example/bcd")[:-20])) == [
        "https://garden.example/a"
    ]
    lines = "".join(f"https://garden.example/{n}\n" for n in range(9000)).encode()
    packed = gzip.compress(lines)
    assert set(urls(read(packed[: len(packed) // 2]))) < set(lines.decode().split())


def test_relative_addresses_are_meant_from_the_listing() -> None:
    assert urls(read(urlset("/a", "b", "//other.example/c"))) == [
        "https://garden.example/a",
        "https://garden.example/maps/b",
        "https://other.example/c",
    ]


def test_an_index_names_children_and_no_entries() -> None:
    listing = read("<sitemapindex><sitemap><loc>/1.xml</loc></sitemap><loc>/2.xml</loc></sitemapindex>")
    assert listing.kind is ListingKind.INDEX
    assert listing.children == ("https://garden.example/1.xml", "https://garden.example/2.xml")
    assert not listing.entries


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<!DOCTYPE html><html><body><h1>404</h1><p>https://x.example/", "HTML page"),
        ("<html><url><loc>/a</loc></url></html>", "HTML page"),
        ("", "empty"),
        ("\0\0", "empty"),
        ("Not found", "no line"),
        ('{"error": 404}', "no JSON Feed"),
        ("{" * 100_000, "no JSON Feed"),
        ('{"items": ' + "[" * 100_000, "no JSON Feed"),
        ("<note>hello</note>", "<note>"),
        ("<", "neither"),
    ],
)
def test_what_is_no_listing_says_so(body: str, reason: str) -> None:
    listing = read(body)
    assert listing.kind is ListingKind.NONE
    assert reason in listing.reason
    assert not listing.entries


FEEDS = {
    "rss": """<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Garden</title>
        <link>https://garden.example/</link><image><url>/logo.png</url><link>/</link></image>
        <item><title>Rose &amp;amp; <![CDATA[<b>园艺</b>]]></title><link>/p1</link><category>plants</category>
        <pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate><description>long</description></item>
        <item><guid>https://garden.example/p2</guid></item>
        <item><guid isPermaLink="false">https://garden.example/no</guid></item></channel></rss>""",
    "rdf": """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="/"><link>/</link></channel>
        <item rdf:about="/p1"><title>Rose &amp;amp; 园艺</title><dc:subject>plants</dc:subject>
        <dc:date>2024-03-05T10:00:00Z</dc:date></item><item><link>/p2</link></item></rdf:RDF>""",
    "no namespaces": """<rss><channel><item><title>Rose &amp;amp; 园艺&nbsp;</title><link>/p1</link>
        <dc:subject>plants</dc:subject><dc:date>2024-03-05T10:00:00Z</dc:date></item>
        <item><link>/p2</link></item>""",
    "atom": """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://garden.example/">
        <link rel="self" href="/feed"/><title>Garden</title>
        <entry><title type="xhtml"><div>Rose &amp;amp; <b>园艺</b></div></title>
        <link rel="enclosure" href="rose.mp3"/><link type="application/json" href="p.json"/>
        <link type="text/html" href="p1"/><id>tag:1</id><category term="plants"/>
        <published>2020-01-01T00:00:00Z</published><updated>2024-03-05T11:00:00+01:00</updated>
        <content type="xhtml"><div><a href="q">q</a></div></content></entry>
        <entry><id>https://garden.example/p2</id></entry></feed>""",
    "json": """{"version": "https://jsonfeed.org/version/1.1", "items": [
        {"id": "1", "url": "/p1", "title": "Rose & 园艺", "tags": ["plants", 7],
         "date_modified": "2024-03-05T10:00:00Z"}, {"external_url": "/p2"}, {"url": 3}, "x"]}""",
}  # fmt: skip


@pytest.mark.parametrize("feed", FEEDS)
def test_feeds_of_every_format_say_the_same(feed: str) -> None:
    listing = read(FEEDS[feed])
    assert listing.kind.is_feed
    assert urls(listing) == ["https://garden.example/p1", "https://garden.example/p2"]
    assert listing.entries[0].words == "Rose & 园艺 plants"
    assert listing.entries[0].lastmod == datetime(2024, 3, 5, 10, tzinfo=UTC)
    assert listing.entries[1].lastmod is None


def test_dates_that_nobody_can_read_are_counted() -> None:
    dates = ("yesterday", "", "2024-05-06T01:02:03+08:00")
    items = "".join(f"<url><loc>/{n}</loc><lastmod>{date}</lastmod></url>" for n, date in enumerate(dates))
    listing = read(f"<urlset>{items}</urlset>")
    assert listing.bad_dates == 1
    assert [entry.lastmod for entry in listing.entries] == [
        None,
        None,
        datetime(2024, 5, 5, 17, 2, 3, tzinfo=UTC),
    ]


def test_no_more_than_asked_for_is_read() -> None:
    for body in (urlset("/1", "/2", "/3"), "https://h.example/1\nhttps://h.example/2\nhttps://h.example/3"):
        listing = read_listing(body.encode(), AT, most=2)
        assert len(listing.entries) == 2
        assert ListingFlag.TOO_MANY in listing.flags
