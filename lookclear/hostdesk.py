"""What the adapters share about hosts: one gate and one memory a crawl, fed with what Scrapy saw.

The handler reports every answer and every failure here; the scheduler asks who may be asked next; middlewares
decide what becomes of a request whose host is closed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from weakref import WeakKeyDictionary

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from lookclear.domain import Outcome
from lookclear.leases import META
from lookclear.outcomes import outcome_of
from lookclear.politeness.gate import REFUSALS_TO_STOP, Failure, HostGate, Manners
from lookclear.politeness.memory import HostMemory
from lookclear.politeness.patience import Patience
from lookclear.politeness.retry_after import retry_after
from lookclear.urls.canonical import host_of

OVERLOADED = frozenset({429, 503})
_REFUSED = frozenset({401, 403, 407})
_WORTH_KEEPING_S = 60.0  # a closure that is shorter is not written down
_REFUSING = "refused the connection"  # in the detail of an outcome
MOST_TRIES = 3  # of one address

Clock = Callable[[], float]


class HostDesk:
    """Use `desk_of`; `clock` is steady, `today` says what time it is."""

    def __init__(
        self, crawler: Crawler, memory: HostMemory, *, clock: Clock = time.monotonic, today: Clock = time.time
    ) -> None:
        settings = crawler.settings
        self._crawler = crawler
        self.memory = memory
        self.clock = clock
        self.today = today
        manners = Manners(
            delay_s=settings.getfloat("DOWNLOAD_DELAY"),
            latency_factor=settings.getfloat("LOOKCLEAR_LATENCY_FACTOR"),
            refusals_to_stop=settings.getint("LOOKCLEAR_REFUSALS_TO_STOP", REFUSALS_TO_STOP),
        )
        self.gate = HostGate(manners)
        self.patience = Patience(settings.getfloat("LOOKCLEAR_PATIENCE", 300.0))
        self._tries: Counter[str] = Counter()
        self._hosts_of: dict[str, set[str]] = {}  # hosts (with ports) by Scrapy's name of the slot
        for host, (until, why) in memory.closed().items():
            if (left := until - today()) > 0:
                self.gate.close_until(host, clock() + left, why)

    # What happened.

    def answered(self, request: Request, response: Response) -> None:
        """Take note of an answer."""
        host = host_of(request.url)
        if response.status in OVERLOADED:
            said = (response.headers.get("Retry-After") or b"").decode("latin-1")
            asked = retry_after(said, datetime.fromtimestamp(self.today(), UTC))
            why = f"http-error {response.status}"
            wait = self.gate.overloaded(host, self.clock(), why=why, retry_after_s=asked)
            self.count("closed")
            if wait >= _WORTH_KEEPING_S:
                self.memory.keep_closed(host, self.today() + wait, why)
        elif response.status in _REFUSED and not request.url.endswith("/robots.txt"):
            self.gate.refused(host, self.clock(), response.status)
        else:
            self.patience.renew()
            self.gate.answered(host, float(request.meta.get("download_latency", 0.0)))

    def failed(self, request: Request, error: BaseException, *, connected: bool) -> None:
        """Take note that there was no answer; `connected`: meanwhile some host took a connection."""
        outcome, detail = outcome_of(error)
        if outcome not in {Outcome.UNREACHABLE, Outcome.TIMEOUT}:
            return
        refused = connected or _REFUSING in detail
        failure = Failure.REFUSED if refused else Failure.LOST
        was_down = self.gate.is_network_down
        self.gate.failed(host_of(request.url), self.clock(), failure, why=detail or str(outcome))
        if self.gate.is_network_down and not was_down:
            self.count("network_down")

    # What may be done.

    def admits(self, host: str, *, in_flight: int, total: int) -> bool:
        """Tell whether one more request may go to a host now."""
        return self.gate.admits(host, self.clock(), in_flight=in_flight, total=total)

    def closed_s(self, host: str) -> float:
        """Return the seconds until a host may be asked again; 0 when it may be now."""
        return max(self.gate.opens_at(host) - self.clock(), 0.0)

    def will_open(self, host: str) -> bool:
        """Tell whether a host may be asked now, or so soon that a crawl with nothing else to do waits."""
        return self.is_worth_waiting(self.clock() + self.closed_s(host))

    def is_worth_waiting(self, until: float) -> bool:
        """Tell whether a crawl with nothing else to do waits until a moment; always for the network."""
        return self.gate.is_network_down or self.patience.lasts(until, self.clock())

    def may_try_again(self, url: str) -> bool:
        """Count a try of an address that failed; False when it had its tries."""
        if self.gate.is_network_down:
            return True
        if self.gate.stopped(host_of(url)):
            return False
        self._tries[url] += 1
        if self._tries[url] >= MOST_TRIES:
            del self._tries[url]
            return False
        return True

    def tries(self, url: str) -> int:
        """Return how often an address failed and was put back."""
        return self._tries[url]

    def slow_down(self, request: Request) -> None:
        """Give Scrapy the delay of the host that a request is about to go to.

        Scrapy knows hosts without their ports: the slowest of one name counts for all.
        """
        assert self._crawler.engine is not None
        downloader = self._crawler.engine.downloader
        key, host = downloader.get_slot_key(request), host_of(request.url)
        hosts = self._hosts_of.setdefault(key, set())
        hosts.add(host)
        delay = max(self.gate.delay_s(one) for one in hosts)
        slot = downloader.slots.get(key)
        if slot is not None:
            slot.delay = delay
        if slot is None or downloader.per_slot_settings.get(key, {}).get("delay", delay) != delay:
            downloader.per_slot_settings.setdefault(key, {})["delay"] = delay  # idle slots are made anew

    def heard(self, request: Request) -> None:
        """Let the delay to a host count from now: it has just answered, so it got the last request earlier.

        Counted from when the last one was sent, two could arrive closer than that, when the first one had to
        wait for its connection.
        """
        assert self._crawler.engine is not None
        downloader = self._crawler.engine.downloader
        slot = downloader.slots.get(downloader.get_slot_key(request))
        if slot is not None and slot.delay:
            slot.lastseen = self.clock()

    def count(self, name: str) -> None:
        """Count in Scrapy's statistics."""
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value(f"lookclear/hosts/{name}")


_DESKS: WeakKeyDictionary[Crawler, HostDesk] = WeakKeyDictionary()


def desk_of(crawler: Crawler) -> HostDesk:
    """Return the crawl's desk; its memory is the workspace's, or ends with the crawl."""
    desk = _DESKS.get(crawler)
    if desk is None:
        session = getattr(crawler.spider, "session", None)
        memory = HostMemory() if session is None else session.stores.hosts
        desk = _DESKS[crawler] = HostDesk(crawler, memory)
    return desk


def is_leased(request: Request) -> bool:
    """Tell whether a request comes from the frontier, and so can be put back."""
    return "lease" in request.meta.get(META, {})


def put_back(request: Request) -> Request:
    """Return a request that, when Scrapy is given it, returns to the frontier instead of being asked now."""
    later: Request = request.copy()
    later.dont_filter = True
    later.meta[META] = {**request.meta[META], "postponed": True}
    return later
