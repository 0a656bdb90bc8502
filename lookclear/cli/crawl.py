"""`lookclear crawl`."""

from __future__ import annotations

from pathlib import Path

import click

from lookclear.cli.entry import DONE, ENDED_EARLY, FAILED
from lookclear.config import check_strategy
from lookclear.domain import StopReason
from lookclear.errors import UsageError
from lookclear.spiders.run import crawl as run_crawl
from lookclear.topics.workspace import Workspace

EXIT_CODES = {
    StopReason.DONE: DONE,
    StopReason.BUDGET: DONE,
    StopReason.FAILED: FAILED,
}


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
    if strategy is not None:
        check_strategy(strategy)
    return crawl_workspace(
        workspace, pages=pages, strategy=strategy, web=web, fresh=fresh, settings=_pairs(settings)
    )


def crawl_workspace(
    workspace: Workspace,
    *,
    pages: int | None = None,
    strategy: str | None = None,
    web: Path | None = None,
    fresh: bool = False,
    settings: dict[str, str] | None = None,
) -> int:
    """Crawl to the end, print the report, and return the exit code."""
    report = run_crawl(
        workspace, pages=pages, strategy=strategy, web=web, fresh=fresh, settings=settings or {}
    )
    return EXIT_CODES.get(report.stop_reason, ENDED_EARLY)


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
