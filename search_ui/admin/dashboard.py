"""The crawl: where it is, what it finds, what waits, what went wrong; and its buttons."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from starlette.requests import Request
from starlette.responses import Response

from lookclear.errors import NothingStored
from lookclear.frontier.queueview import HostQueue, Queue, QueueView
from lookclear.politeness.memory import closed_hosts
from lookclear.session.control import Live, Phase, Wish, live_of
from lookclear.session.health import Trouble
from lookclear.session.standing import Status, read_status
from lookclear.topics.workspace import Workspace
from search_ui.admin.forms import Form
from search_ui.admin.harvest import Curves, draw, read_moments
from search_ui.admin.office import office_of
from search_ui.admin.pages import back, show
from search_ui.admin.sentences import Advice, advice_of
from search_ui.i18n import Catalogue
from search_ui.render import interface_of

_WISHES = {"pause": Wish.PAUSE, "resume": Wish.RUN, "stop": Wish.STOP}
_MOVING = frozenset({Phase.RUNNING, Phase.PAUSING, Phase.STOPPING, Phase.BUSY})


@dataclass(frozen=True, slots=True)
class Band:
    """Addresses with scores from `low` up to `high`; `share` is of the largest band, 0..1."""

    low: float
    high: float
    count: int
    share: float


@dataclass(frozen=True, slots=True)
class HostRow:
    """A host with addresses that wait; `opens_in_s` is None when it may be asked now."""

    host: str
    waiting: int
    best: float
    opens_in_s: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Board:
    """All that the dashboard shows; a part that does not exist yet is None or empty."""

    status: Status
    live: Live | None
    curves: Curves | None
    bands: tuple[Band, ...]
    hosts: tuple[HostRow, ...]
    host_count: int
    closed_count: int  # hosts that wait and want to be left alone
    held_back: int  # addresses of those
    outcomes: tuple[tuple[str, int], ...]  # of fetches that gave no page
    refused: tuple[tuple[str, int], ...]
    trouble: Trouble | None
    trouble_advice: Advice | None
    warnings: tuple[Advice, ...]
    failure: str  # what a crawl said that could not begin
    is_moving: bool


def dashboard(request: Request) -> Response:
    """Show where the crawl is."""
    office = office_of(request)
    workspace = office.workspace()
    phase = office.jobs.phase(workspace)
    board = read_board(workspace, phase, interface_of(request).catalogue, office.jobs.failure(workspace))
    return show(request, "crawl", phase=phase, board=board, default_pages=workspace.file.crawl.pages)


def steer(request: Request, form: Form) -> Response:
    """Start, pause, resume or stop the crawl."""
    office = office_of(request)
    workspace = office.workspace()
    wanted = form.text("do")
    if wanted == "start" or (wanted == "resume" and not workspace.is_locked):
        office.jobs.start(workspace, form.number("pages"))
        return back(request, "crawl", done="started")
    if wanted in _WISHES:
        office.jobs.ask(workspace, _WISHES[wanted])
        return back(request, "crawl", done=f"{wanted}_asked")
    return back(request, "crawl")


def read_board(workspace: Workspace, phase: Phase, catalogue: Catalogue, failure: str) -> Board:
    """Gather what the dashboard shows; raises StoreError when a store is damaged."""
    status = read_status(workspace)
    queue = read_queue(workspace)
    run = status.last_run
    found = read_moments(workspace.runs_path, run) if run is not None else []
    hosts, closed, held_back = _hosts(workspace, queue)
    frontier = status.frontier
    trouble = status.trouble
    return Board(
        status=status,
        live=live_of(workspace),
        curves=draw(found, catalogue),
        bands=_bands(queue),
        hosts=hosts,
        host_count=queue.host_count if queue is not None else 0,
        closed_count=closed,
        held_back=held_back,
        outcomes=_by_count(frontier.outcomes if frontier is not None else {}, without="fetched"),
        refused=_by_count(frontier.refused if frontier is not None else {}),
        trouble=trouble,
        trouble_advice=advice_of(trouble.sentence, trouble.at) if trouble is not None else None,
        warnings=tuple(
            advice_of(one, at)
            for one, at in zip(status.warnings, _times(status), strict=True)
            if trouble is None or trouble.sentence not in one
        ),
        failure=failure if phase not in _MOVING else "",
        is_moving=phase in _MOVING,
    )


def read_queue(workspace: Workspace, **asked: str | int) -> Queue | None:
    """Look at what waits; None when nothing was crawled yet."""
    with suppress(NothingStored), QueueView(workspace.frontier_path) as view:
        return view.queue(
            most=int(asked.get("most", 0)), host=str(asked.get("host", "")), text=str(asked.get("text", ""))
        )
    return None


def _times(status: Status) -> list[datetime | None]:
    times: list[datetime | None] = list(status.warned_at)
    return times + [None] * (len(status.warnings) - len(times))


def _bands(queue: Queue | None) -> tuple[Band, ...]:
    """Return the bands from the best down to the last that holds anything."""
    if queue is None or not queue.waiting:
        return ()
    largest = max(queue.bands)
    size = len(queue.bands)
    return tuple(
        Band(at / size, (at + 1) / size, queue.bands[at], queue.bands[at] / largest)
        for at in reversed(range(size))
    )


def _hosts(workspace: Workspace, queue: Queue | None) -> tuple[tuple[HostRow, ...], int, int]:
    if queue is None:
        return (), 0, 0
    now = time.time()
    closed = {
        host: (until - now, why)
        for host, (until, why) in closed_hosts(workspace.hosts_path).items()
        if until > now
    }
    rows = tuple(_host_row(one, closed) for one in queue.hosts)
    waiting = [row for row in rows if row.opens_in_s is not None]
    return rows, len(waiting), sum(row.waiting for row in waiting)


def _host_row(one: HostQueue, closed: Mapping[str, tuple[float, str]]) -> HostRow:
    wait_s, why = closed.get(one.host, (None, ""))
    return HostRow(one.host, one.waiting, one.best, round(wait_s) if wait_s is not None else None, why)


def _by_count(counts: Mapping[str, int], without: str = "") -> tuple[tuple[str, int], ...]:
    kept = [(name, count) for name, count in counts.items() if name != without and count]
    return tuple(sorted(kept, key=lambda item: (-item[1], item[0])))
