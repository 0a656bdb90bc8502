"""What becomes of requests whose host is closed, overloaded or out of reach: they wait in the frontier."""

from __future__ import annotations

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from lookclear.domain import Outcome
from lookclear.hostdesk import OVERLOADED, HostDesk, desk_of, is_leased, put_back
from lookclear.outcomes import HostClosed, HostGivenUp, outcome_of
from lookclear.urls.canonical import host_of


class GivenUpMiddleware:
    """Outermost: does not ask hosts that are closed, or were given up in this run; not for robots.txt either.

    The scheduler hands out nothing of a closed host, but redirects and readers of sitemaps come here too.
    """

    def __init__(self, desk: HostDesk) -> None:
        self._desk = desk

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> GivenUpMiddleware:
        """Build for a crawl of the live web."""
        return cls(_live_desk(crawler))

    def process_request(self, request: Request) -> Request | None:
        """Raise HostGivenUp when the host is not asked any more; put back what has to wait for it."""
        host = host_of(request.url)
        if why := self._desk.gate.stopped(host):
            refused = why[:3].isdigit()
            raise HostGivenUp(Outcome.HTTP_ERROR if refused else Outcome.UNREACHABLE, why)
        return _held_back(self._desk, request, host)


class WaitingMiddleware:
    """Innermost: keeps to each host's delay; what may be asked again later goes back to the frontier.

    Only requests with a lease can wait; those of components (robots.txt, sitemaps) get the answer as it is,
    and HostClosed where a host must not be asked.
    """

    def __init__(self, desk: HostDesk) -> None:
        self._desk = desk

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> WaitingMiddleware:
        """Build for a crawl of the live web."""
        return cls(_live_desk(crawler))

    def process_request(self, request: Request) -> Request | None:
        """Set the delay that is right now; a host that was closed while robots.txt was read is not asked."""
        later = _held_back(self._desk, request, host_of(request.url))
        if later is None:
            self._desk.slow_down(request)
        return later

    def process_response(self, request: Request, response: Response) -> Response | Request:
        """Put an address back when its host is overloaded, until it had its tries."""
        if response.status not in OVERLOADED or not is_leased(request):
            return response
        return put_back(request) if self._desk.may_try_again(request.url) else response

    def process_exception(self, request: Request, exception: Exception) -> Request | None:
        """Put an address back when its host was out of reach; a timeout is not tried again.

        While the whole network is down nothing counts as a try.
        """
        if isinstance(exception, HostClosed):  # met while robots.txt was asked for
            return put_back(request) if is_leased(request) else None
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


def _held_back(desk: HostDesk, request: Request, host: str) -> Request | None:
    """Return what goes back to the frontier, None when the host may be asked; raises HostClosed."""
    wait_s = desk.closed_s(host)
    if not wait_s:
        return None
    if is_leased(request):
        return put_back(request)
    raise HostClosed(host, desk.gate.why_closed(host), wait_s)


def _live_desk(crawler: Crawler) -> HostDesk:
    if getattr(crawler.spider, "web", None) is not None:
        raise NotConfigured("a recorded web needs no politeness")
    return desk_of(crawler)
