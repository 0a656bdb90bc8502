"""Obeys robots.txt by RFC 9309, for each origin, each time an address is about to be asked for."""

from __future__ import annotations

from asyncio import Task, ensure_future, shield
from collections import OrderedDict
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured, StopDownload
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from lookclear.domain import Outcome
from lookclear.hostdesk import HostDesk, desk_of, is_leased, put_back
from lookclear.outcomes import HostClosed, RobotsForbidden, RobotsUnknown, outcome_of
from lookclear.politeness.robots import LARGEST, RobotsRules
from lookclear.politeness.robots_answers import (
    Meaning,
    RobotsAnswer,
    answered,
    is_given_up,
    unanswered,
)
from lookclear.urls.canonical import host_of

_FIRST = 1000  # priority of robots.txt, as Scrapy's
_MOST_READ = 1_000  # origins whose rules are held ready
_OURS = "lookclear_robots"  # in the meta of a request for robots.txt
_MOST_UNPACKED = 8 << 20  # bytes of a file that comes packed though we asked for it plain


class RobotsMiddleware:
    """In place of Scrapy's: rules expire, survive a restart, and come with the line that decides.

    What cannot be read forbids everything: its addresses wait while it is asked for again, and after its last
    try they end as `robots`. `rules_of` offers the rules to other components, such as readers of sitemaps.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured("robots.txt is not obeyed")
        self._crawler = crawler
        self._is_live = getattr(crawler.spider, "web", None) is None
        self._agent: str = settings["ROBOTSTXT_USER_AGENT"] or settings["USER_AGENT"]
        self._cache_s = settings.getfloat("LOOKCLEAR_ROBOTS_CACHE", 86_400.0)
        self._desk: HostDesk = desk_of(crawler)
        self._asking: dict[str, Task[RobotsAnswer | Exception]] = {}
        self._rules: OrderedDict[str, tuple[RobotsAnswer, RobotsRules]] = OrderedDict()
        self._recorded: dict[str, RobotsAnswer] = {}  # of a recorded web, whose hosts are not remembered
        self._bytes: WeakKeyDictionary[Request, int] = WeakKeyDictionary()
        crawler.signals.connect(self._received, signals.bytes_received)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsMiddleware:
        """Build for a crawl that obeys robots.txt."""
        return cls(crawler)

    async def process_request(self, request: Request) -> Request | None:
        """Raise RobotsForbidden or RobotsUnknown with the evidence; put back what must wait for the rules."""
        if request.meta.get("dont_obey_robotstxt") or not request.url.startswith(("http://", "https://")):
            return None
        answer = await self._answer(request)
        if answer.meaning is Meaning.FORBID:
            if is_given_up(answer) or not is_leased(request) or not self._is_live:
                raise RobotsUnknown(f"robots.txt: {answer.why}")
            wait = max(answer.expires - self._desk.today(), 0.0)
            self._desk.gate.close_until(
                host_of(request.url), self._desk.clock() + wait, f"robots.txt: {answer.why}"
            )
            return put_back(request)
        rules = self._read(_origin(request.url), answer)
        if self._is_live:
            is_slow = answer.meaning is Meaning.SLOW
            self._desk.gate.set_crawl_delay(host_of(request.url), rules.delay_s, doubled=is_slow)
        verdict = rules.verdict(request.url)
        if not verdict.allowed:
            self._desk.count("forbidden_by_robots")
            raise RobotsForbidden(verdict.why)
        return None

    def rules_of(self, url: str) -> RobotsRules | None:
        """Return the rules of an address's origin when they were read; they name its sitemaps."""
        known = self._rules.get(_origin(url))
        return known[1] if known is not None else None

    def _read(self, origin: str, answer: RobotsAnswer) -> RobotsRules:
        known = self._rules.get(origin)
        if known is None or known[0] != answer:
            known = self._rules[origin] = answer, RobotsRules.parse(answer.body, self._agent)
            if len(self._rules) > _MOST_READ:
                self._rules.popitem(last=False)
            if (listings := getattr(self._crawler.spider, "listings", None)) is not None:
                listings.declared(f"{origin}/robots.txt", known[1].sitemaps)
        self._rules.move_to_end(origin)
        return known[1]

    async def _answer(self, request: Request) -> RobotsAnswer:
        """Return what is known of an origin, asking for it when nothing is, or when it expired."""
        origin = _origin(request.url)
        known = self._desk.memory.robots(origin) if self._is_live else self._recorded.get(origin)
        if known is not None and (not self._is_live or known.expires > self._desk.today()):
            return known
        if origin not in self._asking:
            self._asking[origin] = ensure_future(self._ask(origin, known))
        answer = await shield(self._asking[origin])
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _ask(self, origin: str, before: RobotsAnswer | None) -> RobotsAnswer | Exception:
        try:
            answer = await self._fetch(origin, before)
        except Exception as error:  # what says that the site is out of reach
            return error
        finally:
            del self._asking[origin]
        if self._is_live:
            self._desk.memory.keep_robots(origin, answer)
        else:
            self._recorded[origin] = answer
        return answer

    async def _fetch(self, origin: str, before: RobotsAnswer | None) -> RobotsAnswer:
        assert self._crawler.engine is not None
        request = Request(
            f"{origin}/robots.txt",
            priority=_FIRST,
            headers={"Accept-Encoding": "identity"},
            meta={"dont_obey_robotstxt": True, "dont_retry": True, _OURS: True},
            callback=NO_CALLBACK,
        )
        now, wait_s = self._desk.today(), self._desk.gate.first_wait_s()
        try:
            response = await self._crawler.engine.download_async(request)
        except Exception as error:  # whatever a download can raise is an outcome
            outcome, detail = outcome_of(error)
            if isinstance(error, HostClosed):
                if error.host == host_of(origin):
                    raise  # nothing was asked: it is no failure of the file
                return unanswered(f"{error.host} is {detail}", now, before=before, wait_s=wait_s)
            if outcome in {Outcome.UNREACHABLE, Outcome.PRIVATE}:
                raise
            if outcome is Outcome.NOT_RECORDED or (
                isinstance(error, IgnoreRequest) and outcome is Outcome.BAD_RESPONSE
            ):  # not there, or behind too many redirects (RFC 9309, 2.3.1.2)
                return answered(404, b"", now, before=before, wait_s=wait_s, cache_s=self._cache_s)
            why = ": ".join(filter(None, (outcome, detail)))
            return unanswered(why, now, before=before, wait_s=wait_s)
        return answered(
            response.status,
            response.body[: LARGEST + 1],
            now,
            before=before,
            wait_s=wait_s,
            cache_s=self._cache_s,
        )

    def _received(self, data: bytes, request: Request) -> None:
        """Take no more of a robots.txt than is read of it."""
        if _OURS not in request.meta:
            return
        self._bytes[request] = self._bytes.get(request, 0) + len(data)
        if self._bytes[request] > LARGEST:
            raise StopDownload(fail=False)


class RobotsSizeMiddleware:
    """Stands inside of decompression: of a robots.txt any size may be sent, and only so much be unpacked.

    What is sent is cut off by RobotsMiddleware, and the beginning counts; Scrapy has one limit for both.
    """

    def process_request(self, request: Request) -> None:
        """Set no limit to what is sent, on each hop of a redirect anew."""
        if _OURS in request.meta:
            request.meta["download_maxsize"] = 0

    def process_response(self, request: Request, response: Response) -> Response:
        """Set the limit to what is unpacked."""
        if _OURS in request.meta:
            request.meta["download_maxsize"] = _MOST_UNPACKED
        return response


def _origin(url: str) -> str:
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))
