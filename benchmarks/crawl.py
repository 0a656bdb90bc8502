"""Compare the crawl with plain Scrapy on the same site at the same concurrency: pages a second.

Run as `python -m benchmarks.crawl [--web WARC] [--pages N] [--runs R] [--concurrency C]`. A recorded web is
served on loopback. Plain Scrapy fetches pages and extracts their links with LinkExtractor, and does nothing
else; LookClear understands, judges, stores, archives and indexes every page as well, and parses in processes
of their own. Both crawl in turn, without delays and without robots.txt, until nothing is left, so that both
fetch the same pages. The rate is read from the server's log, between the first and the last page after
start-up. The processor time is that of all processes of a crawl but the server, less what a crawl takes that
ends when it has started up: other work on the machine bends the rate, and this less. It is also given for the
crawl's own process and those that parse apart, since no process can be quicker than its own time allows, nor
all of them than the processors. Exit status 1 when the goal is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import urlopen

import scrapy
from scrapy.linkextractors import LinkExtractor

WEB = Path(__file__).parents[1] / "demo" / "web" / "pages.warc.gz"
GOAL = 0.8  # of plain Scrapy's pages a second
WARM = 50  # pages until everything is loaded
EVERYTHING = 1_000_000  # pages: more than any web has that is served here


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


@dataclass(frozen=True, slots=True)
class Measured:
    """What a crawl took."""

    pages: int
    rate: float  # pages a second after start-up; 0 when it ended before
    own_s: float  # processor time of the process that crawls, start-up included
    parsing_s: float  # and of its children, those that parse

    @property
    def cpu_s(self) -> float:
        """Processor time of all its processes."""
        return self.own_s + self.parsing_s


def measure(kind: str, told: Mapping[str, Any], pages: int, options: argparse.Namespace) -> Measured:
    """Crawl in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.crawl", "--one", kind, "--pages", str(pages)]
    command += ["--concurrency", str(options.concurrency), "--strategy", options.strategy]
    environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    done = subprocess.run(
        command,
        input=json.dumps(told["seeds"]),
        text=True,
        check=True,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    own_s, parsing_s = json.loads(done.stdout.splitlines()[-1])
    with urlopen(f"http://127.0.0.1:{told['port']}/log") as answer:
        asked = json.load(answer)[:pages]
    after = asked[WARM:]
    rate = (len(after) - 1) / (after[-1] - after[0]) if len(after) > 1 else 0.0
    return Measured(len(asked), rate, own_s, parsing_s)


def _cpu_s(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def compare(told: Mapping[str, Any], options: argparse.Namespace) -> float:
    """Crawl in turn, print what each took, and return LookClear's rate as a share of plain Scrapy's."""
    pages = options.pages or EVERYTHING
    start = {kind: measure(kind, told, WARM, options) for kind in CRAWLS}
    runs: dict[str, list[Measured]] = {kind: [] for kind in CRAWLS}
    for run in range(options.runs):
        for kind in CRAWLS if run % 2 == 0 else reversed(CRAWLS):
            one = measure(kind, told, pages, options)
            if not one.rate:
                sys.exit(f"{kind} fetched only {one.pages} pages")
            runs[kind].append(one)
            print(f"  {kind:10} {one.pages:6} pages {one.rate:7.1f} pages/s {one.cpu_s:7.1f} s of processors")
    rates: dict[str, float] = {}
    costs: dict[str, float] = {}
    for kind, many in runs.items():
        rates[kind] = median(one.rate for one in many)
        begin = start[kind]
        own = median((one.own_s - begin.own_s) / (one.pages - WARM) for one in many)
        parsing = median((one.parsing_s - begin.parsing_s) / (one.pages - WARM) for one in many)
        costs[kind] = own + parsing
        print(
            f"{kind:10} median {rates[kind]:7.1f} pages/s, {1000 * costs[kind]:.2f} ms of processors a page: "
            f"{1000 * own:.2f} the crawl itself, {1000 * parsing:.2f} parsing beside it"
        )
    share = costs["lookclear"] / costs["plain"]
    print(f"LookClear takes {share:.2f} times the processors' time of plain Scrapy")
    return rates["lookclear"] / rates["plain"]


def main() -> int:
    """Run the comparison and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--web", type=Path, default=WEB, help="the recorded web (default: the demo's)")
    parser.add_argument("--pages", type=int, default=0, help="pages of a crawl (default all there are)")
    parser.add_argument("--runs", type=int, default=3, help="crawls of each kind (default 3)")
    parser.add_argument("--concurrency", type=int, default=16, help="requests in flight (default 16)")
    parser.add_argument("--strategy", default="mix", help="LookClear's strategy (default mix)")
    parser.add_argument("--one", choices=CRAWLS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        seeds = json.load(sys.stdin)
        if options.one == "plain":
            crawl_plain(seeds, options.pages, options.concurrency)
        else:
            crawl_lookclear(seeds, options.pages, options.concurrency, options.strategy)
        print(json.dumps([_cpu_s(resource.RUSAGE_SELF), _cpu_s(resource.RUSAGE_CHILDREN)]))
        return 0
    print(
        f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}, "
        f"Scrapy {scrapy.__version__}; {options.pages or 'all'} pages, {options.concurrency} requests in "
        f"flight, strategy {options.strategy}; load of the machine {os.getloadavg()[0]:.1f}"
    )
    with server(options.web) as told:
        ratio = compare(told, options)
    reached = ratio >= GOAL
    print(f"LookClear crawls {ratio:.2f} times as fast as plain Scrapy, goal at least {GOAL}: ", end="")
    print("reached" if reached else "NOT REACHED")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
