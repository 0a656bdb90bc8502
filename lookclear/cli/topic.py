"""How `lookclear check` shows the learned topic."""

from __future__ import annotations

from collections.abc import Sequence

import click

from lookclear.cli.output import print_fields, printable
from lookclear.session.expectation import Expected
from lookclear.session.topiccheck import Shown, TopicReport

_TERMS = 20


def print_topic(report: TopicReport) -> None:
    """Print terms, known pages, example judgements, and what thresholds promise."""
    source = f"version {report.version} of the model" if report.version else "seeds, examples and keywords"
    print_fields(
        [
            ("words", ", ".join(f"{term} {weight:.2f}" for term, weight in report.terms[:_TERMS])),
            ("learned from", source + (", held" if report.held else "")),
            (
                "labels",
                f"{report.labels_yes} on topic, {report.labels_no} not"
                if report.labels_yes + report.labels_no
                else "",
            ),
        ]
    )
    for one in report.known:
        alike = "alone" if one.likeness is None else f"likeness {one.likeness:.2f}"
        click.echo(
            printable(
                f"  {one.role} {one.name}: {alike}, keywords {one.keywords}, language {one.language or '?'}"
            )
        )
    _print_pages("most on topic", report.best)
    _print_pages("near the threshold", report.borderline)
    _print_pages("least on topic", report.worst)
    if report.thresholds:
        click.echo("what thresholds would give (relevance.threshold in topic.toml), by the judge's own word:")
        click.echo("  it is often too sure; `lookclear label` and `lookclear train` measure it")
    for expected in report.thresholds:
        mark = " ← in use" if expected.threshold == report.threshold else ""
        click.echo(f"  {expected.threshold:<5g} {_promise(expected)}{mark}")


def _print_pages(name: str, pages: Sequence[Shown]) -> None:
    if pages:
        click.echo(name)
    for one in pages:
        click.echo(printable(f"  {one.relevance:.3f}  {one.url}  {one.title}"))


def _promise(expected: Expected) -> str:
    if expected.precision is None:
        return f"{expected.pages} pages"
    found = f"{expected.recall or 0:.0%} of all there are"
    return f"{expected.pages} pages, of which {expected.precision:.0%} on topic; {found}"
