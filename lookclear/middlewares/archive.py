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

    An answer after which Scrapy asks again (RETRY_HTTP_CODES, tries left) is not: a replay sees the last.
    """

    def __init__(self, session: CrawlSession, retried: list[int], retries: int) -> None:
        self._session = session
        self._retried = frozenset(retried)
        self._retries = retries

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ArchiveMiddleware:
        """Build for a crawl of a workspace; other spiders do without."""
        session: CrawlSession | None = getattr(crawler.spider, "session", None)
        if session is None:
            raise NotConfigured("the spider crawls no workspace")
        settings = crawler.settings
        codes = settings.getlist("RETRY_HTTP_CODES") if settings.getbool("RETRY_ENABLED") else []
        return cls(session, [int(code) for code in codes], settings.getint("RETRY_TIMES"))

    def process_response(self, request: Request, response: Response) -> Response:
        """Append the answer to the archive."""
        if self._is_asked_again(request, response) or self._session.failure is not None:
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

    def _is_asked_again(self, request: Request, response: Response) -> bool:
        tries = request.meta.get("retry_times", 0)
        return response.status in self._retried and tries < request.meta.get("max_retry_times", self._retries)
