"""From documents to ranked hits: an incremental block-linked inverted index.

What stands here is loaded when it is first asked for: who only prepares documents needs no search.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from indexer.document import Document, Hit, IndexStats, Results, StoredDocument
    from indexer.index import Index

__all__ = ["Document", "Hit", "Index", "IndexStats", "Results", "StoredDocument"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module("indexer.index" if name == "Index" else "indexer.document")
    globals()[name] = found = getattr(module, name)
    return found
