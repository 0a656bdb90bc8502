"""How a crawl ended, and why."""

from __future__ import annotations

from collections.abc import Mapping

from lookclear.domain import Outcome, StopReason
from lookclear.session.health import Trouble
from lookclear.session.report import CrawlReport
from lookclear.session.tally import Tally
from lookclear.store.runs import Run

_NO_SEED = (
    "none of the seeds could be fetched: check the addresses in topic.toml and the network (or the recorded "
    "web), then crawl again"
)
_HOSTS_NAMED = 3


def stop_reason(
    *,
    complete: bool,
    within_budget: bool,
    stop_early: bool,
    trouble: Trouble | None,
    fetched: int,
    waiting: int,
) -> StopReason:
    """Return the one reason a run ended for.

    `complete` is False when it was stopped from outside; `fetched` counts all pages of the workspace,
    `waiting` the addresses that are left. A crawl that was complete with some left could not get at them; one
    that fetched all there is is done, however little of it is on topic.
    """
    if within_budget and not complete:
        return StopReason.STOPPED
    ends_it = stop_early if within_budget else trouble is not None and trouble.reason is StopReason.STARVED
    if trouble is not None and ends_it:
        return trouble.reason
    if not within_budget:
        return StopReason.BUDGET
    return StopReason.DONE if fetched and not waiting else StopReason.STARVED


def why_starved(waiting: int, closed: Mapping[str, tuple[int, str]]) -> str:
    """Say why nothing more could be fetched.

    `waiting` counts the addresses that are left. `closed` has the hosts that want to be left alone, how many
    of those wait there, and why.
    """
    if not waiting:
        return _NO_SEED
    there = sum(count for count, _ in closed.values())
    if not there:
        return f"{waiting} addresses wait for hosts that cannot be asked now: crawl again later"
    named = ", ".join(f"{host} ({why})" for host, (_, why) in sorted(closed.items())[:_HOSTS_NAMED])
    rest = f", and {waiting - there} for others" if waiting > there else ""
    return (
        f"{there} addresses wait for hosts that want to be left alone, such as {named}{rest}: "
        "crawl again later"
    )


def report_of(
    run: Run,
    tally: Tally,
    *,
    reason: StopReason,
    strategy: str,
    refused: Mapping[str, int],
    skipped: tuple[str, ...],
    warnings: tuple[str, ...],
) -> CrawlReport:
    """Return the report of a run; `skipped` names the records of a recorded web that cannot be read."""
    return CrawlReport(
        stop_reason=reason,
        strategy=strategy,
        budget=run.budget,
        fetched=run.fetched,
        relevant=run.relevant,
        seconds=round(tally.seconds, 3),
        outcomes=run.outcomes,
        refused=refused,
        per_host=dict(tally.per_host),
        kinds=dict(tally.kinds),
        flags=dict(sorted(tally.flags.items())),
        links_dropped=tally.links_dropped,
        skipped_records=skipped,
        curve=tuple(tally.curve),
        warnings=warnings,
        resumed=tally.resumed,
        earlier=run.base.get(Outcome.FETCHED, 0),
        copies=tally.copies,
    )
