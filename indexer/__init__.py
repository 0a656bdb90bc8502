"""From documents to ranked hits: an incremental block-linked inverted index."""

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
