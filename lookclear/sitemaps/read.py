"""Reads a sitemap or a feed: the bytes of an answer go in, what they list comes out.

The content decides what it is, never the name or the Content-Type: servers send sitemaps as text/html, plain
XML under a name that ends in .gz, and error pages with status 200 (notes on formats: sitemaps.org protocol;
RSS 0.91 to 2.0; RFC 4287; JSON Feed 1.1). `changefreq` and `priority` are not read: nobody keeps them true.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import urljoin

from lxml import etree

from lookclear.html.dates import parse_date
from lookclear.sitemaps.collector import Collector
from lookclear.sitemaps.listing import (
    MOST_ENTRIES,
    MOST_WORDS,
    Entry,
    Listing,
    ListingFlag,
    ListingKind,
)
from lookclear.sitemaps.markup import harmless
from lookclear.sitemaps.unpack import decode, unpack

_KINDS = {
    "urlset": ListingKind.SITEMAP,
    "sitemapindex": ListingKind.INDEX,
    "rss": ListingKind.RSS,
    "rdf": ListingKind.RSS,
    "channel": ListingKind.RSS,
    "feed": ListingKind.ATOM,
}
_PIECE = 65_536  # characters parsed at a time
_LONGEST_JSON = 10_000_000  # characters
_ADDRESS_LINE = re.compile(r"^[ \t]*+(https?://\S++)[ \t]*+$", re.M | re.I)


def read_listing(body: bytes, url: str, content_type: str = "", *, most: int = MOST_ENTRIES) -> Listing:
    """Read the body of an answer; never raises, never expands an entity, never loads anything.

    `url` is the address that answered: relative addresses are meant from there. Costs at most 50 MB of
    unpacked text, 50,000 entries and a million elements.

    >>> read_listing(b"<urlset><url><loc>/a</loc></url></urlset>", "https://h.org/map.xml").entries
    (Entry(url='https://h.org/a', lastmod=None, words=''),)
    """
    data, flags = unpack(body)
    text = decode(data, content_type).replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff \t\n\0")
    if not text:
        return Listing(ListingKind.NONE, flags=flags, reason="it is empty")
    if text.startswith("<"):
        return _from_xml(text, url, flags, most)
    if text.startswith("{"):
        return _from_json(text, url, flags, most)
    return _from_lines(text, flags, most)


def _from_xml(text: str, url: str, flags: frozenset[ListingFlag], most: int) -> Listing:
    markup = harmless(text)
    flags |= {ListingFlag.DOCTYPE} if markup.had_doctype else set()
    if markup.root == "html":
        return Listing(ListingKind.NONE, flags=flags, reason="it is an HTML page")
    collector = Collector(url, most)
    target: Any = collector  # lxml calls what is there
    parser = etree.XMLParser(
        target=target,
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
    )
    _feed(parser, collector, markup.text)
    if collector.is_full:
        flags |= {ListingFlag.TOO_MANY}
    kind = _KINDS.get(markup.root, ListingKind.NONE)
    if kind is ListingKind.NONE and (collector.entries or collector.children):
        kind = ListingKind.SITEMAP
    return Listing(
        kind,
        tuple(collector.entries),
        tuple(collector.children),
        flags,
        collector.bad_dates,
        f"it is neither sitemap nor feed, but <{markup.root}>" if kind is ListingKind.NONE else "",
    )


def _feed(parser: etree.XMLParser, collector: Collector, text: str) -> None:
    """Parse as far as it goes: an error that cannot be mended ends the reading, not the crawl."""
    try:
        for start in range(0, len(text), _PIECE):
            parser.feed(text[start : start + _PIECE].encode("utf-8", "replace"))
            if collector.is_full:
                break
        parser.close()
    except etree.XMLSyntaxError:
        collector.close()


def _from_lines(text: str, flags: frozenset[ListingFlag], most: int) -> Listing:
    """Read a plain list; a line that is no whole address is passed over."""
    urls: list[str] = []
    for match in _ADDRESS_LINE.finditer(text):
        if len(urls) == most:
            flags |= {ListingFlag.TOO_MANY}
            break
        urls.append(match[1])
    if not urls:
        return Listing(ListingKind.NONE, flags=flags, reason="no line of it is an address")
    if flags & {ListingFlag.CUT, ListingFlag.TOO_LARGE} and not text.endswith("\n"):
        urls.pop()  # the last one may be half an address
    return Listing(ListingKind.TEXT, tuple(map(Entry, urls)), flags=flags)


def _from_json(text: str, url: str, flags: frozenset[ListingFlag], most: int) -> Listing:
    try:
        feed = json.loads(text) if len(text) <= _LONGEST_JSON else None
    except (ValueError, RecursionError):
        feed = None
    items = feed.get("items") if isinstance(feed, dict) else None
    if not isinstance(items, list):
        return Listing(ListingKind.NONE, flags=flags, reason="it is JSON, but no JSON Feed")
    listing = Listing(ListingKind.JSON_FEED, flags=flags)
    entries = [entry for item in items[:most] if (entry := _json_entry(item, url)) is not None]
    return replace(
        listing,
        entries=tuple(entries),
        flags=flags | ({ListingFlag.TOO_MANY} if len(items) > most else set()),
    )


def _json_entry(item: Any, base: str) -> Entry | None:
    if not isinstance(item, dict):
        return None
    address = item.get("url") or item.get("external_url")
    if not isinstance(address, str):
        return None
    tags = item.get("tags")
    words = [item.get("title"), *(tags if isinstance(tags, list) else [])]
    when = item.get("date_modified") or item.get("date_published")
    try:
        url = urljoin(base, address.strip())
    except ValueError:
        url = address
    said = " ".join(" ".join(word for word in words if isinstance(word, str)).split())
    return Entry(url, parse_date(when) if isinstance(when, str) else None, said[:MOST_WORDS])
