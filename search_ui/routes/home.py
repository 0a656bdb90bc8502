"""The first page, and the page that explains how to search."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from search_ui.links import host_of
from search_ui.render import html, interface_of, site_of

_WORD_PAIR = ("balance", "sheet")


def home(request: Request) -> Response:
    """Show the box, what the site is about, examples, and how much there is to find."""
    site = site_of(request)
    return html(request, "home.html", pages=site.source.count(), crawling=site.read_status().running)


def help_page(request: Request) -> Response:
    """Explain the query language, with examples that find something in this index where that is possible."""
    site = site_of(request)
    first, second = _sample_words(site.examples)
    hits = site.source.search(first, limit=10).hits
    host = host_of(hits[0].url or hits[0].key) if hits else ""
    language = next((hit.language for hit in hits if hit.language), "en")
    kind = next((hit.kind for hit in hits if hit.kind), "article")
    year = next((hit.date.year for hit in hits if hit.date), 2025)
    operators = (
        ("words", f"{first} {second}"),
        ("phrase", f'"{first} {second}"'),
        ("minus", f"{first} -{second}"),
        ("or", f"{first} OR {second}"),
        ("site", f"{first} site:{host or 'example.org'}"),
        ("in_title", f"title:{first}"),
        ("group", f"({first} OR {second}) site:{host or 'example.org'}"),
        ("wildcard", f"{first[:4]}*" if first.isascii() else f"{first[:1]}*"),
        ("fuzzy", f"{first}~"),
        ("language", f"{first} lang:{language}"),
        ("kind", f"{first} type:{kind}"),
        ("date", f"{first} date:{year - 1}..{year}"),
        ("after", f"{first} after:{year}-01"),
    )
    json_address = interface_of(request).link("/search.json", q=first, ui="")
    feed_address = interface_of(request).link("/search.atom", q=first)
    return html(
        request, "help.html", operators=operators, json_address=json_address, feed_address=feed_address
    )


def _sample_words(examples: tuple[str, ...]) -> tuple[str, str]:
    """Return two words for the examples: the first example query that has two, else a common pair."""
    for example in examples:
        words = example.replace('"', " ").split()
        if len(words) == 2 and all(word.isalnum() for word in words):
            return words[0], words[1]
    return _WORD_PAIR
