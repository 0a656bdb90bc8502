"""Counts and times requests for /metrics, and writes the access log: a line of JSON each, without addresses.

Neither holds who asked or for what: routes stand for addresses, queries are left out.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LIMITS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # of the histogram
_ROUTES = ("/search.json", "/search.atom", "/search", "/suggest", "/page", "/site", "/why", "/help", "/admin")
_MORE = ("/static", "/healthz", "/readyz", "/metrics", "/opensearch.xml")


class Figures:
    """The counts of one process. Safe from any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._answers: Counter[tuple[str, int]] = Counter()
        self._within: Counter[tuple[str, float]] = Counter()
        self._seconds: Counter[str] = Counter()
        self.in_flight = 0

    def note(self, route: str, status: int, seconds: float) -> None:
        """Count one answer."""
        with self._guard:
            self._answers[route, status] += 1
            self._seconds[route] += seconds  # type: ignore[assignment]
            for limit in LIMITS_S:
                if seconds <= limit:
                    self._within[route, limit] += 1

    def lines(self) -> Iterator[str]:
        """Yield the counts in Prometheus' text format (0.0.4)."""
        with self._guard:
            answers, within = dict(self._answers), dict(self._within)
            seconds = dict(self._seconds)
        yield "# HELP lookclear_requests_total Answers by route and status."
        yield "# TYPE lookclear_requests_total counter"
        for (route, status), count in sorted(answers.items()):
            yield f'lookclear_requests_total{{route="{route}",status="{status}"}} {count}'
        yield "# HELP lookclear_request_seconds Time to answer by route."
        yield "# TYPE lookclear_request_seconds histogram"
        for route in sorted(seconds):
            total = sum(count for (one, _), count in answers.items() if one == route)
            for limit in LIMITS_S:
                count = within.get((route, limit), 0)
                yield f'lookclear_request_seconds_bucket{{route="{route}",le="{limit:g}"}} {count}'
            yield f'lookclear_request_seconds_bucket{{route="{route}",le="+Inf"}} {total}'
            yield f'lookclear_request_seconds_sum{{route="{route}"}} {seconds[route]:.6f}'
            yield f'lookclear_request_seconds_count{{route="{route}"}} {total}'
        yield "# HELP lookclear_requests_in_flight Requests that are being answered."
        yield "# TYPE lookclear_requests_in_flight gauge"
        yield f"lookclear_requests_in_flight {self.in_flight}"


class Measured:
    """Measures every request that passes through."""

    def __init__(self, app: ASGIApp, figures: Figures, log: Callable[[str], None] | None = None) -> None:
        self.app = app
        self._figures = figures
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and count its answer when it is through."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, size = perf_counter(), 500, 0

        async def send_counted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                size += len(message.get("body", b""))
            await send(message)

        self._figures.in_flight += 1
        try:
            await self.app(scope, receive, send_counted)
        finally:
            self._figures.in_flight -= 1
            seconds = perf_counter() - began
            route = route_of(str(scope["path"]).removeprefix(str(scope.get("root_path", ""))))
            self._figures.note(route, status, seconds)
            if self._log is not None:
                self._log(_line(str(scope["method"]), route, status, seconds, size))


def route_of(path: str) -> str:
    """Return the route that an address belongs to, without what is asked for in it.

    >>> route_of("/page/abc"), route_of("/"), route_of("/nowhere/secret")
    ('/page', '/', 'other')
    """
    if path in {"", "/"}:
        return "/"
    return next((one for one in (*_ROUTES, *_MORE) if path == one or path.startswith(f"{one}/")), "other")


def _line(method: str, route: str, status: int, seconds: float, size: int) -> str:
    return json.dumps(
        {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "method": method,
            "route": route,
            "status": status,
            "ms": round(1000 * seconds, 2),
            "bytes": size,
        }
    )
