"""Takes the events of an XML parser, and keeps what a sitemap or a feed says.

Only local names count: namespaces are missing or wrong too often, and no two formats use a name for different
things where it matters. An entry is kept once its address is complete, so that of a file that was cut off all
but the last is there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from html import unescape
from urllib.parse import urljoin

from lookclear.html.dates import parse_date
from lookclear.sitemaps.listing import MOST_ENTRIES, MOST_WORDS, Entry

MOST_ELEMENTS = 1_000_000  # of one file: what 50,000 entries with images need many times over
_RECORDS = frozenset({"url", "sitemap", "item", "entry"})
_DATES = frozenset({"lastmod", "pubdate", "date", "updated", "modified", "published", "issued"})
_CHANGED = frozenset({"lastmod", "updated", "modified"})  # says more than when it appeared
_OF_MEDIA = frozenset({"image", "video", "news"})
_MEDIA_WORDS = frozenset({"title", "caption", "description", "keywords", "tag"})
_TAG = re.compile(r"<[^<>]{0,500}>")
_MOST_TEXT = 4_096  # characters of one element that are read
_TEXTS = _DATES | _MEDIA_WORDS | {"loc", "link", "guid", "id", "category", "subject"}


class Collector:
    """A target for an lxml parser (`start`, `end`, `data`, `close`); `base` is the file's own address."""

    def __init__(self, base: str, most: int = MOST_ENTRIES) -> None:
        self.entries: list[Entry] = []
        self.children: list[str] = []
        self.bad_dates = 0
        self.elements = 0
        self.is_full = False
        self._most = most
        self._base = base
        self._open: list[str] = []  # local names of the elements around
        self._record: _Record | None = None
        self._text: list[str] | None = None
        self._text_depth = 0
        self._room = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""
        name = _local(tag)
        self.elements += 1
        if self.elements >= MOST_ELEMENTS:
            self.is_full = True
        if not self._open and (base := attributes.get(_XML_BASE)):
            self._base = urljoin(self._base, base)
        if name in _RECORDS and self._record is None:
            self._record = _Record(name, len(self._open) + 1, attributes)
        elif self._record is not None:
            self._attributes(name, attributes, self._record)
        self._open.append(name)
        if name in _TEXTS:  # else it is markup inside of a text
            self._text, self._text_depth, self._room = [], len(self._open), _MOST_TEXT

    def data(self, text: str) -> None:
        """Take text."""
        if self._text is not None and self._room > 0:
            self._text.append(text[: self._room])
            self._room -= len(text)

    def end(self, tag: str) -> None:  # noqa: ARG002 - the parser's events come in order
        """Take the end of an element."""
        if not self._open:
            return
        text = None
        if len(self._open) == self._text_depth:
            text, self._text, self._text_depth = self._text, None, 0
        name = self._open.pop()
        record = self._record
        if record is not None and len(self._open) < record.depth:
            self._keep(record)
            self._record = None
        elif text is not None:
            value = " ".join("".join(text).split())
            if record is not None:
                record.take(name, value, parent=self._open[-1], is_own=len(self._open) == record.depth)
            elif name == "loc" and len(self._open) == 1:  # a list without the element around each address
                self._keep(_Record("sitemap" if self._open[0] == "sitemapindex" else "url", 1, {}, value))

    def close(self) -> None:
        """Keep an entry whose address is complete though the file ended too early."""
        if self._record is not None:
            self._keep(self._record)
            self._record = None

    def _attributes(self, name: str, attributes: Mapping[str, str], record: _Record) -> None:
        """Take what is written in attributes: Atom's links and categories."""
        if len(self._open) != record.depth:
            return
        if name == "link" and (href := attributes.get("href", "").strip()):
            record.linked(href, attributes.get("rel", "alternate"), attributes.get("type", ""))
        elif name == "category" and (term := attributes.get("label") or attributes.get("term")):
            record.words.append(term)
        elif name == "guid":
            record.guid_is_link = attributes.get("isPermaLink", "true").strip().lower() != "false"

    def _keep(self, record: _Record) -> None:
        address = record.address()
        if not address:
            return
        if len(self.entries) + len(self.children) >= self._most:
            self.is_full = True
            return
        try:
            url = urljoin(self._base, address)
        except ValueError:
            url = address  # for the rules about addresses to refuse, and to be counted
        if record.kind == "sitemap":
            self.children.append(url)
            return
        words = " ".join(" ".join(dict.fromkeys(record.words)).split())
        self.bad_dates += record.has_bad_date
        self.entries.append(Entry(url, record.changed or record.appeared, words[:MOST_WORDS]))


_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"


class _Record:
    """An entry while it is being read; `depth` counts the elements down to its own."""

    def __init__(self, kind: str, depth: int, attributes: Mapping[str, str], loc: str = "") -> None:
        self.kind = kind
        self.depth = depth
        self.words: list[str] = []
        self.changed: datetime | None = None
        self.appeared: datetime | None = None
        self.has_bad_date = False
        self.guid_is_link = True
        self._loc = loc
        self._guid = ""
        self._about = next((value for name, value in attributes.items() if _local(name) == "about"), "")
        self._linked: dict[str, str] = {}

    def take(self, name: str, value: str, *, parent: str, is_own: bool) -> None:
        """Take the text of an element inside; `is_own` tells a child of the record from what is deeper."""
        if not value:
            return
        if not is_own:
            if parent in _OF_MEDIA and name in _MEDIA_WORDS:
                self.words.append(_plain(value))
        elif name in {"loc", "link"}:
            self._loc = self._loc or value
        elif name in {"guid", "id"}:
            self._guid = value
        elif name in _DATES:
            self._date(name, value)
        elif name in {"title", "category", "subject"}:
            self.words.append(_plain(value))

    def linked(self, href: str, rel: str, kind: str) -> None:
        """Take a link that is written as an attribute; the first page wins over the first of another kind."""
        if rel == "alternate":
            self._linked.setdefault("page" if not kind or "html" in kind else "other", href)

    def address(self) -> str:
        """Return the entry's address; empty when it has none."""
        found = self._loc or self._linked.get("page") or self._linked.get("other") or self._about
        if not found and self.guid_is_link and self._guid.lower().startswith(("http://", "https://")):
            found = self._guid
        return found

    def _date(self, name: str, value: str) -> None:
        moment = parse_date(value)
        if moment is None:
            self.has_bad_date = True
        elif name in _CHANGED:
            self.changed = self.changed or moment
        else:
            self.appeared = self.appeared or moment


def _plain(text: str) -> str:
    """Return a title without the HTML that feeds write into it."""
    return unescape(_TAG.sub(" ", text))


def _local(tag: str) -> str:
    return tag.rpartition("}")[2].rpartition(":")[2].lower()
