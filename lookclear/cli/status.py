"""`lookclear status` and `lookclear why`: what a workspace knows about its crawl and about one address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import click

from lookclear.cli.output import print_fields, print_json
from lookclear.frontier.base import FrontierStats
from lookclear.session.control import Phase
from lookclear.session.standing import Status, read_status
from lookclear.session.why import Explanation, Father, explain
from lookclear.store.runs import Run
from lookclear.topics.workspace import Workspace

__all__ = ["explain", "read_status", "status", "why"]

_PHASES = {
    Phase.IDLE: "not running",
    Phase.BUSY: "running, or another command is at work",
    Phase.RUNNING: "running",
    Phase.PAUSING: "running, about to pause",
    Phase.PAUSED: "paused; `lookclear control DIR run` lets it go on, `lookclear crawl DIR` starts it",
    Phase.STOPPING: "running, about to stop",
}


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
            ("crawl", _PHASES[found.phase]),
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
