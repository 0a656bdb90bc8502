"""Lets another process pause, resume and end a crawl, and tells it how the crawl stands."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from lookclear.errors import LookClearError
from lookclear.session import CrawlSession
from lookclear.session.control import Live, Phase, Wish, read_wish, wish, write_live

LOOK_S = 0.25  # seconds between two looks at what is wished
TELL_S = 1.0  # seconds between two writings of how the crawl stands, when its phase stays the same


class ControlExtension:
    """Looks at the wish of `lookclear.session.control` and carries it out.

    A paused crawl finishes what is in flight, hands out nothing more and stays in its process: labels go on
    counting in it. To start a crawl is to wish that it runs.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        self._crawler = crawler
        self._session = session
        self._data = session.workspace.data
        self._phase = Phase.RUNNING
        self._told_at = -TELL_S
        self._stopping: asyncio.Future[None] | None = None
        self._loop = create_looping_call(self._tick)
        crawler.signals.connect(self._opened, signals.spider_opened)
        crawler.signals.connect(self._closed, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ControlExtension:
        """Build for a crawl of a workspace; other spiders do without."""
        session: CrawlSession | None = getattr(crawler.spider, "session", None)
        if session is None:
            raise NotConfigured("the spider crawls no workspace")
        return cls(crawler, session)

    def _opened(self, spider: Spider) -> None:  # noqa: ARG002 - the signal's arguments go by name
        try:
            wish(self._data, Wish.RUN)
        except LookClearError as error:
            self._session.fail(error)
        self._loop.start(LOOK_S, now=True)

    def _closed(self, spider: Spider) -> None:  # noqa: ARG002
        if self._loop.running:
            self._loop.stop()

    def _tick(self) -> None:
        wanted = read_wish(self._data)
        phase = self._carry_out(wanted)
        seconds = self._session.tally.seconds
        try:
            if phase is Phase.PAUSED and self._phase is not Phase.PAUSED:
                self._session.save()
            if phase is not self._phase or seconds - self._told_at >= TELL_S:
                self._phase, self._told_at = phase, seconds
                write_live(self._data, self._live(phase))
        except LookClearError as error:
            self._session.fail(error)

    def _carry_out(self, wanted: Wish) -> Phase:
        engine = self._crawler.engine
        assert engine is not None
        if wanted is Wish.STOP or self._stopping is not None:
            if self._stopping is None:
                engine.unpause()
                self._stopping = asyncio.ensure_future(self._crawler.stop_async())
            return Phase.STOPPING
        if self._session.failure is not None:
            engine.unpause()  # else a crawl that has failed would never end
        elif (wanted is Wish.PAUSE) is not engine.paused:
            engine.paused = wanted is Wish.PAUSE
            if not engine.paused:
                self._go_on()
        if not engine.paused:
            return Phase.RUNNING
        return Phase.PAUSING if self._in_flight() else Phase.PAUSED

    def _go_on(self) -> None:
        """Let the engine look for work at once; else its heartbeat would, up to 5 seconds later."""
        slot = getattr(self._crawler.engine, "_slot", None)
        if slot is not None:
            slot.nextcall.schedule()

    def _in_flight(self) -> int:
        engine = self._crawler.engine
        assert engine is not None
        scraping = engine.scraper.slot
        return len(engine.downloader.active) + (len(scraping.active) if scraping is not None else 0)

    def _live(self, phase: Phase) -> Live:
        now = self._session.progress()
        return Live(
            process=os.getpid(),
            phase=phase,
            at=datetime.now(UTC),
            run=self._session.run.id,
            fetched=now.fetched,
            budget=now.budget,
            relevant=now.relevant,
            harvest=now.harvest,
            rate=now.rate,
            queue=now.queue,
            in_flight=self._in_flight(),
            host=now.host,
            seconds=now.seconds,
        )
