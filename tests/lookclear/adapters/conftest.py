"""Crawls run in processes of their own: one reactor start is all a process has, and kill -9 must be real."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


def environment() -> dict[str, str]:
    """Return an environment that finds this project, and no proxy."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    path = [kept.get("PYTHONPATH", ""), str(ROOT)]
    return kept | {
        "PYTHONPATH": os.pathsep.join(filter(None, path)),
        "PYTHONWARNINGS": "error::DeprecationWarning:lookclear",
    }


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
