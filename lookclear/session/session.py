"""One crawl of a workspace: the stores it writes, the mind that judges, the budget it keeps.

A page passes `judge` → `store` → `index` → `acknowledge`, in one go: the order of acknowledgement is that of
judgement, and replaying the stored pages in that order rebuilds the mind after an interruption.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol, TypeVar

from lookclear.domain import Lease, Outcome, Refusal, StopReason
from lookclear.errors import LookClearError, StoreError
from lookclear.frontier.base import State
from lookclear.html.context import context_rule
from lookclear.links.strategies import strategy as strategy_named
from lookclear.politeness.contact import check_contact
from lookclear.replay.web import RecordedWeb
from lookclear.session.condition import write_condition
from lookclear.session.ending import report_of, stop_reason, why_starved
from lookclear.session.items import Fetched, Judged
from lookclear.session.learning import Learning
from lookclear.session.plan import CrawlOptions, make_plan
from lookclear.session.progress import Progress
from lookclear.session.rebuild import gave_nothing, rebuild
from lookclear.session.report import CrawlReport
from lookclear.session.searchable import Searchable
from lookclear.session.stores import open_stores
from lookclear.session.tally import Tally
from lookclear.sitemaps.candidates import Listed, Source
from lookclear.sitemaps.listing import Entry
from lookclear.sites.addresses import NOTHING
from lookclear.store.labels import Label
from lookclear.store.pages import PageRecord
from lookclear.store.runs import Run, RunStore
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical
from lookclear.urls.scope import refusal
from lookclear.visit import TopicCrawl, Visit, check_ontology

# What failed so may answer another time: a new run tries it again, seeds always, others up to three times.
_TRY_AGAIN = frozenset({Outcome.UNREACHABLE, Outcome.TIMEOUT, Outcome.ROBOTS})
_TRY_SEED_AGAIN = _TRY_AGAIN | {Outcome.HTTP_ERROR, Outcome.NOT_RECORDED}
_MOST_TRIES = 3
KEEP_EVERY = 100  # pages, or a tenth of all, until the model is written down again


class Closable(Protocol):
    """What a session can hold."""

    def close(self) -> None:
        """Release it; may be called twice."""
        ...


Held = TypeVar("Held", bound=Closable)


class CrawlSession:
    """Use `open`, then `begin`, the steps of each page, and `finish`.

    Holds the workspace's lock until `close`.
    """

    def __init__(self, workspace: Workspace, options: CrawlOptions, stack: ExitStack) -> None:
        self._stack = stack
        self.workspace = workspace
        options.check()
        lock = workspace.lock()
        stack.callback(lock.release)
        plan = make_plan(workspace, options)
        if plan.web is None:
            crawl = workspace.file.crawl
            check_contact(crawl.contact, crawl.user_agent, workspace.addresses)
        self.strategy = plan.strategy
        strategy = strategy_named(plan.strategy, workspace.file.crawl.tunnel)
        self._ontology = workspace.ontology()
        check_ontology(plan.strategy, self._ontology)
        self.context = strategy.context or workspace.file.parsing.context
        context_rule(self.context)
        self.web = stack.enter_context(closing(RecordedWeb.open(plan.web))) if plan.web else None
        if options.fresh:
            workspace.clear()
        self.stores = open_stores(workspace, strategy, stack)
        self.frontier = self.stores.frontier
        self._runs = stack.enter_context(closing(RunStore(workspace.runs_path)))
        if plan.interrupted is None:
            self._reopen_failed()
        self.run = plan.run(self._runs, self.frontier.stats().outcomes)
        self.tally = Tally()
        self.report: CrawlReport | None = None
        self.failure: LookClearError | None = None
        self.warnings = [*workspace.seed_warnings, *filter(None, [self.stores.archive.warning])]
        self._mind: TopicCrawl | None = None
        self._fetched = Searchable(self.stores, workspace.file)  # all pages of the workspace
        self._learning = Learning(workspace, self.stores, self._fetched, stack)
        self.warnings += self._learning.warnings
        self._saved = self._kept_at = 0  # points of the curve, and pages of the model, already written

    @classmethod
    def open(cls, workspace: Workspace, options: CrawlOptions | None = None) -> CrawlSession:
        """Lock a workspace and open its stores.

        Raises UsageError (ConfigError), WebArchiveError, WorkspaceError (WorkspaceBusy), StoreError or an
        indexer's error; then nothing stays locked.
        """
        with ExitStack() as stack:
            session = cls(workspace, options or CrawlOptions(), stack)
            session._stack = stack.pop_all()
        return session

    def close(self) -> None:
        """Release stores and lock."""
        self._stack.close()

    def hold(self, held: Held) -> Held:
        """Close something together with the session, however it ends; returns it."""
        self._stack.callback(held.close)
        return held

    def begin(self) -> None:
        """Make up the mind from the examples and from what was fetched before, and queue the seeds."""
        self._mind = self._learning.new_mind(self.strategy, self._ontology)
        earlier = self.run.base.get(Outcome.FETCHED, 0)
        rebuild(self._mind, self.stores, self._fetched, count=self._count, earlier=earlier)
        self.frontier.enqueue(self._mind.seeds())
        self._learning.labels.begin(self._mind)
        self.tally.start_clock()

    def look_at_labels(self) -> list[Label]:
        """Take in what a person said of pages meanwhile; returns it. Cheap when there is nothing new."""
        if self._mind is None or self.failure is not None:
            return []
        return self._learning.labels.look(self._mind)

    def key(self, url: str) -> str:
        """Return the identity of an address, as far as its site is known."""
        return self._mind.sites.key(url) if self._mind is not None else canonical(url)

    def may_lease(self, in_flight: int) -> bool:
        """Tell whether one more page may be fetched beside those in flight without passing the budget."""
        begun = self._mind is not None and self.failure is None
        given_up = self.workspace.file.crawl.stop_early and self.tally.trouble is not None
        return begun and not given_up and self.tally.fetched + in_flight < self.run.budget

    def may_follow(self, lease: Lease, url: str) -> bool:
        """Tell whether a redirect may be followed; if not, the lease ends here.

        Not to what may not be fetched at all, nor to a page that is fetched or in flight.
        """
        key = self.key(url)
        if key == lease.key:  # the same address again
            return True
        reason = refusal(url, self.workspace.file.scope)
        if reason is not None:
            self.end(lease, Outcome.REDIRECTED, detail=f"{reason}: {url}", refused=[(url, reason)])
            return False
        state = self.frontier.state(key)
        if state is None:
            return True
        if state.state is not State.LEASED and (state.final_key or key) not in self._fetched:
            return True
        self._is_another_way_to(state.final_key or key, lease)
        return False

    def judge(self, fetched: Fetched) -> Judged | None:
        """Judge a page and its links; None when the page was fetched under another address already."""
        assert self._mind is not None
        lease, key = fetched.lease, self.key(fetched.page.url)
        if key in self._fetched:
            self._is_another_way_to(key, lease)
            return None
        visit = self._mind.visit(
            fetched.page, depth=lease.depth, seed=lease.seed, requested=lease.url, words=fetched.words
        )
        record = PageRecord(
            key=key,
            url=lease.url,
            final_url=fetched.url,
            fetched=fetched.fetched,
            status=fetched.status,
            outcome=Outcome.FETCHED,
            content_type=fetched.content_type,
            relevance=visit.relevance.value,
            depth=lease.depth,
            parent=lease.parent,
            seed=lease.seed,
            page=fetched.page,
            validators=fetched.validators,
        )
        return Judged(lease, record, visit, fetched.packed, fetched.search_words)

    def store(self, judged: Judged) -> None:
        """Store a page as it was understood."""
        self.stores.pages.put(judged.record, judged.packed)

    def index(self, judged: Judged) -> None:
        """Make a page searchable at once, for other processes too."""
        if self._fetched.add(judged.record, judged.visit, judged.lease.key, judged.search_words):
            self.stores.index.commit(sync=False)

    def acknowledge(self, judged: Judged) -> None:
        """Complete the lease of a page together with the links found on it: the page is safe and counted."""
        visit, key = judged.visit, judged.record.key
        current = self.frontier.complete(
            judged.lease,
            Outcome.FETCHED,
            candidates=visit.candidates,
            refused=visit.refused,
            rescored=visit.rescored,
            aliases=visit.aliases,
            final_key=key,
            hit=visit.is_hit(self.workspace.file.relevance.threshold),
            bridges=visit.bridges,
        )
        if current:
            self.frontier.reopen(visit.reopened)
            kind = judged.record.page.kind
            if judged.lease.seed and not kind.has_content:
                self.warnings.append(f"the seed {judged.lease.url} teaches nothing: its kind is {kind}")
            self._count(key, visit, judged.record)
            if "label" in visit.relevance.parts:
                self._learning.labels.met(
                    [key, judged.lease.key, canonical(judged.record.url)], judged.record.page
                )

    def listed(self, entries: Sequence[Entry], source: Source, most: int) -> Listed:
        """Queue the best addresses that a sitemap or feed names; returns what became of all of them."""
        assert self._mind is not None
        found = self._mind.listed(entries, source, most)
        try:
            self.frontier.enqueue_named(found.candidates)
        except StoreError as error:
            self.fail(error)
        return found

    def end(
        self,
        lease: Lease,
        outcome: Outcome,
        *,
        detail: str = "",
        final_key: str | None = None,
        refused: Iterable[tuple[str, Refusal]] = (),
    ) -> None:
        """Complete a lease that gave no page, unless it is complete already."""
        if self.failure is not None:
            return
        renewed = NOTHING
        if self._mind is not None and gave_nothing(lease.key, final_key or lease.key, outcome):
            renewed = self._mind.failed(lease.key)
        try:
            ended = self.frontier.complete(
                lease,
                outcome,
                detail=detail,
                final_key=final_key,
                refused=refused,
                aliases=renewed.aliases,
            )
            self.frontier.reopen(renewed.reopened)
        except StoreError as error:
            self.fail(error)
            return
        if ended and lease.seed:
            why = f"{outcome} ({detail})" if detail else str(outcome)
            self.warnings.append(f"the seed {lease.url} gave no page: {why}")

    def keep_model(self) -> None:
        """Write down what was learned up to now; raises StoreError."""
        if self._mind is not None and self.tally.fetched:
            self._learning.keep(self._mind, strategy=self.strategy, run=self.run.id, at=datetime.now(UTC))

    def fail(self, error: LookClearError) -> None:
        """Give the crawl up: nothing more is leased or acknowledged."""
        self.failure = self.failure or error

    def save(self) -> None:
        """Make the index last through a power cut, and write how the run stands."""
        self._fetched.refresh()
        self.stores.index.commit()
        self.run = self._present()
        self._save_run()
        if self.tally.fetched >= self._kept_at + max(KEEP_EVERY, self._kept_at // 10):
            self._kept_at = self.tally.fetched
            self.keep_model()

    def progress(self) -> Progress:
        """Return how the crawl stands now."""
        return self.tally.progress(budget=self.run.budget, queue=len(self.frontier))

    def finish(self, *, complete: bool) -> CrawlReport:
        """End the run and report; `complete` is False when it was stopped from outside.

        What cannot be saved makes the run a failed one, to be taken up again.
        """
        if self.report is None:
            if self.failure is None:
                self._end(
                    stop_reason(
                        complete=complete,
                        within_budget=self.tally.fetched < self.run.budget,
                        stop_early=self.workspace.file.crawl.stop_early,
                        trouble=self.tally.trouble,
                        fetched=len(self._fetched),
                        waiting=len(self.frontier),
                    )
                )
            if self.failure is not None:
                self._end(StopReason.FAILED)
        assert self.report is not None
        return self.report

    def _end(self, reason: StopReason) -> None:
        """Write everything down: first what the reason is true of, last the run that names it."""
        self.run = replace(self._present(), ended=datetime.now(UTC), stop_reason=reason)
        self.report = self._reported(reason)
        try:
            if self.failure is None:
                self._fetched.refresh()
                self.stores.index.commit()
                self.keep_model()
            if self.report.fetched or not self.report.earlier:  # else the earlier report says more
                self.report.write(self.workspace.data)
            self._save_run()
        except OSError as error:
            self.fail(
                StoreError(
                    f"cannot write to {self.workspace.data}: {error.strerror}",
                    hint="check space and permissions, then crawl again: nothing acknowledged is lost",
                )
            )
        except LookClearError as error:
            self.fail(error)

    def _all_warnings(self) -> list[str]:
        return [*self.warnings, *self._learning.doubts(self._mind)]

    def _reported(self, reason: StopReason) -> CrawlReport:
        failed = [str(self.failure)] if self.failure else []
        warnings = [*self._all_warnings(), *self.tally.warnings, *failed]
        if reason is StopReason.STARVED and self.tally.trouble is None:
            now, closed = datetime.now(UTC).timestamp(), self.stores.hosts.closed()
            waiting = self.frontier.waiting_at(host for host, (until, _) in closed.items() if until > now)
            closed_to = {host: (count, closed[host][1]) for host, count in waiting.items()}
            warnings.append(why_starved(len(self.frontier), closed_to))
        skipped = self.web.skipped if self.web is not None else ()
        return report_of(
            self.run,
            self.tally,
            reason=reason,
            strategy=self.strategy,
            refused=self.frontier.stats().refused,
            skipped=tuple(f"at byte {one.offset}: {one.reason}" for one in skipped),
            warnings=tuple(warnings),
        )

    def _reopen_failed(self) -> None:
        self.frontier.retry(_TRY_AGAIN, most=_MOST_TRIES)
        states = [self.frontier.state(canonical(seed)) for seed in self.workspace.topic.seeds]
        self.frontier.reopen(one.key for one in states if one is not None and one.outcome in _TRY_SEED_AGAIN)

    def _is_another_way_to(self, key: str, lease: Lease) -> None:
        """Complete a lease that led to a page that is fetched, or on its way."""
        self.frontier.complete(lease, Outcome.REDIRECTED, final_key=key)
        self._fetched.is_linked_again(key)

    def _save_run(self) -> None:
        self._runs.save(self.run, self.tally.curve[self._saved :])
        self._saved = self.tally.fetched
        write_condition(self.workspace.data, self.run.id, self.tally.trouble, self._all_warnings())

    def _count(self, key: str, visit: Visit, record: PageRecord) -> None:
        self._fetched.take_note(key, visit)
        if record.seed:
            self._learning.meet_seed(record)
        self.tally.count(
            key,
            visit.relevance.value >= self.workspace.file.relevance.threshold,
            record.page,
            is_copy=bool(visit.group),
            seed=record.seed,
            relevance=visit.relevance.value,
            at=record.fetched if self.web is None else None,
        )

    def _present(self) -> Run:
        outcomes = Counter(self.frontier.stats().outcomes)
        outcomes.subtract(self.run.base)
        return replace(
            self.run,
            fetched=self.tally.fetched,
            relevant=self.tally.relevant,
            outcomes={name: count for name, count in sorted(outcomes.items()) if count > 0},
        )
