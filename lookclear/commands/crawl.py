"""`scrapy crawl`, ending with the exit code of the crawl's report as `lookclear crawl` does."""

from __future__ import annotations

from argparse import Namespace

from scrapy.commands import crawl

from lookclear.session import CrawlSession
from lookclear.spiders.lci import LciSpider


class Command(crawl.Command):
    """Scrapy's own ends with 0 whatever the spider came to."""

    def run(self, args: list[str], opts: Namespace) -> None:
        """Crawl; a crawl that was cut off by a second Ctrl-C is ended in good order here."""
        sessions: list[CrawlSession] = []
        if args == [LciSpider.name]:
            opts.spargs["on_session"] = sessions.append
        super().run(args, opts)
        for session in sessions:
            try:
                self.exitcode = session.finish(complete=False).exit_code
            finally:
                session.close()
