"""How a term of the index is written: terms are stems, and a visitor is shown words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from indexer import ranker
from indexer.analysis import is_han
from indexer.document import StoredDocument
from indexer.flat import flatten
from indexer.matches import Matcher
from indexer.plan import Term
from indexer.state import State

_PAGES = 2  # that are looked at
_MAX_CHARS = 20_000


def surface(state: State, stored: Callable[[int], StoredDocument], term: str) -> str | None:
    """Return the form in which the pages that say a term most write it; None if none does."""
    return next(iter(surfaces(state, stored, term)), None)


def surfaces(state: State, stored: Callable[[int], StoredDocument], term: str) -> list[str]:
    """Return the forms in which the pages that say a term most write it, in lower case, the commonest first.

    Pages that may not be quoted are not asked.
    """
    if is_han(term):
        return [term]
    plan, matcher = Term("", term), Matcher([term])
    docs, _ = ranker.leading(state, plan, flatten(plan), 0, _PAGES)
    forms: Counter[str] = Counter()
    for document in map(stored, docs.tolist()):
        if document.may_be_quoted:
            text = f"{document.title}\n{document.body[:_MAX_CHARS]}"
            forms.update(text[span.start : span.end].lower() for span in matcher.spans(text))
    return [form for form, _ in forms.most_common()]
