"""One operation on a frontier, thought through before anything is written or changed in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Candidate, Lane, Outcome, Refusal, Score
from lookclear.frontier.base import AddressState
from lookclear.frontier.book import MOST_ANCHORS, Change, Done, NewAddress, Placed, Source, bit_of
from lookclear.frontier.codes import CODE_OF_OUTCOME
from lookclear.frontier.slots import DONE, MAIN, PENDING, REFUSED, TUNNEL, Slots, Slots32
from lookclear.text.vectors import Floats

_LONGEST_ANCHOR = 300  # characters of a link text that are kept as evidence
_ALIAS = CODE_OF_OUTCOME[Outcome.ALIAS]
_FETCHED = CODE_OF_OUTCOME[Outcome.FETCHED]


class Draft:
    """Collects a change; what was drafted counts for what comes after it in the same operation."""

    def __init__(self, slots: Slots, known: dict[str, int], host_number: Callable[[str], int]) -> None:
        """Begin; `known` has the slots of all keys that the operation names, as far as there are any."""
        self._slots = slots
        self._first = slots.size
        self._host_number = host_number
        self.known = known
        self.change = Change(known=known)
        self._masks: dict[int, int] = {}  # of anchors

    def queue(self, candidate: Candidate) -> bool:
        """Draft a candidate; tell whether its address is new."""
        slot = self.known.get(candidate.key)
        if is_new := slot is None:
            slot = self._add(candidate)
        else:
            self._know_better(slot, candidate)
        if candidate.parent:
            self._link(slot, candidate)
        return is_new

    def complete(self, slot: int, key: str, done: Done, origin: AddressState | None) -> None:
        """Draft the end of a lease; what was fetched under another key makes it an alias of that.

        `origin` is what is known of the leased address, needed when the other key is not known yet.
        """
        if done.outcome is Outcome.FETCHED and done.final != key:
            self._fetch_elsewhere(key, done, origin)
            done = done._replace(outcome=Outcome.REDIRECTED)
        self.change.done[slot] = done

    def alias(self, key: str, same: str) -> None:
        """Draft that a pending address needs not be fetched, or that an alias is one of another key."""
        slot = self.known.get(key)
        if slot is None:
            return
        if self._state(slot) == PENDING:
            self.change.done[slot] = Done(slot, Outcome.ALIAS, same)
            if slot in self.change.revived:
                self.change.revived.remove(slot)
        elif slot < self._first and slot not in self.change.done and self._is_alias(slot):
            self.change.realiased[slot] = same

    def refuse(self, address: str, reason: Refusal, parent: str) -> None:
        """Draft a refusal."""
        self.change.refused.append((address, reason, parent))

    def rescore(self, slots: Slots32, scores: Floats, lanes: NDArray[np.uint8] | None) -> None:
        """Draft new scores and, unless None, lanes; slots below 1 and scores of NaN are passed over."""
        given = (slots > 0) & ~np.isnan(scores)
        is_new = given & (slots >= self._first)
        for at in np.flatnonzero(is_new).tolist():
            new = self.change.new[int(slots[at]) - self._first]
            new.score = float(scores[at])
            new.lane = new.lane if lanes is None else int(lanes[at])
        at_old = np.flatnonzero(given & ~is_new)
        slots, scores = slots[at_old], scores[at_old]
        lanes = self._slots.lane[slots] if lanes is None else lanes[at_old]
        differs = (self._slots.score[slots] != scores) | (self._slots.lane[slots] != lanes)
        for drafted in (self.change.raised, self.change.lanes):
            if drafted:
                differs |= np.isin(slots, list(drafted))
        differs &= self._slots.state[slots] == PENDING
        if self.change.done:
            differs &= ~np.isin(slots, list(self.change.done))
        if differs.any():
            self.change.scores = Placed(slots[differs], scores[differs], lanes[differs])

    def _state(self, slot: int) -> int:
        if slot in self.change.done:
            return DONE
        if slot >= self._first or slot in self.change.revived:
            return PENDING
        return int(self._slots.state[slot])

    def _is_alias(self, slot: int) -> bool:
        return bool(self._slots.state[slot] == DONE and self._slots.outcome[slot] == _ALIAS)

    def _add(self, candidate: Candidate) -> int:
        slot = self._first + len(self.change.new)
        self.known[candidate.key] = slot
        host = self._host_number(candidate.url)
        self.change.new.append(NewAddress(slot, candidate, host, candidate.score.value, _lane(candidate)))
        return slot

    def _know_better(self, slot: int, candidate: Candidate) -> None:
        """Take the better of two links: any that is worth something in the main lane, else one in the tunnel.

        Scores of the two lanes are of different scales, so that the greater of one each says nothing; but a
        link that is worth nothing, and is only kept, takes no address out of either lane.
        """
        state = self._state(slot)
        if state not in {PENDING, REFUSED}:
            return
        score, lane = self._place(slot)
        value, other = candidate.score.value, _lane(candidate)
        changes_lane = other != lane and value > 0 and (other == MAIN or score <= 0)
        if not changes_lane and (other != lane or value <= score):
            return
        if state == REFUSED:
            self.change.revived.append(slot)
        if slot >= self._first:
            new = self.change.new[slot - self._first]
            new.candidate, new.score, new.lane = _with_link(new.candidate, candidate), value, other
            return
        self.change.raised[slot] = candidate
        if changes_lane:
            self.change.lanes[slot] = other

    def _place(self, slot: int) -> tuple[float, int]:
        if slot >= self._first:
            new = self.change.new[slot - self._first]
            return new.score, new.lane
        raised = self.change.raised.get(slot)
        score = float(self._slots.score[slot]) if raised is None else raised.score.value
        return score, self.change.lanes.get(slot, int(self._slots.lane[slot]))

    def _link(self, slot: int, candidate: Candidate) -> None:
        """Keep the link as evidence: count its page, and keep its text if it is another."""
        self.change.links.setdefault(candidate.parent, {})[slot] = None
        if not candidate.anchor:
            return
        anchor = candidate.anchor[:_LONGEST_ANCHOR]
        mask = self._masks.get(slot)
        if mask is None:
            mask = int(self._slots.anchors[slot]) if slot < self._first else 0
        if mask.bit_count() >= MOST_ANCHORS:
            return
        bit = bit_of(anchor)
        self._masks[slot] = mask | 1 << bit
        self.change.sources.append(Source(slot, anchor, candidate.parent, bit))

    def _fetch_elsewhere(self, key: str, done: Done, origin: AddressState | None) -> None:
        """Draft the address that answered as fetched, unless it already was."""
        final = self.known.get(done.final)
        if final is None:
            assert origin is not None
            final = self._add(
                Candidate(
                    url=done.final,
                    key=done.final,
                    score=Score(origin.score, origin.parts),
                    depth=origin.depth,
                    parent=origin.parent,
                    anchor=origin.anchor,
                )
            )
        elif self._slots.state[final] == DONE and self._slots.outcome[final] == _FETCHED:
            return
        self.change.done[final] = Done(
            final, Outcome.FETCHED, done.final, completed=done.completed, via=key, hit=done.hit
        )


def _lane(candidate: Candidate) -> int:
    return MAIN if candidate.lane is Lane.MAIN else TUNNEL


def _with_link(candidate: Candidate, better: Candidate) -> Candidate:
    return replace(
        candidate, score=better.score, parent=better.parent, anchor=better.anchor, depth=better.depth
    )
