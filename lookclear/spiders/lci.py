"""The spider `lci`: crawls the topic of a workspace.

scrapy crawl lci -a topic=FOLDER [-a pages=N] [-a strategy=NAME] [-a web=FILE] [-a fresh=1]
"""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from twisted.python.failure import Failure

from lookclear.domain import Lease, NoPage, Outcome, Page, Refusal
from lookclear.errors import LookClearError, UsageError
from lookclear.guard import (
    DEFAULT_PARSER,
    ExtraName,
    Job,
    Limits,
    ParserBroke,
    ParserName,
    ParserPool,
    Understood,
)
from lookclear.html.headers import joined
from lookclear.html.kinds import is_html
from lookclear.outcomes import RedirectRefused, outcome_of
from lookclear.politeness.conditional import Validators
from lookclear.replay.web import RecordedWeb
from lookclear.session import CrawlOptions, CrawlSession, Fetched, Progress
from lookclear.session.examples import not_parsed
from lookclear.settings import from_topic
from lookclear.spiders.listings import Listings
from lookclear.spiders.source import TopicLeases
from lookclear.spiders.stats import stats_of
from lookclear.store.pages import PageRecord
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical

logger = logging.getLogger(__name__)

_COMPLETE = "finished"  # Scrapy's reason when nothing is left; every other comes from outside
_REPLAY = "lookclear.handlers.replay.ReplayHandler"
_TOO_LOUD = "scrapy.downloadermiddlewares.retry"  # an error to it is an outcome to us
_SEARCH_WORDS = ExtraName("lookclear.searchwords:search_words")
_WAIT_S = 1.0  # longer than its CPU time a parser may take to answer
_YES, _NO = {"1", "true", "yes", "on"}, {"", "0", "false", "no", "off"}


class LciSpider(Spider):
    """Fetches, parses, and hands on; what is fetched next is the frontier's business."""

    name = "lci"
    crawls_workspace = True  # for `lookclear.addon`
    session: CrawlSession
    web: RecordedWeb | None
    leases: TopicLeases
    listings: Listings
    parsers: ParserPool
    on_progress: Callable[[Progress], None] | None

    @classmethod
    def from_crawler(cls, crawler: Crawler, *_: Any, **kwargs: Any) -> LciSpider:
        """Open the workspace and put its settings below those of the command line.

        `session` and `on_progress` are for callers from Python; otherwise the workspace is opened here, and
        what is wrong with it ends the process with one sentence. `on_session` gets the session opened here,
        and closes it; without it, the session ends with the engine.
        """
        session: CrawlSession | None = kwargs.pop("session", None)
        on_progress, on_session = kwargs.pop("on_progress", None), kwargs.pop("on_session", None)
        if session is None:
            try:
                session = CrawlSession.open(*_arguments(kwargs))
            except LookClearError as error:
                sys.stderr.write(f"error: {error}\n")
                raise SystemExit(error.exit_code) from None
            if on_session is None:
                crawler.signals.connect(session.close, signals.engine_stopped)
            else:
                on_session(session)
        # Scrapy makes a record of each page, formatted, before a handler drops it.
        logging.getLogger("scrapy").setLevel(crawler.settings.get("LOG_LEVEL"))
        logging.getLogger(_TOO_LOUD).setLevel(logging.CRITICAL)
        recorded = session.web is not None
        for name, value in from_topic(session.workspace.file.crawl, recorded=recorded).items():
            crawler.settings.set(name, value, priority="spider")
        if recorded:
            handlers = crawler.settings.getdict("DOWNLOAD_HANDLERS") | {"http": _REPLAY, "https": _REPLAY}
            crawler.settings.set("DOWNLOAD_HANDLERS", handlers, priority="spider")
        spider = super().from_crawler(crawler)
        spider.session = session
        spider.web = session.web
        spider.listings = Listings(crawler, session)
        spider.leases = TopicLeases(session, spider.parse, spider.failed, spider.listings.is_holding)
        spider.parsers = session.hold(_parsers(crawler, session))
        spider.parsers.open()
        spider.on_progress = on_progress
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """Read the example pages; from then on the frontier says what is next."""
        try:
            for job in self.session.stores.examples.to_parse():
                self.session.stores.examples.take(job.url, await self._read_example(job))
            for url in self.session.stores.examples.to_fetch():
                await self._fetch_example(url)
            self.session.begin()
            self.listings.begin()
        except LookClearError as error:
            self.session.fail(error)  # nothing is handed out any more, so that the crawl ends
            return
        none: tuple[Request, ...] = ()
        for request in none:  # Scrapy wants an asynchronous generator
            yield request

    async def parse(self, response: Response, lease: Lease) -> list[Fetched]:
        """Understand a page."""
        found = await self._understood(response)
        if isinstance(found, NoPage):
            self._end(lease, response.url, found.outcome, found.detail)
            return []
        return [
            Fetched(
                lease=lease,
                url=response.url,
                status=response.status,
                content_type=_content_type(response),
                fetched=self._read_at(response.url),
                page=found.page,
                validators=Validators.of(
                    {name: _header(response, name) for name in ("etag", "last-modified")}
                ),
                words=found.words,
                packed=found.packed,
                search_words=found.extra,
            )
        ]

    def failed(self, failure: Failure) -> None:
        """Say what became of a request that gave no page."""
        request: Request = failure.request  # type: ignore[attr-defined]
        assert failure.value is not None
        error = failure.value
        outcome, detail = outcome_of(error)
        refused = [(error.url, error.reason)] if isinstance(error, RedirectRefused) else []
        self._end(request.cb_kwargs["lease"], request.url, outcome, detail, refused)

    def closed(self, reason: str) -> None:
        """End the run."""
        self.parsers.close()
        self.listings.close()
        report = self.session.finish(complete=reason == _COMPLETE)
        assert self.crawler.stats is not None
        for name, value in stats_of(report).items():
            self.crawler.stats.set_value(name, value)

    def _read_at(self, url: str) -> datetime:
        """Return when a page was read: for a recorded web, when it was recorded."""
        recorded = self.web.get(url) if self.web is not None else None
        return recorded.date if recorded is not None and recorded.date else datetime.now(UTC)

    def _end(
        self,
        lease: Lease,
        url: str,
        outcome: Outcome,
        detail: str,
        refused: Sequence[tuple[str, Refusal]] = (),
    ) -> None:
        final = self.session.key(url)
        moved = final if final != lease.key else None
        self.session.end(lease, outcome, detail=detail, final_key=moved, refused=refused)

    async def _understood(self, response: Response) -> Understood | NoPage:
        kind = _content_type(response)
        if not is_html(kind, response.body):
            return NoPage(Outcome.NOT_HTML, kind)
        headers = joined(
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, values in response.headers.items()
            for value in values
        )
        job = Job(
            response.body, response.url, kind, headers, self._read_at(response.url), self.session.context
        )
        return await self.parsers.understand(job)

    async def _read_example(self, job: Job) -> Page | NoPage:
        try:
            return await self.parsers.parse(job)
        except ParserBroke as error:
            raise not_parsed(job.url, error) from error

    async def _fetch_example(self, url: str) -> None:
        assert self.crawler.engine is not None
        try:
            response = await self.crawler.engine.download_async(Request(url, callback=NO_CALLBACK))
            if response.status == 200:
                found = await self._understood(response)
            else:
                found = NoPage(Outcome.HTTP_ERROR, str(response.status))
        except Exception as error:  # whatever a download can raise is an outcome
            found = NoPage(*outcome_of(error))
        if isinstance(found, NoPage):
            trouble = f"{found.outcome} {found.detail}".rstrip()
            self.session.warnings.append(f"the example {url} gave no page: {trouble}")
            return
        self.session.stores.examples.keep(
            PageRecord(
                key=canonical(url),
                url=url,
                final_url=response.url,
                fetched=datetime.now(UTC),
                status=response.status,
                outcome=Outcome.FETCHED,
                content_type=_content_type(response),
                relevance=1.0,
                depth=0,
                parent="",
                seed=False,
                page=found.page,
            )
        )


