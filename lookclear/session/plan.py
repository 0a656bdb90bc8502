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
    """A crawl's settings; `interrupted` is the run that it takes up again, if any."""

    strategy: str
    web: Path | None
    budget: int
    interrupted: Run | None

    def run(self, runs: RunStore, outcomes: Mapping[str, int]) -> Run:
        """Enter the run into the history; `outcomes` are the workspace's counts so far."""
        web = str(self.web) if self.web else ""
        if self.interrupted is not None:
            return runs.resume(self.interrupted, strategy=self.strategy, web=web, budget=self.budget)
        now = datetime.now(UTC)
        return runs.begin(now, strategy=self.strategy, web=web, budget=self.budget, base=outcomes)


def make_plan(workspace: Workspace, options: CrawlOptions) -> Plan:
    """Plan a crawl: an interrupted run goes on as it began, unless the options say otherwise."""
    interrupted = None if options.fresh else _interrupted(workspace)
    file = workspace.file.crawl
    if interrupted is None:
        return Plan(
            strategy=options.strategy or file.strategy,
            web=options.web.resolve() if options.web else workspace.web_path,
            budget=options.pages or file.pages,
            interrupted=None,
        )
    web = options.web.resolve() if options.web else Path(interrupted.web) if interrupted.web else None
    return Plan(
        strategy=options.strategy or interrupted.strategy,
        web=web,
        budget=options.pages or interrupted.budget,
        interrupted=interrupted,
    )


def _interrupted(workspace: Workspace) -> Run | None:
    if not workspace.runs_path.exists():
        return None
    runs = RunStore(workspace.runs_path)
    latest = runs.latest()
    runs.close()
    return latest if latest is not None and latest.resumable else None
