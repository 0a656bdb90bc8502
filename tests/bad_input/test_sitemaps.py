"""Rows about sitemaps and feeds: what is read of them, and what they may not do to a crawl."""

from __future__ import annotations

import bz2
import gzip
import tracemalloc
import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lookclear.sitemaps.listing import MOST_ENTRIES, ListingFlag, ListingKind
from lookclear.sitemaps.read import read_listing
from lookclear.sitemaps.trust import trust
from lookclear.sitemaps.unpack import MOST_BYTES, unpack
from tests.bad_input.rows import case
from tests.web.site import Answer, Site, page

NewTopic = Callable[..., Any]
LIVE = {"delay_s": 0, "concurrency": 4, "pages": 40}
AT = "https://garden.example/map.xml"
PLAIN = b"<urlset><url><loc>https://garden.example/a</loc></url></urlset>"
NOW = datetime(2024, 6, 1, tzinfo=UTC)
TEXT = {"Content-Type": "text/plain"}


def urlset(*locs: str) -> str:
    return "<urlset>" + "".join(f"<url><loc>{loc}</loc></url>" for loc in locs) + "</urlset>"


def index(*locs: str) -> str:
    return "<sitemapindex>" + "".join(f"<sitemap><loc>{x}</loc></sitemap>" for x in locs) + "</sitemapindex>"


def declared(*sitemaps: str) -> Answer:
    return Answer("".join(f"Sitemap: {one}\n" for one in sitemaps), headers=TEXT)


@pytest.mark.parametrize(
    "body",
    [
        case("B106", gzip.compress(PLAIN)),
        case("B106", PLAIN),
        case("F36", gzip.compress(gzip.compress(PLAIN))),
        case("F36", gzip.compress(PLAIN) + b"<!-- cached -->"),
        case("F36", gzip.compress(PLAIN)[:-5]),
    ],
)
def test_packing_is_told_by_the_first_bytes(body: bytes) -> None:
    assert [entry.url for entry in read_listing(body, AT, "text/html").entries] == [
        "https://garden.example/a"
    ]


BOMB = gzip.compress(bytes(60_000_000))


@pytest.mark.parametrize("bomb", [case("B106", BOMB), case("B106", gzip.compress(BOMB))])
def test_a_bomb_is_unpacked_to_the_limit_only(bomb: bytes) -> None:
    unpacked = unpack(bomb)
    assert len(unpacked.data) == MOST_BYTES
    assert unpacked.flags == {ListingFlag.TOO_LARGE}


PACKERS = ["bz2", "zlib", "zip", "hex", "base64", "uu", "quopri", "rot13"]  # Python calls them codecs too
SLOW_OR_ESCAPING = [
    "punycode",
    "idna",
    "unicode_escape",
    "raw_unicode_escape",
    "utf-7",
    "undefined",
    "no-such",
]


@pytest.mark.parametrize("name", [case("B106", name) for name in [*PACKERS, *SLOW_OR_ESCAPING]])
def test_only_names_of_charsets_choose_how_bytes_become_text(name: str) -> None:
    latin = urlset("/caf\u00e9").encode("cp1252")
    declared_ = f'<?xml version="1.0" encoding="{name}"?>'.encode() + latin
    for body, kind in ((latin, f"text/xml; charset={name}"), (declared_, "text/xml")):
        assert len(read_listing(body, AT, kind).entries) == 1
    for packed in (bz2.compress(bytes(30_000_000)), zlib.compress(bytes(30_000_000))):
        tracemalloc.start()
        assert read_listing(packed, AT, f"text/plain; charset={name}").kind is ListingKind.NONE
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 2_000_000


@pytest.mark.parametrize(
    ("charset", "word"),
    [
        ("gb2312", "\u56ed\u827a"),
        ("big5", "\u5712\u85dd"),
        ("windows-1251", "\u0441\u0430\u0434"),
        ("utf-16", "\u56ed"),
    ],
)
def test_a_declared_charset_is_used(charset: str, word: str) -> None:
    body = f"<rss><channel><item><link>/a</link><title>{word}</title></item></channel></rss>".encode(charset)
    assert read_listing(body, AT, f"text/xml; charset={charset}").entries[0].words == word


@pytest.mark.parametrize("packer", [case("B106", packer) for packer in ("zlib", "bz2")])
def test_after_a_file_in_no_charset_the_next_one_is_read(new_topic: NewTopic, packer: str) -> None:
    bad = Answer(b"not packed at all \xff", headers={"Content-Type": f"text/xml; charset={packer}"})
    answers = {
        "/": page("garden \u56ed\u827a"),
        "/robots.txt": declared("/bad.xml", "/map.xml"),
        "/bad.xml": bad,
    }
    with Site({**answers, "/map.xml": urlset("/island"), "/island": page("garden island")}) as site:
        topic = new_topic([site.url("/")], LIVE)
        topic.crawl()
        assert site.url("/island") in topic.visited()


@pytest.mark.parametrize("place", [case("B106", "listings.json.new"), case("B106", "listings.json")])
def test_what_was_read_today_cannot_be_written_down_and_all_files_are_read(
    new_topic: NewTopic, place: str
) -> None:
    answers = {"/": page("garden \u56ed\u827a"), "/robots.txt": declared("/1.xml", "/2.xml")}
    answers |= {f"/{n}.xml": urlset(f"/island{n}") for n in (1, 2)}
    answers |= {f"/island{n}": page(f"garden island {n}") for n in (1, 2)}
    with Site(answers) as site:
        topic = new_topic([site.url("/")], LIVE)
        (topic.folder / "data" / place).mkdir(parents=True)
        report = topic.crawl()
        assert {site.url("/island1"), site.url("/island2")} <= set(topic.visited())
    assert sum("cannot be written" in warning for warning in report["warnings"]) == 1


