"""A page as it was understood: one token array, and intervals into it for everything else.

Every part of a page (block, anchor, link context, heading) is a half-open interval `[start, end)` into
`Page.tokens`, so slicing a context costs its length and nothing is stored twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf of the content block partition.

    `heading` is the interval of the nearest heading above or in the block, if there is one.
    """

    start: int
    end: int
    kind: Literal["content", "navigation"]
    links: int
    heading: Span | None = None


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