def _parsers(crawler: Crawler, session: CrawlSession) -> ParserPool:
    """Return what parses pages; the setting LOOKCLEAR_PARSER, for tests, names another parser."""
    wanted = session.workspace.file.parsing
    name = crawler.settings.get("LOOKCLEAR_PARSER", DEFAULT_PARSER)
    limits = Limits(wanted.cpu_s, wanted.memory_mb, wait_s=wanted.cpu_s + _WAIT_S)
    return ParserPool(
        wanted.processes,
        limits,
        parser=ParserName(name),
        extra=_SEARCH_WORDS,
        warn=session.warnings.append,
    )


def _content_type(response: Response) -> str:
    return _header(response, "Content-Type")


def _header(response: Response, name: str) -> str:
    return (response.headers.get(name) or b"").decode("latin-1")


def _arguments(given: dict[str, Any]) -> tuple[Workspace, CrawlOptions]:
    """Read the `-a` arguments; raises UsageError and what opening a workspace raises."""
    known = {"topic", "pages", "strategy", "web", "fresh"}
    if unknown := sorted(set(given) - known):
        raise UsageError(
            f"there is no argument {unknown[0]!r}", hint=f"known are: {', '.join(sorted(known))}"
        )
    if not given.get("topic"):
        raise UsageError("no topic given", hint="name its folder: scrapy crawl lci -a topic=FOLDER")
    pages, fresh = given.get("pages"), str(given.get("fresh", "")).lower()
    if pages is not None and not str(pages).isdecimal():
        raise UsageError(f"pages={pages} is not a number of pages", hint="give 1 or more")
    if fresh not in _YES | _NO:
        raise UsageError(f"fresh={fresh} is neither yes nor no", hint="give 1 or 0")
    return Workspace.open(given["topic"]), CrawlOptions(
        pages=int(pages) if pages is not None else None,
        strategy=given.get("strategy") or None,
        web=Path(given["web"]).expanduser() if given.get("web") else None,
        fresh=fresh in _YES,
    )
