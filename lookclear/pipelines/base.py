"""What the pipelines share: the session of the crawl, and giving it up when a store fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem, NotConfigured

from lookclear.errors import LookClearError
from lookclear.session import CrawlSession


class SessionPipeline:
    """One step of a session; items that are not of a session pass untouched.

    No step waits for anything, so that pages pass through all steps one after the other.
    """

    def __init__(self, session: CrawlSession) -> None:
        self.session = session

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Build for a crawl of a workspace; other spiders do without."""
        session: CrawlSession | None = getattr(crawler.spider, "session", None)
        if session is None:
            raise NotConfigured("the spider crawls no workspace")
        return cls(session)

    @contextmanager
    def step(self) -> Iterator[None]:
        """Drop the item, and give the crawl up, when the block raises one of our errors."""
        if self.session.failure is not None:
            raise DropItem("the crawl was given up")
        try:
            yield
        except LookClearError as error:
            self.session.fail(error)
            raise DropItem(str(error)) from error
