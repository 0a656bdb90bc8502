"""`lookclear label`: says of pages whether they are on topic."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from lookclear.cli.output import print_fields, print_json, printable
from lookclear.errors import UsageError
from lookclear.session.labels import Labelled, LabelQueue, label_page, labels_of, next_to_label
from lookclear.store.labels import Label, Verdict
from lookclear.topics.workspace import Workspace

_EFFECTS = {
    "at once": "the running crawl takes it in within a second",
    "with the next crawl": "it counts from the next `lookclear crawl` or `lookclear train` on",
}


@dataclass(frozen=True, slots=True)
class LabelList:
    """All labels of a workspace, and how many pages are said to be on topic and off it."""

    yes: int
    no: int
    labels: list[Label]


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.argument("url", required=False)
@click.argument("verdict", required=False)
@click.option("--list", "lists", is_flag=True, help="List all labels instead.")
@click.option(
    "--next",
    "wanted",
    type=click.IntRange(min=0, max=1000),
    metavar="N",
    help="List N pages instead whose labels would teach most.",
)
@click.option("--by", default="", metavar="NAME", help="Who says so.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def label(
    directory: Path,
    url: str | None,
    verdict: str | None,
    lists: bool,
    wanted: int | None,
    by: str,
    as_json: bool,
) -> None:
    """Say that the page at URL is on topic (yes) or not (no), or take that back (forget).

    A crawl that is running learns from it at once.
    """
    workspace = Workspace.open(directory)
    if lists or wanted is not None:
        if url is not None or (lists and wanted is not None):
            raise UsageError("--list and --next are asked alone", hint="leave the address out, or the option")
        if wanted is not None:
            _print_queue(next_to_label(workspace, wanted), as_json)
        else:
            _print_list(workspace, as_json)
        return
    if url is None or verdict is None:
        raise UsageError(
            "what is to be said of which page?",
            hint="write lookclear label DIR URL yes (or no, or forget); --next lists pages worth a label",
        )
    if verdict not in list(Verdict):
        raise UsageError(f"{verdict!r} says nothing of a page", hint="write yes, no or forget")
    _print_label(label_page(workspace, url, Verdict(verdict), at=datetime.now(UTC), by=by), as_json)


def _print_label(said: Labelled, as_json: bool) -> None:
    if as_json:
        print_json(said)
        return
    before = f"{said.relevance:.3f}" if said.relevance is not None else None
    print_fields(
        [
            ("page", said.url),
            ("title", said.title),
            ("label", "forgotten" if said.verdict is Verdict.FORGET else said.verdict),
            ("label before", said.before),
            ("judged", before),
            ("fetched", "yes" if said.fetched else f"not yet: {said.note}"),
            ("counts", _EFFECTS[said.counts]),
            ("labels", f"{said.yes} on topic, {said.no} not"),
        ]
    )


def _print_list(workspace: Workspace, as_json: bool) -> None:
    labels, yes, no = labels_of(workspace)
    if as_json:
        print_json(LabelList(yes, no, labels))
        return
    for one in labels:
        by = f" by {one.by}" if one.by else ""
        click.echo(printable(f"{one.verdict:<3}  {one.at:%Y-%m-%d %H:%M}{by}  {one.url}"))
    click.echo(f"{yes} on topic, {no} not")


def _print_queue(queue: LabelQueue, as_json: bool) -> None:
    if as_json:
        print_json(queue)
        return
    for one in queue.pages:
        click.echo(printable(f"{one.relevance:.3f}  {one.url}  {one.title}"))
    if not queue.pages:
        click.echo("no page waits for a label: crawl the topic first")
    else:
        click.echo(
            f"nearest to the threshold {queue.threshold:g} first; say `lookclear label DIR URL yes` or no"
        )
