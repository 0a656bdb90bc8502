"""Keeps answers as they came from the network, so that a live crawl can be replayed."""

from __future__ import annotations

from datetime import UTC, datetime

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from lookclear.errors import StoreError
from lookclear.session import CrawlSession


class ArchiveMiddleware:
    """Stands inside of redirects and decompression: redirects, robots.txt and error pages are kept too.

    Answers that Scrapy will ask for again (RETRY_HTTP_CODES) are not: a replay should see the final one.
    """

    def __init__(self, session: CrawlSession, retried: list[int]) -> None:
        self._session = session
        self._retried = frozenset(retried)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ArchiveMiddleware:
        """Build for a crawl of a workspace; other spiders do without."""
        session: CrawlSession | None = getattr(crawler.spider, "session", None)
        if session is None:
            raise NotConfigured("the spider crawls no workspace")
        return cls(session, [int(code) for code in crawler.settings.getlist("RETRY_HTTP_CODES")])

    def process_response(self, request: Request, response: Response) -> Response:
        """Append the answer to the archive."""
        if response.status in self._retried or self._session.failure is not None:
            return response
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, values in response.headers.items()
            for value in values
        ]
        try:
            self._session.stores.archive.append(
                request.url, response.status, headers, response.body, datetime.now(UTC)
            )
        except StoreError as error:
            self._session.fail(error)
        return response
