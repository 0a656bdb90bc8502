"""How a crawl is told to pause, go on or end by another process, and how it tells where it is.

Two small files in the data folder, each written by one side and replaced as a whole: `control.json` holds
what is wished, `live.json` how the running crawl stands. A wish outlives both processes: a crawl that was
paused is still paused after a crash, until somebody starts one again. Which process crawls is told by the
workspace's lock alone, so that a `live.json` left behind by a dead process misleads nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

import msgspec

from lookclear.errors import StoreError
from lookclear.topics.workspace import Workspace

CONTROL_FILE = "control.json"
LIVE_FILE = "live.json"


class Wish(StrEnum):
    """What is wished of the crawl of a workspace."""

    RUN = "run"
    PAUSE = "pause"
    STOP = "stop"


class Phase(StrEnum):
    """Where the crawl of a workspace is; `BUSY` is a process that trains, compacts, or has just begun."""

    IDLE = "idle"
    BUSY = "busy"
    RUNNING = "running"
    PAUSING = "pausing"  # what is in flight is still being finished
    PAUSED = "paused"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True)
class Live:
    """How a running crawl stands, as its process `process` wrote it at `at` (aware).

    `harvest` is the share on topic of the last 200 pages, `rate` pages a second, `in_flight` requests.
    """

    process: int
    phase: Phase
    at: datetime
    run: int = 0
    fetched: int = 0
    budget: int = 0
    relevant: int = 0
    harvest: float = 0.0
    rate: float = 0.0
    queue: int = 0
    in_flight: int = 0
    host: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class _Control:
    wish: Wish = Wish.RUN


def read_wish(data: Path) -> Wish:
    """Return what is wished; to run when nothing is written that can be read."""
    try:
        return msgspec.json.decode((data / CONTROL_FILE).read_bytes(), type=_Control).wish
    except (OSError, msgspec.MsgspecError):
        return Wish.RUN


def wish(data: Path, wanted: Wish) -> None:
    """Write what is wished; a running crawl looks four times a second. Raises StoreError."""
    if read_wish(data) is not wanted:
        _replace(data / CONTROL_FILE, msgspec.json.encode(_Control(wanted)))


def read_live(data: Path) -> Live | None:
    """Return what the last crawl wrote of itself, None when there is nothing that can be read."""
    try:
        return msgspec.json.decode((data / LIVE_FILE).read_bytes(), type=Live)
    except (OSError, msgspec.MsgspecError):
        return None


def write_live(data: Path, live: Live) -> None:
    """Write how a crawl stands. Raises StoreError."""
    _replace(data / LIVE_FILE, msgspec.json.encode(live))


def live_of(workspace: Workspace) -> Live | None:
    """Return how the crawl stands that is at work now; None when none is, or it has only just begun."""
    holder = workspace.holder
    live = read_live(workspace.data) if holder else None
    return live if live is not None and live.process == holder else None


def phase_of(workspace: Workspace) -> Phase:
    """Return where the crawl is: what its process says, else what is wished of the next one."""
    if not workspace.is_locked:
        return Phase.PAUSED if read_wish(workspace.data) is Wish.PAUSE else Phase.IDLE
    live = live_of(workspace)
    return live.phase if live is not None else Phase.BUSY


def _replace(path: Path, content: bytes) -> None:
    try:
        unfinished = path.with_suffix(".new")
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(
            f"cannot write {path}: {error.strerror}", hint="check space and permissions, then try again"
        ) from error
