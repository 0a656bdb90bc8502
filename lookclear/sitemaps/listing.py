"""What a sitemap or a feed says, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

MOST_ENTRIES = 50_000  # of one file; the limit of the sitemap protocol
MOST_WORDS = 500  # characters of titles and captions kept of an entry


class ListingKind(StrEnum):
    """Which format it is."""

    SITEMAP = "sitemap"
    INDEX = "index"  # a sitemap of sitemaps
    TEXT = "text"  # one address a line
    RSS = "rss"  # 0.9x, 1.0 (RDF) and 2.0
    ATOM = "atom"
    JSON_FEED = "json-feed"
    NONE = "none"  # something else: an error page, an empty answer

    @property
    def is_feed(self) -> bool:
        """Tell whether it is made for readers: such entries may lead to any host."""
        return self in {ListingKind.RSS, ListingKind.ATOM, ListingKind.JSON_FEED}


class ListingFlag(StrEnum):
    """What is wrong with a listing as it came."""

    CUT = "cut"  # compressed data ends too early, or the text does
    TOO_LARGE = "too-large"  # only the first 50 MB are read
    TOO_MANY = "too-many"  # only the first 50,000 entries, or a million elements, are read
    TRAILING = "trailing"  # something stands after the compressed data
    DOCTYPE = "doctype"  # a document type was thrown away, with the entities it defines


@dataclass(frozen=True, slots=True)
class Entry:
    """One address that a listing names.

    `words` are title, caption and categories, white space collapsed. `lastmod` is what the listing says, in
    UTC; whether it can be believed is another question (see `lookclear.sitemaps.trust`).
    """

    url: str
    lastmod: datetime | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A sitemap or feed as it was understood.

    `children` are further sitemaps; `bad_dates` counts entries with a date nobody can read; `reason` says why
    it is of kind NONE.
    """

    kind: ListingKind
    entries: tuple[Entry, ...] = ()
    children: tuple[str, ...] = ()
    flags: frozenset[ListingFlag] = frozenset()
    bad_dates: int = 0
    reason: str = ""
