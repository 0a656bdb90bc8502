"""`lookclear index`: how large a workspace's index is, whether it is sound; compacting it, making it anew."""

from __future__ import annotations

from pathlib import Path

import click

from indexer import Index
from indexer.inspection import inspect
from lookclear.cli.output import print_fields, print_json
from lookclear.errors import WorkspaceError
from lookclear.session.reindex import reindex
from lookclear.topics.workspace import Workspace

_DIRECTORY = click.argument("directory", type=click.Path(path_type=Path))
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.group()
def index() -> None:
    """Look at the search index of a workspace, check it, compact it, or make it anew."""


@index.command()
@_DIRECTORY
@_JSON
def stats(directory: Path, as_json: bool) -> None:
    """Say how large the index of the workspace in DIRECTORY is."""
    with Index.open(_folder(directory), read_only=True) as opened:
        found = opened.stats()
    if as_json:
        print_json(found)
        return
    print_fields(
        [
            ("documents", f"{found.documents:,}"),
            ("replaced or deleted", f"{found.replaced:,}"),
            ("terms", f"{found.terms:,}"),
            ("words a document", f"{found.mean_length:.0f}"),
            ("log", f"{found.log_bytes:,} bytes"),
            ("posting lists", f"{found.memory_bytes:,} bytes in memory"),
        ]
    )


@index.command()
@_DIRECTORY
@_JSON
def check(directory: Path, as_json: bool) -> None:
    """Look at every byte of the index of the workspace in DIRECTORY, and name what is damaged."""
    found = inspect(_folder(directory))
    if as_json:
        print_json(found)
    else:
        for problem in found.problems:
            click.echo(problem)
        if not found.problems:
            click.echo(f"sound: {found.changes:,} changes in {found.log_bytes:,} bytes of log")
    if found.problems:
        raise click.exceptions.Exit(1)


@index.command()
@_DIRECTORY
@_JSON
def compact(directory: Path, as_json: bool) -> None:
    """Free what replaced and deleted pages take in the index of the workspace in DIRECTORY.

    No crawl may be at work; searching and serving go on.
    """
    workspace = Workspace.open(directory)
    with workspace.lock(), Index.open(_folder(directory)) as opened:
        freed = opened.compact()
        left = opened.stats().log_bytes
    if as_json:
        print_json({"freed_bytes": freed, "log_bytes": left})
        return
    click.echo(f"freed {freed:,} bytes; {left:,} are left")


@index.command()
@_DIRECTORY
@_JSON
def rebuild(directory: Path, as_json: bool) -> None:
    """Make the index of the workspace in DIRECTORY anew from the stored pages.

    For an index that is damaged, lost or of another version. The old one stays until the new one is whole; no
    crawl may be at work.
    """
    found = reindex(Workspace.open(directory))
    if as_json:
        print_json(found)
        return
    before = "unknown" if found.before is None else f"{found.before:,}"
    click.echo(
        f"{found.documents:,} documents from {found.pages:,} stored pages; before: {before}. "
        "Pages that ask not to be found, have no content, or only led on are left out."
    )


def _folder(directory: Path) -> Path:
    """Return the folder of a workspace's index; raises WorkspaceError when there is none."""
    workspace = Workspace.open(directory)
    if not workspace.has_index:
        raise WorkspaceError(
            f"{directory} has no index yet", hint=f"crawl first: lookclear crawl {directory}"
        )
    return workspace.index_folder
