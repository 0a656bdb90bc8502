"""The tables of `lookclear evaluate`: each topic, their mean, and the tests between strategies."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from lookclear.cli.output import console
from lookclear.replay.judge import Judge
from lookclear.replay.protocol import Protocol
from lookclear.replay.report import WebResult
from lookclear.replay.results import Mean, TopicResult, comparisons, over_topics, over_webs

_WIDTH = 100
_FIELDS = ("harvest", "recall", "auc_vs_oracle", "r_precision")
_COLUMNS = ("found", "harvest", "recall", "auc/oracle", "r-prec", "length", "overlap", "ms/page")


def print_comparison(webs: Sequence[WebResult], protocol: Protocol) -> None:
    """Print all results on standard output."""
    out = (
        console()
        if sys.stdout.isatty()
        else Console(width=_WIDTH, markup=False, highlight=False, emoji=False)
    )
    for web in webs:
        named = f"{web.name}: " if len(webs) > 1 else ""
        if web.judge is not None:
            out.print(_judged(web.judge), soft_wrap=True)
        for topic in web.topics:
            out.print(_topic_table(topic, named))
        heading = named + _heading(len(web.topics), protocol)
        out.print(_mean_table(over_topics(web.topics), heading, intervals=len(web.topics) > 1))
        if web.baseline and len(web.topics) > 1:
            out.print(_tests_table(web, named))
    if len(webs) > 1:
        means = over_webs([over_topics(web.topics) for web in webs])
        out.print(_mean_table(means, f"mean of {len(webs)} webs, each the same weight", intervals=False))


def _judged(judge: Judge) -> str:
    return (
        "No labels: a model judged what is relevant, so these numbers are estimates. It was trained on "
        f"{judge.trained_on} examples the crawler is not told ({len(judge.told)} others are its seeds); "
        f"precision at least {judge.precision:.2f}, recall {judge.recall:.2f} (of those seeds); it takes "
        f"{len(judge.relevant)} pages for relevant."
    )


def _topic_table(topic: TopicResult, named: str) -> Table:
    table = _table(f"{named}{topic.label}: {topic.relevant} relevant pages", _COLUMNS)
    for result in topic.strategies:
        table.add_row(
            result.name,
            f"{result.hits / len(result.runs):.1f}",
            *(f"{result.mean(field):.3f}" for field in _FIELDS),
            _optional(result.target_length, 2),
            _optional(result.overlap, 2),
            f"{result.ms_per_page:.1f}",
        )
    return table


def _mean_table(means: Sequence[Mean], title: str, *, intervals: bool) -> Table:
    table = _table(title, (*_COLUMNS[:4], "95 %", *_COLUMNS[4:]))
    for mean in means:
        harvest, recall, main, precision = (f"{mean.values[field]:.3f}" for field in _FIELDS)
        table.add_row(
            mean.name,
            f"{mean.found:.1f}",
            harvest,
            recall,
            main,
            _interval(mean.ci95) if intervals else "",
            precision,
            _optional(mean.target_length, 2),
            _optional(mean.overlap, 2),
            f"{mean.ms_per_page:.1f}",
        )
    return table


def _tests_table(web: WebResult, named: str) -> Table:
    columns = ("difference", "95 %", "bootstrap 95 %", "effect", "t-test p", "Holm", "ranks p", "Holm ")
    table = _table(f"{named}auc/oracle against {web.baseline}, paired over topics", columns)
    for one in comparisons(web.topics, web.baseline)["auc_vs_oracle"]:
        table.add_row(
            one.strategy,
            f"{one.difference:+.3f}",
            _interval(one.ci95, signed=True),
            _interval(one.ci95_bootstrap, signed=True),
            f"{one.effect:+.2f}",
            *(f"{p:.3f}" for p in (one.p_t, one.holm_t, one.p_wilcoxon, one.holm_wilcoxon)),
        )
    return table


def _heading(topics: int, protocol: Protocol) -> str:
    sets = f"{protocol.repeats} seed set{'s' if protocol.repeats > 1 else ''} each"
    if topics == 1:
        return f"one topic, {sets}, {protocol.pages} pages"
    return f"{topics} topics together (found: sum, the rest: mean), {sets}, {protocol.pages} pages"


def _table(title: str, columns: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("strategy", overflow="fold")
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _interval(bounds: tuple[float, float], *, signed: bool = False) -> str:
    sign = "+" if signed else ""
    return f"{bounds[0]:{sign}.2f}…{bounds[1]:{sign}.2f}"


def _optional(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
