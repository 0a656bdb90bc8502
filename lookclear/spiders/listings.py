"""Fetches the sitemaps and feeds of sites that have a page on topic, and queues what they name.

They go through Scrapy's downloader like pages (robots.txt, delays, size limits, archive) but beside the
frontier: they are no pages, and do not count as such.
"""

from __future__ import annotations

import logging
from asyncio import Task, ensure_future, sleep, to_thread
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urljoin

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from w3lib.url import safe_url_string

from lookclear.domain import Outcome, Refusal
from lookclear.hostdesk import HostDesk, desk_of
from lookclear.outcomes import outcome_of
from lookclear.session import CrawlSession, Judged
from lookclear.sitemaps.budget import ListingBudget
from lookclear.sitemaps.candidates import Source
from lookclear.sitemaps.listing import Listing
from lookclear.sitemaps.read import read_listing
from lookclear.sitemaps.trust import Trust, trust
from lookclear.urls.canonical import canonical, host_of
from lookclear.urls.scope import refusal

logger = logging.getLogger(__name__)

MOST_LEVELS = 3  # index, index of indexes, and what they name
_MOVED = frozenset({301, 302, 303, 307, 308})
MOST_FEEDS = 2  # of one page: the first are the site's, later ones those of comments
_LOOK_S = 1.0  # a file of another host may come meanwhile
STATS = "lookclear/listings"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A file to be read. `hosts` are those it may speak for beside its own."""

    url: str
    depth: int
    feed: bool = False
    level: int = 1
    hosts: frozenset[str] = frozenset()


class Listings:
    """Reads one file at a time, in the order in which they are found.

    A host's sitemaps are read when its first page on topic (or seed) is judged, so that their entries are
    compared with a topic that knows it: those its robots.txt declares, else `/sitemap.xml` if it is a seed's
    host. On a recorded web nothing else is fetched meanwhile, so that the order is exact.
    """

    def __init__(
        self,
        crawler: Crawler,
        session: CrawlSession,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._crawler = crawler
        self._session = session
        self._now = now
        crawl = session.workspace.file.crawl
        self._sitemaps, self._feeds = crawl.sitemaps, crawl.feeds
        self._budget = ListingBudget(crawl.listing_files, crawl.listing_entries)
        self._queue: deque[_Wanted] = deque()
        self._task: Task[None] | None = None
        self._is_unwritable = False  # what was read today cannot be written down
        self._declared: dict[str, tuple[str, ...]] = {}  # by host
        self._begun: dict[str, int] = {}  # depth of the page for which a host's sitemaps are read
        self._seeds = {host_of(url): url for url in session.workspace.topic.seeds}
        if self._sitemaps or self._feeds:
            crawler.signals.connect(self._scraped, signals.item_scraped)
            crawler.signals.connect(self._idle, signals.spider_idle)

    def begin(self) -> None:
        """Take up what an earlier run read today; a crawl that is taken up again asks seed hosts again."""
        path = self._session.workspace.listings_path
        try:
            is_readable = not path.exists() or self._budget.restore(path.read_bytes())
        except OSError:
            is_readable = False
        if not is_readable:
            self._session.warnings.append(f"{path.name} is not readable: today's sitemaps are read again")
        if self._session.tally.fetched:
            self._begin_seeds()

    def declared(self, robots: str, sitemaps: tuple[str, ...]) -> None:
        """Take note of the sitemaps that a robots.txt (its address is given) declares."""
        host = host_of(robots)
        urls = tuple(dict.fromkeys(urljoin(robots, one) for one in sitemaps))
        self._declared[host] = urls
        if host in self._begun:
            self._want_sitemaps(host, urls)

    def is_holding(self) -> bool:
        """Tell whether pages have to wait: on a recorded web, while a file is read."""
        return self._session.web is not None and self._is_busy()

    def close(self) -> None:
        """Stop reading."""
        self._queue.clear()
        if self._task is not None:
            self._task.cancel()

    def _is_busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def _scraped(self, item: Any) -> None:
        """Look at a page that went through all pipelines."""
        if not isinstance(item, Judged):
            return
        threshold = self._session.workspace.file.relevance.threshold
        if not item.record.seed and item.record.relevance < threshold:
            return
        self._begin_host(host_of(item.record.final_url), item.record.depth)
        if self._feeds:
            for url in item.record.page.feeds[:MOST_FEEDS]:
                self._want(_Wanted(url, item.record.depth, feed=True))

    def _idle(self) -> None:
        """Keep a crawl open while there is something to read; seeds that gave no page may have a sitemap."""
        if not self._session.may_lease(0):
            return
        self._begin_seeds()
        if self._is_busy():
            raise DontCloseSpider

    def _begin_seeds(self) -> None:
        for host in self._seeds:
            self._begin_host(host, 0)

    def _begin_host(self, host: str, depth: int) -> None:
        if not self._sitemaps or host in self._begun:
            return
        self._begun[host] = depth
        urls = self._declared.get(host, ())
        if not urls and host in self._seeds:
            urls = (urljoin(self._seeds[host], "/sitemap.xml"),)
        self._want_sitemaps(host, urls)

    def _want_sitemaps(self, host: str, urls: tuple[str, ...]) -> None:
        for url in urls:
            self._want(_Wanted(url, self._begun[host], hosts=frozenset({host})))

    def _want(self, wanted: _Wanted) -> None:
        self._queue.append(wanted)
        if not self._is_busy():
            self._task = ensure_future(self._read_all())

    async def _read_all(self) -> None:
        later: list[_Wanted] = []  # of closed hosts
        while (self._queue or later) and self._session.may_lease(0):
            if not self._queue:
                await self._wait_for(later)
                continue
            wanted = self._queue.popleft()
            if self._closed_s(wanted):
                later.append(wanted)
                continue
            if why_not := self._why_not(wanted):
                self._count(f"skipped/{why_not}")
                continue
            response = await self._fetched(wanted.url)
            if response is None:
                continue
            try:
                await self._take(wanted, response)
            except Exception as error:  # one file must not end the reading of all others
                logger.exception("%s cannot be read", wanted.url)
                self._count("failed/error")
                self._session.warnings.append(
                    f"{wanted.url} could not be read: {type(error).__name__}; the log says more"
                )
        self._queue.clear()
        self._wake()

    @property
    def _desk(self) -> HostDesk:
        return desk_of(
            self._crawler
        )  # made by the first who asks once the spider is known, and its memory with it

    def _closed_s(self, wanted: _Wanted) -> float:
        return 0.0 if self._session.web is not None else self._desk.closed_s(host_of(wanted.url))

    async def _wait_for(self, later: list[_Wanted]) -> None:
        """Queue files again whose host opens soon; the others are left to a later crawl."""
        soon = [
            one for one in later if self._session.web is not None or self._desk.will_open(host_of(one.url))
        ]
        self._count("skipped/closed", len(later) - len(soon))
        later.clear()
        if soon:
            await sleep(min(*map(self._closed_s, soon), _LOOK_S))
            self._queue.extend(soon)

    def _why_not(self, wanted: _Wanted) -> str:
        """Return why a file is not to be read, or an empty text."""
        if reason := self._refused(wanted.url):
            return reason
        if self._session.web is not None and self._session.web.get(wanted.url) is None:
            return "not-recorded"
        host, today = host_of(wanted.url), self._now().date()
        if not self._budget.room(host, today):
            return "no-room"
        return self._budget.take_file(host, canonical(wanted.url), today, feed=wanted.feed)

    def _refused(self, url: str) -> str:
        reason = refusal(url, self._session.workspace.file.scope)
        # .xml is no page, but what is wanted here.
        return "" if reason is None or reason is Refusal.FILE_TYPE else str(reason)

    async def _fetched(self, url: str) -> Response | None:
        """Fetch a file; redirects are followed here, since each may lead to where the crawl may not go."""
        assert self._crawler.engine is not None
        request = Request(url, callback=NO_CALLBACK, meta={"dont_redirect": True})
        for _ in range(1 + self._crawler.settings.getint("REDIRECT_MAX_TIMES")):
            try:
                response = await self._crawler.engine.download_async(request)
            except Exception as error:  # whatever a download can raise is an outcome
                self._count(f"failed/{outcome_of(error)[0]}")
                return None
            location = response.headers.get("Location")
            if response.status not in _MOVED or location is None:
                break
            target = urljoin(response.url, safe_url_string(location))
            if reason := self._refused(target):
                self._count(f"skipped/{reason}")
                return None
            request = request.replace(url=target)
            request.meta.pop("download_slot", None)  # of the host before
        else:
            self._count(f"failed/{Outcome.BAD_RESPONSE}")
            return None
        if response.status != 200:
            self._count("failed/http-error")
            return None
        return response

    async def _take(self, wanted: _Wanted, response: Response) -> None:
        """Queue what a file names, and then write down that it was read: a crash between reads it again."""
        kind = (response.headers.get("Content-Type") or b"").decode("latin-1")
        listing = await to_thread(read_listing, response.body, response.url, kind)
        now = self._now()
        self._count(f"read/{listing.kind}")
        for flag in listing.flags:
            self._count(f"flags/{flag}")
        own = host_of(wanted.url)
        hosts = wanted.hosts | {own, host_of(response.url)}
        self._want_children(wanted, listing, hosts)
        if listing.entries and self._session.failure is None:
            self._queue_entries(wanted, listing, None if listing.kind.is_feed else hosts, now)
        self._keep_budget()
        self._wake()

    def _keep_budget(self) -> None:
        """Write down what was read today; what cannot be written counts for this run only."""
        path = self._session.workspace.listings_path
        unfinished = path.with_name(f"{path.name}.new")
        try:
            unfinished.write_bytes(self._budget.as_json())
            unfinished.replace(path)
        except OSError as error:
            if not self._is_unwritable:
                self._session.warnings.append(
                    f"{path.name} cannot be written ({error.strerror}): the next run reads sitemaps again"
                )
            self._is_unwritable = True

    def _want_children(self, wanted: _Wanted, listing: Listing, hosts: frozenset[str]) -> None:
        for url in listing.children:
            if wanted.level >= MOST_LEVELS:
                self._count("skipped/too-deep")
            elif host_of(url) not in hosts:
                self._count("skipped/foreign")
            else:
                self._queue.append(_Wanted(url, wanted.depth, wanted.feed, wanted.level + 1, wanted.hosts))

    def _queue_entries(
        self, wanted: _Wanted, listing: Listing, hosts: frozenset[str] | None, now: datetime
    ) -> None:
        host = host_of(wanted.url)
        dates = [entry.lastmod for entry in listing.entries if entry.lastmod is not None]
        trusted = trust(dates, now, unreadable=listing.bad_dates)
        source = Source(canonical(wanted.url), wanted.depth, hosts, trusted is Trust.TRUSTED)
        found = self._session.listed(listing.entries, source, self._budget.room(host, now.date()))
        self._budget.take_entries(host, len(found.candidates), now.date())
        self._count("entries", len(listing.entries))
        self._count("queued", len(found.candidates))
        self._count("known", found.known)
        self._count("foreign", found.foreign)
        self._count("over", found.over)
        for _, reason in found.refused:
            self._count(f"refused/{reason}")
        self._count(f"dates/{trusted}")

    def _wake(self) -> None:
        """Let Scrapy look into the frontier again; it would do so by itself, but only after five seconds."""
        engine = self._crawler.engine
        if engine is not None and engine._slot is not None:
            engine._slot.nextcall.schedule()

    def _count(self, name: str, count: int = 1) -> None:
        assert self._crawler.stats is not None
        if count:
            self._crawler.stats.inc_value(f"{STATS}/{name}", count)
