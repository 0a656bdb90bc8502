"""What a crawl is going to do: options, topic file and an interrupted run, put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from lookclear.config import check_strategy
from lookclear.errors import UsageError
from lookclear.store.runs import Run, RunStore
from lookclear.topics.workspace import Workspace


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """What a user may say beside the topic file; None means: as it is written there."""

    pages: int | None = None
    strategy: str | None = None
    web: Path | None = None  # a recorded web
    fresh: bool = False  # forget everything fetched before

    def check(self) -> None:
        """Raise UsageError for what cannot be done."""
        if self.pages is not None and self.pages < 1:
            raise UsageError(f"{self.pages} pages cannot be fetched", hint="give 1 or more")
        if self.strategy is not None:
            check_strategy(self.strategy)


@dataclass(frozen=True, slots=True)
class Plan:
    """A crawl's settings; `interrupted` is the run that it takes up again, if any.

    `given` is what options said, of this start or of an earlier one of the same run.
    """

    strategy: str
    web: Path | None
    budget: int
    given: Mapping[str, str | int]
    interrupted: Run | None

    def run(self, runs: RunStore, outcomes: Mapping[str, int]) -> Run:
        """Enter the run into the history; `outcomes` are the workspace's counts so far."""
        web = str(self.web) if self.web else ""
        if self.interrupted is not None:
            return runs.resume(
                self.interrupted, strategy=self.strategy, web=web, budget=self.budget, given=self.given
            )
        return runs.begin(
            datetime.now(UTC),
            strategy=self.strategy,
            web=web,
            budget=self.budget,
            base=outcomes,
            given=self.given,
        )


def make_plan(workspace: Workspace, options: CrawlOptions) -> Plan:
    """Plan a crawl: what options say, of an interrupted run too, and else what the topic file says now."""
    interrupted = None if options.fresh else _interrupted(workspace)
    given = {**(interrupted.given if interrupted is not None else {}), **_given(workspace, options)}
    file = workspace.file.crawl
    return Plan(
        strategy=str(given.get("strategy", file.strategy)),
        web=(workspace.folder / str(given["web"])).resolve() if "web" in given else workspace.web_path,
        budget=int(given.get("pages", file.pages)),
        given=given,
        interrupted=interrupted,
    )


def _given(workspace: Workspace, options: CrawlOptions) -> dict[str, str | int]:
    """Return what the options say; a web inside the workspace is named from there, so that it may move."""
    given: dict[str, str | int] = {}
    if options.pages is not None:
        given["pages"] = options.pages
    if options.strategy is not None:
        given["strategy"] = options.strategy
    if options.web is not None:
        web = options.web.resolve()
        inside = web.is_relative_to(workspace.folder)
        given["web"] = str(web.relative_to(workspace.folder) if inside else web)
    return given


def _interrupted(workspace: Workspace) -> Run | None:
    if not workspace.runs_path.exists():
        return None
    runs = RunStore(workspace.runs_path)
    latest = runs.latest()
    runs.close()
    return latest if latest is not None and latest.resumable else None
