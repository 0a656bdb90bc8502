"""Take a picture of every page of the search site: two languages, two widths, light and dark.

The pages come from a workspace; without --workspace the finance demo is crawled into the output folder first.
Look at the pictures after a change of templates, texts or style: `make screenshots`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

from lookclear.cli.search import site_of
from lookclear.topics.workspace import Workspace
from scripts.setup import chromium
from search_ui.admin.pages import NAVIGATION
from search_ui.server import RunningSite

WIDTHS = (360, 1280)
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "zh")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def main() -> int:
    """Crawl if need be, serve, and take the pictures; 2 when there is no browser."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--workspace", type=Path, help="a crawled workspace; default: the finance demo")
    parser.add_argument("--out", type=Path, default=Path("screenshots"), help="where the pictures go")
    parser.add_argument("pages", nargs="*", help="names of pages; default: all")
    options = parser.parse_args()
    browser = chromium()
    if browser is None:
        print("no Chromium found: install the package `chromium` or set LOOKCLEAR_CHROMIUM", file=sys.stderr)
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    workspace = Workspace.open(options.workspace or crawl_demo(options.out / "demo"))
    with RunningSite(site_of(workspace), port=0) as site, sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        pages = addresses(site.url.rstrip("/"))
        for name in options.pages or pages:
            take(running, site.url.rstrip("/") + pages[name], options.out, name)
            print(f"{name}: {options.out}/{name}-*.png")
        running.close()
    return 0


def crawl_demo(folder: Path) -> Path:
    """Crawl the finance demo into `folder`, unless it is there."""
    command = [sys.executable, "-m", "lookclear.cli", "demo", "--no-serve", "--data", str(folder)]
    subprocess.run(command, check=True)
    return folder


def addresses(site: str) -> dict[str, str]:
    """Return the pages by name; stored pages are the first hits of a query."""
    return {
        "home": "/?",
        "results": "/search?q=double+entry+accounting",
        "results-chinese": "/search?q=市场",
        "results-page-2": "/search?q=money&page=2",
        "results-repaired": '/search?q="gold',
        "results-beyond": "/search?q=money&page=1000000000",
        "results-restricted": "/search?q=market&lang=en&sort=date",
        "results-misspelt": "/search?q=inflaton",
        "host": "/site/en.wikipedia-for-schools.test?",
        "why": first_stored(site, "gold standard").replace("/page/", "/why/"),
        "nothing-found": '/search?q="marsh+of+capital"+-debt',
        "no-query": "/search?",
        "stored": first_stored(site, "gold standard"),
        "stored-chinese": first_stored(site, "市场均衡"),
        "help": "/help?",
        "not-found": "/nothing-here?",
        **{f"admin-{name}": f"/admin{'' if name == 'crawl' else '/' + name}?" for name in NAVIGATION},
        "admin-checked": "/admin/frontier?url=http://en.wikipedia-for-schools.test/wp/m/Money.htm",
    }


def first_stored(site: str, query: str) -> str:
    """Return the address of the stored text of the first hit, or of a page that does not exist."""
    with urllib.request.urlopen(f"{site}/search.json?{urlencode({'q': query})}") as response:
        hits = json.load(response)["hits"]
    return str(hits[0]["stored"]) if hits else "/page/none?"


def variants() -> Iterator[tuple[str, int, str]]:
    """Yield every language, width and colour scheme."""
    for language in LANGUAGES:
        for width in WIDTHS:
            for scheme in SCHEMES:
                yield language, width, scheme


def is_long(name: str) -> bool:
    """Tell whether a page may be so long that its beginning is enough."""
    return "stored" in name or name in {"admin-frontier", "admin-checked", "admin-labels"}


def take(browser: Browser, address: str, folder: Path, name: str) -> None:
    """Write one picture of the page for each variant; a long page is cut at three screens."""
    for language, width, scheme in variants():
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=False
        )
        page = context.new_page()
        page.goto(f"{address}&ui={language}")
        page.screenshot(
            path=folder / f"{name}-{language}-{width}-{scheme}.png",
            full_page=True,
            clip={"x": 0, "y": 0, "width": width, "height": 2400} if is_long(name) else None,
        )
        context.close()


if __name__ == "__main__":
    sys.exit(main())
