"""When a page has changed, and by how much (docs/algorithms.md)."""
