"""The words of a page for the index, worked out where the page is parsed (see `indexer.analysed`)."""

from __future__ import annotations

from functools import cache

from indexer.analyser import Analyser
from lookclear.html.parse import Parsed


def search_words(found: Parsed) -> bytes:
    """Return the words of a page's texts, as `indexer.analysed.decode_analysed` reads them."""
    page = found.page
    if not page.kind.has_content:
        return b""
    texts = {"title": page.title, "body": page.text, "description": page.description}
    return _analyser().analyse(texts, {"body": found.main} if found.main is not None else {})


@cache
def _analyser() -> Analyser:
    return Analyser()
