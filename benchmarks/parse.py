"""What understanding a page costs, and what hostile pages cost a crawl.

Run as `python -m benchmarks.parse [--corpora DIR] [--pages N]`. Part one compares `parse()` with a bare
`lxml.html.fromstring` plus Scrapy's LinkExtractor on recorded pages, page by page in one run. Part two sends
hostile pages through the parsing processes and says how each ended. Part three measures how many pages a
second these processes take, with and without one hostile page in a hundred. Exit status 1 when a goal is
missed, 0 when there are no recorded webs to measure on.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import lxml.etree
import lxml.html
import scrapy
from fastwarc.warc import ArchiveIterator, WarcRecordType
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor

from benchmarks.hostile import HOSTILE
from lookclear.domain import NoPage, Page
from lookclear.guard import Job, Limits, ParserPool
from lookclear.html.parse import UnparsablePage, parse

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
MOST_RATIO = 2.5
MOST_HOSTILE_S = 6.0
MOST_LOSS = 0.10
ROUNDS = 3  # of part one; the fastest of each page counts
RUNS = 5  # of part three, each with and without hostile pages
GOOD_PAGES = 1_000  # in a run of part three
IN_FLIGHT = 16


@dataclass(frozen=True, slots=True)
class Timing:
    """One page: seconds of the bare parser and link extractor, and of whole-page understanding."""

    bare_s: float
    whole_s: float

    @property
    def ratio(self) -> float:
        """Return how many times longer understanding takes."""
        return self.whole_s / self.bare_s


def recorded(archive: Path, count: int) -> list[Job]:
    """Return so many HTML pages of a recorded web, chosen by a fixed seed."""
    chosen: list[Job] = []
    chance = random.Random(archive.parent.name)
    with archive.open("rb") as file:
        records = ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True)
        for seen, record in enumerate(_pages(records)):  # reservoir sampling
            place = seen if seen < count else chance.randrange(seen + 1)
            if place < count:
                kind = record.http_content_type or ""
                job = Job(record.reader.read(), record.headers["WARC-Target-URI"], kind)
                chosen[place : place + 1] = [job]
    return chosen


def _pages(records: ArchiveIterator) -> Iterator[Any]:
    for record in records:
        headers = record.http_headers
        if headers is not None and headers.status_code == 200 and "html" in (record.http_content_type or ""):
            yield record


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def compare(jobs: Sequence[Job]) -> tuple[list[Timing], int]:
    """Time pages both ways in turn; also returns how many pages one of the two could not read."""
    extractor = LinkExtractor()
    timings, skipped = [], 0

    def bare(job: Job) -> None:
        response = HtmlResponse(job.url, body=job.body, headers={"Content-Type": job.content_type})
        text = response.text
        if text.startswith("<?xml"):  # lxml wants no declaration in a text
            text = text.partition("?>")[2]
        lxml.html.fromstring(text)
        extractor.extract_links(response)

    def whole(job: Job) -> None:
        parse(job.body, job.url, content_type=job.content_type)

    for job in jobs:
        try:
            both = [(timed(lambda: bare(job)), timed(lambda: whole(job))) for _ in range(ROUNDS)]  # noqa: B023
        except (ValueError, lxml.etree.LxmlError, UnparsablePage):
            skipped += 1
            continue
        timings.append(Timing(min(one for one, _ in both), min(one for _, one in both)))
    return timings, skipped


def ratio_part(webs: dict[str, list[Job]]) -> list[str]:
    """Print part one; returns the goals missed."""
    print(f"\n{'web':12}{'pages':>7}{'skipped':>9}{'bare ms':>9}{'whole ms':>10}", end="")
    print(f"{'median of ratios':>18}{'ratio of medians':>18}{'of totals':>11}")
    everything: list[Timing] = []
    for name, jobs in webs.items():
        timings, skipped = compare(jobs)
        everything += timings
        _print_ratios(name, timings, skipped)
    _print_ratios("all", everything, 0)
    found = median(one.ratio for one in everything)
    return [f"understanding takes {found:.2f} times as long, not {MOST_RATIO}"] if found > MOST_RATIO else []


def _print_ratios(name: str, timings: Sequence[Timing], skipped: int) -> None:
    if not timings:
        print(f"{name:12}{0:7}{skipped:9}")
        return
    bare, whole = [one.bare_s for one in timings], [one.whole_s for one in timings]
    print(
        f"{name:12}{len(timings):7}{skipped:9}{1000 * median(bare):9.2f}{1000 * median(whole):10.2f}"
        f"{median(one.ratio for one in timings):18.2f}{median(whole) / median(bare):18.2f}"
        f"{sum(whole) / sum(bare):11.2f}"
    )


async def hostile_part(pool: ParserPool, pages: dict[str, Job]) -> list[str]:
    """Print part two; returns the goals missed."""
    print(f"\n{'hostile page':34}{'MB':>6}{'ms':>8}  ended as")
    slow = []
    for name, job in pages.items():
        start = perf_counter()
        result = await pool.parse(job)
        seconds = perf_counter() - start
        print(f"{name:34}{len(job.body) / 1e6:6.1f}{1000 * seconds:8.0f}  {_ending(result)}")
        slow += [name] if seconds > MOST_HOSTILE_S else []
    return [f"more than {MOST_HOSTILE_S} s: {', '.join(slow)}"] if slow else []


def _ending(result: Page | NoPage) -> str:
    if isinstance(result, NoPage):
        return f"{result.outcome}: {result.detail}"
    flags = ", ".join(sorted(result.flags))
    return f"{len(result.text):7} characters, {len(result.links):4} links{flags and '  '}{flags}"


async def loss_part(pool: ParserPool, good: Sequence[Job], hostile: Sequence[Job]) -> list[str]:
    """Print part three; returns the goals missed."""
    kinds = cycle(hostile)
    alone, mixed = [], []
    await pages_per_second(pool, good)  # all processes are there
    for run in range(RUNS):
        bad = list(islice(kinds, max(1, len(good) // 100)))
        for with_bad in (run % 2 == 0, run % 2 == 1):
            (mixed if with_bad else alone).append(await pages_per_second(pool, good, bad if with_bad else ()))
    loss = 1 - median(one / other for one, other in zip(mixed, alone, strict=True))
    print(f"\n{len(good)} good pages in {RUNS} runs, {IN_FLIGHT} in flight: median of good pages/s")
    print(f"alone {median(alone):.1f} ({', '.join(f'{one:.1f}' for one in alone)})")
    print(f"with 1 % hostile pages {median(mixed):.1f} ({', '.join(f'{one:.1f}' for one in mixed)})")
    print(f"loss {100 * loss:.1f} %, median of pairs of runs")
    return [f"hostile pages cost {100 * loss:.1f} %, not {100 * MOST_LOSS:.0f} %"] if loss > MOST_LOSS else []


async def pages_per_second(pool: ParserPool, good: Sequence[Job], hostile: Sequence[Job] = ()) -> float:
    """Return good pages a second, with the hostile ones spread evenly among them."""
    step = len(good) // len(hostile) if hostile else 1
    jobs = list(good)
    for number, job in enumerate(hostile):
        jobs.insert(number * (step + 1) + step // 2, job)
    waiting = iter(jobs)

    async def work() -> None:
        for job in waiting:
            await pool.parse(job)

    start = perf_counter()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    return len(good) / (perf_counter() - start)


async def guarded(webs: dict[str, list[Job]]) -> list[str]:
    """Run parts two and three; returns the goals missed."""
    hostile = {name: Job(make(), "http://example.org/", "text/html") for name, make in HOSTILE.items()}
    mixed = [job for jobs in zip(*webs.values(), strict=False) for job in jobs]
    good = list(islice(cycle(mixed), GOOD_PAGES))
    kinds = list(hostile.values())
    random.Random(3).shuffle(kinds)
    pool = ParserPool(2, Limits(), warn=print)
    try:
        pool.open()
        await pool.parse(good[0])
        return await hostile_part(pool, hostile) + await loss_part(pool, good, kinds)
    finally:
        pool.close()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="folder of recorded webs")
    parser.add_argument("--pages", type=int, default=120, help="pages of each web (default 120)")
    options = parser.parse_args()
    archives = sorted(options.corpora.glob("*/pages.warc.gz"))
    if not archives:
        print(f"SKIPPED: there are no recorded webs at {options.corpora}; name their folder with --corpora")
        return 0
    print(
        f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}, "
        f"lxml {lxml.etree.__version__} (libxml2 {'.'.join(map(str, lxml.etree.LIBXML_VERSION))}), "
        f"Scrapy {scrapy.__version__}, {options.pages} pages of each web"
    )
    webs = {archive.parent.name: recorded(archive, options.pages) for archive in archives}
    parse("<title>a</title><p lang=en>The words 中文分词 and <a href=/x>x</a>".encode(), "http://x/")  # warm
    missed = ratio_part(webs) + asyncio.run(guarded(webs))
    print("\n" + ("\n".join(["goals missed:", *missed]) if missed else "all goals reached"))
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
