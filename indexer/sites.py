"""The names by which `site:` finds an address."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from indexer.records import scrub
from indexer.schema import clean_word

_AUTHORITY_END = 3  # slashes before the path of an address


def sites_of(address: str) -> tuple[str, ...]:
    """Return `site_names` of an address, remembered by what is before its path."""
    if "//" not in address:
        return ()
    return _names("/".join(address.split("/", _AUTHORITY_END)[:_AUTHORITY_END]))


@lru_cache(maxsize=1 << 14)
def _names(origin: str) -> tuple[str, ...]:
    return tuple(site_names(origin))


def host_label(address: str) -> str:
    """Return the name that an address is counted under: its host, with the port if it names one.

    >>> host_label("http://www.blog.example.org:8080/x"), host_label("a key")
    ('blog.example.org:8080', '')
    """
    names = sites_of(address)
    with_port = len(names) > 1 and names[1].startswith(f"{names[0]}:")
    return names[1 if with_port else 0] if names else ""


def site_names(address: str) -> list[str]:
    """Return the names `site:` finds an address under: host and parent domains, with and without port.

    A leading `www.` is dropped. Empty for what has no host.

    >>> site_names("http://www.blog.example.org:8080/x")
    ['blog.example.org', 'blog.example.org:8080', 'example.org', 'example.org:8080', 'org', 'org:8080']
    """
    try:
        parts = urlsplit(address)
        host, port = host_name(parts.hostname or ""), parts.port
    except ValueError:
        return []
    if not host:
        return []
    labels = [host] if _is_address(host) else host.split(".")
    names = []
    for start in range(len(labels)):
        name = ".".join(labels[start:])
        names += [name] if port is None else [name, f"{name}:{port}"]
    return [clean_word(name) for name in dict.fromkeys(names) if name]


def host_name(host: str) -> str:
    """Return a host in the one spelling used in the index: lower case, punycode, no `www.`, no final dot."""
    host = host.lower().strip(".").removeprefix("www.")
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return scrub(host)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
