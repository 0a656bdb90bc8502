"""The stored text of a page: paragraphs with the query's words marked, within a bound."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indexer import StoredDocument
from indexer.matches import Matcher
from indexer.snippets import highlight
from search_ui.links import safe_href, trail
from search_ui.views import StoredView, language_tag

MAX_CHARACTERS = 120_000
_PARAGRAPHS = re.compile(r"\s*\n\s*")


def stored_view(document: StoredDocument, terms: Sequence[str]) -> StoredView:
    """Return the page's text with the words whose index term is in `terms` marked, as in a snippet.

    The text of a page that asked for no copy (noarchive) is withheld.
    """
    matcher = Matcher(terms)
    address = document.url or document.key
    withheld = not document.may_be_copied
    text = "" if withheld else document.body[:MAX_CHARACTERS]
    return StoredView(
        title=document.title.strip() or " › ".join(trail(address)),
        href=safe_href(address),
        trail=trail(address),
        paragraphs=tuple(highlight(part, matcher) for part in _PARAGRAPHS.split(text) if part.strip()),
        language=language_tag(document.language),
        fetched=document.fetched,
        relevance=document.relevance,
        withheld=withheld,
        cut=not withheld and len(document.body) > MAX_CHARACTERS,
    )
