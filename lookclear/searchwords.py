"""The words of a page for the index, worked out where the page is parsed (see `indexer.prepared`)."""

from __future__ import annotations

from functools import cache

from indexer.preparer import Preparer
from lookclear.domain import Page


def search_words(page: Page) -> bytes:
    """Return the words of a page's texts, as `indexer.prepared.decode_prepared` reads them."""
    if not page.kind.has_content:
        return b""
    return _preparer().prepare({"title": page.title, "body": page.text, "description": page.description})


@cache
def _preparer() -> Preparer:
    return Preparer()
