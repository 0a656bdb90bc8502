"""Crawls run in processes of their own: one reactor start is all a process has, and kill -9 must be real."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from lookclear.frontier.base import AddressState
from lookclear.frontier.inspect import FrontierView
from lookclear.frontier.sqlite import SqliteFrontier

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LIVE = {"delay_s": 0, "concurrency": 4}


def environment() -> dict[str, str]:
    """Return an environment that finds this project, and no proxy."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    path = [kept.get("PYTHONPATH", ""), str(ROOT)]
    return kept | {"PYTHONPATH": os.pathsep.join(filter(None, path))}


@pytest.fixture
def crawl_plain() -> Callable[..., list[dict[str, Any]]]:
    """Return a function that crawls with an ordinary spider and returns what it said."""

    def run(
        requests: list[Mapping[str, Any]], *, settings: Mapping[str, Any], **plan: Any
    ) -> list[dict[str, Any]]:
        done = subprocess.run(
            [sys.executable, str(HERE / "plain.py")],
            input=json.dumps({"requests": requests, "settings": settings, **plan}),
            capture_output=True,
            text=True,
            env=environment(),
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return [*map(json.loads, done.stdout.splitlines()), {"stderr": done.stderr}]

    return run


@dataclass
class Topic:
    """A workspace under test, crawled by processes of their own."""

    folder: Path
    report: dict[str, Any] = field(default_factory=dict)
    stderr: str = ""

    def start(self, *, scrapy: Sequence[str] | None = None, **arguments: Any) -> subprocess.Popen[str]:
        """Start a crawl: by Python, or with arguments for `scrapy crawl lci`."""
        command = [sys.executable, str(HERE / "crawl.py"), str(self.folder), json.dumps(arguments)]
        if scrapy is not None:
            command = [sys.executable, "-m", "scrapy", "crawl", "lci", "-a", f"topic={self.folder}", *scrapy]
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(), cwd=ROOT
        )

    def crawl(
        self, *, code: int = 0, scrapy: Sequence[str] | None = None, **arguments: Any
    ) -> dict[str, Any]:
        """Crawl to the end; check the exit code, and that no traceback was shown. Returns the report."""
        return self.ended(self.start(scrapy=scrapy, **arguments), code)

    def ended(self, process: subprocess.Popen[str], code: int = 0) -> dict[str, Any]:
        """Wait for a crawl, as `crawl` does."""
        out, self.stderr = process.communicate(timeout=120)
        assert process.returncode == code, self.stderr + out
        assert "Traceback" not in self.stderr
        written = self.folder / "data" / "report.json"
        self.report = json.loads(written.read_text()) if written.exists() else {}
        return self.report

    def visited(self) -> list[str]:
        """Return the keys of the pages fetched, in order."""
        frontier = SqliteFrontier(self.folder / "data" / "frontier.sqlite")
        try:
            return [final for _, final in frontier.visited()]
        finally:
            frontier.close()

    def state(self, url: str) -> AddressState:
        """Return what the frontier knows of an address."""
        with FrontierView(self.folder / "data" / "frontier.sqlite") as view:
            state = view.state(url)
        assert state is not None, f"{url} is not in the frontier"
        return state


@pytest.fixture
def new_topic(tmp_path: Path) -> Callable[..., Topic]:
    """Return a function that writes a workspace: seeds, [crawl] settings, other top-level keys."""
    count = 0

    def make(seeds: Sequence[str], crawl: Mapping[str, Any] | None = None, **top: Any) -> Topic:
        nonlocal count
        count += 1
        folder = tmp_path / f"topic{count}"
        folder.mkdir()
        values = {"name": "Gardening", "seeds": list(seeds), "keywords": ["garden", "园艺"], **top}
        lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
        lines += ["[crawl]", *(f"{name} = {json.dumps(value)}" for name, value in (crawl or {}).items())]
        lines += ["[parsing]", "processes = 1"]  # each takes a second to begin
        (folder / "topic.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return Topic(folder)

    return make
