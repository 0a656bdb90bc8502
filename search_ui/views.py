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
from search_ui.paging import Paging

Pieces = tuple[tuple[str, bool], ...]  # (text, is a match)

MAX_TITLE_CHARACTERS = 200
MAX_COPIES = 20  # addresses listed with one result
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")
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
        stored=ui.link(f"/page/{hit.id}", q=query),
        language=language_tag(hit.language),
        fetched=hit.fetched,
        relevance=hit.relevance,
        similar=len(hit.similar),
        copies=tuple(Copy(safe_href(key), trail(key)) for key in hit.similar[:MAX_COPIES]),
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
