"""Where a workspace stands: what is stored, what waits, what the last run found (`lookclear status`)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from indexer import Index
from lookclear.frontier.base import FrontierStats
from lookclear.frontier.inspect import FrontierView
from lookclear.session.condition import read_condition
from lookclear.session.control import Phase, phase_of
from lookclear.session.health import Trouble
from lookclear.session.labels import labels_of
from lookclear.store.models import ModelStore
from lookclear.store.pages import PageStore
from lookclear.store.runs import Run, RunStore
from lookclear.topics.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Status:
    """Where a workspace stands; a part that does not exist yet is None."""

    name: str
    folder: str
    crawling: bool
    pages: int
    indexed: int
    frontier: FrontierStats | None
    last_run: Run | None
    trouble: Trouble | None = None  # what is wrong with the last run
    warnings: tuple[str, ...] = ()  # of the last run
    model: int = 0  # version of the model in use, 0 = none yet
    held: bool = False
    labels_yes: int = 0
    labels_no: int = 0
    phase: Phase = Phase.IDLE
    warned_at: tuple[datetime, ...] = ()  # when each of the warnings was first given


def read_status(workspace: Workspace) -> Status:
    """Count what is there; asking never disturbs a running crawl."""
    frontier = last_run = None
    pages = indexed = 0
    if workspace.frontier_path.exists():
        with FrontierView(workspace.frontier_path) as view:
            frontier = view.stats()
    if workspace.runs_path.exists():
        runs = RunStore(workspace.runs_path, read_only=True)
        last_run = runs.latest()
        runs.close()
    if workspace.pages_path.exists():
        with PageStore.open(workspace.pages_path, read_only=True) as store:
            pages = len(store)
    if workspace.has_index:
        with Index.open(workspace.index_folder, read_only=True) as index:
            indexed = len(index)
    condition = read_condition(workspace.data)
    if condition is not None and (last_run is None or condition.run != last_run.id):
        condition = None  # of a run that is forgotten
    which, _ = ModelStore(workspace.models_folder).in_use()
    _, yes, no = labels_of(workspace)
    return Status(
        name=workspace.file.name,
        folder=str(workspace.folder),
        crawling=workspace.is_locked,
        pages=pages,
        indexed=indexed,
        frontier=frontier,
        last_run=last_run,
        trouble=condition.trouble if condition is not None else None,
        warnings=condition.warnings if condition is not None else (),
        model=which.version,
        held=which.held,
        labels_yes=yes,
        labels_no=no,
        phase=phase_of(workspace),
        warned_at=condition.times if condition is not None else (),
    )
