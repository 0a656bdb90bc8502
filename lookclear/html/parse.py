"""From the bytes of a response to a Page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate

import numpy as np

from lookclear.domain import Block, Link, Page, Span
from lookclear.html import zones
from lookclear.html.address_words import address_words
from lookclear.html.addresses import Addresses, base_of
from lookclear.html.blocks import partition
from lookclear.html.breadcrumbs import find_breadcrumbs
from lookclear.html.charset import Decoded, decode
from lookclear.html.context import context_rule
from lookclear.html.dates import zone_of
from lookclear.html.fingerprint import (
    Hashes,
    block_fingerprints,
    block_places,
    hashes_in,
    signature,
    word_hashes,
)
from lookclear.html.language import language_of
from lookclear.html.limits import Flag, Limited, prescan
from lookclear.html.links import extract
from lookclear.html.looks import look
from lookclear.html.main_text import MainText, main_text
from lookclear.html.metadata import Metadata, read
from lookclear.html.page_kind import Looks, kind_of
from lookclear.html.published import find_dates
from lookclear.html.reading import DEFAULT_READING, Reading
from lookclear.html.structured import read_json_ld, read_microdata
from lookclear.html.tree import Tree, UnparsablePage, build
from lookclear.text.distinct import CutText, Distinct
from lookclear.text.segment import words

__all__ = ["Parsed", "UnparsablePage", "parse", "parsed"]


@dataclass(frozen=True, slots=True)
class Parsed:
    """A page, and what was worked out on the way that others would work out again."""

    page: Page
    words: Distinct  # of the page's tokens
    main: CutText | None = None  # the page's text, unless it has to be cut anew

    @classmethod
    def of(cls, page: Page) -> Parsed:
        """Return what is known of a page alone."""
        return cls(page, Distinct.of(page.tokens))


def parse(
    body: bytes,
    url: str,
    *,
    content_type: str = "",
    headers: Mapping[str, str] | None = None,
    reading: Reading = DEFAULT_READING,
    now: datetime | None = None,
) -> Page:
    """Understand a page.

    `url` is the address that answered. `now` (aware) is when: later dates on the page are not believed; the
    Date header serves as well. Raises UnparsablePage when there is no HTML in the bytes.
    """
    return parsed(body, url, content_type=content_type, headers=headers, reading=reading, now=now).page


def parsed(
    body: bytes,
    url: str,
    *,
    content_type: str = "",
    headers: Mapping[str, str] | None = None,
    reading: Reading = DEFAULT_READING,
    now: datetime | None = None,
) -> Parsed:
    """Understand a page: see `parse`."""
    decoded = decode(body, content_type)
    limited = prescan(decoded.text, decoded.encoded)
    tree = build(limited.markup, limited.encoded)
    lower = {name.lower(): value for name, value in (headers or {}).items()}
    meta = read(tree.root, url, decoded.charset, lower)
    blocks = partition(tree, reading)
    links = extract(tree, url, decoded.charset, blocks, context_rule(reading.context))
    dropped = limited.links_dropped + links.dropped
    main = main_text(tree, blocks)
    invisible, invisible_zones = _invisible(meta, url)
    tokens = (*tree.words, *invisible)
    found = Distinct.of(tokens)
    hashes = word_hashes(found.words)[found.entries[: len(tree)]]
    language = language_of(main.text or meta.title, tree.root.get("lang") or "")
    said = (read_json_ld(meta.scripts), read_microdata(tree.root, limited.markup))
    dates = find_dates(tree, limited.markup, url, said, meta.names, lower, zone_of(language), now)
    looks = look(tree, meta.title)
    kind, why = kind_of(looks)
    page = Page(
        url=url,
        title=meta.title,
        text=main.text,
        tokens=tokens,
        zones=_visible_zones(tree, blocks) + invisible_zones,
        blocks=_described(tree, blocks, main.spans, hashes),
        links=(*links.kept, *_sent_to(looks, links.kept, tree, url, decoded.charset)),
        description=meta.description,
        language=language,
        charset=decoded.charset,
        keywords=meta.keywords,
        canonical=meta.canonical,
        directives=meta.directives,
        charset_reason=decoded.reason,
        flags=_flags(limited, tree, decoded, dropped),
        links_dropped=dropped,
        kind=kind,
        kind_reason=why,
        published=dates.published,
        modified=dates.modified,
        alternates=meta.alternates,
        feeds=meta.feeds,
        breadcrumbs=said[0].breadcrumbs or said[1].breadcrumbs or find_breadcrumbs(tree, limited.markup),
        signature=signature(hashes_in(hashes, main.words)),
    )
    return Parsed(page, found, _cut_text(main, found) if main.is_whole else None)


def _cut_text(main: MainText, found: Distinct) -> CutText:
    """Return the main text as it was cut already."""
    pieces = [found.entries[start:end] for start, end in main.words]
    firsts = accumulate((end - start for start, end in main.words[:-1]), initial=0)
    entries = np.concatenate(pieces) if pieces else found.entries[:0]
    return CutText(found.words, entries, main.begins, list(firsts) if pieces else [])


def _visible_zones(tree: Tree, blocks: Sequence[Block]) -> bytes:
    """Return the zone of each visible word; a block of navigation caps what its words would count."""
    codes = bytearray(tree.zones)
    for block in blocks:
        if block.kind == "navigation":
            codes[block.start : block.end] = bytes([zones.NAVIGATION]) * (block.end - block.start)
    return bytes(codes)


def _described(
    tree: Tree, blocks: Sequence[Block], spans: Sequence[Span], hashes: Hashes
) -> tuple[Block, ...]:
    """Return the blocks with their parts of the main text, their places and fingerprints."""
    places = block_places(tree, blocks)
    prints = block_fingerprints(blocks, places, hashes, spans)
    return tuple(
        replace(block, text=span, fingerprint=number, place=place)
        for block, span, number, place in zip(blocks, spans, prints, places, strict=True)
    )


def _sent_to(looks: Looks, links: Sequence[Link], tree: Tree, url: str, charset: str) -> list[Link]:
    """Return where a script sends to at once: for a page that does nothing else it is its only link."""
    if not looks.sends_to:
        return []
    target = Addresses(url, base_of(tree.root, url), charset).resolve(looks.sends_to)
    known = {url, *(link.url for link in links)}
    return [Link(target, "", (0, 0), (0, 0), -1, kind="refresh")] if target and target not in known else []


def _flags(limited: Limited, tree: Tree, decoded: Decoded, dropped: int) -> frozenset[str]:
    flags = tree.flags | limited.flags
    if dropped:
        flags.add(Flag.MANY_LINKS)
    if decoded.quality.low:
        flags.add(Flag.BAD_BYTES)
    return frozenset(flags)


def _invisible(meta: Metadata, url: str) -> tuple[list[str], bytes]:
    """Return the words of title, meta tags and address, which follow the visible ones in the token array."""
    tokens: list[str] = []
    codes = bytearray()
    for found, zone in (
        (words(meta.title), zones.TITLE),
        (words(meta.description), zones.META_DESCRIPTION),
        (words(meta.keywords), zones.META_KEYWORDS),
        (address_words(url), zones.URL),
    ):
        tokens.extend(found)
        codes.extend(bytes([zone]) * len(found))
    return tokens, bytes(codes)
