"""`lookclear crawl`."""

from __future__ import annotations

from pathlib import Path

import click

from lookclear.errors import UsageError
from lookclear.session import ConsoleLine
from lookclear.spiders.run import crawl as run_crawl
from lookclear.topics.workspace import Workspace


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--pages", type=click.IntRange(min=1), help="Pages to fetch; the topic file's when left out.")
@click.option("--strategy", help="Which link next; the topic file's when left out.")
@click.option(
    "--web", type=click.Path(path_type=Path), help="A recorded web (WARC) to crawl instead of the network."
)
@click.option("--fresh", is_flag=True, help="Forget what earlier crawls fetched and indexed.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A Scrapy setting for this run; may be repeated.",
)
def crawl(
    directory: Path,
    pages: int | None,
    strategy: str | None,
    web: Path | None,
    fresh: bool,
    settings: tuple[str, ...],
) -> int:
    """Crawl the topic of the workspace in DIRECTORY and index its pages.

    A crawl that was stopped or killed is taken up where it ended.
    """
    workspace = Workspace.open(directory)
    for warning in workspace.seed_warnings:
        click.echo(f"warning: {warning}", err=True)
    line = ConsoleLine()
    report = run_crawl(
        workspace,
        pages=pages,
        strategy=strategy,
        web=web,
        fresh=fresh,
        settings=_pairs(settings),
        on_progress=line,
    )
    line.end()
    click.echo(report.text())
    return report.exit_code


def _pairs(settings: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise UsageError(
                f"--set {setting!r} is not NAME=VALUE", hint="write, for example, --set LOG_LEVEL=DEBUG"
            )
        pairs[name] = value
    return pairs
