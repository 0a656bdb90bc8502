"""A page as it was understood: one token array, and intervals into it for everything else.

Every part of a page (block, anchor, link context, heading) is a half-open interval `[start, end)` into
`Page.tokens`, so slicing a context costs its length and nothing is stored twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal, TypeAlias

Span: TypeAlias = tuple[int, int]


class PageKind(StrEnum):
    """What sort of page it is; only the first three are worth a place in an index."""

    ARTICLE = "article"  # mostly text of its own
    HUB = "hub"  # mostly links to other pages
    OTHER = "other"
    EMPTY = "empty"  # no text of its own
    APP_SHELL = "app-shell"  # empty until scripts run
    SOFT_404 = "soft-404"  # says "not found" with status 200
    PARKED = "parked"  # a domain for sale
    LOGIN = "login"  # a login, consent or captcha wall

    @property
    def has_content(self) -> bool:
        """Tell whether there is something of its own to judge, to index and to show."""
        return self in {PageKind.ARTICLE, PageKind.HUB, PageKind.OTHER}


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf of the content block partition.

    `heading` is the interval of the nearest heading above or in the block, if there is one. `text` is the
    part of `Page.text` that comes from this block, in characters; it is empty for furniture.
    """

    start: int
    end: int
    kind: Literal["content", "navigation"]
    links: int
    heading: Span | None = None
    text: Span = (0, 0)
    fingerprint: int = 0  # of its place and words: equal on all pages of a site for a part of the template
    place: int = 0  # CRC-32 of the tags it stands in: what is in one place on two versions of a page


@dataclass(frozen=True, slots=True)
class Link:
    """One hyperlink with the words that describe its target."""

    url: str  # absolute, as it would be requested (no fragment)
    anchor: str  # visible text, white space collapsed
    span: Span  # the anchor's own tokens
    context: Span  # the words around it, inside the same block
    block: int  # index into Page.blocks, -1 when the page has no block
    heading: Span | None = None
    extra: tuple[str, ...] = ()  # tokens of title= and img alt= that are not visible text
    nofollow: bool = False
    rel: tuple[str, ...] = ()
    kind: str = "anchor"  # or frame, relation (link rel=next …), refresh: see lookclear.html.link_sources


@dataclass(frozen=True, slots=True)
class Page:
    """A parsed page.

    `url` is the final address after redirects. `zones[i]` is the zone code of `tokens[i]`
    (see `lookclear.html.zones`). `text` is what a reader sees, one block a paragraph.
    """

    url: str
    title: str
    text: str
    tokens: tuple[str, ...]
    zones: bytes
    blocks: tuple[Block, ...]
    links: tuple[Link, ...]
    description: str = ""
    language: str = ""
    charset: str = "utf-8"
    keywords: str = ""
    canonical: str | None = None
    directives: frozenset[str] = frozenset()  # noindex, nofollow, noarchive, … from meta and headers
    charset_reason: str = ""  # how the charset was decided
    flags: frozenset[str] = frozenset()  # what is wrong with the page as it came (docs/crawling.md)
    links_dropped: int = 0  # links beyond the limit that were not kept
    kind: PageKind = PageKind.OTHER
    kind_reason: str = ""
    published: datetime | None = None  # aware
    modified: datetime | None = None  # aware
    alternates: tuple[tuple[str, str], ...] = ()  # (language, address) of the page in other languages
    feeds: tuple[str, ...] = ()  # addresses of RSS and Atom feeds
    breadcrumbs: tuple[str, ...] = ()  # from the site's top to the page
    signature: bytes = b""  # MinHash of the main text, for near-duplicates
