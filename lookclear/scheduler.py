"""Best-first order for Scrapy: a scheduler over the frontier.

A request is in flight from its lease until Scrapy is through with it: fetched, parsed, its items stored.
Hosts and the whole crawl have room for a fixed number of them, so that concurrency 1 is strictly
sequential, and a slow host with the best addresses holds up nobody else. Redirects and retries stay inside
the lease of the request they come from. Addresses of a host that wants to be left alone wait in the frontier;
a crawl ends without them when it would do nothing else for longer than LOOKCLEAR_PATIENCE.

Works for any spider (set SCHEDULER): order is `meta["lookclear"]["score"]`, then `priority`, then arrival.
A spider with a `leases` attribute decides itself what is fetched (see `lookclear.leases.LeaseSource`).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.asyncio import call_later

from lookclear.domain import Lease
from lookclear.errors import StoreError
from lookclear.hostdesk import desk_of
from lookclear.leases import META, LeaseSource, RequestSource
from lookclear.urls.canonical import host_of

_SLOT = "download_slot"  # Scrapy's
_MARGIN_S = 0.01  # later than a host opens, so that it is open


@dataclass(slots=True, eq=False)
class _Flight:
    lease: Lease
    request: Request
    host: str
    response: Response | None = None


class LciScheduler(BaseScheduler):
    """See the module's description; settings: LOOKCLEAR_FRONTIER (a file; empty = in memory)."""

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self._desk = desk_of(crawler)
        self._crawler = crawler
        self._total = settings.getint("CONCURRENT_REQUESTS")
        self._per_host = settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")
        self._is_broken = False  # the frontier cannot be written any more
        self._flights: dict[int, _Flight] = {}
        self._returned: deque[_Flight] = deque()  # redirects and retries, waiting for their next turn
        self._parked: list[
            _Flight
        ] = []  # led to a closed host: given back when it opens, not asked again before
        self._opens_at: float | None = None  # when the first of the hosts opens that are all closed
        self._wake: Any = None  # the call that will look then

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LciScheduler:
        """Build for a crawl."""
        return cls(crawler)

    def open(self, spider: Spider) -> None:
        """Begin handing out what the spider's source, or the frontier file, holds."""
        source: LeaseSource | None = getattr(spider, "leases", None)
        self._source = source or RequestSource(self._crawler, spider)
        self._crawler.signals.connect(self._received, signals.response_received)

    def close(self, reason: str) -> None:  # noqa: ARG002 - Scrapy's signature
        """Give back what is still in flight."""
        if self._wake is not None:
            self._wake.cancel()
        try:
            if not self._is_broken:
                self._sweep()
                for flight in (*self._flights.values(), *self._parked):
                    self._source.frontier.release(flight.lease)
        except StoreError as error:
            self._give_up(error)
        self._source.close()

    def has_pending_requests(self) -> bool:
        """Tell whether there is anything left to hand out."""
        if self._is_broken:
            return False
        if self._returned or any(self._desk.will_open(one.host) for one in self._parked):
            return True
        if not len(self._source.frontier) or not self._source.may_lease(len(self._flights)):
            return False
        return self._opens_at is None or self._desk.is_worth_waiting(self._opens_at)

    def enqueue_request(self, request: Request) -> bool:
        """Take a request; False when it is a duplicate or cannot be kept."""
        try:
            return self._take(request)
        except StoreError as error:
            self._give_up(error)
            return False

    def next_request(self) -> Request | None:
        """Return the best request whose host has capacity, or None."""
        if self._is_broken:
            return None
        try:
            return self._next()
        except StoreError as error:
            self._give_up(error)
            return None

    def _give_up(self, error: StoreError) -> None:
        self._is_broken = True
        self._source.give_up(error)

    def _take(self, request: Request) -> bool:
        flight = self._flights.get(_token(request))
        if flight is None or self._is_scraped(flight.request):
            return self._source.admit(request)
        if request.meta[META].get("postponed"):
            self._forget(flight)
            self._put_back(flight, request)
            return True
        if not self._source.may_follow(flight.lease, request):
            self._forget(flight)
            return False
        host = host_of(request.url)
        if host != flight.host:
            flight.host = host
            if request.meta.get(_SLOT) == urlsplit(flight.request.url).hostname:
                del request.meta[_SLOT]  # Scrapy would keep to the delay of the host before
        flight.request = request
        self._returned.append(flight)
        return True

    def _put_back(self, flight: _Flight, request: Request) -> None:
        """Give an address back: at once when it waits for its own host, else when the other host opens."""
        host = host_of(request.url)
        if host == flight.lease.host or not self._desk.closed_s(host):
            self._source.postpone(flight.lease, request)
        else:
            flight.host, flight.request = host, request
            self._parked.append(flight)
        self._wake_up_at(self._desk.gate.opens_at(host))

    def _unpark(self) -> None:
        for flight in [one for one in self._parked if not self._desk.closed_s(one.host)]:
            self._parked.remove(flight)
            self._source.postpone(flight.lease, flight.request)

    def _next(self) -> Request | None:
        self._sweep()
        self._unpark()
        if self._returned:
            return self._returned.popleft().request
        if self._total and len(self._flights) >= self._total:
            return None
        if not self._source.may_lease(len(self._flights)):
            return None
        while (lease := self._lease()) is not None:
            if (request := self._source.request_for(lease)) is None:
                continue
            request.meta[META] = {**request.meta.get(META, {}), "lease": lease.token}
            self._flights[lease.token] = _Flight(lease, request, lease.host)
            return request
        return None

    def _lease(self) -> Lease | None:
        """Take the next address out, or have it looked for again when the first closed host opens."""
        closed: list[float] = []  # when hosts open that have something waiting
        lease = self._source.frontier.lease(lambda host: self._has_capacity(host, closed), self._is_closed)
        self._opens_at = min(closed) if closed and lease is None else None
        if self._opens_at is not None:
            if not self._flights:
                self._desk.patience.wait(self._desk.clock())
            self._wake_up_at(self._opens_at)
        return lease

    def _has_capacity(self, host: str, closed: list[float]) -> bool:
        """Tell whether a host may get one more request.

        With a delay between requests, one that waits for its turn is enough.
        """
        flights = [flight for flight in self._flights.values() if flight.host == host]
        if len(flights) >= self._per_host:
            return False
        if not self._desk.admits(host, in_flight=len(flights), total=len(self._flights)):
            opens_at = self._desk.gate.opens_at(host)
            if opens_at > self._desk.clock():  # else it waits for what is in flight
                closed.append(opens_at)
            return False
        return not (
            self._desk.gate.delay_s(host) and any(self._is_waiting(flight.request) for flight in flights)
        )

    def _is_closed(self, host: str) -> bool:
        return self._desk.gate.opens_at(host) > self._desk.clock()

    def _wake_up_at(self, moment: float) -> None:
        """Let the engine look again when a host opens; else its heartbeat would, up to 5 seconds later."""
        if self._wake is not None:
            self._wake.cancel()
        self._wake = call_later(max(moment - self._desk.clock(), 0.0) + _MARGIN_S, self._look_again)

    def _look_again(self) -> None:
        self._wake = None
        slot = getattr(self._crawler.engine, "_slot", None)
        if slot is not None:
            slot.nextcall.schedule()

    def _is_waiting(self, request: Request) -> bool:
        assert self._crawler.engine is not None
        downloader = self._crawler.engine.downloader
        slot = downloader.slots.get(downloader.get_slot_key(request))
        return request in downloader.active and (slot is None or request not in slot.transferring)

    def _is_scraped(self, request: Request) -> bool:
        """Tell whether Scrapy has handed the answer to the spider and is not through with it."""
        assert self._crawler.engine is not None
        slot = self._crawler.engine.scraper.slot
        if slot is None:
            return False
        return request in slot.active or any(request is waiting for _, waiting, _ in slot.queue)

    def _sweep(self) -> None:
        """Acknowledge what Scrapy is through with: whatever happened to it, it ends here."""
        assert self._crawler.engine is not None
        active = self._crawler.engine.downloader.active
        for flight in list(self._flights.values()):
            request = flight.request
            if request in active or flight in self._returned or self._is_scraped(request):
                continue
            self._source.finished(flight.lease, flight.response)
            self._forget(flight)

    def _forget(self, flight: _Flight) -> None:
        del self._flights[flight.lease.token]

    def _received(self, response: Response, request: Request) -> None:
        flight = self._flights.get(_token(request))
        if flight is not None:
            flight.response = response


def _token(request: Request) -> Any:
    return request.meta.get(META, {}).get("lease")
