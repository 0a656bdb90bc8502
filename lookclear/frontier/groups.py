"""The groups an address belongs to, from its registered domain down to its family of parameters."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

import tldextract

_INDEX = re.compile(r"\[\d+\]|%5B\d+%5D", re.IGNORECASE)
_offline = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


class Kind(IntEnum):
    """What a group is a group of, the widest first."""

    DOMAIN = 0
    HOST = 1
    SECTION = 2  # host and first folder
    BRANCH = 3  # host and first two folders; with a query, host and whole path
    FAMILY = 4  # host, path and names of the parameters


def groups_of(key: str, host: str) -> tuple[str, str, str, str, str]:
    """Return the names of an address's groups by kind; empty where it has none.

    `key` is a canonical address, `host` its host (and port). Numbers in brackets in parameter names do not
    count, nor does how often a name comes.

    >>> groups_of("http://shop.example.org/c/list?f[0]=a&f[1]=b&page=2", "shop.example.org")[:3]
    ('example.org', 'shop.example.org', 'shop.example.org/c')
    >>> groups_of("http://shop.example.org/c/list?f[0]=a&f[1]=b&page=2", "shop.example.org")[3:]
    ('shop.example.org/c/list?', 'shop.example.org/c/list?f[]&page')
    >>> groups_of("http://a.example/docs/en/x.html", "a.example")[2:]
    ('a.example/docs', 'a.example/docs/en', '')
    """
    address, _, query = key.partition("?")
    path = address.split("/", 3)[3:]
    folders = path[0].split("/")[:-1] if path else []
    section = f"{host}/{folders[0]}" if folders else ""
    if query:
        whole = f"{host}/{path[0] if path else ''}?"
        return registered_domain(host), host, section, whole, whole + "&".join(_names(query))
    branch = f"{section}/{folders[1]}" if len(folders) > 1 else ""
    return registered_domain(host), host, section, branch, ""


@lru_cache(maxsize=1 << 14)
def registered_domain(host: str) -> str:
    """Return the part of a host's name that somebody registered; the host itself when there is none.

    Goes by the list of public suffixes that comes with tldextract; nothing is downloaded.

    >>> registered_domain("www.shop.co.uk:8080"), registered_domain("127.0.0.1:80")
    ('shop.co.uk', '127.0.0.1:80')
    """
    return _offline(host).top_domain_under_public_suffix or host


def _names(query: str) -> list[str]:
    names = {pair.partition("=")[0] for pair in query.split("&")}
    return sorted({_INDEX.sub("[]", name) for name in names})
