"""Which pending address leaves next: the tiers in which they wait, and when each is open.

Best first among main and tunnel; the tunnel only within its share of the newest leases, or when nothing else
waits. What belongs to a spent group waits behind both. What waits at a host that is closed counts as nothing
there: else it would keep all that comes after it waiting for as long as the host likes. A batch that was
taken out goes before everything, and what is held does not go at all.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from lookclear.frontier.base import HostTest
from lookclear.frontier.fairness import Fairness
from lookclear.frontier.groups import Kind
from lookclear.frontier.queue import HostQueue, Rank
from lookclear.frontier.rules import Rules
from lookclear.frontier.slots import (
    BATCH,
    BEHIND,
    FIRST_QUEUE,
    HELD,
    LEASED,
    MAIN,
    PENDING,
    TUNNEL,
    Slots,
    Slots32,
)
from lookclear.frontier.turns import Turns

_FEW = 64  # slots that are moved one by one; for more, all are sorted anew


class Waiting:
    """The pending slots, by tier: `Slots.tier` is set here, `Slots.state` by the caller or `choose`."""

    def __init__(self, slots: Slots, rules: Rules) -> None:
        self._slots = slots
        self._rules = rules
        more = range(FIRST_QUEUE, FIRST_QUEUE + max(0, len(rules.queues) - 1))
        self._mains: tuple[int, ...] = (
            MAIN,
            *more,
        )  # tiers of what is in no tunnel, the one of the best scores first
        self._borders = np.array([least for least, _ in rules.queues[:-1]])[::-1]
        self._turns = Turns([share for _, share in rules.queues]) if rules.queues else None
        self._queues = {tier: HostQueue(slots, tier) for tier in (*self._mains, TUNNEL, BEHIND)}
        self.counts = [0] * (FIRST_QUEUE + len(more))  # waiting, by tier
        self._out: dict[int, int] = {}  # handed out: from which tier
        self._drawn_from: dict[int, int] = {}  # in the batch: from which tier
        # Slots of the newest leases, that of one from the tunnel negated, and how many of those there are.
        self._window: deque[int] = deque(maxlen=rules.tunnel_window)
        self._in_window = 0
        self._batch: list[int] = []
        self._draws = 0
        self._period = round(1 / rules.explore) if rules.explore else 0
        self._fetches: dict[int, int] = {}  # leases by host
        self._is_fair = rules.fairness
        self.fairness = Fairness() if rules.fairness or rules.explore else None
        self.groups = self.fairness.groups if self.fairness is not None else None  # of (key, host)

    def __len__(self) -> int:
        """Return how many may leave some time; those that are held may not."""
        return sum(self.counts) - self.counts[HELD]

    def put(self, slot: int) -> None:
        """Let a slot wait that is pending now."""
        tier = self._tier(slot)
        self._slots.tier[slot] = tier
        self.counts[tier] += 1
        if tier != HELD:
            self._queues[tier].put(slot)

    def put_all(self, slots: Slots32) -> None:
        """Let many slots wait that are pending now."""
        if len(slots) <= _FEW:
            for slot in slots.tolist():
                self.put(slot)
            return
        tiers = self._tiers(slots)
        self._slots.tier[slots] = tiers
        for tier, count in enumerate(np.bincount(tiers, minlength=len(self.counts)).tolist()):
            self.counts[tier] += count
            if count and tier != HELD:
                self._queues[tier].invalidate()

    def remove(self, slot: int) -> None:
        """Forget a slot that waited and is not pending any more."""
        self._drawn_from.pop(slot, None)
        self.counts[int(self._slots.tier[slot])] -= 1

    def moved(self, slots: Slots32) -> None:
        """Give slots their place after their scores or lanes changed; those in a batch stay in it."""
        tiers = self._slots.tier
        if len(slots) <= _FEW:
            for slot in slots.tolist():
                if tiers[slot] != BATCH:
                    self.remove(slot)
                    self.put(slot)
            return
        slots = slots[tiers[slots] != BATCH]
        before = tiers[slots]
        tiers[slots] = after = self._tiers(slots)
        change = np.bincount(after, minlength=len(self.counts))
        change -= np.bincount(before, minlength=len(self.counts))
        self.counts = [count + int(more) for count, more in zip(self.counts, change, strict=True)]
        for tier in np.unique(after[after != HELD]).tolist():
            self._queues[tier].invalidate()

    def choose(self, has_capacity: HostTest, is_closed: HostTest) -> int | None:
        """Take the next slot out, or return None when nothing may leave now. It is not pending any more."""
        if self._rules.batch == 1:
            slot = self._draw(has_capacity, is_closed)
        else:
            slot = self._from_batch(has_capacity)
            if slot is None:
                self._fill_batch(has_capacity, is_closed)
                slot = self._from_batch(has_capacity)
        if slot is None:
            return None
        self._out[slot] = self._drawn_from.get(slot, int(self._slots.tier[slot]))
        self.remove(slot)
        host = int(self._slots.host[slot])
        self._fetches[host] = self._fetches.get(host, 0) + 1
        self._slots.state[slot] = LEASED
        self._count(slot, fetched=1)
        return slot

    def returned(self, slot: int, *, counts: bool, hit: bool = False) -> None:
        """Take note that a slot that was handed out is back; `counts` tells whether it was a fetch."""
        del self._out[slot]
        if not counts:
            self._fetches[int(self._slots.host[slot])] -= 1
            self._leave_window(slot)
        self._count(slot, fetched=0 if counts else -1, hits=int(hit))

    def restore(self, slots: Slots32, fetches: Slots32, hits: Slots32) -> None:
        """Count the fetches and hits of addresses in earlier runs, before anything waits."""
        for host, count in enumerate(np.bincount(self._slots.host[slots], fetches).astype(int).tolist()):
            self._fetches[host] = count
        if self.fairness is not None:
            for kind in Kind:
                self.fairness.restore(kind, self._slots.groups[kind, slots], fetches, hits)

    def worst(self, excess: int) -> Slots32:
        """Return so many of the pending slots that would leave last; no seeds, none of a batch."""
        slots = self._slots
        waiting = slots.pending()
        waiting = waiting[(slots.tier[waiting] != BATCH) & ~slots.seed[waiting]]
        order = np.lexsort((waiting, -slots.priority[waiting], -slots.score[waiting]))
        worst: Slots32 = waiting[order[max(0, len(order) - excess) :]]
        return worst

    def expired(self, completed: int) -> Slots32:
        """Return the slots that waited too long in the tunnel."""
        slots = self._slots
        waiting = slots.pending()
        old = completed - slots.born[waiting] > self._rules.tunnel_expiry
        kept = slots.seed[waiting] | (slots.tier[waiting] == BATCH)
        expired: Slots32 = waiting[old & (slots.lane[waiting] == TUNNEL) & ~kept]
        return expired

    def outwaited(self, completed: int) -> Slots32:
        """Return the slots that waited too long in the last of the queues that take turns."""
        if len(self._mains) < 2 or not self.counts[self._mains[-1]]:
            return np.zeros(0, np.int32)
        waiting = self._slots.pending()
        waiting = waiting[self._slots.tier[waiting] == self._mains[-1]]
        old: Slots32 = waiting[completed - self._slots.born[waiting] > self._rules.queue_expiry]
        return old

    def _tier(self, slot: int) -> int:
        if self._rules.hard and self._slots.score[slot] <= 0 and not self._slots.seed[slot]:
            return HELD
        if self._is_fair and not self._slots.seed[slot]:
            assert self.fairness is not None
            spent = self.fairness.spent
            if any(spent[group] for group in self._slots.groups[:, slot].tolist()):
                return BEHIND
        lane = int(self._slots.lane[slot])
        if lane != MAIN or len(self._mains) == 1:
            return lane
        return self._mains[int(np.count_nonzero(self._borders > self._slots.score[slot]))]

    def _tiers(self, slots: Slots32) -> NDArray[np.uint8]:
        tiers = self._slots.lane[slots]
        if len(self._mains) > 1:
            below = len(self._borders) - np.searchsorted(
                self._borders, self._slots.score[slots], side="right"
            )
            tiers = np.where(tiers == MAIN, np.array(self._mains, np.uint8)[below], tiers)
        if self._is_fair:
            assert self.fairness is not None
            behind = self.fairness.spent[self._slots.groups[:, slots]].any(axis=0)
            tiers[behind & ~self._slots.seed[slots]] = BEHIND
        if self._rules.hard:
            tiers[(self._slots.score[slots] <= 0) & ~self._slots.seed[slots]] = HELD
        return tiers

    def _draw(self, has_capacity: HostTest, is_closed: HostTest) -> int | None:
        """Return the best slot that may leave now, and take note of where it comes from."""
        self._draws += 1
        rank = None
        if self._period and self._draws % self._period == 0:
            rank = self._least_fetched(has_capacity)
        rank = rank or self._best(has_capacity, is_closed)
        if rank is None:
            self._draws -= 1
            return None
        if len(self._window) == self._window.maxlen:
            self._in_window -= self._window[0] < 0
        if self._turns is not None and (tier := int(self._slots.tier[rank[2]])) in self._mains:
            self._turns.served(self._mains.index(tier), self._has_main())
        is_tunnel = bool(self._slots.tier[rank[2]] == TUNNEL)
        self._window.append(-rank[2] if is_tunnel else rank[2])
        self._in_window += is_tunnel
        return rank[2]

    def _leave_window(self, slot: int) -> None:
        """Take the newest lease of a slot out of the window again: nothing was asked for."""
        for at in range(len(self._window) - 1, -1, -1):
            if abs(self._window[at]) == slot:
                self._in_window -= self._window[at] < 0
                del self._window[at]
                return

    def _best(self, has_capacity: HostTest, is_closed: HostTest) -> Rank | None:
        main, tunnel = self._best_main(has_capacity), None
        if self.counts[TUNNEL]:
            has_room = self._in_window < self._rules.tunnel_share * max(1, len(self._window))
            if has_room or (main is None and not self._main_comes_first(is_closed)):
                tunnel = self._queues[TUNNEL].peek(has_capacity)
        best = min((rank for rank in (main, tunnel) if rank is not None), default=None)
        if best is not None or not self.counts[BEHIND]:
            return best
        if any(tier != BEHIND for tier in self._out.values()):
            return None  # what is on its way may bring something better
        if self._main_comes_first(is_closed) or self._comes_first(TUNNEL, is_closed):
            return None
        return self._queues[BEHIND].peek(has_capacity)

    def _best_main(self, has_capacity: HostTest) -> Rank | None:
        """Return the best slot of the main tier or, where queues take turns, of the first that may serve."""
        if self._turns is None:
            return self._queues[MAIN].peek(has_capacity) if self.counts[MAIN] else None
        for queue in self._turns.order(self._has_main()):
            if (rank := self._queues[self._mains[queue]].peek(has_capacity)) is not None:
                return rank
        return None

    def _has_main(self) -> list[bool]:
        return [self.counts[tier] > 0 for tier in self._mains]

    def _main_comes_first(self, is_closed: HostTest) -> bool:
        return any(self._comes_first(tier, is_closed) for tier in self._mains)

    def _comes_first(self, tier: int, is_closed: HostTest) -> bool:
        """Tell whether something waits in a tier that the tiers after it have to wait for."""
        return bool(self.counts[tier]) and self._queues[tier].has_host(lambda host: not is_closed(host))

    def _from_batch(self, has_capacity: HostTest) -> int | None:
        slots = self._slots
        self._batch = [s for s in self._batch if slots.state[s] == PENDING and slots.tier[s] == BATCH]
        for slot in self._batch:
            if has_capacity(slots.hosts[int(slots.host[slot])]):
                return slot
        return None

    def _fill_batch(self, has_capacity: HostTest, is_closed: HostTest) -> None:
        for _ in range(self._rules.batch):
            slot = self._draw(has_capacity, is_closed)
            if slot is None:
                return
            tier = int(self._slots.tier[slot])
            self.remove(slot)
            self._drawn_from[slot] = tier
            self._slots.tier[slot] = BATCH
            self.counts[BATCH] += 1
            self._batch.append(slot)

    def _least_fetched(self, has_capacity: HostTest) -> Rank | None:
        """Return the best main slot of the host that was fetched least; of one host alone, of its part."""
        heads = [head for tier in self._mains if self.counts[tier] for head in self._queues[tier].heads()]
        free = [(host, rank) for host, rank in heads if has_capacity(self._slots.hosts[host])]
        if len({host for host, _ in free}) > 1:
            return min((self._fetches.get(host, 0), rank) for host, rank in free)[1]
        if not free or self.fairness is None:
            return None
        waiting = self._slots.pending()
        is_main = np.isin(self._slots.tier[waiting], self._mains)
        waiting = waiting[is_main & (self._slots.host[waiting] == free[0][0])]
        parts = self._slots.groups[Kind.BRANCH, waiting]
        parts = np.where(parts, parts, self._slots.groups[Kind.SECTION, waiting])
        groups = np.unique(parts)
        fetches = np.array([self.fairness.fetches(group) for group in groups.tolist()])
        waiting = waiting[np.isin(parts, groups[fetches == fetches.min()])]
        best = self._slots.score[waiting]
        waiting = waiting[best == best.max()]
        priority = self._slots.priority[waiting]
        slot = int(waiting[np.argmax(priority)])
        return -float(self._slots.score[slot]), -int(self._slots.priority[slot]), slot

    def _count(self, slot: int, *, fetched: int = 0, hits: int = 0) -> None:
        """Count a fetch or a hit in a slot's groups, and move what waits when a group's state changed."""
        if self.fairness is None:
            return
        changed = self.fairness.count(self._slots.groups[:, slot].tolist(), fetched=fetched, hits=hits)
        if not changed or not self._is_fair:
            return
        waiting = self._slots.pending()
        touched = np.zeros(len(waiting), np.bool_)
        for group in changed:
            touched |= self._slots.groups[self.fairness.kinds[group], waiting] == group
        moving = waiting[touched]
        self.moved(moving[self._tiers(moving) != self._slots.tier[moving]])
