"""Restrictions of the results: which are on, each with the address without it, and which could be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from indexer import Facet
from search_ui.i18n import Catalogue
from search_ui.interface import Interface

MOST_VALUES = 8  # of one facet that are shown
MAX_REPEATED_CHARACTERS = 100  # of a query that many links may repeat: pages stay small
_FIELDS = {"host": "site", "language": "lang", "kind": "type"}  # of addresses


@dataclass(frozen=True, slots=True)
class Chip:
    """A restriction that is on; `href` is where it is off."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Value:
    """A restriction that could be on, and how many results there would be."""

    text: str
    count: int
    href: str


@dataclass(frozen=True, slots=True)
class FacetView:
    """The values of one attribute among the results; `name` is a key of the catalogue."""

    name: str
    values: tuple[Value, ...]
    others: int  # values that are not shown


def chips(ui: Interface) -> tuple[Chip, ...]:
    """Return the restrictions that are on."""
    params, found = ui.params, []
    if params.site:
        found.append(Chip(params.site, ui.listing(site="")))
    if params.language:
        found.append(Chip(language_name(params.language, ui.catalogue), ui.listing(lang="")))
    if params.kind:
        found.append(Chip(kind_name(params.kind, ui.catalogue), ui.listing(type="")))
    if params.dates:
        found.append(Chip(_span(ui), ui.listing(**{"from": "", "to": ""})))
    return tuple(found)


def facet_views(facets: Sequence[Facet], ui: Interface) -> tuple[FacetView, ...]:
    """Return what can be chosen: attributes with at least two values that nothing is chosen of yet.

    Nothing for a very long query, which each of them would repeat.
    """
    if len(ui.params.query) > MAX_REPEATED_CHARACTERS:
        return ()
    views = []
    for facet in facets:
        if len(facet.counts) < 2 or _is_chosen(facet.name, ui):
            continue
        counts = sorted(facet.counts, reverse=True) if facet.name == "year" else facet.counts
        values = tuple(
            Value(label(facet.name, value, ui.catalogue), count, ui.listing(**_fields(facet.name, value)))
            for value, count in counts[:MOST_VALUES]
        )
        views.append(FacetView(facet.name, values, len(counts) - len(values) + facet.others))
    return tuple(views)


def label(facet: str, value: str, catalogue: Catalogue) -> str:
    """Return a value as a visitor reads it."""
    if facet == "language":
        return language_name(value, catalogue)
    return kind_name(value, catalogue) if facet == "kind" else value


def language_name(code: str, catalogue: Catalogue) -> str:
    """Return the name of a language, or its code."""
    return catalogue.strings.get(f"tongue.{code.lower()}", code)


def kind_name(kind: str, catalogue: Catalogue) -> str:
    """Return the name of a kind of page, or what the index calls it."""
    return catalogue.strings.get(f"kind.{kind.lower().replace('-', '_')}", kind)


def _fields(facet: str, value: str) -> dict[str, str]:
    return {"from": value, "to": value} if facet == "year" else {_FIELDS[facet]: value}


def _is_chosen(facet: str, ui: Interface) -> bool:
    params = ui.params
    chosen = {"host": params.site, "language": params.language, "kind": params.kind, "year": params.dates}
    return bool(chosen[facet])


def _span(ui: Interface) -> str:
    since, until = ui.params.since, ui.params.until
    if since == until:
        return since
    if since and until:
        return f"{since} – {until}"
    if since:
        return ui.catalogue.text("narrow.since", date=since)
    return ui.catalogue.text("narrow.until", date=until)
