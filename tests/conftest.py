"""What every test may lean on."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the repository under test."""
    return REPOSITORY


@pytest.fixture
def reachable_folder() -> Iterator[Path]:
    """A temporary folder that every user may enter (pytest's own are closed to others)."""
    with tempfile.TemporaryDirectory(prefix="lookclear-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.fixture
def as_nobody() -> Callable[[Callable[[], str]], str]:
    """Run a function in a child process without root's right to write anywhere; return its text."""

    def run(work: Callable[[], str]) -> str:
        reading, writing = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the child only runs `work` and ends
            child = os.fork()
        if child == 0:
            os.close(reading)
            try:
                if os.geteuid() == 0:
                    os.setgroups([])
                    os.setgid(65534)
                    os.setuid(65534)
                answer = work()
            except BaseException as error:
                answer = f"{type(error).__name__}: {error}"
            os.write(writing, answer.encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            answer = pipe.read().decode()
        os.waitpid(child, 0)
        return answer

    return run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-golden", action="store_true", help="write golden files anew; review the diff")
