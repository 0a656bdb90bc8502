"""Obeys robots.txt by RFC 9309: a file that cannot be read forbids everything for this run."""

from __future__ import annotations

from asyncio import Task, ensure_future, shield
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import ProtegoRobotParser

from lookclear.domain import Outcome
from lookclear.outcomes import RobotsUnknown, outcome_of

LONGEST_DELAY_S = 60.0  # of a Crawl-delay; a site that asks for more gets this


class RobotsMiddleware(RobotsTxtMiddleware):
    """Scrapy's, but an answer of 5xx or none at all does not mean that everything is allowed.

    A 4xx does: there is no such file. A Crawl-delay is kept when it is longer than the crawl's own delay, but
    not on a recorded web.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._is_live = getattr(crawler.spider, "web", None) is None
        self._agent: str = crawler.settings["ROBOTSTXT_USER_AGENT"] or crawler.settings["USER_AGENT"]
        self._read: dict[str, Task[ProtegoRobotParser | Exception]] = {}

    async def robot_parser(self, request: Request) -> ProtegoRobotParser:
        """Return the rules of a site; raises RobotsUnknown, or what says that the site is out of reach."""
        site = "{0.scheme}://{0.netloc}".format(urlsplit(request.url))
        if site not in self._read:
            self._read[site] = ensure_future(self._ask(f"{site}/robots.txt"))
        rules = await shield(self._read[site])
        if isinstance(rules, Exception):
            raise rules
        if self._is_live:
            self._slow_down(request, crawl_delay(rules, self._agent))
        return rules

    async def _ask(self, url: str) -> ProtegoRobotParser | Exception:
        assert self.crawler.engine is not None
        request = Request(
            url,
            priority=self.DOWNLOAD_PRIORITY,
            meta={"dont_obey_robotstxt": True},
            callback=NO_CALLBACK,
        )
        body = b""
        try:
            response = await self.crawler.engine.download_async(request)
        except Exception as error:  # whatever a download can raise is an outcome
            outcome, detail = outcome_of(error)
            if outcome is Outcome.UNREACHABLE:
                return error
            if outcome is not Outcome.NOT_RECORDED:
                return RobotsUnknown(": ".join(filter(None, ("robots.txt", outcome, detail))))
        else:
            if response.status >= 500:
                return RobotsUnknown(f"robots.txt: http-error {response.status}")
            body = response.body if response.status < 300 else b""
        rules = ProtegoRobotParser.from_crawler(self.crawler, body)
        if (listings := getattr(self.crawler.spider, "listings", None)) is not None:
            listings.declared(url, tuple(rules.rp.sitemaps))
        return rules

    def _slow_down(self, request: Request, delay_s: float) -> None:
        assert self.crawler.engine is not None
        downloader = self.crawler.engine.downloader
        key = downloader.get_slot_key(request)
        if (slot := downloader.slots.get(key)) is not None and slot.delay < delay_s:
            slot.delay = delay_s
            downloader.per_slot_settings.setdefault(key, {})["delay"] = delay_s  # idle slots are made anew


def crawl_delay(rules: ProtegoRobotParser, agent: str) -> float:
    """Return the seconds a site wants between two requests: 0 when it does not say, at most 60."""
    return min(rules.rp.crawl_delay(agent) or 0.0, LONGEST_DELAY_S)
