"""The canonical form of an address: the frontier's identity for it, never what is requested."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit, urlunsplit

from w3lib.url import canonicalize_url

_DEFAULT_PORT = {"http": "80", "https": "443"}


@lru_cache(maxsize=1 << 16)
def canonical(url: str) -> str:
    """Return the identity of an address: two spellings of one address have one canonical form.

    Scheme and host lower case, user and default port and final host dot dropped, dot segments resolved, query
    sorted, percent-encoding unified, fragment dropped. Idempotent.

    >>> canonical("HTTP://User@Example.ORG.:80/a/../b?y=2&x=1#top")
    'http://example.org/b?x=1&y=2'
    """
    parts = urlsplit(canonicalize_url(url.strip()))
    host = parts.netloc.rpartition("@")[2].lower()
    name, colon, port = host.rpartition(":")
    if colon and (port == _DEFAULT_PORT.get(parts.scheme) or not port) and not name.endswith(":"):
        host = name
    name, colon, port = host.rpartition(":")
    host = f"{name.rstrip('.')}:{port}" if colon and port.isdigit() else host.rstrip(".")
    return urlunsplit((parts.scheme, host, parts.path or "/", parts.query, ""))


def host_of(url: str) -> str:
    """Return host and port of an address in canonical spelling: what politeness and grouping go by.

    >>> host_of("https://Example.org:8080/x")
    'example.org:8080'
    """
    return urlsplit(canonical(url)).netloc
