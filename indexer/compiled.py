"""Whether compiled code does the work on posting lists, and where it is kept between runs.

It needs numba (the `fast` extra) and is compiled once, by `lookclear warm`: that takes up to a minute, and
loading it a second in each process. So it is loaded when an index is large enough for that to pay. Without it
numpy does the same work, slower. `LOOKCLEAR_KERNELS=numpy` keeps it off, `LOOKCLEAR_KERNELS=numba` loads it,
or compiles it, at once.
"""

from __future__ import annotations

import hashlib
import importlib
import logging
import os
import platform
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from lookclear.cachefolder import cache_folder, keep, read_kept
from lookclear.errors import LookClearError

MODE = "LOOKCLEAR_KERNELS"
# Documents from which on loading pays: below, numpy answers in a millisecond or two.
WORTH_IT = 2000
_PACKAGE = "indexer.kernels"
_READY = "ready"
_logger = logging.getLogger(__name__)
_lock = threading.Lock()


class KernelsUnavailable(LookClearError):
    """Compiled code was asked for and cannot be had."""


@dataclass(frozen=True, slots=True)
class Kernels:
    """The compiled functions; each is described where it is written."""

    append: Callable[..., None]
    best_of_any: Callable[..., int]
    best_of_all: Callable[..., tuple[int, int]]
    mark_any: Callable[..., None]
    keep_live: Callable[..., int]
    look_up: Callable[..., int]
    learn: Callable[..., int]
    move_words: Callable[..., None]
    group: Callable[..., None]


class _Loaded:
    """What was decided in this process."""

    kernels: Kernels | None = None
    decided = False


def kernels(documents: int) -> Kernels | None:
    """Return the compiled functions for work on an index of so many documents, None if numpy is to do it.

    Raises KernelsUnavailable if they are asked for by name and numba is missing.
    """
    if _Loaded.decided:
        return _Loaded.kernels
    if documents < WORTH_IT and os.environ.get(MODE, "") != "numba":
        return None
    with _lock:
        if not _Loaded.decided:
            _Loaded.kernels = _decide()
            _Loaded.decided = True
    return _Loaded.kernels


def loaded() -> Kernels | None:
    """Return the compiled functions if this process has loaded them, for work that they only make quicker."""
    return _Loaded.kernels


def _decide() -> Kernels | None:
    mode = os.environ.get(MODE, "")
    if mode == "numpy":
        return None
    if mode not in ("", "numba"):
        raise KernelsUnavailable(f"{MODE} is {mode!r}", hint="set it to numba or numpy, or leave it out")
    if numba_version() is None:
        if mode == "numba":
            raise KernelsUnavailable("numba is not installed", hint="pip install 'lookclear[fast]'")
        _logger.info("searching and indexing with numpy; pip install 'lookclear[fast]' makes it faster")
        return None
    if mode == "" and not is_warm():
        _logger.info("searching and indexing with numpy; `lookclear warm` makes it faster")
        return None
    return load()


def forget() -> None:
    """Decide anew at the next use: for tests, and after `warm`."""
    _Loaded.kernels, _Loaded.decided = None, False


@cache
def numba_version() -> str | None:
    """Return which numba is installed, None if none is."""
    try:
        return version("numba")
    except PackageNotFoundError:
        return None


def folder() -> Path:
    """Return where compiled code is kept: a place for each version of it and of what compiles it.

    numba compiles anew, at the first use, what comes from a file with another place or time; so these count.
    """
    here = Path(__file__).resolve().parent
    kernels_here = sorted((here / "kernels").glob("*.py"))
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{numba_version()} {platform.python_version()} {here}".encode())
    for source in kernels_here:
        digest.update(str(source.stat().st_mtime_ns).encode())
    for source in [*kernels_here, *(here / f"{name}.py" for name in _CONSTANTS)]:
        digest.update(source.read_bytes())
    return cache_folder("kernels") / digest.hexdigest()


# Modules whose numbers are compiled in, and the one that says for which types.
_CONSTANTS = ("layout", "ranking", "schema", "trial")


def is_warm() -> bool:
    """Return whether `warm` was run for this code."""
    return read_kept(folder() / _READY) is not None


def load() -> Kernels:
    """Return the compiled functions; those that were not kept are compiled at their first use."""
    config = importlib.import_module("numba.core.config")
    config.CACHE_DIR = os.environ.get("NUMBA_CACHE_DIR") or str(folder())  # type: ignore[attr-defined]

    def module(name: str) -> Any:
        return importlib.import_module(f"{_PACKAGE}.{name}")

    return Kernels(
        append=module("ingest").append,
        best_of_any=module("alternatives").best_of_any,
        best_of_all=module("conjunction").best_of_all,
        mark_any=module("counting").mark_any,
        keep_live=module("counting").keep_live,
        look_up=module("words").look_up,
        learn=module("words").learn,
        move_words=module("words").move_words,
        group=module("words").group,
    )


def warm() -> Path:
    """Compile everything and keep it; return the folder. Raises KernelsUnavailable without numba."""
    if numba_version() is None:
        raise KernelsUnavailable("numba is not installed", hint="pip install 'lookclear[fast]'")
    importlib.import_module("indexer.trial").run(load())
    kept = folder()
    keep(kept / _READY, b"warm")
    forget()
    return kept
