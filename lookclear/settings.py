"""The Scrapy settings of this project: polite, bounded, closed to the outside.

What a user may change stands in `[crawl]` of topic.toml (`lookclear.config.CrawlSettings`) and is turned into
Scrapy's settings in one place, `from_topic`; `-s NAME=VALUE` overrides both.
"""

from __future__ import annotations

from typing import Any

import scrapy

from lookclear import __version__
from lookclear.config import CrawlSettings
from lookclear.politeness.contact import headers, user_agent

_ACCEPT = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en",
}
_JITTER_IS_A_NUMBER = scrapy.version_info >= (2, 19)  # before, jitter was a switch


def from_topic(crawl: CrawlSettings, *, recorded: bool = False) -> dict[str, Any]:
    """Return the Scrapy settings that a topic file decides.

    A recorded web needs no politeness: no delay, and one request at a time so that the order is exact.
    """
    return {
        "USER_AGENT": crawl.user_agent or user_agent(__version__, crawl.contact),
        "DEFAULT_REQUEST_HEADERS": {**_ACCEPT, **headers(crawl.contact)},
        "ROBOTSTXT_OBEY": crawl.obey_robots,
        "CONCURRENT_REQUESTS": 1 if recorded else crawl.concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": crawl.per_host,
        "DOWNLOAD_DELAY": 0 if recorded else crawl.delay_s,
        "DOWNLOAD_TIMEOUT": crawl.timeout_s,
        "DOWNLOAD_MAXSIZE": crawl.max_bytes,
        "LOOKCLEAR_PRIVATE_NETWORKS": crawl.private_networks,
        "LOOKCLEAR_LATENCY_FACTOR": crawl.latency_factor,
        "LOOKCLEAR_PATIENCE": crawl.patience_s,
        "LOOKCLEAR_ROBOTS_CACHE": crawl.robots_cache_s,
    }


BOT_NAME = "lookclear"
SPIDER_MODULES = ["lookclear.spiders"]
NEWSPIDER_MODULE = "lookclear.spiders"
COMMANDS_MODULE = "lookclear.commands"

globals().update(from_topic(CrawlSettings()))
# The delay is a promise: jitter must not undercut it.
globals().update({"DOWNLOAD_DELAY_JITTER": 0} if _JITTER_IS_A_NUMBER else {"RANDOMIZE_DOWNLOAD_DELAY": False})

SCHEDULER = "lookclear.scheduler.LciScheduler"
DOWNLOADER_MIDDLEWARES = {
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "lookclear.middlewares.waiting.GivenUpMiddleware": 90,
    "lookclear.middlewares.robots.RobotsMiddleware": 100,
    "lookclear.middlewares.robots.RobotsSizeMiddleware": 595,
    "lookclear.middlewares.redirects.RedirectTargetsMiddleware": 603,
    "lookclear.middlewares.redirects.RedirectCookiesMiddleware": 605,
    "lookclear.middlewares.archive.ArchiveMiddleware": 610,  # sees answers as sent
    "lookclear.middlewares.waiting.WaitingMiddleware": 620,  # what is asked again is not archived
}
SPIDER_MIDDLEWARES = {  # links are no requests here: they have nothing to look at
    "scrapy.spidermiddlewares.referer.RefererMiddleware": None,
    "scrapy.spidermiddlewares.urllength.UrlLengthMiddleware": None,
    "scrapy.spidermiddlewares.depth.DepthMiddleware": None,
}
ITEM_PIPELINES = {
    "lookclear.pipelines.judge.JudgePipeline": 100,
    "lookclear.pipelines.store.StorePipeline": 200,
    "lookclear.pipelines.search_index.SearchIndexPipeline": 300,
    "lookclear.pipelines.acknowledge.AcknowledgePipeline": 900,
}
EXTENSIONS = {
    "lookclear.extensions.progress.ProgressExtension": 100,
    "lookclear.extensions.control.ControlExtension": 110,
}

AUTOTHROTTLE_ENABLED = False
COOKIES_ENABLED = False
HTTPCACHE_ENABLED = False
METAREFRESH_ENABLED = False  # such a page is a page; its target is not fetched in its place
REDIRECT_MAX_TIMES = 5
REFERRER_POLICY = "no-referrer"
RETRY_TIMES = 1
RETRY_HTTP_CODES = [500, 502, 504, 522, 524, 408]  # 429 and 503 close their host for a while instead
# What says that a host is out of reach waits in the frontier. A timeout is not tried again: a slow host would
# hold its place twice as long.
RETRY_EXCEPTIONS = [
    "scrapy.exceptions.DownloadFailedError",
    "scrapy.exceptions.ResponseDataLossError",
]
DNS_TIMEOUT = 10
CONCURRENT_ITEMS = 1  # a page is one item; Scrapy starts as many tasks for each page as this says
DOWNLOAD_WARNSIZE = 0
_GUARDED = "lookclear.handlers.guarded.GuardedHandler"
DOWNLOAD_HANDLERS = {"http": _GUARDED, "https": _GUARDED, "data": None, "file": None, "ftp": None, "s3": None}

TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False

DEFAULT_DROPITEM_LOG_LEVEL = "DEBUG"
LOG_LEVEL = "ERROR"  # what happens to a page is an outcome, not a line in a log
LOGSTATS_INTERVAL = 0
STATS_DUMP = False
