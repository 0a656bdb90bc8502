"""One crawl of a workspace, without Scrapy: what is judged, stored, indexed, counted and reported."""

from lookclear.session.items import Fetched, Judged
from lookclear.session.plan import CrawlOptions
from lookclear.session.progress import ConsoleLine, Progress
from lookclear.session.report import CrawlReport
from lookclear.session.session import CrawlSession

__all__ = ["ConsoleLine", "CrawlOptions", "CrawlReport", "CrawlSession", "Fetched", "Judged", "Progress"]
