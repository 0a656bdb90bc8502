"""The frontier in memory: for simulations, for tests, and for Scrapy spiders that need no restart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from lookclear.domain import Candidate, Lease, Outcome, Refusal
from lookclear.frontier.base import AddressState, FrontierStats, NewScores, State, as_mapping
from lookclear.frontier.queue import PendingQueue, rank, rescore_pending
from lookclear.urls.canonical import host_of


@dataclass(slots=True)
class _Row:
    candidate: Candidate
    host: str
    order: int
    score: float
    state: State = State.PENDING
    token: int = 0
    outcome: Outcome | None = None
    detail: str = ""
    final_key: str = ""
    via: str = ""
    completed: int = 0
    tries: int = 0  # leases that were completed


class MemoryFrontier:
    """See `lookclear.frontier.base.Frontier`."""

    def __init__(self) -> None:
        self._rows: dict[str, _Row] = {}
        self._queue = PendingQueue()
        self._refused: dict[str, tuple[Refusal, str]] = {}
        self._leased = 0
        self._token = 0
        self._completed = 0

    def __len__(self) -> int:
        """Return the number of pending addresses."""
        return len(self._queue)

    def enqueue(self, candidates: Iterable[Candidate]) -> int:
        """Queue addresses not seen before; raise the score of pending ones. Returns how many are new."""
        return sum(self._add(candidate) for candidate in candidates)

    def lease(self, has_capacity: Callable[[str], bool]) -> Lease | None:
        """Hand out the best pending address among hosts with free capacity, or None."""
        key = self._queue.pop(has_capacity)
        if key is None:
            return None
        row = self._rows[key]
        self._token += 1
        self._leased += 1
        row.state, row.token = State.LEASED, self._token
        found = row.candidate
        return Lease(
            url=found.url,
            key=key,
            host=row.host,
            score=row.score,
            depth=found.depth,
            parent=found.parent,
            seed=found.seed,
            token=row.token,
            payload=found.payload,
        )

    def complete(
        self,
        lease: Lease,
        outcome: Outcome,
        *,
        candidates: Iterable[Candidate] = (),
        refused: Iterable[tuple[str, Refusal]] = (),
        rescored: NewScores | None = None,
        aliases: Mapping[str, str] | None = None,
        final_key: str | None = None,
        detail: str = "",
        hit: bool = False,  # noqa: ARG002
    ) -> bool:
        """Acknowledge a lease, queue what its page links to and apply new scores."""
        row = self._current(lease)
        if row is None:
            return False
        self._completed += 1
        final = final_key or lease.key
        if outcome is Outcome.FETCHED and final != lease.key:
            self._fetched_elsewhere(row, final)
            outcome = Outcome.REDIRECTED
        self._done(row, outcome)
        row.final_key, row.detail, row.tries = final, detail, row.tries + 1
        self.enqueue(candidates)
        for address, reason in refused:
            self._refused.setdefault(address, (reason, final))
        if rescored:
            self.rescore(rescored)
        for key, same in (aliases or {}).items():
            self._alias(key, same)
        return True

    def release(self, lease: Lease) -> None:
        """Put a leased address back as pending, unchanged."""
        row = self._current(lease)
        if row is not None:
            self._leased -= 1
            self._wait(row)

    def rescore(self, scores: NewScores) -> None:
        """Set new scores for pending addresses (keys not pending are passed over)."""
        for key, value in rescore_pending(
            self._queue, as_mapping(scores), lambda key: self._rows[key].host
        ).items():
            self._rows[key].score = value

    def reopen(self, keys: Iterable[str]) -> int:
        """Make done addresses pending again, for another try. Returns how many were done."""
        count = 0
        for key in keys:
            row = self._rows.get(key)
            if row is not None and row.state is State.DONE:
                row.outcome, row.detail, row.final_key, row.via, row.completed = None, "", "", "", 0
                self._wait(row)
                count += 1
        return count

    def retry(self, outcomes: Iterable[Outcome], *, most: int) -> int:
        """Make done addresses with one of these outcomes pending again, but none tried `most` times."""
        wanted = frozenset(outcomes)
        return self.reopen(
            [key for key, row in self._rows.items() if row.outcome in wanted and row.tries < most]
        )

    def is_known(self, key: str) -> bool:
        """Tell whether an address was ever queued, fetched or seen as an alias."""
        return key in self._rows

    def state(self, key: str) -> AddressState | None:
        """Return all that is known of an address, None when it was never seen."""
        row = self._rows.get(key)
        if row is None:
            if key not in self._refused:
                return None
            reason, parent = self._refused[key]
            return AddressState(key, key, "", State.REFUSED, parent=parent, outcome=reason)
        found = row.candidate
        return AddressState(
            key=key,
            url=found.url,
            host=row.host,
            state=row.state,
            score=row.score,
            parts=found.score.parts,
            priority=found.priority,
            depth=found.depth,
            parent=found.parent,
            anchor=found.anchor,
            seed=found.seed,
            discovered=row.order,
            outcome=row.outcome or "",
            detail=row.detail,
            final_key=row.final_key,
            via=row.via,
            completed=row.completed,
        )

    def visited(self) -> Iterator[tuple[str, str]]:
        """Yield (leased key, final key) of fetched pages in the order in which they were completed."""
        fetched = [(row.completed, key, row) for key, row in self._rows.items() if row.outcome == "fetched"]
        for _, key, row in sorted(fetched, key=lambda item: item[0]):
            yield row.via or key, key

    def ended(self) -> Iterator[tuple[str, str, Outcome]]:
        """Yield (leased key, final key, outcome) of all leases that were completed, in that order."""
        ended = [(row.completed, key, row) for key, row in self._rows.items() if row.completed]
        for _, key, row in sorted(ended, key=lambda item: item[0]):
            assert row.outcome is not None
            yield row.via or key, row.final_key, row.outcome

    def stats(self) -> FrontierStats:
        """Count addresses by state."""
        outcomes = Counter(str(row.outcome) for row in self._rows.values() if row.outcome is not None)
        return FrontierStats(
            pending=len(self._queue),
            leased=self._leased,
            done=outcomes.total(),
            outcomes=outcomes,
            refused=Counter(str(reason) for reason, _ in self._refused.values()),
            hosts=self._queue.hosts,
        )

    def close(self) -> None:
        """Nothing to release."""

    def _current(self, lease: Lease) -> _Row | None:
        row = self._rows.get(lease.key)
        if row is None or row.state is not State.LEASED or row.token != lease.token:
            return None
        return row

    def _add(self, candidate: Candidate) -> bool:
        row = self._rows.get(candidate.key)
        if row is None:
            order = len(self._rows) + 1
            row = _Row(candidate, host_of(candidate.url), order, candidate.score.value)
            self._rows[candidate.key] = row
            self._wait(row)
            return True
        if row.state is State.PENDING and candidate.score.value > row.score:
            row.score = candidate.score.value
            row.candidate = replace(
                row.candidate,
                score=candidate.score,
                parent=candidate.parent,
                anchor=candidate.anchor,
                depth=candidate.depth,
            )
            self._wait(row)
        return False

    def _wait(self, row: _Row) -> None:
        row.state = State.PENDING
        self._queue.put(row.host, rank(row.score, row.candidate.priority, row.order, row.candidate.key))

    def _done(self, row: _Row, outcome: Outcome) -> None:
        if row.state is State.PENDING:
            self._queue.discard(row.host, row.candidate.key)
        elif row.state is State.LEASED:
            self._leased -= 1
        row.state, row.outcome, row.completed = State.DONE, outcome, self._completed

    def _alias(self, key: str, same: str) -> None:
        row = self._rows.get(key)
        if row is not None and row.state is State.PENDING:
            self._queue.discard(row.host, key)
            row.state, row.outcome = State.DONE, Outcome.ALIAS
        if row is not None and row.outcome is Outcome.ALIAS:
            row.final_key = same

    def _fetched_elsewhere(self, leased: _Row, final: str) -> None:
        """Mark the address that answered as fetched, unless it already was."""
        row = self._rows.get(final)
        if row is None:
            found = leased.candidate
            alias = Candidate(
                url=final,
                key=final,
                score=found.score,
                depth=found.depth,
                parent=found.parent,
                anchor=found.anchor,
            )
            row = _Row(alias, host_of(final), len(self._rows) + 1, leased.score)
            row.state = State.DONE
            self._rows[final] = row
        if row.outcome is not Outcome.FETCHED:
            self._done(row, Outcome.FETCHED)
            row.via, row.final_key, row.detail = leased.candidate.key, final, ""
