"""Shows how a crawl stands, takes in what a person says of pages meanwhile, and saves it all now and then."""

from __future__ import annotations

import sys
from collections.abc import Callable

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from lookclear.errors import LookClearError
from lookclear.session import ConsoleLine, CrawlSession, Progress

SHOW_S = 0.25  # seconds between two looks
SAVE_S = 2.0  # seconds between two moments up to which a power cut loses nothing


class ProgressExtension:
    """Calls `spider.on_progress` with how the crawl stands; without one, shows it and the report itself."""

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        self._session = session
        given: Callable[[Progress], None] | None = getattr(crawler.spider, "on_progress", None)
        self._line = ConsoleLine() if given is None else None
        self._show = self._line or given or (lambda _: None)
        self._saved_at = 0.0
        self._loop = create_looping_call(self._tick)
        crawler.signals.connect(self._opened, signals.spider_opened)
        crawler.signals.connect(self._closed, signals.spider_closed)
        crawler.signals.connect(self._stopped, signals.engine_stopped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ProgressExtension:
        """Build for a crawl of a workspace; other spiders do without."""
        session: CrawlSession | None = getattr(crawler.spider, "session", None)
        if session is None:
            raise NotConfigured("the spider crawls no workspace")
        return cls(crawler, session)

    def _opened(self, spider: Spider) -> None:  # noqa: ARG002 - the signal's arguments go by name
        self._loop.start(SHOW_S, now=False)

    def _closed(self, spider: Spider) -> None:  # noqa: ARG002
        if self._loop.running:
            self._loop.stop()

    def _tick(self) -> None:
        progress = self._session.progress()
        self._show(progress)
        self._look_at_labels()
        if progress.seconds - self._saved_at >= SAVE_S and self._session.failure is None:
            self._saved_at = progress.seconds
            try:
                self._session.save()
            except LookClearError as error:
                self._session.fail(error)

    def _look_at_labels(self) -> None:
        try:
            self._session.look_at_labels()
        except LookClearError as error:
            self._session.fail(error)

    def _stopped(self) -> None:
        report = self._session.report
        if report is None:
            return
        self._show(self._session.progress())
        if self._line is not None:
            self._line.end()
            sys.stdout.write(report.text() + "\n")
