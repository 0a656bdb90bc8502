"""`scrapy crawl`, ending with the exit code of the crawl's report as `lookclear crawl` does."""

from __future__ import annotations

import os
import signal
import sys
from argparse import Namespace
from types import FrameType

from scrapy.commands import crawl

from lookclear.session import CrawlSession
from lookclear.spiders.lci import LciSpider

_STOPPED = 3  # exit code of a crawl that ended early


class Command(crawl.Command):
    """Scrapy's own ends with 0 whatever the spider came to."""

    def run(self, args: list[str], opts: Namespace) -> None:
        """Crawl; a crawl that was cut off by a second Ctrl-C is ended in good order here."""
        sessions: list[CrawlSession] = []
        if args == [LciSpider.name]:
            opts.spargs["on_session"] = sessions.append
            for number in (signal.SIGTERM, signal.SIGINT):  # until Scrapy takes them over
                signal.signal(number, _stopped)
        super().run(args, opts)
        for session in sessions:
            try:
                self.exitcode = session.finish(complete=False).exit_code
            finally:
                session.close()


def _stopped(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of a handler
    """End a crawl that has not begun.

    An exception would not do: while the reactor starts, it logs what is raised and goes on. What may be open
    by then stands being killed at any moment.
    """
    sys.stderr.write("stopped\n")
    sys.stderr.flush()
    os._exit(_STOPPED)
