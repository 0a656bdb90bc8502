"""Runs an ordinary Scrapy spider: a plan as JSON on stdin, events as JSON lines on stdout.

The plan: {"requests": [{"url", "priority", "meta", "callback"}], "settings": {...}, "follow": bool,
"stop_after_s": n, "has_other": bool}; with the last, the spider has a callback `other`.
"""

import asyncio
import json
import sys

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess

plan = json.load(sys.stdin)


def say(**event):
    print(json.dumps(event), flush=True)


class PlainSpider(Spider):
    name = "plain"
    plan = plan

    async def start(self):
        for one in self.plan["requests"]:
            meta = dict(one.get("meta", {}))
            if one.get("unstorable"):
                meta["made_here"] = {"deep": [object()]}
            yield Request(
                one["url"],
                priority=one.get("priority", 0),
                meta=meta,
                dont_filter=one.get("dont_filter", False),
                callback=getattr(self, one.get("callback", "parse")),
                errback=self.failed,
            )
        if "stop_after_s" in self.plan:
            await asyncio.sleep(self.plan["stop_after_s"])
            await self.crawler.engine.close_spider_async(reason="enough")

    def parse(self, response):
        say(url=response.url, slot=response.meta["download_slot"])
        if self.plan.get("follow"):
            for link in response.css("a::attr(href)").getall():
                yield response.follow(link, priority=response.request.priority - 1, meta=response.meta)
        yield {"url": response.url}

    if plan.get("has_other"):

        def other(self, response):
            say(url=response.url, other=True)

    def failed(self, failure):
        say(failed=failure.request.url, why=type(failure.value).__name__)


settings = {"LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "REMOTE_CONTROL_ENABLED": False}
process = AsyncCrawlerProcess(settings | plan["settings"])
crawler = process.create_crawler(PlainSpider)
process.crawl(crawler)
process.start()
say(stats={key: value for key, value in crawler.stats.get_stats().items() if isinstance(value, int | str)})
