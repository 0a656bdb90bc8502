"""From documents to ranked hits: an incremental block-linked inverted index."""
