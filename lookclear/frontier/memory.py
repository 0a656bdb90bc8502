"""The frontier in memory: for simulations, for tests, and for Scrapy spiders that need no restart."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lookclear.domain import Candidate, Outcome, Refusal
from lookclear.frontier.base import AddressState, Named, State
from lookclear.frontier.book import MOST_ANCHORS, Change, Done, Found, Loaded, NamedRow, Source
from lookclear.frontier.engine import BookFrontier
from lookclear.frontier.family import family
from lookclear.frontier.rules import Rules
from lookclear.frontier.slots import Slots


class MemoryFrontier(BookFrontier):
    """See `lookclear.frontier.base.Frontier`."""

    def __init__(self, rules: Rules | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        slots = Slots()
        super().__init__(MemoryBook(slots), slots, rules or Rules(), clock)


@dataclass(slots=True)
class _Row:
    candidate: Candidate
    host: int
    done: Done | None = None
    via: str = ""
    dropped: Refusal | None = None
    is_bridge: bool = False
    anchors: dict[str, str] = field(default_factory=dict)  # parent by text


class MemoryBook:
    """See `lookclear.frontier.book.Book`."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._numbers: dict[str, int] = {}
        self._rows: list[_Row] = []  # from slot 1
        self._refused: dict[str, tuple[Refusal, str]] = {}
        self._named: list[NamedRow] = []
        self._aliases: dict[str, dict[str, None]] = {}  # by the key they led to

    def load(self, slots: Slots, groups: Callable[[str, str], Sequence[int]] | None) -> Loaded:  # noqa: ARG002
        """Begin with nothing."""
        return Loaded()

    def find(self, keys: Iterable[str]) -> dict[str, int]:
        """Return the slots of those keys that are known."""
        numbers = self._numbers
        return {key: numbers[key] for key in keys if key in numbers}

    def found(self, slot: int) -> Found:
        """Return what a lease needs."""
        one = self._row(slot).candidate
        return Found(one.url, one.key, one.depth, one.parent, one.seed, one.payload)

    def write(self, change: Change, leases: Mapping[int, int]) -> list[Refusal]:  # noqa: ARG002
        """Keep a change."""
        for new in change.new:
            self._numbers[new.candidate.key] = new.slot
            self._rows.append(_Row(new.candidate, new.host))
        for slot, better in change.raised.items():
            row = self._row(slot)
            row.candidate = replace(
                row.candidate,
                score=better.score,
                parent=better.parent,
                anchor=better.anchor,
                depth=better.depth,
            )
        for slot, done in change.done.items():
            self._end(slot, done)
        self._named += change.named
        for slot in change.bridges:
            self._row(slot).is_bridge = True
        for slot, same in change.realiased.items():
            self._end(slot, self._done(slot)._replace(final=same))
        for slot in change.reopened + change.revived:
            self._forget_alias(slot)
            row = self._row(slot)
            row.done, row.dropped = None, None
        for slot, reason in change.dropped.items():
            self._row(slot).dropped = reason
        for source in change.sources:
            self._keep(source)
        return [reason for address, reason, parent in change.refused if self._refuse(address, reason, parent)]

    def read(self, key: str) -> AddressState | None:
        """Return what is known of an address."""
        slot = self._numbers.get(key)
        if slot is None:
            if key not in self._refused:
                return None
            reason, parent = self._refused[key]
            return AddressState(key, key, "", State.REFUSED, parent=parent, outcome=reason)
        row = self._row(slot)
        found, done = row.candidate, row.done
        state = State.PENDING if done is None else State.DONE
        outcome: str = done.outcome if done is not None else ""
        if row.dropped is not None:
            state, outcome = State.REFUSED, row.dropped
        return AddressState(
            key=key,
            url=found.url,
            host=self._slots.hosts[row.host],
            state=state,
            score=float(self._slots.score[slot]),
            parts=found.score.parts,
            priority=found.priority,
            depth=found.depth,
            parent=found.parent,
            anchor=found.anchor,
            seed=found.seed,
            discovered=slot,
            outcome=outcome,
            detail=done.detail if done is not None else "",
            final_key=done.final if done is not None else "",
            via=done.via if done is not None else "",
            completed=done.completed if done is not None else 0,
            links=int(self._slots.links[slot]),
            is_bridge=row.is_bridge,
            sources=tuple((parent, anchor) for anchor, parent in sorted(row.anchors.items())),
        )

    def anchors(self, key: str) -> tuple[str, ...]:
        """Return the different texts of links to an address and to all that led to the same page."""
        texts: dict[str, None] = {}
        for same in family(key, self._final, lambda key: self._aliases.get(key, ())):
            row = self._row(self._numbers[same]) if same in self._numbers else None
            if row is not None:
                texts |= dict.fromkeys(filter(None, [row.candidate.anchor]))
                texts |= dict.fromkeys(sorted(row.anchors))
        return tuple(texts)

    def ended(self) -> Iterator[tuple[str, str, Outcome]]:
        """Yield (leased key, final key, outcome) in the order of completion."""
        ended = [(row.done, row) for row in self._rows if row.done is not None and row.done.completed]
        for done, row in sorted(ended, key=lambda one: one[0].completed):
            yield done.via or row.candidate.key, done.final, done.outcome

    def named(self) -> Iterator[Named]:
        """Yield what listings named, in that order."""
        ended = sorted(
            row.done.completed for row in self._rows if row.done is not None and row.done.completed
        )
        for slot, anchor, completed in self._named:
            yield Named(self._row(slot).candidate.key, anchor, bisect_right(ended, completed))

    def close(self) -> None:
        """Nothing to release."""

    def _row(self, slot: int) -> _Row:
        return self._rows[slot - 1]

    def _done(self, slot: int) -> Done:
        done = self._row(slot).done
        assert done is not None
        return done

    def _final(self, key: str) -> str:
        slot = self._numbers.get(key)
        done = self._row(slot).done if slot is not None else None
        return done.final if done is not None else key

    def _end(self, slot: int, done: Done) -> None:
        self._forget_alias(slot)
        row = self._row(slot)
        row.done, row.dropped = done, None
        if done.final != row.candidate.key:
            self._aliases.setdefault(done.final, {})[row.candidate.key] = None

    def _forget_alias(self, slot: int) -> None:
        row = self._row(slot)
        if row.done is not None:
            self._aliases.get(row.done.final, {}).pop(row.candidate.key, None)

    def _keep(self, source: Source) -> None:
        anchors = self._row(source.slot).anchors
        if len(anchors) < MOST_ANCHORS:
            anchors.setdefault(source.anchor, source.parent)

    def _refuse(self, address: str, reason: Refusal, parent: str) -> bool:
        is_new = address not in self._refused
        self._refused.setdefault(address, (reason, parent))
        return is_new
