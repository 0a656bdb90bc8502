"""What runs here: versions, compiled code, memory, disk, and every setting with where it comes from."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import lookclear
from indexer import compiled
from lookclear.config import TopicFile
from lookclear.topics.workspace import TOPIC_FILE, Workspace
from search_ui.admin.office import office_of
from search_ui.admin.pages import show

_PACKAGES = ("scrapy", "scikit-learn", "numpy", "numba", "jieba", "rjieba", "lxml", "starlette", "uvicorn")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as it counts now; `own` tells that the topic file says so."""

    name: str
    value: str
    own: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A file or folder of the workspace and its size in bytes."""

    name: str
    size: int


def system(request: Request) -> Response:
    """Show what runs here."""
    workspace = office_of(request).workspace()
    disk = shutil.disk_usage(workspace.folder)
    return show(
        request,
        "system",
        versions=list(versions()),
        kernels=compiled.is_warm(),
        memory_bytes=memory_bytes(),
        processors=os.cpu_count() or 1,
        places=places(workspace),
        free_bytes=disk.free,
        total_bytes=disk.total,
        settings=list(settings(workspace)),
    )


def versions() -> Iterator[tuple[str, str]]:
    """Yield the names and versions of what does the work; '' for what is not installed."""
    yield "LookClear", lookclear.__version__
    yield "Python", platform.python_version()
    yield "SQLite", sqlite3.sqlite_version
    for name in _PACKAGES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, ""


def memory_bytes() -> int:
    """Return the memory this process holds now; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def places(workspace: Workspace) -> list[Place]:
    """Return what lies in the data folder, the largest first; what vanishes meanwhile is passed over.

    A database counts with the files that SQLite puts beside it.
    """
    if not workspace.data.is_dir():
        return []
    sizes: Counter[str] = Counter()
    for entry in workspace.data.iterdir():
        sizes[entry.name.removesuffix("-wal").removesuffix("-shm")] += _size(entry)
    found = [Place(name, size) for name, size in sizes.items() if size]
    return sorted(found, key=lambda one: (-one.size, one.name))


def settings(workspace: Workspace) -> Iterator[Setting]:
    """Yield every setting of the tables of topic.toml as it counts now."""
    own = tomllib.loads((workspace.folder / TOPIC_FILE).read_text("utf-8-sig"))
    for field in msgspec.structs.fields(TopicFile):
        table = getattr(workspace.file, field.name)
        if isinstance(table, msgspec.Struct):
            for name in table.__struct_fields__:
                yield Setting(
                    f"{field.name}.{name}", _shown(getattr(table, name)), name in own.get(field.name, {})
                )


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _size(path: Path) -> int:
    try:
        if path.is_dir():
            return sum(_size(entry) for entry in path.iterdir())
        return path.lstat().st_size
    except OSError:
        return 0
