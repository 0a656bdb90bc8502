"""Crawls a workspace from Python: what `lookclear crawl` does, by the same spider as `scrapy crawl lci`."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings

from lookclear.session import CrawlOptions, CrawlReport, CrawlSession, Progress
from lookclear.spiders.lci import LciSpider
from lookclear.topics.workspace import Workspace

# New objects until the newest are looked through, and how seldom older ones are. More would let answers wait
# that hold themselves, which may have megabytes.
_RHYTHM = (5_000, 20, 10)


def crawl(
    workspace: Workspace,
    *,
    pages: int | None = None,
    strategy: str | None = None,
    web: str | Path | None = None,
    fresh: bool = False,
    settings: Mapping[str, str] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> CrawlReport:
    """Crawl, and return the report; call it once in a process.

    `pages`, `strategy` and `web` default to the topic file, or to the interrupted run that is taken up again.
    `settings` are Scrapy's and override everything else. `on_progress` is called about four times a second;
    `lookclear.session.ConsoleLine` shows it on a terminal. Ctrl-C stops after the requests in flight, a
    second one at once.

    Raises UsageError, WebArchiveError, WorkspaceError (WorkspaceBusy), StoreError or an indexer's error
    before anything is fetched; afterwards trouble is in the report.
    """
    options = CrawlOptions(pages, strategy, Path(web).expanduser() if web else None, fresh)
    session = CrawlSession.open(workspace, options)
    try:
        values = Settings()
        values.setmodule("lookclear.settings", priority="project")
        values.setdict(dict(settings or {}), priority="cmdline")
        process = AsyncCrawlerProcess(values)
        process.crawl(LciSpider, session=session, on_progress=on_progress or _say_nothing)
        with seldom_collected():
            process.start()
        return session.finish(complete=False)
    finally:
        session.close()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let the garbage collector pass over what is loaded, and come seldom.

    With its usual rhythm the young alone took a tenth of a millisecond a page, to find next to nothing.
    """
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_RHYTHM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _say_nothing(_: Progress) -> None:
    """Show nothing."""
