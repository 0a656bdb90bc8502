"""The words of a page for the index, worked out where the page is parsed (see `indexer.prepared`)."""

from __future__ import annotations

from functools import cache

from indexer.preparer import Preparer
from lookclear.html.parse import Parsed


def search_words(found: Parsed) -> bytes:
    """Return the words of a page's texts, as `indexer.prepared.decode_prepared` reads them."""
    page = found.page
    if not page.kind.has_content:
        return b""
    texts = {"title": page.title, "body": page.text, "description": page.description}
    return _preparer().prepare(texts, {"body": found.main} if found.main is not None else {})


@cache
def _preparer() -> Preparer:
    return Preparer()
