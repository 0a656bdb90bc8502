"""The frontier on disk: one SQLite file that survives the death of the process.

Every acknowledgement is one transaction: the outcome of a page, the addresses it links to and the new scores
are safe together or not at all. The order of pending addresses is held in memory and rebuilt on opening; what
was leased when the process died is pending again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from lookclear.dbfile import Format, connect, reported, transaction
from lookclear.domain import Candidate, Lease, Outcome, Refusal
from lookclear.errors import StoreError
from lookclear.frontier.base import AddressState, FrontierStats, NewScores, State, as_mapping
from lookclear.frontier.queue import PendingQueue, rank, rescore_pending
from lookclear.frontier.rows import SCHEMA, read_state, refused_counts
from lookclear.urls.canonical import host_of

FORMAT = Format("frontier", SCHEMA, version=2)


class SqliteFrontier:
    """See `lookclear.frontier.base.Frontier`."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; raises StoreError when it is damaged or of another version."""
        self.path = path
        self._db = connect(path, FORMAT)
        self._queue = PendingQueue()
        self._hosts: dict[str, str] = {}  # host of each pending key
        self._leased = 0
        self._outcomes: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._token = self._completed = 0
        try:
            self._load()
        except BaseException:
            self._db.close()
            raise

    def __len__(self) -> int:
        """Return the number of pending addresses."""
        return len(self._queue)

    def enqueue(self, candidates: Iterable[Candidate]) -> int:
        """Queue addresses not seen before; raise the score of pending ones. Returns how many are new."""
        with self._transaction():
            places = [self._insert(candidate) for candidate in candidates]
        return self._admit(places)

    def lease(self, has_capacity: Callable[[str], bool]) -> Lease | None:
        """Hand out the best pending address among hosts with free capacity, or None."""
        key = self._queue.pop(has_capacity)
        if key is None:
            return None
        self._token += 1
        try:
            with self._transaction():
                url, host, score, depth, parent, seed, payload = self._db.execute(
                    "UPDATE address SET state = 'leased', token = ? WHERE key = ? "
                    "RETURNING url, host, score, depth, parent, seed, payload",
                    (self._token, key),
                ).fetchone()
        except StoreError:
            self._wait("key = ?", key)
            raise
        self._leased += 1
        del self._hosts[key]
        return Lease(url, key, host, score, depth, parent, bool(seed), self._token, payload)

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
        """Acknowledge a lease, queue what its page links to and apply new scores, in one transaction."""
        final = final_key or lease.key
        newly_fetched = None
        with self._transaction():
            if not self._is_current(lease):
                return False
            if outcome is Outcome.FETCHED and final != lease.key:
                newly_fetched = self._fetched_elsewhere(lease, final)
                outcome = Outcome.REDIRECTED
            self._db.execute(
                "UPDATE address SET state = 'done', outcome = ?, final_key = ?, detail = ?, completed = ?, "
                "tries = tries + 1 WHERE key = ?",
                (outcome, final, detail, self._completed + 1, lease.key),
            )
            places = [self._insert(candidate) for candidate in candidates]
            reasons = [reason for address, reason in refused if self._refuse(address, reason, final)]
            self._write_scores(as_mapping(rescored))
            same = [key for key, other in (aliases or {}).items() if self._alias(key, other)]
        self._completed += 1
        self._leased -= 1
        self._outcomes[outcome] += 1
        if newly_fetched is not None:
            self._settle(final, newly_fetched)
        self._admit(places)
        self._refused.update(str(reason) for reason in reasons)
        rescore_pending(self._queue, as_mapping(rescored), self._hosts.__getitem__)
        for key in same:
            self._queue.discard(self._hosts.pop(key), key)
            self._outcomes[Outcome.ALIAS] += 1
        return True

    def release(self, lease: Lease) -> None:
        """Put a leased address back as pending, unchanged."""
        with self._transaction():
            if not self._is_current(lease):
                return
            self._db.execute("UPDATE address SET state = 'pending' WHERE key = ?", (lease.key,))
        self._leased -= 1
        self._wait("key = ?", lease.key)

    def rescore(self, scores: NewScores) -> None:
        """Set new scores for pending addresses (keys not pending are passed over)."""
        with self._transaction():
            self._write_scores(as_mapping(scores))
        rescore_pending(self._queue, as_mapping(scores), self._hosts.__getitem__)

    def reopen(self, keys: Iterable[str]) -> int:
        """Make done addresses pending again, for another try. Returns how many were done."""
        done: list[tuple[str, str]] = []
        keys = tuple(keys)
        if not keys:
            return 0
        with self._transaction():
            for key in keys:
                row = self._db.execute(
                    "SELECT key, outcome FROM address WHERE key = ? AND state = 'done'", (key,)
                ).fetchone()
                if row is not None:
                    done.append(row)
                    self._db.execute(
                        "UPDATE address SET state = 'pending', outcome = '', detail = '', final_key = '', "
                        "via = '', completed = NULL WHERE key = ?",
                        (key,),
                    )
        for key, outcome in done:
            self._outcomes[outcome] -= 1
            self._wait("key = ?", key)
        return len(done)

    def retry(self, outcomes: Iterable[Outcome], *, most: int) -> int:
        """Make done addresses with one of these outcomes pending again, but none tried `most` times."""
        found: list[str] = []
        with reported(self.path, FORMAT):
            for outcome in outcomes:
                found += [
                    key
                    for (key,) in self._db.execute(
                        "SELECT key FROM address WHERE state = 'done' AND outcome = ? AND tries < ?",
                        (outcome, most),
                    )
                ]
        return self.reopen(found)

    def is_known(self, key: str) -> bool:
        """Tell whether an address was ever queued, fetched or seen as an alias."""
        return self._db.execute("SELECT 1 FROM address WHERE key = ?", (key,)).fetchone() is not None

    def state(self, key: str) -> AddressState | None:
        """Return all that is known of an address, None when it was never seen."""
        with reported(self.path, FORMAT):
            return read_state(self._db, key)

    def visited(self) -> Iterator[tuple[str, str]]:
        """Yield (leased key, final key) of fetched pages in the order in which they were completed."""
        with reported(self.path, FORMAT):
            yield from self._db.execute(
                "SELECT iif(via = '', key, via), key FROM address WHERE outcome = 'fetched' "
                "AND completed IS NOT NULL ORDER BY completed"
            )

    def ended(self) -> Iterator[tuple[str, str, Outcome]]:
        """Yield (leased key, final key, outcome) of all leases that were completed, in that order."""
        with reported(self.path, FORMAT):
            for leased, final, outcome in self._db.execute(
                "SELECT iif(via = '', key, via), final_key, outcome FROM address "
                "WHERE state = 'done' AND completed IS NOT NULL ORDER BY completed"
            ):
                yield leased, final, Outcome(outcome)

    def stats(self) -> FrontierStats:
        """Count addresses by state."""
        return FrontierStats(
            pending=len(self._queue),
            leased=self._leased,
            done=self._outcomes.total(),
            outcomes=+self._outcomes,
            refused=+self._refused,
            hosts=self._queue.hosts,
        )

    def close(self) -> None:
        """Release the file; what was completed is safe."""
        self._db.close()

    def _load(self) -> None:
        with self._transaction():
            self._db.execute("UPDATE address SET state = 'pending' WHERE state = 'leased'")
        with reported(self.path, FORMAT):
            self._token, self._completed = self._db.execute(
                "SELECT coalesce(max(token), 0), coalesce(max(completed), 0) FROM address"
            ).fetchone()
            self._outcomes.update(
                dict(
                    self._db.execute("SELECT outcome, count(*) FROM address WHERE state = 'done' GROUP BY 1")
                )
            )
            self._refused.update(refused_counts(self._db))
        self._wait("state = ?", State.PENDING)

    def _wait(self, condition: str, value: str) -> None:
        """Put stored pending addresses (again) into the queue."""
        with reported(self.path, FORMAT):
            for key, host, score, priority, order in self._db.execute(
                f"SELECT key, host, score, priority, id FROM address WHERE {condition}", (value,)
            ):
                self._hosts[key] = host
                self._queue.put(host, rank(score, priority, order, key))

    def _transaction(self) -> AbstractContextManager[None]:
        return transaction(self._db, self.path, FORMAT)

    def _is_current(self, lease: Lease) -> bool:
        return (
            self._db.execute(
                "SELECT 1 FROM address WHERE key = ? AND state = 'leased' AND token = ?",
                (lease.key, lease.token),
            ).fetchone()
            is not None
        )

    def _insert(self, candidate: Candidate) -> tuple[str, str, float, int, int, bool] | None:
        """Write one address; return its place in the queue and whether it is new, None if nothing changed."""
        host = host_of(candidate.url)
        score = candidate.score.value
        row = self._db.execute(
            "UPDATE address SET score = ?2, parts = ?3, depth = ?4, parent = ?5, anchor = ?6 "
            "WHERE key = ?1 AND state = 'pending' AND score < ?2 RETURNING id, priority",
            _link(candidate),
        ).fetchone()
        if row is not None:
            return candidate.key, host, score, row[1], row[0], False
        row = self._db.execute(
            "INSERT INTO address "
            "(key, score, parts, depth, parent, anchor, url, host, seed, priority, payload) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING id",
            (*_link(candidate), candidate.url, host, candidate.seed, candidate.priority, candidate.payload),
        ).fetchone()
        return None if row is None else (candidate.key, host, score, candidate.priority, row[0], True)

    def _admit(self, places: Iterable[tuple[str, str, float, int, int, bool] | None]) -> int:
        """Bring the queue up to date with what was written; return how many addresses are new."""
        new = 0
        for key, host, score, priority, order, is_new in filter(None, places):
            self._hosts[key] = self._hosts.get(key, host)
            self._queue.put(self._hosts[key], rank(score, priority, order, key))
            new += is_new
        return new

    def _refuse(self, address: str, reason: Refusal, parent: str) -> bool:
        return (
            self._db.execute(
                "INSERT INTO refused (address, reason, parent) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (address, reason, parent),
            ).rowcount
            == 1
        )

    def _write_scores(self, scores: Mapping[str, float]) -> None:
        self._db.executemany(
            "UPDATE address SET score = ? WHERE key = ? AND state = 'pending'",
            [(value, key) for key, value in scores.items()],
        )

    def _alias(self, key: str, same: str) -> bool:
        """Make a pending address an alias; tell whether it was pending. An alias gets its new target."""
        self._db.execute(
            "UPDATE address SET final_key = ? WHERE key = ? AND outcome = ?", (same, key, Outcome.ALIAS)
        )
        return (
            self._db.execute(
                "UPDATE address SET state = 'done', outcome = ?, final_key = ? "
                "WHERE key = ? AND state = 'pending'",
                (Outcome.ALIAS, same, key),
            ).rowcount
            == 1
        )

    def _fetched_elsewhere(self, lease: Lease, final: str) -> tuple[State, str] | None:
        """Mark the address that answered as fetched; return its state before, None if it already was."""
        self._db.execute(
            "INSERT INTO address "
            "(key, url, host, score, parts, depth, parent, anchor, seed, priority, payload) "
            "SELECT ?, ?, ?, score, parts, depth, parent, anchor, 0, 0, '' FROM address WHERE key = ? "
            "ON CONFLICT (key) DO NOTHING",
            (final, final, host_of(final), lease.key),
        )
        state, outcome = self._db.execute(
            "SELECT state, outcome FROM address WHERE key = ?", (final,)
        ).fetchone()
        if outcome == Outcome.FETCHED:
            return None
        self._db.execute(
            "UPDATE address SET state = 'done', outcome = 'fetched', via = ?, final_key = ?, detail = '', "
            "completed = ? WHERE key = ?",
            (lease.key, final, self._completed + 1, final),
        )
        return State(state), outcome

    def _settle(self, key: str, before: tuple[State, str]) -> None:
        """Bring queue and counts up to date for an address that was fetched through a redirect."""
        state, outcome = before
        if state is State.LEASED:
            self._leased -= 1
        elif state is State.DONE:
            self._outcomes[outcome] -= 1
        elif key in self._queue:
            self._queue.discard(self._hosts.pop(key), key)
        self._outcomes[Outcome.FETCHED] += 1


def _link(candidate: Candidate) -> tuple[str, float, str, int, str, str]:
    return (
        candidate.key,
        candidate.score.value,
        json.dumps(dict(candidate.score.parts), separators=(",", ":")),
        candidate.depth,
        candidate.parent,
        candidate.anchor,
    )
