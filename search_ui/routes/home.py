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
    hits = site.source.search(first, limit=1).hits
    host = host_of(hits[0].url or hits[0].key) if hits else ""
    operators = (
        ("words", f"{first} {second}"),
        ("phrase", f'"{first} {second}"'),
        ("minus", f"{first} -{second}"),
        ("or", f"{first} OR {second}"),
        ("site", f"{first} site:{host or 'example.org'}"),
        ("in_title", f"title:{first}"),
    )
    json_address = interface_of(request).link("/search.json", q=first, ui="")
    return html(request, "help.html", operators=operators, json_address=json_address)


def _sample_words(examples: tuple[str, ...]) -> tuple[str, str]:
    """Return two words for the examples: the first example query that has two, else a common pair."""
    for example in examples:
        words = example.replace('"', " ").split()
        if len(words) == 2 and all(word.isalnum() for word in words):
            return words[0], words[1]
    return _WORD_PAIR
