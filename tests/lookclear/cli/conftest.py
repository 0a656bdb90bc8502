"""A workspace that crawls a small recorded web, and the command as users run it: in a process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lookclear.cli.small_web import TOPIC, write_web

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A folder with a topic file and, beside it, the recorded web that it crawls."""
    write_web(tmp_path / "web.warc.gz")
    folder = tmp_path / "marsh"
    folder.mkdir()
    (folder / "topic.toml").write_text(TOPIC, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def environment(repository: Path) -> dict[str, str]:
    """The environment of a child process that imports the code under test."""
    paths = [path for path in (os.environ.get("PYTHONPATH"), str(repository)) if path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "COLUMNS": "200"}


@pytest.fixture(scope="session")
def lookclear(environment: dict[str, str]) -> Run:
    """Run the command to its end."""

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "lookclear.cli", *map(str, arguments)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory, lookclear: Run) -> Path:
    """A workspace that was crawled to its end; read it, do not change it."""
    root = tmp_path_factory.mktemp("crawled")
    write_web(root / "web.warc.gz")
    (root / "marsh").mkdir()
    (root / "marsh" / "topic.toml").write_text(TOPIC, encoding="utf-8")
    done = lookclear("crawl", root / "marsh")
    assert done.returncode == 0, done.stderr
    return root / "marsh"
