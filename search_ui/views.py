"""From the core's results to what a template shows: plain values, nothing left to decide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from indexer import Hit, Results
from search_ui.advice import Easier
from search_ui.interface import Interface
from search_ui.links import safe_href, trail
from search_ui.narrowing import MAX_REPEATED_CHARACTERS, Chip, FacetView, chips, facet_views, kind_name
from search_ui.paging import Paging

Pieces = tuple[tuple[str, bool], ...]  # (text, is a match)

MAX_TITLE_CHARACTERS = 200
PLAIN_KIND = "article"  # what most pages are, and nobody needs to be told
MAX_COPIES = 20  # addresses listed with one result
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOTE_CODES = re.compile(r"[a-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Copy:
    """The address of a page that says the same as a result."""

    href: str | None
    trail: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One result. `href` is None when the address is not one a browser should be sent to."""

    title: Pieces
    href: str | None
    trail: tuple[str, ...]
    snippet: Pieces
    stored: str  # address of the stored text
    language: str  # a valid language tag, or ''
    fetched: datetime | None
    relevance: float
    kind: str  # as a visitor reads it; '' for articles
    date: datetime | None  # of what the page says
    more: int  # results from the same host that are not on this page
    more_href: str
    host: str
    why: str  # address of the page that explains the score; '' when the query is very long
    similar: int  # pages that say the same
    copies: tuple[Copy, ...]  # of those the first ones

    @property
    def plain_title(self) -> str:
        """The title without marks."""
        return "".join(text for text, _ in self.title)


@dataclass(frozen=True, slots=True)
class ResultsView:
    """The results page."""

    query: str
    total: int
    took_ms: float
    cards: tuple[Card, ...]
    first: int  # number of the first card
    paging: Paging
    notes: tuple[str, ...]
    easier: tuple[Easier, ...]
    chips: tuple[Chip, ...] = ()
    facets: tuple[FacetView, ...] = ()
    suggestion: str = ""
    is_partial: bool = False
    folded: int = 0  # pages that say the same as one on this page


@dataclass(frozen=True, slots=True)
class Entry:
    """One result in a feed, whose texts are plain; `href` is '' when nobody should be sent there."""

    name: str  # that lasts
    title: str
    href: str
    summary: str
    updated: datetime | None


@dataclass(frozen=True, slots=True)
class StoredView:
    """The text of one page as it was fetched."""

    title: str
    href: str | None
    trail: tuple[str, ...]
    paragraphs: tuple[Pieces, ...]
    language: str
    fetched: datetime | None
    relevance: float
    withheld: bool  # the page asks not to be shown from a store
    cut: bool  # the text goes on


def card(hit: Hit, query: str, ui: Interface) -> Card:
    """Return the view of one hit."""
    return Card(
        title=_title(hit),
        href=safe_href(hit.url or hit.key),
        trail=trail(hit.url or hit.key),
        snippet=hit.snippet,
        stored=ui.link(f"/page/{hit.id}", q=query[:MAX_REPEATED_CHARACTERS]),
        language=language_tag(hit.language),
        fetched=hit.fetched,
        relevance=hit.relevance,
        kind="" if hit.kind in ("", PLAIN_KIND) else kind_name(hit.kind, ui.catalogue),
        date=hit.date,
        more=hit.more,
        more_href=ui.listing(site=hit.host),
        host=hit.host,
        why=ui.link(f"/why/{hit.id}", q=query) if len(query) <= MAX_REPEATED_CHARACTERS else "",
        similar=len(hit.similar),
        copies=tuple(Copy(safe_href(key), trail(key)) for key in hit.similar[:MAX_COPIES]),
    )


def entry(hit: Hit) -> Entry:
    """Return the view of one hit in a feed, without what XML cannot hold."""
    title = "".join(text for text, _ in _title(hit))
    return Entry(
        name=hit.id,
        title=_NOT_XML.sub(" ", title),
        href=safe_href(hit.url or hit.key) or "",
        summary=_NOT_XML.sub(" ", "".join(text for text, _ in hit.snippet)),
        updated=hit.date or hit.fetched,
    )


def results_view(
    results: Results, place: Paging, first: int, easier: Sequence[Easier], ui: Interface
) -> ResultsView:
    """Return the results page for what the visitor asked."""
    query = ui.params.query
    return ResultsView(
        query=query,
        total=results.total,
        took_ms=results.took_ms,
        cards=tuple(card(hit, query, ui) for hit in results.hits),
        first=first,
        paging=place,
        notes=note_texts((*ui.params.notes, *results.notes), ui),
        easier=tuple(easier),
        chips=chips(ui),
        facets=facet_views(results.facets, ui),
        suggestion=results.suggestion or "",
        is_partial=results.is_partial,
        folded=sum(len(hit.similar) for hit in results.hits),
    )


def note_texts(codes: Sequence[str], ui: Interface) -> tuple[str, ...]:
    """Return what was changed in the query, in words and each thing once.

    A code may carry a value after a colon. A code without words of its own still gets a sentence.
    """
    texts = []
    for code in codes:
        name, _, value = code.partition(":")
        key = f"note.{name.replace('-', '_')}"
        known = _NOTE_CODES.fullmatch(name) and key in ui.catalogue.strings
        texts.append(ui.catalogue.text(key if known else "note.other", value=value))
    return tuple(dict.fromkeys(texts))


def language_tag(language: str) -> str:
    """Return `language` when it is a well-formed tag, else ''."""
    return language if _LANGUAGE_TAG.fullmatch(language) else ""


def _title(hit: Hit) -> Pieces:
    pieces = hit.title_pieces or ((hit.title, False),)
    if "".join(text for text, _ in pieces).strip():
        return cut_pieces(pieces, MAX_TITLE_CHARACTERS)
    return ((" › ".join(trail(hit.url or hit.key)), False),)


def cut_pieces(pieces: Pieces, characters: int) -> Pieces:
    """Return the pieces up to `characters`, with an ellipsis when something was left out.

    >>> cut_pieces((("salt ", False), ("marsh", True)), 7)
    (('salt ', False), ('ma', True), ('…', False))
    """
    kept: list[tuple[str, bool]] = []
    for text, match in pieces:
        if len(text) > characters:
            return (*kept, (text[:characters], match), ("…", False))
        kept.append((text, match))
        characters -= len(text)
    return tuple(kept)
