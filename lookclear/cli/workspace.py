"""`lookclear new` and `lookclear check`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import click

from lookclear.cli.address import examine_address, print_address
from lookclear.cli.output import print_fields, print_json
from lookclear.cli.page import examine_page, print_page
from lookclear.cli.topic import print_topic
from lookclear.errors import ConfigError, LookClearError, UsageError
from lookclear.html.context import context_rule
from lookclear.links.strategies import strategy as strategy_named
from lookclear.politeness.contact import check_contact, is_contact
from lookclear.replay.web import RecordedWeb
from lookclear.session.conceptcheck import ConceptReport, examine_concepts
from lookclear.session.starting import gather
from lookclear.session.topiccheck import TopicReport, examine_topic
from lookclear.topics.new import write_topic
from lookclear.topics.workspace import Workspace
from lookclear.visit import check_ontology


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--name", default="", help="Name of the topic; the folder's name when left out.")
@click.option("--seed", "seeds", multiple=True, metavar="URL", help="Address to start from; may be repeated.")
@click.option(
    "--keyword",
    "keywords",
    multiple=True,
    metavar="WORD",
    help="Word or phrase of the topic; may be repeated.",
)
@click.option(
    "--example",
    "examples",
    multiple=True,
    metavar="WHAT",
    help="Page on topic: an address, a file, a list of addresses, a folder of pages; may be repeated.",
)
@click.option(
    "--counter-example", "counters", multiple=True, metavar="WHAT", help="The same, for pages off topic."
)
@click.option("--ontology", default="", metavar="FILE", help="File of concepts (SKOS or OWL).")
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="CODE",
    help="Language, such as zh; guessed when left out.",
)
@click.option(
    "--web", default="", metavar="W.warc.gz", help="A recorded web to crawl instead of the network."
)
@click.option("--contact", default="", help="Web page or mail address of yours, told to the sites asked.")
def new(
    directory: Path,
    name: str,
    seeds: tuple[str, ...],
    keywords: tuple[str, ...],
    examples: tuple[str, ...],
    counters: tuple[str, ...],
    ontology: str,
    languages: tuple[str, ...],
    web: str,
    contact: str,
) -> None:
    """Make a workspace in DIRECTORY with a commented topic file.

    Keywords, addresses, saved pages and whole folders of them: give what you have, in any combination.
    """
    if contact and not is_contact(contact):
        raise UsageError(
            f"{contact!r} is neither a web page nor a mail address", hint="give one, such as you@example.org"
        )
    if web and not Path(web).expanduser().exists():
        raise UsageError(f"there is no recorded web {web}", hint="give the path of a WARC file")
    material = gather(
        directory,
        seeds=seeds,
        keywords=keywords,
        examples=examples,
        counter_examples=counters,
        languages=languages,
        ontology=ontology,
    )
    path = write_topic(
        directory,
        name=name,
        seeds=material.seeds,
        keywords=material.keywords,
        contact=contact,
        languages=material.languages,
        examples=material.examples,
        counter_examples=material.counter_examples,
        suggested=material.suggested,
        ontology=material.ontology,
        web=str(Path(web).expanduser().resolve()) if web else "",
    )
    click.echo(f"wrote {path}")
    print_fields(
        [
            ("seeds", len(material.seeds)),
            ("keywords", len(material.keywords)),
            ("examples", len(material.examples)),
            ("languages", ", ".join(material.languages)),
            ("ontology", material.ontology),
            ("the examples share", ", ".join(material.suggested)),
            *(("note", note) for note in material.notes),
        ]
    )
    if not material.seeds:
        click.echo("next: add at least one seed to it")
    click.echo(f"then: lookclear check {directory} && lookclear crawl {directory}")


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `check` found in a workspace that can be read."""

    name: str
    folder: str
    seeds: int
    keywords: int
    strategy: str
    pages: int
    recorded_pages: int | None  # None on the live web
    warnings: list[str] = field(default_factory=list)
    topic: TopicReport | None = None
    ontology: ConceptReport | None = None
    ok: bool = True


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--url", metavar="URL", help="Say instead whether URL would be fetched, and by which rule.")
@click.option(
    "--file",
    "page",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="PAGE",
    help="Say instead what is read from a saved page (- for standard input); --url is its address then.",
)
@click.option(
    "--header",
    "headers",
    multiple=True,
    metavar="LINE",
    help='Header the saved page came with, such as "Content-Type: text/html; charset=gbk"; may be repeated.',
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(
    directory: Path, url: str | None, page: Path | None, headers: tuple[str, ...], as_json: bool
) -> None:
    """Read the workspace in DIRECTORY: what is wrong with it, and what is known of its topic."""
    try:
        workspace = Workspace.open(directory)
        if page is not None:
            print_page(examine_page(workspace, page, url, headers), as_json=as_json)
            return
        if headers:
            raise UsageError("--header belongs to a saved page", hint="add --file PAGE")
        if url is not None:
            print_address(examine_address(workspace, url), as_json=as_json)
            return
        report = examine(workspace)
    except LookClearError as error:
        if as_json:
            print_json({"ok": False, "error": error.message, "hint": error.hint})
        raise
    if as_json:
        print_json(report)
        return
    source = (
        "the live web"
        if report.recorded_pages is None
        else f"a recorded web of {report.recorded_pages} answers"
    )
    print_fields(
        [
            ("topic", report.name),
            ("folder", report.folder),
            ("seeds", report.seeds),
            ("keywords", report.keywords),
            *([("ontology", report.ontology.summary)] if report.ontology is not None else []),
            ("crawls", f"{report.pages} pages of {source}, {report.strategy} first"),
            *(("warning", warning) for warning in report.warnings),
        ]
    )
    if report.topic is not None:
        print_topic(report.topic)
    click.echo("the topic file is in order")


def examine(workspace: Workspace) -> CheckReport:
    """Look at everything a crawl would need; raises what would stop it, and warns of what would hurt it."""
    settings, topic = workspace.file, workspace.topic
    strategy_named(settings.crawl.strategy, settings.crawl.tunnel)
    check_ontology(settings.crawl.strategy, workspace.ontology())
    context_rule(settings.parsing.context)
    warnings = list(workspace.seed_warnings)
    if not topic.keywords and not topic.examples:
        warnings.append("no keywords and no examples: the seeds alone tell the topic")
    if not settings.crawl.obey_robots:
        warnings.append("robots.txt is not obeyed")
    warnings += [
        f"the example file {example} is not there"
        for example in topic.examples
        if not example.startswith(("http://", "https://")) and not Path(example).is_file()
    ]
    recorded = web = None
    if workspace.web_path is None:
        try:
            check_contact(settings.crawl.contact, settings.crawl.user_agent, workspace.addresses)
        except UsageError as error:
            warnings.append(str(error))
    else:
        web = RecordedWeb.open(workspace.web_path)
        recorded = len(web)
        warnings += [f"the seed {seed} is not in the recorded web" for seed in topic.seeds if seed not in web]
        if web.skipped:
            warnings.append(f"{len(web.skipped)} records of the recorded web are damaged and are passed over")
    concepts = examine_concepts(workspace)
    warnings += concepts.warnings if concepts is not None else []
    about = _topic(workspace, web, warnings)
    return CheckReport(
        name=topic.name,
        folder=str(workspace.folder),
        seeds=len(topic.seeds),
        keywords=len(topic.keywords),
        strategy=settings.crawl.strategy,
        pages=settings.crawl.pages,
        recorded_pages=recorded,
        warnings=warnings,
        topic=about,
        ontology=concepts,
    )


def _topic(workspace: Workspace, web: RecordedWeb | None, warnings: list[str]) -> TopicReport | None:
    """Look at the topic, its warnings put to the others; None when an example cannot be read."""
    try:
        about = examine_topic(workspace, web)
    except ConfigError as error:
        if str(error) not in warnings:
            warnings.append(str(error))
        return None
    warnings += about.warnings
    return about
