"""What becomes of requests whose host is closed, overloaded or out of reach: they wait in the frontier."""

from __future__ import annotations

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from lookclear.domain import Outcome
from lookclear.hostdesk import OVERLOADED, HostDesk, desk_of, is_leased, put_back
from lookclear.outcomes import HostGivenUp, outcome_of
from lookclear.urls.canonical import host_of


class GivenUpMiddleware:
    """Outermost: does not ask hosts that were given up in this run."""

    def __init__(self, desk: HostDesk) -> None:
        self._desk = desk

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> GivenUpMiddleware:
        """Build for a crawl of the live web."""
        return cls(_live_desk(crawler))

    def process_request(self, request: Request) -> None:
        """Raise HostGivenUp when the host is not asked any more."""
        if why := self._desk.gate.stopped(host_of(request.url)):
            refused = why[:3].isdigit()
            raise HostGivenUp(Outcome.HTTP_ERROR if refused else Outcome.UNREACHABLE, why)


class WaitingMiddleware:
    """Innermost: keeps to each host's delay; what may be asked again later goes back to the frontier.

    Only requests with a lease can wait; those of components (robots.txt, sitemaps) get the answer as it is.
    """

    def __init__(self, desk: HostDesk) -> None:
        self._desk = desk

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> WaitingMiddleware:
        """Build for a crawl of the live web."""
        return cls(_live_desk(crawler))

    def process_request(self, request: Request) -> None:
        """Set the delay that is right now."""
        self._desk.slow_down(request)

    def process_response(self, request: Request, response: Response) -> Response | Request:
        """Put an address back when its host is overloaded, until it had its tries."""
        if response.status not in OVERLOADED or not is_leased(request):
            return response
        return put_back(request) if self._desk.may_try_again(request.url) else response

    def process_exception(self, request: Request, exception: Exception) -> Request | None:
        """Put an address back when its host was out of reach; a timeout is not tried again.

        While the whole network is down nothing counts as a try.
        """
        outcome, detail = outcome_of(exception)
        if outcome not in {Outcome.UNREACHABLE, Outcome.TIMEOUT} or not is_leased(request):
            return None
        request.meta["dont_retry"] = True  # Scrapy's own retry would not wait
        if isinstance(exception, HostGivenUp):
            return None
        desk = self._desk
        if outcome is Outcome.TIMEOUT and not desk.gate.is_network_down:
            return None
        if not desk.may_try_again(request.url):
            return None
        if not desk.gate.is_network_down:
            desk.gate.pause(host_of(request.url), desk.clock(), desk.tries(request.url), detail)
        return put_back(request)


def _live_desk(crawler: Crawler) -> HostDesk:
    if getattr(crawler.spider, "web", None) is not None:
        raise NotConfigured("a recorded web needs no politeness")
    return desk_of(crawler)
