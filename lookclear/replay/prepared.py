"""A recorded web made ready for many crawls: all pages parsed, all rows read, all links between pages known.

Everything is made in the order of the recorded web, whatever is asked of it later, so that the numbers of
terms, and with them the last digits of sums, are the same in every process and at every time. It is kept on
disk beside the parsed pages, named by the code that it depends on, Python and numpy among it.
"""

from __future__ import annotations

import hashlib
import pickle
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TypeAlias

import numpy as np

from lookclear.cachefolder import keep, read_kept
from lookclear.replay.graph import LinkGraph
from lookclear.replay.pages import RecordedPages, code_below, forget_unused, without_collector
from lookclear.visit import FeatureReader

# What shapes rows, beside what shapes pages.
_CODE = ("visit", "links", "tunnel", "topics", "text", "relevance", "sites", "replay/graph.py")
Progress: TypeAlias = Callable[[str, int, int], None]  # what is done, how many are, of how many (0: no count)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What all crawls of a recorded web share; `reader` holds the rows of all pages."""

    pages: RecordedPages
    reader: FeatureReader
    graph: LinkGraph


def unheard(what: str, done: int, of: int) -> None:
    """Tell nobody how far it is."""


def prepare(pages: RecordedPages, jobs: int = 1, on_progress: Progress = unheard) -> Prepared:
    """Read all of a recorded web, or what was kept of an earlier reading."""
    pages.read_all(jobs, lambda done, of: on_progress("pages parsed", done, of))
    file = _cache_file(pages)
    kept = _load(file) if file is not None else None
    if kept is not None:
        return Prepared(pages, *kept)
    on_progress("reading the words of all pages", 0, 0)
    reader = FeatureReader(keep=True)
    with without_collector():
        for address in pages.web:
            if (page := pages.fetch(address).page) is not None:
                reader.read(page)
    on_progress("following all links", 0, 0)
    graph = LinkGraph.of(pages)
    if file is not None:
        keep(file, pickle.dumps((reader, graph), pickle.HIGHEST_PROTOCOL))
        forget_unused(file.parent, time.time())
    return Prepared(pages, reader, graph)


def _cache_file(pages: RecordedPages) -> Path | None:
    if pages.cache_name is None:
        return None
    return pages.cache_name.with_name(f"{pages.cache_name.name}-{_code()}.rows")


def _load(file: Path) -> tuple[FeatureReader, LinkGraph] | None:
    """Return what was kept; None when there is nothing, not all of it, or nothing that can be read now."""
    if (data := read_kept(file)) is None:
        return None
    try:
        with without_collector():
            reader, graph = pickle.loads(data)
    except Exception:  # a pickle of classes that moved raises whatever they happen to raise
        return None
    return (reader, graph) if isinstance(reader, FeatureReader) and isinstance(graph, LinkGraph) else None


@cache
def _code() -> str:
    made_by = f"{platform.python_implementation()} {platform.python_version()}, numpy {np.__version__}"
    digest = hashlib.blake2b(made_by.encode(), digest_size=8)
    whole = resources.files("lookclear")
    for name in _CODE:
        place = whole / name
        for file in code_below(place) if place.is_dir() else [place] if place.is_file() else []:
            digest.update(file.read_bytes())
    return digest.hexdigest()
