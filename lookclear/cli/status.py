"""`lookclear status` and `lookclear why`: what a workspace knows about its crawl and about one address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import click

from indexer import Index
from lookclear.cli.output import print_fields, print_json
from lookclear.domain import Refusal
from lookclear.errors import UsageError, WorkspaceError
from lookclear.frontier.base import AddressState, FrontierStats, State
from lookclear.frontier.inspect import FrontierView
from lookclear.session.condition import read_condition
from lookclear.session.health import Trouble
from lookclear.session.labels import labels_of
from lookclear.store.models import ModelStore
from lookclear.store.pages import PageStore
from lookclear.store.runs import Run, RunStore
from lookclear.topics.workspace import Workspace
from lookclear.tunnel.rule import Kind
from lookclear.urls.canonical import canonical
from lookclear.urls.scope import refusal

_OFF_TOPIC = {"grey", "tunnel-run", "dropped"}  # parts of the scores of links of pages off topic
_LONGEST_PATH = 50  # pages from a seed; a guard against damaged data


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


@dataclass(frozen=True, slots=True)
class Father:
    """A page on the way from a seed: how relevant it is, and what it is for tunnelling.

    Of a page that is on topic (white) all links are followed; of a grey one the link stands in a block on
    topic; a black one is neither. None and empty when the page is not stored. `is_bridge` tells that it is
    off topic and stands on the way to a page that is not.
    """

    url: str
    relevance: float | None = None
    kind: str = ""
    is_bridge: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """All that is known of one address.

    `path` leads from the seed to it, `fathers` are the pages on it but the last; `relevance` is None when the
    page was not fetched.
    """

    address: AddressState
    path: list[str]
    fathers: list[Father]
    title: str = ""
    relevance: float | None = None


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def status(directory: Path, as_json: bool) -> None:
    """Say how far the crawl of the workspace in DIRECTORY is."""
    found = read_status(Workspace.open(directory))
    if as_json:
        print_json(found)
        return
    print_fields(
        [
            ("topic", found.name),
            ("folder", found.folder),
            ("crawl", "running" if found.crawling else "not running"),
            ("pages", f"{found.pages} stored, {found.indexed} searchable"),
            *_frontier_rows(found.frontier),
            *_run_rows(found.last_run, found.crawling),
            *_health_rows(found),
        ]
    )


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.argument("url")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def why(directory: Path, url: str, as_json: bool) -> None:
    """Say how URL was found, scored and judged in the workspace in DIRECTORY."""
    found = explain(Workspace.open(directory), url)
    if as_json:
        print_json(
            {
                **asdict(found.address),
                "path": found.path,
                "fathers": [asdict(father) for father in found.fathers],
                "title": found.title,
                "relevance": found.relevance,
            }
        )
        return
    address = found.address
    parts = ", ".join(f"{name} {value:.3f}" for name, value in address.parts.items())
    print_fields(
        [
            ("address", address.url),
            ("title", found.title),
            ("state", f"{address.state} ({address.outcome})" if address.outcome else address.state),
            ("detail", address.detail),
            ("score", f"{address.score:.3f}" + (f" of {parts}" if parts else "")),
            ("relevance", f"{found.relevance:.3f}" if found.relevance is not None else None),
            (
                "found",
                "a seed"
                if address.seed
                else f"number {address.discovered}, {address.depth} links from a seed",
            ),
            ("bridge", "off topic, on the way to a page that is not" if address.is_bridge else None),
            ("link text", address.anchor),
            ("redirected to", address.final_key if address.final_key != address.key else None),
            ("redirected from", address.via),
            ("fetched", f"number {address.completed}" if address.completed else None),
            *(("path" if step == 0 else "", page) for step, page in enumerate(_path_rows(found))),
        ]
    )


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
    )


def explain(workspace: Workspace, url: str) -> Explanation:
    """Look an address up.

    Raises UsageError when it is none, and WorkspaceError when the crawl never saw it.
    """
    if not workspace.frontier_path.exists():
        raise WorkspaceError(f"nothing of {workspace.folder} is crawled yet", hint="crawl the topic first")
    with FrontierView(workspace.frontier_path) as view:
        address = view.state(url)
        if address is None and refusal(url) in {Refusal.MALFORMED, Refusal.SCHEME}:
            raise UsageError(
                f"{url!r} is not the address of a page",
                hint="write it in full, such as https://example.org/page",
            )
        if address is None:
            raise WorkspaceError(
                f"the crawl never came across {url}",
                hint="no fetched page links to it, as far as it was read",
            )
        steps = _steps_from_seed(view, address)
    path = [step.url for step in steps]
    if not workspace.pages_path.exists():
        return Explanation(address, path, [Father(url) for url in path[:-1]])
    with PageStore.open(workspace.pages_path, read_only=True) as store:
        page = store.get(address.final_key or canonical(address.url))
        theta = workspace.file.relevance.threshold
        fathers = [_father(store, step, found, theta) for step, found in pairwise(steps)]
    if page is None:
        return Explanation(address, path, fathers)
    return Explanation(address, path, fathers, title=page.title, relevance=page.relevance)


def _steps_from_seed(view: FrontierView, address: AddressState) -> list[AddressState]:
    steps = [address]
    while steps[-1].parent and len(steps) < _LONGEST_PATH:
        parent = steps[-1].parent
        steps.append(view.state(parent) or AddressState(parent, parent, "", State.DONE))
    return steps[::-1]


def _father(store: PageStore, step: AddressState, found: AddressState, theta: float) -> Father:
    """Return a page on the path; `found` is the address that it led to."""
    page = store.get(step.final_key or step.key)
    if page is None:
        return Father(step.url, is_bridge=step.is_bridge)
    off_topic = Kind.GREY if "grey" in found.parts else Kind.BLACK
    is_white = page.relevance >= theta and not _OFF_TOPIC & found.parts.keys()
    return Father(step.url, page.relevance, str(Kind.WHITE if is_white else off_topic), step.is_bridge)


def _path_rows(found: Explanation) -> list[str]:
    """Return the path, a line a page, with what each page on it was."""
    return [*map(_known, found.fathers), found.path[-1]]


def _known(father: Father) -> str:
    if not father.kind:
        return father.url
    bridge = ", a bridge" if father.is_bridge else ""
    return f"{father.url} (relevance {father.relevance:.3f}, {father.kind}{bridge})"


def _frontier_rows(stats: FrontierStats | None) -> list[tuple[str, object]]:
    if stats is None:
        return [("frontier", "nothing crawled yet")]
    return [
        ("waiting", f"{stats.pending} addresses, hosts: {stats.hosts}; {stats.leased} in flight"),
        ("outcomes", _counted(stats.outcomes)),
        ("refused", _counted(stats.refused)),
    ]


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda item: -item[1]))


def _health_rows(found: Status) -> list[tuple[str, object]]:
    """Return what is wrong, since when, and what to do about it; and what the judge goes by."""
    rows: list[tuple[str, object]] = []
    if found.trouble is not None:
        one = found.trouble
        since = f"page {one.since}" + (f", {one.at:%Y-%m-%d %H:%M}" if one.at is not None else "")
        rows.append(("health", f"{one.reason} since {since}: {one.sentence}"))
    elif found.last_run is not None and found.last_run.fetched:
        rows.append(("health", "nothing is wrong with the topic"))
    rows += [("warning", warning) for warning in found.warnings]
    if found.model:
        rows.append(("model", f"version {found.model}" + (", held" if found.held else "")))
    if found.labels_yes + found.labels_no:
        rows.append(("labels", f"{found.labels_yes} on topic, {found.labels_no} not"))
    return rows


def _run_rows(run: Run | None, crawling: bool) -> list[tuple[str, object]]:
    if run is None:
        return []
    end = f"ended: {run.stop_reason}" if run.stop_reason else "interrupted; the next crawl goes on from here"
    harvest = f"{run.relevant} of {run.fetched} pages judged on topic ({run.harvest:.0%})"
    return [
        ("last run", f"{run.started:%Y-%m-%d %H:%M} {run.strategy}, {'running' if crawling else end}"),
        ("harvest", harvest if run.fetched else None),
    ]
