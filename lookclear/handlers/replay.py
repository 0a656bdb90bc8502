"""Answers http and https requests from a recorded web; nothing ever goes to the network."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError, NotConfigured
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes

from lookclear.outcomes import NotRecorded
from lookclear.replay.web import RecordedWeb


class ReplayHandler(BaseDownloadHandler):
    """Original status, headers and body of what was recorded.

    The web is the spider's (`spider.web`) or the file that LOOKCLEAR_WEB names. An address that was not
    recorded fails with NotRecorded, but a robots.txt that was not recorded allows everything.
    """

    lazy = True

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        path = crawler.settings.get("LOOKCLEAR_WEB")
        web: RecordedWeb | None = getattr(crawler.spider, "web", None)
        if web is None and not path:
            raise NotConfigured("LOOKCLEAR_WEB names no recorded web")
        self._web = web or RecordedWeb.open(Path(path))
        self._owned = web is None
        self._max_bytes = crawler.settings.getint("DOWNLOAD_MAXSIZE")

    async def download_request(self, request: Request) -> Response:
        """Return the recorded response."""
        recorded = self._web.get(request.url)
        if recorded is None:
            self._count("not_recorded")
            if urlsplit(request.url).path == "/robots.txt":
                return Response(request.url, status=404)
            raise NotRecorded(f"not recorded: {request.url}")
        if self._max_bytes and len(recorded.body) > self._max_bytes:
            raise DownloadCancelledError(f"{len(recorded.body)} bytes are over the limit")
        self._count("recorded")
        headers = Headers()
        for name, value in recorded.headers:
            headers.appendlist(name, value)
        kind = responsetypes.from_args(headers=headers, url=request.url, body=recorded.body)
        return kind(request.url, status=recorded.status, headers=headers, body=recorded.body)

    async def close(self) -> None:
        """Close the file if it was opened here."""
        if self._owned:
            self._web.close()

    def _count(self, name: str) -> None:
        assert self.crawler.stats is not None
        self.crawler.stats.inc_value(f"lookclear/replay/{name}")
