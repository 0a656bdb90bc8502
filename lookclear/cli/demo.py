"""`lookclear demo`: crawl the bundled recorded web, index it and serve it, in one command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

import lookclear
from lookclear.cli.entry import DONE, FAILED, USAGE
from lookclear.cli.search import site_of
from lookclear.cli.status import read_status
from lookclear.errors import UsageError, WorkspaceError
from lookclear.topics.copy import copy_topic
from lookclear.topics.workspace import Workspace
from search_ui.admin.access import is_loopback
from search_ui.server import DEFAULT_HOST, DEFAULT_PORT, RunningSite

TOPICS = ("finance", "agriculture", "java")
_GRACE_S = 30  # for the crawl to finish what is in flight when it is told to stop
_LOOK_S = 0.2  # between two looks at whether the crawl has ended


@click.command()
@click.option(
    "--topic", type=click.Choice(TOPICS), default=TOPICS[0], show_default=True, help="Topic to crawl."
)
@click.option("--host", default=DEFAULT_HOST, show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=int, default=DEFAULT_PORT, show_default=True, help="Port to listen on; 0 = a free one."
)
@click.option("--no-serve", is_flag=True, help="Crawl and index only.")
@click.option("--data", type=click.Path(path_type=Path), help="Folder for the workspace.")
@click.option("--pages", type=click.IntRange(min=1), help="Pages to fetch; the topic file's when left out.")
@click.option("--fresh", is_flag=True, help="Forget what an earlier demo fetched and indexed.")
def demo(
    topic: str, host: str, port: int, no_serve: bool, data: Path | None, pages: int | None, fresh: bool
) -> int:
    """Crawl the recorded demo web for a topic, index it, and serve search on it until Ctrl-C.

    The site answers from the first page on. Without --data the workspace is kept in lookclear/demo-TOPIC
    under $XDG_DATA_HOME or ~/.local/share. A second run serves what is there.
    """
    workspace = copy_topic(Workspace.open(demo_folder() / "topics" / topic), data or default_folder(topic))
    click.echo(f"workspace {workspace.folder}")
    if fresh:
        with workspace.lock():
            workspace.clear()
    arguments = crawl_arguments(workspace, pages)
    if no_serve:
        return run_crawl(arguments, threading.Event()) if arguments else DONE
    app = site_of(workspace, admin=is_loopback(host))
    with stop_signals() as stop, RunningSite(app, host, port) as site:
        click.secho(f"searching {workspace.file.name} at {site.url}", bold=True)
        code = run_crawl(arguments, stop) if arguments else DONE
        if code in {FAILED, USAGE} and not stop.is_set():
            return code
        if not stop.is_set():
            click.secho(f"serving at {site.url} until Ctrl-C", bold=True)
        was_cut_short = stop.is_set()
        stop.wait()
    click.echo("stopped")
    return code if was_cut_short else DONE


def demo_folder() -> Path:
    """Return the demo's folder in the repository. Raises WorkspaceError when there is none."""
    folder = Path(lookclear.__file__).resolve().parent.parent / "demo"
    if not (folder / "web" / "pages.warc.gz").is_file():
        raise WorkspaceError(
            f"the demo web is not at {folder}",
            hint="the demo comes with the repository, not with the installed package: run it from a clone",
        )
    return folder


def default_folder(topic: str) -> Path:
    """Return where the demo of a topic is kept unless the user says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or ""
    try:
        root = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "share"
    except RuntimeError as error:
        raise UsageError("this user has no home folder", hint="name a folder with --data") from error
    return root / "lookclear" / f"demo-{topic}"


def crawl_arguments(workspace: Workspace, pages: int | None) -> list[str]:
    """Return the crawl command that is still to be run, empty when the crawl reached its end before."""
    found = read_status(workspace)
    wanted = pages or workspace.file.crawl.pages
    if found.crawling:
        click.echo("a crawl is already running in this workspace; its pages appear as it goes")
        return []
    ended = found.last_run is not None and not found.last_run.resumable
    is_exhausted = found.frontier is not None and not found.frontier.pending
    if ended and found.pages and (found.pages >= wanted or is_exhausted):
        click.echo(f"{found.pages} pages are there from an earlier run (--fresh starts anew)")
        return []
    if found.pages:
        click.echo(f"going on after {found.pages} pages of an earlier run (--fresh starts anew)")
    return [str(workspace.folder), "--pages", str(wanted)]


def run_crawl(arguments: list[str], stop: threading.Event) -> int:
    """Run the crawl as a process of its own and return its exit code; `stop` ends it in good order.

    Its own process group keeps a terminal's Ctrl-C from reaching it twice: Scrapy takes a second one as an
    order to drop what is in flight.
    """
    command = [sys.executable, "-m", "lookclear.cli", "crawl", *arguments]
    with subprocess.Popen(command, process_group=0) as crawl:
        while not stop.is_set():
            try:
                return crawl.wait(timeout=_LOOK_S)
            except subprocess.TimeoutExpired:
                continue
        for order in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            crawl.send_signal(order)
            try:
                return crawl.wait(timeout=_GRACE_S)
            except subprocess.TimeoutExpired:
                continue
    return FAILED


@contextmanager
def stop_signals() -> Iterator[threading.Event]:
    """Turn Ctrl-C and SIGTERM into an event, so that both ends are orderly."""
    stop = threading.Event()
    earlier = {
        number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield stop
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)
