"""`lookclear evaluate`: compare strategies on a recorded, labelled web."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from lookclear.charts import Series, line_chart
from lookclear.cli.output import console
from lookclear.errors import UsageError
from lookclear.html.reading import Reading
from lookclear.links.strategies import NAMES
from lookclear.links.strategies import strategy as strategy_named
from lookclear.replay.evaluation import (
    FIELDS,
    Describe,
    Protocol,
    TopicResult,
    Unrecorded,
    as_json,
    evaluate_web,
    mean_curve,
    read_labels,
)
from lookclear.replay.measures import interval95
from lookclear.replay.pages import RecordedPages, default_cache_folder
from lookclear.replay.simulator import JUDGES
from lookclear.replay.web import RecordedWeb
from lookclear.sites.templates import TemplateRule

_LISTS = ("--topic", "--strategy")


class _ListOptions(click.Command):
    """Lets `--topic A B` and `--strategy S T` take several values, beside being repeated."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        spread: list[str] = []
        option = ""
        for arg in args:
            if arg.startswith("-"):
                option = arg if arg in _LISTS else ""
            elif option:
                spread += [option] if spread[-1] != option else []
            spread.append(arg)
        return super().parse_args(ctx, spread)


@click.command(cls=_ListOptions)
@click.option("--web", type=click.Path(path_type=Path), required=True, help="The recorded web (WARC).")
@click.option("--labels", type=click.Path(path_type=Path), required=True, help="Its labels.jsonl.")
@click.option(
    "--topic",
    "topics",
    multiple=True,
    required=True,
    metavar="LABEL...",
    help="Labels to crawl for; `a+b` is the union of two.",
)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="NAME...",
    help=f"Strategies to compare: {', '.join(NAMES)} (these when left out), {' and '.join(JUDGES)}.",
)
@click.option(
    "--pages", type=click.IntRange(min=1), default=500, show_default=True, help="Fetches after the seeds."
)
@click.option("--seeds", type=click.IntRange(min=1), default=3, show_default=True, help="Seed pages a crawl.")
@click.option(
    "--repeats", type=click.IntRange(min=1), default=5, show_default=True, help="Seed sets a topic."
)
@click.option(
    "--describe",
    type=click.Choice(["seeds", "keywords", "examples"]),
    default="seeds",
    show_default=True,
    help="What the crawler is told of the topic.",
)
@click.option("--random-seed", type=int, default=0, show_default=True, help="Chooses the seed sets.")
@click.option("--json", "json_path", type=click.Path(path_type=Path), help="Write all numbers to this file.")
@click.option("--plot", type=click.Path(path_type=Path), help="Write curves of what was found (SVG).")
@click.option(
    "--unrecorded",
    type=click.Choice(["skip", "fetch"]),
    default="skip",
    show_default=True,
    help="Pass over addresses that are not in the recorded web, or count them as fetches without a page.",
)
@click.option(
    "--templates",
    type=click.Choice([rule.value for rule in TemplateRule]),
    default=TemplateRule.SHARE.value,
    show_default=True,
    help="How blocks are told that a site repeats on its pages, and that count little.",
)
@click.option(
    "--reading",
    "choices",
    multiple=True,
    metavar="NAME=VALUE",
    help="How pages are read, such as context=window:10 or block_large=200; may be repeated.",
)
@click.option("--no-cache", is_flag=True, help="Do not keep parsed pages on disk for the next time.")
def evaluate(
    web: Path,
    labels: Path,
    topics: tuple[str, ...],
    strategies: tuple[str, ...],
    pages: int,
    seeds: int,
    repeats: int,
    describe: str,
    random_seed: int,
    json_path: Path | None,
    plot: Path | None,
    no_cache: bool,
    unrecorded: str,
    templates: str,
    choices: tuple[str, ...],
) -> int:
    """Compare strategies on a recorded web by its labels.

    Each topic is crawled from several random sets of its own pages; labels judge and never steer.
    """
    chosen = strategies or NAMES
    for name in chosen:
        if name not in JUDGES:
            strategy_named(name)
    protocol = Protocol(
        topics=topics,
        strategies=tuple(dict.fromkeys(chosen)),
        pages=pages,
        seeds=seeds,
        repeats=repeats,
        describe=msgspec.convert(describe, type=Describe),
        random_seed=random_seed,
        unrecorded=msgspec.convert(unrecorded, type=Unrecorded),
        templates=TemplateRule(templates),
    )
    reading = Reading.of(choices)
    recorded = RecordedPages(RecordedWeb.open(web), None if no_cache else default_cache_folder(), reading)
    try:
        results = _evaluated(recorded, labels, protocol)
    finally:
        recorded.close()
    _print_tables(results, protocol)
    if recorded.web.skipped:
        click.echo(f"{len(recorded.web.skipped)} damaged records were skipped", err=True)
    if json_path is not None:
        _write(json_path, msgspec.json.format(msgspec.json.encode(as_json(results, web, len(recorded.web)))))
    if plot is not None:
        _write(plot, _curves(results).encode())
    return 0