@pytest.mark.parametrize("more", [case("B106", 10)])
def test_no_more_than_fifty_thousand_addresses_are_read(more: int) -> None:
    listing = read_listing(urlset(*(f"/{n}" for n in range(MOST_ENTRIES + more))).encode(), AT)
    assert len(listing.entries) == MOST_ENTRIES
    assert listing.flags == {ListingFlag.TOO_MANY}


LAUGHS = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))


@pytest.mark.parametrize(
    "doctype",
    [
        case("B108", f'<!DOCTYPE urlset [<!ENTITY l0 "lol">{LAUGHS}]>'),
        case("B108", '<!DOCTYPE urlset [<!ENTITY l9 SYSTEM "file:///etc/hostname">]>'),
        case("B108", '<!DOCTYPE urlset SYSTEM "http://127.0.0.1:9/x.dtd">'),
        case("F36", '<!DOCTYPE urlset [<!ENTITY % p SYSTEM "http://127.0.0.1:9/p"> %p; ]>'),
    ],
)
def test_entities_are_never_expanded(doctype: str) -> None:
    for start in ("", '<?xml version="1.0"?>\n', "<!-- x -->"):
        listing = read_listing((start + doctype + urlset("/a&l9;", "/b")).encode(), AT)
        assert [entry.url for entry in listing.entries] == [
            "https://garden.example/a",
            "https://garden.example/b",
        ]
        assert ListingFlag.DOCTYPE in listing.flags


@pytest.mark.parametrize(
    "dates",
    [
        case("B109", ["2024-05-06"] * 50),
        case("B109", [(NOW - timedelta(seconds=n)).isoformat() for n in range(50)]),
        case("B109", [(NOW + timedelta(days=2 + n)).isoformat() for n in range(50)]),
        case("B109", ["last Tuesday"] * 50),
    ],
)
def test_dates_that_cannot_be_true_are_not_believed(dates: list[str]) -> None:
    items = "".join(f"<url><loc>/{n}</loc><lastmod>{date}</lastmod></url>" for n, date in enumerate(dates))
    listing = read_listing(f"<urlset>{items}</urlset>".encode(), AT)
    assert len(listing.entries) == 50
    given = [entry.lastmod for entry in listing.entries if entry.lastmod]
    assert trust(given, NOW, unreadable=listing.bad_dates) != "trusted"


@pytest.mark.parametrize("wish", [case("B111", "<changefreq>always</changefreq><priority>1.0</priority>")])
def test_wishes_of_a_site_change_nothing(wish: str) -> None:
    plain, wished = (f"<urlset><url><loc>/a</loc>{more}</url></urlset>" for more in ("", wish))
    assert read_listing(wished.encode(), AT) == read_listing(plain.encode(), AT)


@pytest.mark.parametrize("body", [case("F36", b"<!DOCTYPE html><html><title>404</title>http://x.example/")])
def test_an_error_page_is_no_sitemap(body: bytes) -> None:
    assert read_listing(body, AT).kind is ListingKind.NONE


@pytest.mark.parametrize("levels", [case("B107", 3)])
def test_indexes_are_followed_three_levels_deep_and_loops_end(new_topic: NewTopic, levels: int) -> None:
    answers = {
        "/": page("garden 园艺"),
        "/robots.txt": declared("/1.xml"),
        "/1.xml": index("/1.xml", "/2.xml", "/3b.xml"),
        "/2.xml": index("/1.xml", "/3.xml"),
        "/3.xml": index("/4.xml"),
        "/3b.xml": urlset("/island"),
        "/4.xml": urlset("/too-deep"),
        "/island": page("garden 园艺 island"),
    }
    with Site(answers) as site:
        topic = new_topic([site.url("/")], LIVE)
        topic.crawl()
        asked = [path for path in site.asked() if path.endswith(".xml")]
        assert sorted(asked) == ["/1.xml", "/2.xml", "/3.xml", "/3b.xml"]
        assert set(topic.visited()) == {site.url("/"), site.url("/island")}


@pytest.mark.parametrize("children", [case("B112", 10_000)])
def test_a_host_with_ten_thousand_sitemaps_gets_ten_read(new_topic: NewTopic, children: int) -> None:
    answers = {
        "/": page("garden 园艺"),
        "/robots.txt": declared("/map.xml"),
        "/map.xml": index(*(f"/map{n}.xml" for n in range(children))),
        "*": lambda asked: (
            urlset(*(f"{asked.path}/{n}" for n in range(3)))
            if asked.path.endswith(".xml")
            else Answer("", 404)
        ),
    }
    with Site(answers) as site:
        topic = new_topic([site.url("/")], LIVE)
        topic.crawl()
        topic.crawl()
        assert sum(path.endswith(".xml") for path in site.asked()) == 10


@pytest.mark.parametrize("entries", [case("B112", 5_000)])
def test_a_host_with_many_addresses_gets_its_best_ones_queued(new_topic: NewTopic, entries: int) -> None:
    names = [f"/{'garden' if n % 1000 == 7 else 'cars'}/{n}" for n in range(entries)]
    answers = {"/": page("garden 园艺"), "/sitemap.xml": urlset(*names), "*": Answer("", 404)}
    with Site(answers) as site:
        topic = new_topic([site.url("/")], LIVE | {"listing_entries": 5})
        topic.crawl()
        assert sorted(path for path in site.asked() if path != "/") == sorted(names[7::1000])
        topic.crawl()
        assert len(site.asked()) == 6  # nor has the next run of the day more room
