"""Behind a reverse proxy: whose word counts about the visitor, and the path under which the site lies."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import TypeAlias

from starlette.types import ASGIApp, Receive, Scope, Send

from lookclear.errors import ConfigError

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


class Forwarded:
    """Puts the visitor's address, scheme and host in place of the proxy's, when a proxy of ours says so.

    Of X-Forwarded-For the last address counts that is no proxy of ours: what stands before it may be made up.
    Requests from elsewhere keep their headers, and nothing in them is believed. `path` is stripped from
    addresses by some proxies and left in by others; both are understood.
    """

    def __init__(self, app: ASGIApp, proxies: Iterable[str] = (), path: str = "") -> None:
        self.app = app
        self._proxies = networks(proxies)
        self._path = clean_path(path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on as the visitor made it."""
        if scope["type"] == "http":
            scope = dict(scope)
            if self._path:
                _mount(scope, self._path)
            client = scope.get("client")
            if client is not None and self._proxies and is_within(client[0], self._proxies):
                self._believe(scope)
        await self.app(scope, receive, send)

    def _believe(self, scope: Scope) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        visitor = self._visitor(headers.get(b"x-forwarded-for", ""))
        if visitor:
            scope["client"] = (visitor, 0)
        scheme = headers.get(b"x-forwarded-proto", "").strip().lower()
        if scheme in {"http", "https"}:
            scope["scheme"] = scheme
        host = headers.get(b"x-forwarded-host", "").split(",")[-1].strip()
        kept = [
            (name, value)
            for name, value in scope["headers"]
            if not (name.startswith(b"x-forwarded-") or name in {b"forwarded", b"x-real-ip", b"via"})
            and not (host and name == b"host")
        ]
        scope["headers"] = [*kept, (b"host", host.encode("latin-1"))] if host else kept

    def _visitor(self, chain: str) -> str:
        """Return the address the outermost of our proxies was asked from; '' when it does not say."""
        visitor = ""
        for step in reversed(chain.split(",")):
            address = step.strip().strip("[]")
            if not _is_address(address):
                return visitor
            visitor = address
            if not is_within(address, self._proxies):
                break
        return visitor


def networks(names: Iterable[str]) -> tuple[Network, ...]:
    """Return networks from addresses and networks in text; raises ConfigError for what is none."""
    found = []
    for name in names:
        try:
            found.append(ipaddress.ip_network(name.strip(), strict=False))
        except ValueError as error:
            raise ConfigError(
                f"site.proxies has {name!r}, which is no address", hint='write, for example, "10.0.0.0/8"'
            ) from error
    return tuple(found)


def is_within(address: str, known: Iterable[Network]) -> bool:
    """Tell whether an address lies in one of some networks.

    >>> is_within("10.1.2.3", networks(["10.0.0.0/8"])), is_within("unix", networks(["::/0"]))
    (True, False)
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    found = getattr(found, "ipv4_mapped", None) or found
    return any(found in network for network in known)


def clean_path(path: str) -> str:
    """Return a prefix with one slash before it and none behind.

    >>> clean_path("search/"), clean_path("/"), clean_path("")
    ('/search', '', '')
    """
    steps = [step for step in path.split("/") if step]
    return "".join(f"/{step}" for step in steps)


def _mount(scope: Scope, path: str) -> None:
    asked = str(scope["path"])
    if asked != path and not asked.startswith(f"{path}/"):
        scope["path"] = path + asked
    scope["root_path"] = path


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
