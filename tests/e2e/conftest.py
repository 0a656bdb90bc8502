"""A real server over a real index, and a real headless Chromium without scripts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from lookclear.cli.search import site_of
from lookclear.topics.workspace import Workspace
from scripts.setup import chromium
from search_ui.app import create_app
from search_ui.server import RunningSite
from tests.search_ui.sample import build_index

CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium found: install the package `chromium` or set LOOKCLEAR_CHROMIUM")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def glossary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site over the glossary, without the closing slash."""
    folder = build_index(tmp_path_factory.mktemp("e2e") / "index")
    app = create_app(
        folder,
        title="Accounting",
        description="Terms of accounting in English and Chinese.",
        examples=("balance sheet", "资产负债表"),
    )
    with RunningSite(app, port=0) as site:
        yield site.url.rstrip("/")


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Iterator[str]:
    """The address of a site over 60 crawled pages of the demo web, without the closing slash."""
    folder = tmp_path_factory.mktemp("crawled") / "java"
    command = [
        sys.executable,
        "-m",
        "lookclear.cli",
        "demo",
        "--topic",
        "java",
        "--pages",
        "60",
        "--no-serve",
    ]
    done = subprocess.run(
        [*command, "--data", str(folder)],
        env={**os.environ, "PYTHONPATH": str(repository)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    with RunningSite(site_of(Workspace.open(folder)), port=0) as site:
        yield site.url.rstrip("/")


@pytest.fixture
def open_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Make a browser profile; the ones made are closed at the end. Scripts are off unless asked for."""
    contexts: list[BrowserContext] = []

    def make(**settings: object) -> BrowserContext:
        contexts.append(browser.new_context(**{"java_script_enabled": False, "locale": "en-GB"} | settings))
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()
