"""The canonical form of an address: the frontier's identity for it, never what is requested.

Two spellings have one form only when any server may be expected to answer both alike, since only the first
one found is fetched. So these stay apart: http and https, www and not, `/a` and `/a/`, `/` and `/index.html`,
upper and lower case in a path, and links that were escaped twice.
"""

from __future__ import annotations

from functools import lru_cache

from lookclear.urls.address import NotAnAddressError, read_address


@lru_cache(maxsize=1 << 16)
def canonical(url: str) -> str:
    """Return the identity of an address: two spellings of one address have one canonical form.

    Scheme and host lower case and in punycode; user, default port and final host dot dropped; dot segments
    and doubled slashes resolved; query sorted; percent-encoding unified (bytes of any charset kept); tracking
    parameters, session ids and fragment dropped. Idempotent. What is not an http(s) address comes back as it
    is; nothing is raised.

    >>> canonical("HTTP://User@Example.ORG.:80/a/../b?y=2&x=1&utm_source=mail#top")
    'http://example.org/b?x=1&y=2'
    """
    try:
        return str(read_address(url))
    except NotAnAddressError:
        return url


def host_of(url: str) -> str:
    """Return host and port of an address in canonical spelling: what politeness and grouping go by.

    Empty for what is not an http(s) address.

    >>> host_of("https://Example.org:8080/x")
    'example.org:8080'
    """
    try:
        return read_address(url).site
    except NotAnAddressError:
        return ""
