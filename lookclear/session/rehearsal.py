"""What another topic file would change, found out on a copy: terms, judgements, and the order of what waits.

The copy is trained twice, with the file as it is and with the other one, so that only the difference between
the two counts. A running crawl is not disturbed, and nothing of the workspace is changed.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import msgspec

from lookclear.config import TopicFile, parse_topic_file
from lookclear.errors import StoreError, UsageError
from lookclear.frontier.queueview import Queue, QueueView
from lookclear.session.training import Rejudged, train
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace

MOST_PAGES = 5_000  # stored pages; more would take many minutes
SHOWN = 20  # addresses of the new order

_COPIED = ("frontier.sqlite", "pages.sqlite", "labels.sqlite", "examples.sqlite")


@dataclass(frozen=True, slots=True)
class Moved:
    """An address that waits: its place and score before and after."""

    url: str
    place_before: int
    place_after: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What would change. Seeds and examples that were not fetched yet count only after the next crawl."""

    pages: int
    threshold_before: float
    threshold_after: float
    on_topic_before: int
    on_topic_after: int
    terms_in: list[tuple[str, float]]
    terms_out: list[str]
    now_on_topic: list[Rejudged]
    now_off_topic: list[Rejudged]
    waiting: int
    order: list[Moved]
    moved: int  # of the first addresses, how many have another place
    warnings: list[str] = field(default_factory=list)


def rehearse(workspace: Workspace, text: str, *, at: datetime) -> Rehearsal:
    """Try the text of another topic file. Raises ConfigError, UsageError without pages, and StoreError."""
    other = parse_topic_file(text)
    _check_size(workspace)
    with tempfile.TemporaryDirectory(prefix="lookclear-try-") as name:
        scratch = Path(name)
        _copy(workspace, scratch / "data")
        before = Workspace(scratch, _with_full_paths(workspace.file, workspace.folder))
        after = Workspace(scratch, _with_full_paths(other, workspace.folder))
        train(before, at=at)
        values = _relevances(before)
        first = _queue(before)
        done = train(after, at=at)
        order = _order(first, _queue(after))
        return Rehearsal(
            pages=done.pages,
            threshold_before=before.file.relevance.threshold,
            threshold_after=done.threshold,
            on_topic_before=sum(one >= before.file.relevance.threshold for one in values),
            on_topic_after=sum(one >= done.threshold for one in _relevances(after)),
            terms_in=done.terms_in,
            terms_out=done.terms_out,
            now_on_topic=done.now_on_topic,
            now_off_topic=done.now_off_topic,
            waiting=done.waiting,
            order=order[:SHOWN],
            moved=sum(one.place_before != one.place_after for one in order),
            warnings=done.warnings,
        )


def _check_size(workspace: Workspace) -> None:
    if not workspace.pages_path.exists():
        raise UsageError("nothing is crawled yet that a change could be tried on", hint="save it and crawl")
    with PageStore.open(workspace.pages_path, read_only=True) as pages:
        count = len(pages)
    if count > MOST_PAGES:
        raise UsageError(
            f"a change is tried on at most {MOST_PAGES:,} stored pages, and there are {count:,}",
            hint="save it, then train; `lookclear train DIR --undo` goes back",
        )


def _copy(workspace: Workspace, data: Path) -> None:
    """Copy what training needs; SQLite's own backup gives one moment of a file that is being written."""
    data.mkdir()
    for name in _COPIED:
        if (workspace.data / name).exists():
            uri = f"{(workspace.data / name).absolute().as_uri()}?mode=ro"
            try:
                with (
                    closing(sqlite3.connect(uri, uri=True)) as source,
                    closing(sqlite3.connect(data / name)) as target,
                ):
                    source.backup(target)
            except sqlite3.Error as error:
                raise StoreError(
                    f"cannot copy {workspace.data / name}: {error}", hint="try again in a moment"
                ) from error
    if workspace.models_folder.is_dir():
        shutil.copytree(workspace.models_folder, data / workspace.models_folder.name)


def _with_full_paths(file: TopicFile, folder: Path) -> TopicFile:
    """Name files by full paths, since the copy lies elsewhere; nothing is fetched in it."""
    crawl = msgspec.structs.replace(
        file.crawl, web=str((folder / file.crawl.web).resolve()) if file.crawl.web else ""
    )
    return msgspec.structs.replace(
        file,
        examples=tuple(_full(entry, folder) for entry in file.examples),
        counter_examples=tuple(_full(entry, folder) for entry in file.counter_examples),
        ontology=_full(file.ontology, folder) if file.ontology else "",
        crawl=crawl,
    )


def _full(entry: str, folder: Path) -> str:
    if entry.startswith(("http://", "https://")):
        return entry
    return str((folder / Path(entry).expanduser()).resolve())


def _relevances(workspace: Workspace) -> list[float]:
    with PageStore.open(workspace.pages_path, read_only=True) as pages:
        return list(pages.relevances().values())


def _queue(workspace: Workspace) -> Queue:
    with QueueView(workspace.frontier_path) as view:
        return view.queue(most=1_000)


def _order(before: Queue, after: Queue) -> list[Moved]:
    earlier = {one.key: (place, one.score) for place, one in zip(before.places, before.best, strict=True)}
    return [
        Moved(one.url, *_earlier(earlier, one.key, place, one.score))
        for place, one in zip(after.places, after.best, strict=True)
    ]


def _earlier(
    earlier: dict[str, tuple[int, float]], key: str, place: int, score: float
) -> tuple[int, int, float, float]:
    """Return (place before, place after, score before, score after); place 0 = not among the first before."""
    was_at, was = earlier.get(key, (0, 0.0))
    return was_at, place, was, score
