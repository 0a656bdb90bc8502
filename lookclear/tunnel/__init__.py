"""Tunnelling: which links of pages that are off topic are followed, and how far."""
