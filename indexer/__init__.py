"""From documents to ranked hits: an incremental block-linked inverted index."""

from indexer.document import Document, Hit, IndexStats, Results, StoredDocument
from indexer.index import Index

__all__ = ["Document", "Hit", "Index", "IndexStats", "Results", "StoredDocument"]