def _evaluated(recorded: RecordedPages, labels: Path, protocol: Protocol) -> list[TopicResult]:
    """Run the comparison and say on standard error how far it is, in one live line or line by line."""
    marks = read_labels(labels)
    terminal = Console(stderr=True)
    if not terminal.is_terminal:
        return evaluate_web(
            recorded,
            marks,
            protocol,
            lambda topic, at, total: click.echo(f"{topic}: seed set {at + 1} of {total}", err=True),
        )
    with terminal.status("reading the recorded web") as line:
        return evaluate_web(
            recorded,
            marks,
            protocol,
            lambda topic, at, total: line.update(f"{topic}: seed set {at + 1} of {total}"),
        )


def _print_tables(results: list[TopicResult], protocol: Protocol) -> None:
    out = console() if sys.stdout.isatty() else Console(width=140, markup=False, highlight=False, emoji=False)
    for topic in results:
        table = _table(f"{topic.label}: {topic.relevant} relevant pages")
        for result in topic.strategies:
            table.add_row(
                result.name,
                f"{result.hits / protocol.repeats:.1f}",
                *(f"{result.mean(field):.3f}" for field in FIELDS),
                "",
                f"{result.ms_per_page:.1f}",
            )
        out.print(table)
    table = _table(_heading(len(results), protocol))
    for at, name in enumerate(protocol.strategies):
        own = [topic.strategies[at] for topic in results]
        low, high = interval95([result.mean("auc_vs_oracle") for result in own])
        table.add_row(
            name,
            f"{sum(result.hits for result in own) / protocol.repeats:.1f}",
            *(f"{sum(result.mean(field) for result in own) / len(own):.3f}" for field in FIELDS),
            f"{low:.3f} to {high:.3f}" if len(own) > 1 else "",
            f"{sum(result.ms_per_page for result in own) / len(own):.1f}",
        )
    out.print(table)


def _heading(topics: int, protocol: Protocol) -> str:
    sets = f"{protocol.repeats} seed set{'s' if protocol.repeats > 1 else ''} each"
    if topics == 1:
        return f"one topic, {sets}, {protocol.pages} pages"
    return f"{topics} topics together (found: sum, the rest: mean), {sets}, {protocol.pages} pages"


def _table(title: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("strategy")
    for name in (
        "found",
        "harvest",
        "recall",
        "auc",
        "auc/oracle",
        "r-precision",
        "95 % of auc/oracle",
        "ms/page",
    ):
        table.add_column(name, justify="right")
    return table


def _curves(results: list[TopicResult]) -> str:
    series = []
    for at, strategy in enumerate(results[0].strategies):
        curves = [topic.strategies[at].curve for topic in results]
        series.append(Series(strategy.name, mean_curve(curves)))
    return line_chart(
        series,
        title="Relevant pages found",
        x_label="pages fetched",
        y_label="relevant pages, mean of all crawls",
        standalone=True,
    )


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}", hint="choose another file") from error
