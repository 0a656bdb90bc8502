"""Gives the scheduler what the frontier of a workspace holds."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable

from scrapy import Request
from scrapy.http import Response
from twisted.python.failure import Failure

from lookclear.domain import Lease, Outcome
from lookclear.errors import LookClearError
from lookclear.session import CrawlSession

logger = logging.getLogger(__name__)


class TopicLeases:
    """See `lookclear.leases.LeaseSource`."""

    def __init__(
        self,
        session: CrawlSession,
        callback: Callable[..., Awaitable[Iterable[object]]],
        errback: Callable[[Failure], None],
        is_held: Callable[[], bool] = lambda: False,
    ) -> None:
        self._session = session
        self._callback = callback
        self._errback = errback
        self._is_held = is_held
        self.frontier = session.frontier

    def admit(self, request: Request) -> bool:
        """Take nothing: what is fetched is decided by the topic alone."""
        logger.warning("%s is not fetched: only links found on pages of the topic are", request)
        return False

    def may_lease(self, in_flight: int) -> bool:
        """Tell whether one more fits into the budget, and nothing that comes first is under way."""
        return not self._is_held() and self._session.may_lease(in_flight)

    def request_for(self, lease: Lease) -> Request:
        """Return the request for a leased address; callbacks get the lease."""
        return Request(
            lease.url,
            callback=self._callback,
            errback=self._errback,
            cb_kwargs={"lease": lease},
            dont_filter=True,
        )

    def may_follow(self, lease: Lease, request: Request) -> bool:
        """Tell whether a redirect leads to a page that may be fetched and is not fetched or in flight."""
        return self._session.may_follow(lease, request.url)

    def postpone(self, lease: Lease, request: Request) -> None:  # noqa: ARG002
        """Give the address back; a redirect begins anew."""
        self._session.frontier.release(lease)

    def finished(self, lease: Lease, response: Response | None) -> None:
        """Complete a lease that nobody completed: an error in a callback, or a component that dropped it."""
        where = "before it answered" if response is None else f"after HTTP {response.status}"
        self._session.end(lease, Outcome.DROPPED, detail=f"{where}; the log says why")

    def give_up(self, error: LookClearError) -> None:
        """End the crawl as failed."""
        self._session.fail(error)

    def close(self) -> None:
        """Leave the stores open: the spider reports from them."""
