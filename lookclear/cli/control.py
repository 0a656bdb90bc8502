"""`lookclear control`: pauses, resumes and ends the crawl of a workspace, from another process."""

from __future__ import annotations

from pathlib import Path

import click

from lookclear.errors import UsageError
from lookclear.session.control import Phase, Wish, phase_of, wish
from lookclear.topics.workspace import Workspace


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.argument("wanted", metavar="run|pause|stop", type=click.Choice([str(one) for one in Wish]))
def control(directory: Path, wanted: str) -> None:
    """Tell the crawl of the workspace in DIRECTORY to pause, to go on (run) or to stop.

    What is in flight is finished first. Nothing is lost: `lookclear crawl` goes on after a stop.
    """
    workspace = Workspace.open(directory)
    if phase_of(workspace) in {Phase.IDLE, Phase.BUSY} or not workspace.is_locked:
        raise UsageError(
            f"no crawl is running in {directory}", hint=f"`lookclear crawl {directory}` starts one"
        )
    wish(workspace.data, Wish(wanted))
    click.echo(
        {
            Wish.RUN: "the crawl goes on",
            Wish.PAUSE: "the crawl pauses when what is in flight is done",
            Wish.STOP: "the crawl ends when what is in flight is done",
        }[Wish(wanted)]
    )
