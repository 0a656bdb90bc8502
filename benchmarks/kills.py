"""Kill a crawl with -9 again and again, let the disk fill up in between, and count what is lost or repeated.

Run as `python -m benchmarks.kills [--pages N] [--kills K] [--full-disk]`. A tree of pages is served on
loopback: each page is linked from one other page only, so that a page that is lost takes all below it along.
`scrapy crawl lci` is started, and killed after a random number of further pages, K times; then it may go on
to the end. With `--full-disk` the workspace stands on a small file system (mounted as tmpfs, so as root),
which is filled up for a while in every fifth crawl. Exit status 1 unless every page was fetched, and at most
what was in flight at a kill was fetched again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.web.site import Asked, Site

ROOT = Path(__file__).parents[1]
CONCURRENCY = 8
DISK_MB = 400
_WORDS = "garden compost tomato soil seedling harvest pruning mulch 园艺 堆肥 番茄 土壤".split()


def tree(pages: int, branches: int = 3) -> dict[str, str]:
    """Return {path: HTML} of a tree of pages, each with words of its own."""

    def text(number: int) -> str:
        chance = random.Random(number)
        return " ".join([*chance.choices(_WORDS, k=30), f"bed{number}", f"row{number * 7919 % 65_537}"])

    def links(number: int) -> str:
        below = range(number * branches + 1, min(pages, number * branches + 1 + branches))
        return "".join(f'<li><a href="/{n}">garden {n}</a></li>' for n in below)

    return {f"/{n}": f"<title>Garden {n}</title><p>{text(n)}</p><ul>{links(n)}</ul>" for n in range(pages)}


class Crawl:
    """A workspace that is crawled by processes of its own."""

    def __init__(self, folder: Path, site: Site, pages: int) -> None:
        self.folder, self.site = folder, site
        crawl = {"pages": pages, "delay_s": 0, "concurrency": CONCURRENCY, "per_host": CONCURRENCY}
        lines = [
            'name = "Gardening"',
            f"seeds = {json.dumps([site.url('/0')])}",
            'keywords = ["garden"]',
            "[crawl]",
        ]
        lines += [f"{name} = {json.dumps(value)}" for name, value in crawl.items()]
        (folder / "topic.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def start(self) -> subprocess.Popen[str]:
        """Start, or take up, the crawl."""
        kept = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
        return subprocess.Popen(
            [sys.executable, "-m", "scrapy", "crawl", "lci", "-a", f"topic={self.folder}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env=kept,
            start_new_session=True,
        )

    def kill_after(self, pages: int, seconds: float) -> int:
        """Crawl, and kill when so many further pages were asked for, and so many seconds more have gone by.

        Returns the number of requests that were being answered or judged, at most: those in flight.
        """
        process, before = self.start(), len(self.site.log)
        while process.poll() is None and len(self.site.log) < before + pages:
            time.sleep(0.005)
        time.sleep(seconds)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return CONCURRENCY

    def finish(self) -> tuple[int, str]:
        """Crawl to the end; return exit code and what was said."""
        process = self.start()
        said, _ = process.communicate()
        return process.returncode, said


@contextmanager
def folder_for(full_disk: bool) -> Iterator[Path]:
    """Give a folder, on a small file system of its own when a full disk is wanted."""
    with tempfile.TemporaryDirectory() as name:
        if full_disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", name], check=True)
        try:
            yield Path(name)
        finally:
            if full_disk:
                subprocess.run(["umount", "-l", name], check=True)


def fill(folder: Path) -> Path:
    """Use up all space that is left; return the file to delete."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            with suppress(OSError):
                while True:
                    file.write(b"\0" * size)
    return ballast


def main() -> int:
    """Run the kills and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=3000, help="pages of the tree (default 3000)")
    parser.add_argument("--kills", type=int, default=100, help="times the crawl is killed (default 100)")
    parser.add_argument("--full-disk", action="store_true", help="fill the disk up in every fifth crawl")
    parser.add_argument("--random-seed", type=int, default=0)
    options = parser.parse_args()
    return run(options.pages, options.kills, options.full_disk, random.Random(options.random_seed))


def run(pages: int, kills: int, full_disk: bool, chance: random.Random) -> int:
    """Crawl a tree with kills; return 0 when nothing was lost or fetched again without need."""
    with folder_for(full_disk) as folder, Site(tree(pages)) as site:
        crawl, may_repeat, started = Crawl(folder, site, pages + 10), 0, time.monotonic()
        step = max(1, pages // (kills + 1))
        for number in range(kills):
            ballast = fill(folder) if full_disk and number % 5 == 4 else None
            may_repeat += crawl.kill_after(0 if ballast else chance.randint(1, 2 * step), chance.random() / 5)
            if ballast is not None:
                ballast.unlink()
            print(f"\rkill {number + 1}: {len(set(_asked(site)))} of {pages} pages", end="", flush=True)
        code, said = crawl.finish()
        asked = Counter(_asked(site))
        lost, repeats = pages - len(asked), asked.total() - len(asked)
        seconds = time.monotonic() - started
        print(f"\n{pages} pages, {kills} kills, {seconds:.0f} s; the last crawl ended with {code}")
        print(f"lost {lost}; fetched again {repeats}, at most {may_repeat} were in flight at the kills")
        ok = not lost and repeats <= may_repeat
        print("nothing lost" if ok else f"NOT REACHED; the last crawl said:\n{said}")
        return 0 if ok else 1


def _asked(site: Site) -> list[str]:
    return [line.path for line in list[Asked](site.log) if line.path[1:].isdecimal()]


if __name__ == "__main__":
    sys.exit(main())
