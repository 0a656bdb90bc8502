"""Where a crawl's requests come from: the contract of a source, and the source for any Scrapy spider."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import Response

from lookclear.domain import Candidate, Lease, Outcome, Score
from lookclear.errors import LookClearError
from lookclear.frontier import Frontier
from lookclear.frontier.memory import MemoryFrontier
from lookclear.frontier.rules import Rules
from lookclear.frontier.sqlite import SqliteFrontier
from lookclear.payload import UnstorableRequest, from_json, to_json

logger = logging.getLogger(__name__)

META = "lookclear"  # our key in Request.meta
_ENDLESS = Rules(lease_s=math.inf)
_OF_A_LEASE = frozenset({"lease", "postponed"})


class LeaseSource(Protocol):
    """Where leases come from and what becomes of them."""

    frontier: Frontier

    def admit(self, request: Request) -> bool:
        """Queue a request that the spider or an extension sent; False when it is not taken."""
        ...

    def may_lease(self, in_flight: int) -> bool:
        """Tell whether one more may be fetched beside those in flight."""
        ...

    def request_for(self, lease: Lease) -> Request | None:
        """Return the request for an address that was leased; None when there is none, and the lease ended."""
        ...

    def may_follow(self, lease: Lease, request: Request) -> bool:
        """Tell whether a redirect or retry may be fetched; if not, the lease is acknowledged here."""
        ...

    def postpone(self, lease: Lease, request: Request) -> None:
        """Put an address back, to be asked for when its host is open again, by the same request."""
        ...

    def finished(self, lease: Lease, response: Response | None) -> None:
        """Acknowledge a lease Scrapy is through with, unless that was done on the way."""
        ...

    def give_up(self, error: LookClearError) -> None:
        """Take note that the frontier failed; nothing more will be leased."""
        ...

    def close(self) -> None:
        """Release what is held; the crawl is over."""
        ...


class RequestSource:
    """Requests of any spider, kept in memory, or as JSON when LOOKCLEAR_FRONTIER names a file.

    Leases do not run out: Scrapy is through with every request some time, and calls each callback once.
    """

    def __init__(self, crawler: Crawler, spider: Spider, clock: Callable[[], float] = time.monotonic) -> None:
        self._crawler = crawler
        self._spider = spider
        path = crawler.settings.get("LOOKCLEAR_FRONTIER")
        self._requests: dict[str, Request] | None = None if path else {}
        self.frontier: Frontier = (
            SqliteFrontier(Path(path), _ENDLESS, clock) if path else MemoryFrontier(_ENDLESS, clock)
        )

    def admit(self, request: Request) -> bool:
        """Queue a request unless its fingerprint is known."""
        key = self._key(request)
        if request.dont_filter:
            key = self._unused(key)
        if self.frontier.is_known(key):
            return False
        details = request.meta.get(META, {})
        if "lease" in details:  # copied from the request of the page it was found on
            details = request.meta[META] = {name: details[name] for name in details if name != "lease"}
        payload = ""
        if self._requests is None:
            try:
                payload = to_json(request, self._spider)
            except UnstorableRequest as error:
                logger.error("%s", error)
                self._count("unstorable")
                return False
        else:
            self._requests[key] = request
        candidate = Candidate(
            url=request.url,
            key=key,
            score=Score(float(details.get("score", 0.0))),
            depth=request.meta.get("depth", 0),
            priority=request.priority,
            payload=payload,
        )
        return self.frontier.enqueue([candidate]) == 1

    def may_lease(self, in_flight: int) -> bool:  # noqa: ARG002
        """Set no limit."""
        return True

    def request_for(self, lease: Lease) -> Request | None:
        """Return the request as it was queued; one that fits the spider no more ends with an error."""
        if self._requests is not None:
            return self._requests.pop(lease.key)
        try:
            return from_json(lease.payload, self._spider)
        except UnstorableRequest as error:
            logger.error("%s", error)
            self._count("unusable")
            self.frontier.complete(lease, Outcome.DROPPED, detail=str(error))
            return None

    def may_follow(self, lease: Lease, request: Request) -> bool:  # noqa: ARG002
        """Return True: the callback of a redirected request is always called."""
        return True

    def postpone(self, lease: Lease, request: Request) -> None:
        """Queue the request again as it was."""
        if self._requests is not None:
            details = request.meta.get(META, {})
            request.meta[META] = {name: details[name] for name in details if name not in _OF_A_LEASE}
            self._requests[lease.key] = request
        self.frontier.release(lease)

    def finished(self, lease: Lease, response: Response | None) -> None:
        """Acknowledge with what the answer says.

        Where a redirect led does not matter: a request for that address has a callback of its own.
        """
        if response is None:
            self.frontier.complete(lease, Outcome.UNREACHABLE, detail="no answer")
            return
        outcome = Outcome.FETCHED if response.status < 400 else Outcome.HTTP_ERROR
        self.frontier.complete(lease, outcome, detail=f"{response.status}")

    def give_up(self, error: LookClearError) -> None:
        """Say why the crawl ends."""
        logger.error("%s", error)

    def close(self) -> None:
        """Close the frontier."""
        self.frontier.close()

    def _key(self, request: Request) -> str:
        assert self._crawler.request_fingerprinter is not None
        return self._crawler.request_fingerprinter.fingerprint(request).hex()

    def _unused(self, key: str) -> str:
        number, unused = 0, key
        while self.frontier.is_known(unused):
            number += 1
            unused = f"{key}#{number}"
        return unused

    def _count(self, name: str) -> None:
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value(f"lookclear/scheduler/{name}")
