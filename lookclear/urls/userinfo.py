"""Names and passwords in addresses."""

from __future__ import annotations

from urllib.parse import urlsplit


def without_userinfo(url: str) -> str:
    """Drop name and password from an address: they are nobody's business, and Scrapy refuses them.

    >>> without_userinfo("http://ann:secret@example.org/a@b")
    'http://example.org/a@b'
    """
    parts = urlsplit(url)
    if "@" not in parts.netloc:
        return url
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
