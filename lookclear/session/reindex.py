"""Makes the search index of a workspace anew from the stored pages, whatever state the old one is in."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from indexer import Index
from indexer.errors import IndexingError
from indexer.inspection import inspect
from lookclear.errors import UsageError, WorkspaceBusy, WorkspaceError
from lookclear.links.strategies import strategy as strategy_named
from lookclear.session.labelling import Labelling
from lookclear.session.mind import new_mind
from lookclear.session.rebuild import rebuild
from lookclear.session.searchable import Searchable
from lookclear.session.stores import open_stores
from lookclear.session.versions import steering
from lookclear.store.labels import LabelStore
from lookclear.store.models import ModelStore
from lookclear.topics.workspace import Workspace
from lookclear.visit import check_ontology

BESIDE = ".rebuilding"  # after the index's name: where the new one is made
LOG = "log"  # all of an index; the rest of its folder can be made from it


@dataclass(frozen=True, slots=True)
class Reindexed:
    """How many pages are stored, and how many documents the index had before (None: unknown) and has now."""

    pages: int
    before: int | None
    documents: int


def reindex(workspace: Workspace) -> Reindexed:
    """Make the index anew; the old one stays, and stays searchable, until the new one is whole.

    A process that is ended in the middle leaves a folder beside the index, which the next call removes.
    Raises UsageError when no page is stored, WorkspaceBusy while a crawl is at work, WorkspaceError when the
    disk does not take the new index, and what opening a crawl raises.
    """
    if not workspace.pages_path.exists():
        raise UsageError(
            f"no pages are stored in {workspace.folder}", hint="crawl first: lookclear crawl DIR"
        )
    beside = workspace.index_folder.with_name(workspace.index_folder.name + BESIDE)
    with ExitStack() as stack:
        try:
            stack.callback(workspace.lock().release)
        except WorkspaceBusy as error:
            hint = "the index can be made anew when it has ended or was stopped"
            raise WorkspaceBusy(error.message, hint=hint) from error
        before = _documents(workspace.index_folder)
        shutil.rmtree(beside, ignore_errors=True)
        try:
            pages = _make(workspace, beside)
            problems = inspect(beside).problems
            if problems:
                raise WorkspaceError(
                    f"the new index is damaged: {problems[0]}", hint="check the disk; the old index stays"
                )
            _take_its_place(beside, workspace.index_folder)
        except OSError as error:
            raise WorkspaceError(
                f"the index cannot be made anew: {error.strerror or error}",
                hint="free some space or get write access, then try again; the old index stays",
            ) from error
        finally:
            shutil.rmtree(beside, ignore_errors=True)  # on a full disk it stands in the way
        with Index.open(workspace.index_folder) as index:
            return Reindexed(pages, before, index.stats().documents)


def _documents(folder: Path) -> int | None:
    """Return how many documents an index has, None if it cannot be read."""
    try:
        with Index.open(folder, read_only=True) as index:
            return index.stats().documents
    except (IndexingError, OSError):  # which is why it is made anew
        return None


def _make(workspace: Workspace, folder: Path) -> int:
    """Index all stored pages in a folder of its own, as a crawl would; return how many there are."""
    with ExitStack() as stack:
        crawl, ontology = workspace.file.crawl, workspace.ontology()
        check_ontology(crawl.strategy, ontology)
        strategy = strategy_named(crawl.strategy, crawl.tunnel)
        stores = open_stores(workspace, strategy, stack, index_folder=folder)
        fetched = Searchable(stores, workspace.file)
        steer = steering(ModelStore(workspace.models_folder))
        labels = stack.enter_context(closing(LabelStore(workspace.labels_path)))
        labelling = Labelling(labels, stores, fetched, workspace.file.scope, since=steer.since)
        mind = new_mind(
            workspace, stores, labelling, strategy=crawl.strategy, held=steer.held, ontology=ontology
        )
        rebuild(mind, stores, fetched, count=lambda *_: None, earlier=0)
        stores.index.commit()
        return len(fetched)


def _take_its_place(made: Path, folder: Path) -> None:
    """Let the log of a new index take the place of the old one's in one step, and remove what is left.

    Checkpoints name the log they belong to: what is left of the old ones is passed over by who comes between.
    """
    folder.mkdir(exist_ok=True)
    (made / LOG).replace(folder / LOG)
    _sync(folder)
    for rest in folder.iterdir():
        if rest.name not in (LOG, "lock"):
            rest.unlink()


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
