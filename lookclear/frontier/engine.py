"""The frontier over any book: order and leases in memory, everything that must last in the book.

Each operation is drafted, written, and only then done in memory: one that cannot be written has changed
nothing and may be tried again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from lookclear.domain import Candidate, Lease, Outcome, Refusal
from lookclear.errors import StoreError
from lookclear.frontier.base import AddressState, FrontierStats, HostTest, Named, NewScores, State
from lookclear.frontier.book import NO_FETCH, Book, Change, Done, NamedRow
from lookclear.frontier.codes import CODE_OF_OUTCOME, CODE_OF_REFUSAL, OUTCOMES, REFUSALS
from lookclear.frontier.draft import Draft
from lookclear.frontier.rules import Rules
from lookclear.frontier.slots import DONE, HELD, LEASED, PENDING, REFUSED, TUNNEL, Slots, Slots32
from lookclear.frontier.targets import Targets
from lookclear.frontier.waiting import Waiting
from lookclear.links.rescored import Rescored
from lookclear.urls.canonical import host_of

_SHOWN_AFTER_S = 1.0  # leases reach the book with its next change, at the latest after this
_EXCESS = 1.05
_EVERY_SO_OFTEN = 500  # fetches between two looks for what waits too long in the last queue
_MOST_HOSTS = 1 << 16  # remembered by the beginning of their addresses


class _Held(NamedTuple):
    slot: int
    end: float  # of the clock
    key: str


def _nowhere(_host: str) -> bool:
    return False


class BookFrontier:
    """See `lookclear.frontier.base.Frontier`."""

    def __init__(self, book: Book, slots: Slots, rules: Rules, clock: Callable[[], float]) -> None:
        """Take over what the book holds; what was leased is pending again."""
        self._book = book
        self._slots = slots
        self._rules = rules
        self._clock = clock
        self._waiting = Waiting(slots, rules)
        self._targets = Targets(book.find)
        self._leases: dict[int, _Held] = {}  # by token, the first to end first
        self._shown_at = clock()
        self._hosts: dict[str, int] = {}  # numbers by beginning of an address
        loaded = book.load(slots, self._waiting.groups)
        self._token, self._completed = loaded.token, loaded.completed
        self._refused = Counter(loaded.refused)
        self._trimmed = self._outwaited = 0
        self._waiting.restore(*loaded.fetched.T)
        self._waiting.put_all(slots.pending())

    def __len__(self) -> int:
        """Return the number of pending addresses."""
        self._sweep()
        return len(self._waiting)

    def enqueue(self, candidates: Iterable[Candidate]) -> int:
        """Queue addresses not seen before; raise the score of pending ones. Returns how many are new."""
        self._trim()
        candidates = tuple(candidates)
        draft = self._draft(_keys(candidates))
        count = sum(draft.queue(candidate) for candidate in candidates)
        self._carry_out(draft.change)
        return count

    def enqueue_named(self, candidates: Iterable[Candidate]) -> int:
        """Queue addresses that a sitemap or feed names, and remember when."""
        self._trim()
        candidates = tuple(candidates)
        draft = self._draft(_keys(candidates))
        count = sum(draft.queue(candidate) for candidate in candidates)
        draft.change.named = [
            NamedRow(draft.known[one.key], one.anchor, self._completed) for one in candidates
        ]
        self._carry_out(draft.change)
        return count

    def named(self) -> Iterator[Named]:
        """Yield what was queued with `enqueue_named`, in that order."""
        return self._book.named()

    def lease(self, has_capacity: HostTest, is_closed: HostTest = _nowhere) -> Lease | None:
        """Hand out the best pending address among hosts with free capacity, or None."""
        self._sweep()
        self._trim()
        now = self._clock()
        if self._leases and now - self._shown_at > _SHOWN_AFTER_S:
            self._write(Change())
        slot = self._waiting.choose(has_capacity, is_closed)
        if slot is None:
            return None
        try:
            found = self._book.found(slot)
        except StoreError:
            self._put_back(slot)
            raise
        self._token += 1
        self._leases[self._token] = _Held(slot, now + self._rules.lease_s, found.key)
        return Lease(
            url=found.url,
            key=found.key,
            host=self._slots.hosts[self._slots.host[slot]],
            score=float(self._slots.score[slot]),
            depth=found.depth,
            parent=found.parent,
            seed=found.seed,
            token=self._token,
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
        hit: bool = False,
        bridges: Iterable[str] = (),
    ) -> bool:
        """Acknowledge a lease, queue what its page links to and apply new scores, in one transaction."""
        slot = self._current(lease)
        if slot is None:
            return False
        self._trim()
        candidates, final, bridges = tuple(candidates), final_key or lease.key, tuple(bridges)
        draft = self._draft([final, *_keys(candidates), *(aliases or ()), *bridges])
        draft.change.bridges = [draft.known[key] for key in bridges if key in draft.known]
        origin = None if final in draft.known else self._book.read(lease.key)
        if origin is not None:
            origin = replace(origin, score=float(self._slots.score[slot]))
        done = Done(slot, outcome, final, detail, self._completed + 1, was_tried=True, hit=hit)
        draft.complete(slot, lease.key, done, origin)
        for candidate in candidates:
            draft.queue(candidate)
        for address, reason in refused:
            draft.refuse(address, reason, final)
        self._rescore(draft, rescored)
        for key, same in (aliases or {}).items():
            draft.alias(key, same)
        self._carry_out(draft.change)
        return True

    def release(self, lease: Lease) -> None:
        """Put a leased address back as pending, unchanged."""
        slot = self._current(lease)
        if slot is not None:
            del self._leases[lease.token]
            self._put_back(slot)

    def rescore(self, scores: NewScores) -> None:
        """Set new scores for pending addresses (keys not pending are passed over)."""
        draft = self._draft(())
        self._rescore(draft, scores)
        self._carry_out(draft.change)

    def reopen(self, keys: Iterable[str]) -> int:
        """Make done addresses pending again, for another try. Returns how many were done."""
        keys = tuple(keys)
        return self._reopen(self._book.find(keys).values()) if keys else 0

    def retry(self, outcomes: Iterable[Outcome], *, most: int) -> int:
        """Make done addresses with one of these outcomes pending again, but none tried `most` times."""
        slots = self._slots
        codes = [CODE_OF_OUTCOME[outcome] for outcome in outcomes]
        size = slots.size
        found = (slots.state[:size] == DONE) & (slots.tries[:size] < most)
        return self._reopen(np.flatnonzero(found & np.isin(slots.outcome[:size], codes)).tolist())

    def is_known(self, key: str) -> bool:
        """Tell whether an address was ever queued, fetched or seen as an alias."""
        return bool(self._book.find([key]))

    def state(self, key: str) -> AddressState | None:
        """Return all that is known of an address, None when it was never seen."""
        found = self._book.read(key)
        if found is None or not found.discovered:
            return found
        slot = found.discovered
        is_leased = self._slots.state[slot] == LEASED
        return replace(
            found,
            state=State.LEASED if is_leased else found.state,
            score=float(self._slots.score[slot]),
            links=int(self._slots.links[slot]),
        )

    def anchors(self, key: str) -> tuple[str, ...]:
        """Return the different texts of links to an address and to all that led to the same page."""
        return self._book.anchors(key)

    def visited(self) -> Iterator[tuple[str, str]]:
        """Yield (leased key, final key) of fetched pages in the order in which they were completed."""
        for leased, final, outcome in self._book.ended():
            if outcome is Outcome.FETCHED:
                yield leased, final

    def ended(self) -> Iterator[tuple[str, str, Outcome]]:
        """Yield (leased key, final key, outcome) of all leases that were completed, in that order."""
        return self._book.ended()

    def waiting_at(self, hosts: Iterable[str]) -> Mapping[str, int]:
        """Count the addresses that wait at these hosts, without hosts that have none and what is held."""
        self._sweep()
        slots, wanted = self._slots, set(hosts)
        waiting = slots.pending()
        counts = np.bincount(slots.host[waiting[slots.tier[waiting] != HELD]]).tolist()
        named = zip(slots.hosts, counts, strict=False)  # hosts without any come last
        return {host: count for host, count in named if count and host in wanted}

    def stats(self) -> FrontierStats:
        """Count addresses by state."""
        self._sweep()
        slots, size = self._slots, self._slots.size
        codes = np.bincount(slots.outcome[:size][slots.state[:size] == DONE], minlength=len(OUTCOMES))
        outcomes = {str(o): int(n) for o, n in zip(OUTCOMES, codes, strict=True) if n}
        return FrontierStats(
            pending=sum(self._waiting.counts),
            leased=len(self._leases),
            done=int(codes.sum()),
            outcomes=outcomes,
            refused=+self._refused,
            hosts=len(np.unique(slots.host[slots.pending()])),
        )

    def close(self) -> None:
        """Release the store; what was completed is safe."""
        self._book.close()

    def _draft(self, keys: Iterable[str]) -> Draft:
        return Draft(self._slots, self._book.find(keys), self._host_number)

    def _host_number(self, url: str) -> int:
        """Return the number of an address's host; the beginning of the address tells it."""
        beginning = "/".join(url.split("/", 3)[:3])
        number = self._hosts.get(beginning)
        if number is None:
            number = self._slots.host_number(host_of(url))
            is_whole = beginning[-1:] != "/" and not any(mark in beginning for mark in "?#\\")
            if is_whole and len(self._hosts) < _MOST_HOSTS:
                self._hosts[beginning] = number
        return number

    def _rescore(self, draft: Draft, scores: NewScores | None) -> None:
        if not scores:
            return
        if isinstance(scores, Rescored):
            slots = self._targets.slots(scores.keys, len(scores.scores), draft.known)
            draft.rescore(slots, scores.scores, np.where(scores.tunnel, TUNNEL, 0).astype(np.uint8))
            return
        known = self._book.find(scores) | {key: draft.known[key] for key in scores if key in draft.known}
        slots = np.array([known.get(key, 0) for key in scores], np.int32)
        draft.rescore(slots, np.array(list(scores.values()), np.float64), None)

    def _reopen(self, slots: Iterable[int]) -> int:
        done = [slot for slot in slots if self._slots.state[slot] == DONE]
        if done:
            self._carry_out(Change(reopened=done))
        return len(done)

    def _current(self, lease: Lease) -> int | None:
        """Return the slot of a lease, None when it is not current any more."""
        self._sweep()
        held = self._leases.get(lease.token)
        return held.slot if held is not None and held.key == lease.key else None

    def _sweep(self) -> None:
        """Put back what was leased for too long."""
        while self._leases:
            token, held = next(iter(self._leases.items()))
            if held.end > self._clock():
                return
            del self._leases[token]
            self._put_back(held.slot)

    def _put_back(self, slot: int) -> None:
        self._waiting.returned(slot, counts=False)
        self._slots.state[slot] = PENDING
        self._waiting.put(slot)

    def _trim(self) -> None:
        """Drop the worst when too many wait, and what waited too long in the tunnel."""
        dropped: dict[int, Refusal] = {}
        if len(self._waiting) > self._rules.max_pending * _EXCESS:
            worst = self._waiting.worst(len(self._waiting) - self._rules.max_pending)
            dropped = dict.fromkeys(worst.tolist(), Refusal.EVICTED)
        if self._waiting.counts[TUNNEL] and self._completed - self._trimmed > self._rules.tunnel_expiry // 50:
            old = self._waiting.expired(self._completed)
            dropped |= dict.fromkeys(old.tolist(), Refusal.TUNNEL_EXPIRED)
            self._trimmed = self._completed
        if self._completed - self._outwaited >= _EVERY_SO_OFTEN:
            dropped |= dict.fromkeys(self._waiting.outwaited(self._completed).tolist(), Refusal.EVICTED)
            self._outwaited = self._completed
        if dropped:
            self._carry_out(Change(dropped=dropped))

    def _write(self, change: Change) -> list[Refusal]:
        leases = {held.slot: token for token, held in self._leases.items() if held.slot not in change.done}
        reasons = self._book.write(change, leases)
        self._shown_at = self._clock()
        return reasons

    def _carry_out(self, change: Change) -> None:
        """Write a change, then do it in memory."""
        self._refused.update(str(reason) for reason in self._write(change))
        slots, first = self._slots, self._slots.size
        self._extend(change)
        for slot in change.revived:
            self._refused[str(REFUSALS[slots.outcome[slot]])] -= 1
        for slot, done in change.done.items():
            self._end(slot, done, is_new=slot >= first)
        for slot, reason in change.dropped.items():
            self._waiting.remove(slot)
            slots.state[slot], slots.outcome[slot] = REFUSED, CODE_OF_REFUSAL[reason]
            self._refused[str(reason)] += 1
        self._waiting.moved(self._rescored(change))
        new = [one.slot for one in change.new if one.slot not in change.done]
        back = change.revived + change.reopened
        slots.state[back], slots.born[back] = PENDING, self._completed
        self._waiting.put_all(np.array(new + back, np.int32))
        for source in change.sources:
            slots.anchors[source.slot] |= np.uint64(1 << source.bit)
        for targets in change.links.values():
            slots.links[list(targets)] += np.uint32(1)

    def _extend(self, change: Change) -> None:
        """Fill the slots of new addresses."""
        if not change.new:
            return
        slots, new = self._slots, change.new
        at = slots.extend(len(new))
        slots.score[at] = [one.score for one in new]
        slots.priority[at] = [one.candidate.priority for one in new]
        slots.host[at] = [one.host for one in new]
        slots.lane[at] = [one.lane for one in new]
        slots.seed[at] = [one.candidate.seed for one in new]
        slots.born[at] = self._completed
        groups = self._waiting.groups
        if groups is not None:
            slots.groups[:, at] = np.transpose(
                [groups(one.candidate.key, slots.hosts[one.host]) for one in new]
            )

    def _end(self, slot: int, done: Done, *, is_new: bool) -> None:
        slots = self._slots
        state = DONE if is_new else int(slots.state[slot])
        if state == REFUSED:
            self._refused[str(REFUSALS[slots.outcome[slot]])] -= 1
        slots.state[slot], slots.outcome[slot] = DONE, CODE_OF_OUTCOME[done.outcome]
        slots.tries[slot] = min(255, int(slots.tries[slot]) + done.was_tried)
        self._completed = max(self._completed, done.completed)
        if state == PENDING:
            self._waiting.remove(slot)
        elif state == LEASED:
            token = next(token for token, lease in self._leases.items() if lease.slot == slot)
            del self._leases[token]
            self._waiting.returned(slot, counts=done.outcome not in NO_FETCH, hit=done.hit)

    def _rescored(self, change: Change) -> Slots32:
        """Take new scores and lanes over; return the slots that wait and may have another place now."""
        slots = self._slots
        for slot, candidate in change.raised.items():
            slots.score[slot] = candidate.score.value
        for slot, lane in change.lanes.items():
            slots.lane[slot] = lane
        changed = np.array([*change.raised, *change.lanes], np.int32)
        if change.scores is not None:
            slots.score[change.scores.slots] = change.scores.scores
            slots.lane[change.scores.slots] = change.scores.lanes
            changed = np.concatenate([changed, change.scores.slots])
        if change.raised or change.lanes:
            changed = np.unique(changed)
        waiting: Slots32 = changed[slots.state[changed] == PENDING]
        return waiting


def _keys(candidates: Iterable[Candidate]) -> Iterator[str]:
    for candidate in candidates:
        yield candidate.key
        if candidate.parent:
            yield candidate.parent
