"""Sitemaps and feeds as sources of links: bytes go in, entries come out; nothing here fetches anything."""
