"""`lookclear train`: learns the topic anew from pages and labels, and goes back to earlier versions."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from lookclear.cli.output import print_fields, print_json, printable
from lookclear.errors import UsageError
from lookclear.session.expectation import Measured
from lookclear.session.rehearsal import Rehearsal, rehearse
from lookclear.session.training import Rejudged, Training, Versions, go_back, versions
from lookclear.session.training import train as learn
from lookclear.store.models import Model
from lookclear.topics.workspace import Workspace

_SHOWN = 12  # terms or pages for people; programs get all


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--undo", is_flag=True, help="Go back to the version before the one in use.")
@click.option("--to", "version", type=click.IntRange(min=1), help="Go back (or forward) to this version.")
@click.option("--list", "lists", is_flag=True, help="List all versions.")
@click.option(
    "--try",
    "other",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Say what another topic file would change, and change nothing.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def train(
    directory: Path, undo: bool, version: int | None, lists: bool, other: Path | None, as_json: bool
) -> None:
    """Learn the topic of the workspace in DIRECTORY anew from its pages and labels.

    All stored pages are judged and all waiting addresses scored anew. What that changes is said; --undo takes
    it back.
    """
    if undo + lists + (version is not None) + (other is not None) > 1:
        raise UsageError("--undo, --to, --list and --try exclude each other", hint="give one of them")
    workspace = Workspace.open(directory)
    if other is not None:
        text = other.read_text(encoding="utf-8-sig")
        _print_rehearsal(rehearse(workspace, text, at=datetime.now(UTC)), as_json)
    elif lists:
        _print_versions(versions(workspace), as_json)
    elif undo or version is not None:
        _print_training(go_back(workspace, version), as_json)
    else:
        _print_training(learn(workspace, at=datetime.now(UTC)), as_json)


def _print_training(done: Training, as_json: bool) -> None:
    if as_json:
        print_json(done)
        return
    what = f"version {done.version}" + (
        ", held: only labels given from now on change it" if done.held else ""
    )
    print_fields(
        [
            ("model", f"{what} (before: {f'version {done.before}' if done.before else 'none'})"),
            ("learned from", f"{done.pages} pages, labels: {done.labels_yes} on topic, {done.labels_no} not"),
            ("topic", _terms(list(done.terms.items()))),
            ("came in", _terms(done.terms_in) if done.before else ""),
            ("went out", ", ".join(done.terms_out[:_SHOWN])),
            ("judged anew", f"{done.moved} pages; {done.waiting} waiting addresses scored anew"),
            *_pages("now on topic", done.now_on_topic),
            *_pages("now off topic", done.now_off_topic),
            (
                "expected",
                " → ".join(_percent(one.precision) for one in done.expected)
                + f" of what counts as on topic (threshold {done.threshold:g}) is",
            ),
            *_measured_rows(*done.measured),
            *(("warning", warning) for warning in done.warnings),
        ]
    )
    click.echo(
        "`lookclear train DIR --undo` goes back" if not done.held else "`lookclear train DIR` learns on"
    )


def _print_rehearsal(tried: Rehearsal, as_json: bool) -> None:
    if as_json:
        print_json(tried)
        return
    print_fields(
        [
            ("on topic", f"{tried.on_topic_before} → {tried.on_topic_after} of {tried.pages} pages"),
            ("comes in", _terms(tried.terms_in)),
            ("goes out", ", ".join(tried.terms_out[:_SHOWN])),
            *_pages("now on topic", tried.now_on_topic),
            *_pages("now off topic", tried.now_off_topic),
            ("queue", f"{tried.moved} of the first {min(1000, tried.waiting)} addresses have another place"),
            *(
                ("", f"{one.place_before or '-':>4} → {one.place_after:<4} {one.after:.3f}  {one.url}")
                for one in tried.order
            ),
            *(("warning", warning) for warning in tried.warnings),
        ]
    )
    click.echo("nothing was changed")


def _print_versions(found: Versions, as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    for warning in found.warnings:
        click.echo(f"warning: {warning}")
    for one in found.versions:
        mark = ("held" if found.in_use.held else "in use") if one.version == found.in_use.version else ""
        told = _told(one.model) if one.model is not None else f"cannot be used: {one.trouble}"
        click.echo(printable(f"{one.version:>4}  {mark:<6}  {told}"))
    if not found.versions:
        click.echo("no version yet: a crawl makes one at its end, `lookclear train DIR` makes one now")


def _told(model: Model) -> str:
    terms = ", ".join(list(model.learned.terms)[:6])
    pages, on_topic = (int(model.figures.get(name, 0)) for name in ("pages", "on_topic"))
    return f"{model.created:%Y-%m-%d %H:%M}  {model.reason}: {pages} pages, {on_topic} on topic  {terms}"


def _terms(terms: list[tuple[str, float]]) -> str:
    return ", ".join(f"{term} {weight:.2f}" for term, weight in terms[:_SHOWN])


def _pages(name: str, pages: list[Rejudged]) -> list[tuple[str, object]]:
    rows: list[tuple[str, object]] = [(name, len(pages) or "")]
    return rows + [
        ("", f"{one.before:.2f} → {one.after:.2f}  {one.url}  {one.title}") for one in pages[:_SHOWN]
    ]


def _measured_rows(before: Measured | None, after: Measured | None) -> list[tuple[str, object]]:
    if after is None:
        return []
    both = [one for one in (before, after) if one is not None]
    return [
        ("precision", f"{' → '.join(_percent(one.precision) for one in both)} on {after.labels} labels"),
        ("recall", f"{' → '.join(_percent(one.recall) for one in both)} on {after.labels} labels"),
    ]


def _percent(share: float | None) -> str:
    return "nothing" if share is None else f"{share:.0%}"
