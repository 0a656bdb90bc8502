"""So many requests a minute of one address; nothing of it is written down."""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from search_ui.admin.access import is_loopback
from search_ui.errors import too_many

_MOST_ADDRESSES = 20_000
_FREE = ("/static/", "/healthz", "/readyz", "/metrics")


class Bucket:
    """Allows `per_minute` requests of each key a minute, a quarter of them at once.

    A token bucket: what was not used within a quarter of a minute is not saved up. `clock` gives seconds.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float]) -> None:
        self._rate = per_minute / 60
        self._most = max(1.0, per_minute / 4)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, key: str) -> float:
        """Take one request; return 0, or after how many seconds the next one is allowed."""
        now = self._clock()
        left, at = self._left.pop(key, (self._most, now))
        left = min(self._most, left + (now - at) * self._rate)
        self._left[key] = (left - 1, now) if left >= 1 else (left, now)
        if len(self._left) > _MOST_ADDRESSES:
            self._left.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) / self._rate


class RateLimit:
    """Answers 429 with Retry-After to an address that asks too often; this machine may ask as it likes."""

    def __init__(self, app: ASGIApp, per_minute: int, clock: Callable[[], float] = monotonic) -> None:
        self.app = app
        self._bucket = Bucket(per_minute, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the request, and pass it on when it is within the limit."""
        client = scope.get("client") if scope["type"] == "http" else None
        path = str(scope.get("path", "")).removeprefix(str(scope.get("root_path", "")))
        if client is None or is_loopback(client[0]) or path.startswith(_FREE):
            await self.app(scope, receive, send)
            return
        wait_s = self._bucket.wait_s(block_of(client[0]))
        if wait_s:
            response = too_many(Request(scope), math.ceil(wait_s))
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)


def block_of(address: str) -> str:
    """Return what counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address.

    >>> block_of("192.0.2.1"), block_of("2001:db8::1:2:3:4")
    ('192.0.2.1', '2001:db8::')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        network = ipaddress.ip_network(f"{found}/64", strict=False)
        return str(mapped) if mapped else str(network.network_address)
    return str(found)
