"""Compare the crawl with plain Scrapy on the same site at the same concurrency: pages a second.

Run as `python -m benchmarks.crawl [--web WARC] [--pages N] [--runs R] [--concurrency C]`. A recorded web is
served on loopback. Plain Scrapy fetches pages and extracts their links with LinkExtractor, and does nothing
else; LookClear understands, judges, stores, archives and indexes every page as well, and parses in processes
of their own. Both crawl in turn, without delays and without robots.txt. The rate is read from the server's
log, between the first and the last page after start-up. Exit status 1 when the goal is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import urlopen

import scrapy
from scrapy.linkextractors import LinkExtractor

WEB = Path(__file__).parents[1] / "demo" / "web" / "pages.warc.gz"
GOAL = 0.8  # of plain Scrapy's pages a second
WARM = 50  # pages until everything is loaded


class PlainSpider(scrapy.Spider):
    """Follows every link: what a crawl costs that does nothing with its pages."""

    name = "plain"

    def parse(self, response: scrapy.http.Response) -> Iterator[scrapy.Request]:
        """Follow all links."""
        if isinstance(response, scrapy.http.HtmlResponse):
            for link in LinkExtractor().extract_links(response):
                yield scrapy.Request(link.url)


def crawl_plain(seeds: Sequence[str], pages: int, concurrency: int) -> None:
    """Crawl with plain Scrapy, in this process."""
    from scrapy.crawler import AsyncCrawlerProcess  # noqa: PLC0415 - only in the process that crawls

    process = AsyncCrawlerProcess(
        {
            "CONCURRENT_REQUESTS": concurrency,
            "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
            "CLOSESPIDER_PAGECOUNT": pages,
            "LOG_LEVEL": "ERROR",
            "ROBOTSTXT_OBEY": False,
            "DOWNLOAD_DELAY": 0,
            "COOKIES_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
        }
    )
    process.crawl(PlainSpider, start_urls=list(seeds))
    process.start()


def crawl_lookclear(seeds: Sequence[str], pages: int, concurrency: int, strategy: str) -> None:
    """Crawl a new workspace, in this process."""
    from lookclear.spiders.run import crawl  # noqa: PLC0415 - only in the process that crawls
    from lookclear.topics.workspace import Workspace  # noqa: PLC0415

    settings = {
        "strategy": strategy,
        "pages": pages,
        "concurrency": concurrency,
        "per_host": concurrency,
        "delay_s": 0,
        "obey_robots": False,
    }
    lines = ['name = "Web"', f"seeds = {json.dumps(list(seeds))}", 'keywords = ["market", "soil"]', "[crawl]"]
    lines += [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "topic.toml").write_text("\n".join(lines), encoding="utf-8")
        crawl(Workspace.open(folder))


CRAWLS = ("plain", "lookclear")


@contextmanager
def server(web: Path) -> Iterator[Mapping[str, Any]]:
    """Serve a recorded web in a process of its own; gives its port and seeds."""
    command = [sys.executable, "-m", "benchmarks.web_server", str(web)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())
        process.communicate()


def rate(kind: str, told: Mapping[str, Any], options: argparse.Namespace) -> float:
    """Crawl in a process of its own; return pages a second by the server's log."""
    command = [sys.executable, "-m", "benchmarks.crawl", "--one", kind, *options.passed]
    environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    plan = json.dumps(told["seeds"])
    subprocess.run(command, input=plan, text=True, check=True, env=environment, stderr=subprocess.DEVNULL)
    with urlopen(f"http://127.0.0.1:{told['port']}/log") as answer:
        asked = json.load(answer)[: options.pages]
    if len(asked) <= WARM + 1:
        sys.exit(f"{kind} fetched only {len(asked)} pages")
    return (len(asked) - 1 - WARM) / float(asked[-1] - asked[WARM])


def main() -> int:
    """Run the comparison and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--web", type=Path, default=WEB, help="the recorded web (default: the demo's)")
    parser.add_argument("--pages", type=int, default=600, help="pages of a crawl (default 600)")
    parser.add_argument("--runs", type=int, default=3, help="crawls of each kind (default 3)")
    parser.add_argument("--concurrency", type=int, default=16, help="requests in flight (default 16)")
    parser.add_argument("--strategy", default="mix", help="LookClear's strategy (default mix)")
    parser.add_argument("--one", choices=CRAWLS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.passed = ["--pages", str(options.pages), "--concurrency", str(options.concurrency)]
    options.passed += ["--strategy", options.strategy]
    if options.one:
        seeds = json.load(sys.stdin)
        if options.one == "plain":
            crawl_plain(seeds, options.pages, options.concurrency)
        else:
            crawl_lookclear(seeds, options.pages, options.concurrency, options.strategy)
        return 0
    print(
        f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}, "
        f"Scrapy {scrapy.__version__}; {options.pages} pages, {options.concurrency} requests in flight, "
        f"strategy {options.strategy}"
    )
    rates: dict[str, list[float]] = {kind: [] for kind in CRAWLS}
    with server(options.web) as told:
        for run in range(options.runs):
            for kind in CRAWLS if run % 2 == 0 else reversed(CRAWLS):
                rates[kind].append(rate(kind, told, options))
                print(f"  {kind:10} {rates[kind][-1]:7.1f} pages/s")
    ratio = median(rates["lookclear"]) / median(rates["plain"])
    reached = ratio >= GOAL
    print(f"LookClear crawls {ratio:.2f} times as fast as plain Scrapy, goal at least {GOAL}: ", end="")
    print("reached" if reached else "NOT REACHED")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
