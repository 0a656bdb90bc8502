"""`lookclear evaluate`: compare strategies on recorded webs, by labels or by a model that judges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.live import Live
from rich.text import Text

from lookclear.cachefolder import cache_folder
from lookclear.charts import Panel, Series, line_charts
from lookclear.cli.comparison import print_comparison
from lookclear.cli.webs import GivenWeb, given_webs
from lookclear.errors import UsageError
from lookclear.html.reading import Reading
from lookclear.links.strategies import NAMES, needs_ontology
from lookclear.links.strategies import strategy as strategy_named
from lookclear.replay.evaluation import evaluate_prepared
from lookclear.replay.judge import train_judge
from lookclear.replay.labels import Labels, relevant_pages
from lookclear.replay.pages import RecordedPages
from lookclear.replay.prepared import Progress, prepare
from lookclear.replay.protocol import Describe, Protocol, Unrecorded
from lookclear.replay.report import WebResult, as_json
from lookclear.replay.results import TopicResult, mean_curve
from lookclear.replay.simulator import JUDGES
from lookclear.replay.web import RecordedWeb
from lookclear.replay.workers import processors
from lookclear.sites.templates import TemplateRule
from lookclear.topics.ontology import Ontology
from lookclear.topics.ontology_files import load_ontology
from lookclear.topics.workspace import Workspace
from lookclear.visit import check_ontology

_LISTS = ("--topic", "--strategy", "--web", "--labels", "--examples")
_BASELINE = "best-first"
_TOLD_EVERY = 100  # crawls or pages, in a log


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
@click.argument("workspace", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option(
    "--web",
    "webs",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="WARC...",
    help="Recorded webs (WARC files, or folders of them); left out: what the workspace DIR stored.",
)
@click.option(
    "--labels",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE...",
    help="The labels.jsonl of each web, in the same order.",
)
@click.option(
    "--topic",
    "topics",
    multiple=True,
    metavar="LABEL...",
    help="Labels to crawl for; `a+b` is the union of two, `WEB/a` is a topic of one web only.",
)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="NAME...",
    help=f"Strategies to compare: {', '.join(NAMES)} (these when left out), {' and '.join(JUDGES)}.",
)
@click.option("--against", metavar="NAME", help="The strategy that others are tested against.  [best-first]")
@click.option(
    "--judge",
    type=click.Choice(["labels", "model"]),
    default="labels",
    show_default=True,
    help="Who says what is relevant: labels, or a classifier trained on half of the --examples.",
)
@click.option(
    "--examples",
    multiple=True,
    metavar="URL|FILE...",
    help="For --judge model: pages of the recorded web that are on topic; a file has one address a line.",
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
@click.option(
    "--spoil",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seeds of each crawl that are replaced by pages off topic.",
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
    "--ontology",
    "ontology_file",
    type=click.Path(path_type=Path),
    help="A file of concepts (SKOS or OWL) for the strategy `ontology`; left out: that of the workspace DIR.",
)
@click.option(
    "--reading",
    "choices",
    multiple=True,
    metavar="NAME=VALUE",
    help="How pages are read, such as context=window:10 or block_large=200; may be repeated.",
)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to crawl in.  [one a processor]")
@click.option("--no-cache", is_flag=True, help="Do not keep parsed pages on disk for the next time.")
def evaluate(
    workspace: Path | None,
    webs: tuple[Path, ...],
    labels: tuple[Path, ...],
    topics: tuple[str, ...],
    strategies: tuple[str, ...],
    against: str | None,
    judge: str,
    examples: tuple[str, ...],
    pages: int,
    seeds: int,
    repeats: int,
    describe: str,
    spoil: int,
    random_seed: int,
    json_path: Path | None,
    plot: Path | None,
    unrecorded: str,
    templates: str,
    ontology_file: Path | None,
    choices: tuple[str, ...],
    jobs: int | None,
    no_cache: bool,
) -> int:
    """Compare strategies on recorded webs, or on what a crawl of the workspace DIR stored.

    Each topic is crawled from several random sets of its own pages; labels judge and never steer.
    """
    ontology = _ontology(ontology_file, workspace)
    usual = [name for name in NAMES if ontology is not None or not needs_ontology(name)]
    chosen = tuple(dict.fromkeys(strategies or usual))
    if spoil > seeds:
        raise UsageError(f"{spoil} of {seeds} seeds cannot be spoiled", hint="give --spoil at most --seeds")
    protocol = Protocol(
        topics=topics,
        strategies=chosen,
        pages=pages,
        seeds=seeds,
        repeats=repeats,
        describe=msgspec.convert(describe, type=Describe),
        random_seed=random_seed,
        spoil=spoil,
        unrecorded=msgspec.convert(unrecorded, type=Unrecorded),
        templates=TemplateRule(templates),
        ontology=ontology,
    )
    baseline = _baseline(chosen, against)
    for name in set(chosen) - set(JUDGES):
        check_ontology(name, ontology)
    given = given_webs(
        workspace,
        webs,
        labels,
        topics,
        examples,
        by_model=judge == "model",
        needed=protocol.needed,
        note=lambda text: click.echo(text, err=True),
    )
    reading = Reading.of(choices)
    results = [
        _evaluated(web, protocol, baseline, reading, jobs or processors(), use_cache=not no_cache)
        for web in given
    ]
    print_comparison(results, protocol)
    if json_path is not None:
        _write(json_path, msgspec.json.format(msgspec.json.encode(as_json(results))))
    if plot is not None:
        _write(plot, _curves(results).encode())
    return 0


def _ontology(file: Path | None, workspace: Path | None) -> Ontology | None:
    if file is not None:
        return load_ontology(file)
    return Workspace.open(workspace).ontology() if workspace is not None else None


def _baseline(strategies: Sequence[str], against: str | None) -> str:
    """Check all names; return the strategy that the others are tested against, empty for none."""
    for name in strategies:
        if name not in JUDGES:
            _check_strategy(name)
    if against is None:
        return _BASELINE if _BASELINE in strategies and len(strategies) > 1 else ""
    if against not in strategies:
        raise UsageError(
            f"{against!r} is not among the strategies", hint=f"compared are: {', '.join(strategies)}"
        )
    return against


def _check_strategy(name: str) -> None:
    try:
        strategy_named(name)
    except UsageError as error:
        hint = f"{error.hint}; to compare with: {', '.join(JUDGES)}"
        raise UsageError(error.message, hint=hint) from None


def _evaluated(
    web: GivenWeb, protocol: Protocol, baseline: str, reading: Reading, jobs: int, *, use_cache: bool
) -> WebResult:
    """Run the comparison on one web and say on standard error how far it is."""
    folder = cache_folder("pages") if use_cache else None
    pages = RecordedPages(RecordedWeb.open(web.path), folder, reading)
    topics, judge, told = web.topics, None, None
    labels = _recorded(web.labels, pages.web) if web.labels is not None else None
    try:
        with _progress(web.name) as say:
            if labels is not None:
                for topic in topics:
                    relevant_pages(labels, topic, protocol.needed)  # said before all pages are parsed
            ready = prepare(pages, jobs, say)
            if labels is None:
                say("training the judge", 0, 0)
                chance = protocol.random_seed
                judge = train_judge(pages, web.examples, seeds=protocol.needed - 1, random_seed=chance)
                labels, told = judge.labels(topics[0]), {topics[0]: judge.told}
            own = replace(protocol, topics=topics)
            found = evaluate_prepared(ready, labels, own, say, jobs=jobs, seeds_from=told)
    finally:
        pages.close()
    if pages.web.skipped:
        click.echo(f"{len(pages.web.skipped)} damaged records were skipped", err=True)
    return WebResult(web.name, str(web.path), len(pages.web), tuple(found), baseline, judge)


def _recorded(labels: Labels, web: RecordedWeb) -> Labels:
    """Leave out labels of pages that nobody could find here."""
    kept = {url: own for url, own in labels.items() if url in web}
    if len(kept) < len(labels):
        click.echo(f"{len(labels) - len(kept)} labelled pages are not recorded and left out", err=True)
    return kept


@contextmanager
def _progress(web: str) -> Iterator[Progress]:
    """Say how far it is, in one live line or, where that is not seen, now and then in a line of its own.

    Without a thread that draws: this process is going to be forked.
    """

    def text(what: str, done: int, of: int) -> str:
        return f"{web}: {what}" + (f", {done} of {of}" if of else "")

    def tell(what: str, done: int, of: int) -> None:
        if done == of or done % _TOLD_EVERY == 0:
            click.echo(text(what, done, of), err=True)

    terminal = Console(stderr=True)
    if not terminal.is_terminal:
        yield tell
        return
    with Live(Text(), console=terminal, auto_refresh=False, transient=True) as line:
        yield lambda what, done, of: line.update(Text(text(what, done, of)), refresh=True)


def _curves(webs: Sequence[WebResult]) -> str:
    """Draw a chart a topic, and one of their mean."""
    topics = [(web, topic) for web in webs for topic in web.topics]
    titles = [topic.label if len(webs) == 1 else f"{web.name}: {topic.label}" for web, topic in topics]
    panels = [Panel(title, _series([topic])) for title, (_, topic) in zip(titles, topics, strict=True)]
    if len(topics) > 1:
        panels.insert(0, Panel("mean of all topics", _series([topic for _, topic in topics])))
    return line_charts(
        panels,
        title="Relevant pages found",
        x_label="pages fetched",
        y_label="relevant pages, mean of the seed sets",
        standalone=True,
    )


def _series(topics: Sequence[TopicResult]) -> list[Series]:
    return [
        Series(strategy.name, mean_curve([topic.strategies[at].curve for topic in topics]))
        for at, strategy in enumerate(topics[0].strategies)
    ]


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}", hint="choose another file") from error
