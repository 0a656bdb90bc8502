"""From documents to ranked hits: an incremental block-linked inverted index.

What stands here is loaded when it is first asked for: who only analyses texts needs no search.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from indexer.document import Document, Hit, IndexStats, Results, StoredDocument
    from indexer.explanation import Explanation, WordShare
    from indexer.facets import Facet
    from indexer.index import Index
    from indexer.options import Options, Order, Within

__all__ = [
    "Document",
    "Explanation",
    "Facet",
    "Hit",
    "Index",
    "IndexStats",
    "Options",
    "Order",
    "Results",
    "StoredDocument",
    "Within",
    "WordShare",
]
_PLACES = {
    "document": ("Document", "Hit", "IndexStats", "Results", "StoredDocument"),
    "explanation": ("Explanation", "WordShare"),
    "facets": ("Facet",),
    "index": ("Index",),
    "options": ("Options", "Order", "Within"),
}


def __getattr__(name: str) -> Any:
    for module, names in _PLACES.items():
        if name in names:
            globals()[name] = found = getattr(import_module(f"indexer.{module}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
