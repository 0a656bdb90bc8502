"""The order in which the addresses of one tier leave: best head among the hosts that have capacity.

A host's addresses wait in a sorted run, made for all hosts at once by one vectorised sort, and a heap of what
came or moved since. The heads of all hosts are in one more heap, so that choosing costs the logarithm of the
number of hosts plus the number of busy ones, however many addresses a busy host has waiting.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from lookclear.frontier.slots import PENDING, Slots, Slots32

_SLACK = 1_024  # heap entries that are kept before everything is sorted into runs

Rank: TypeAlias = tuple[float, int, int]  # negated score, negated priority, slot: better ones are smaller


class HostQueue:
    """The pending slots of one tier.

    The arrays say what is true: an entry whose slot has left, has moved or has another score since is passed
    over when it surfaces.
    """

    def __init__(self, slots: Slots, tier: int, slack: int = _SLACK) -> None:
        self._slots = slots
        self._tier = tier
        self._slack = slack
        self._order: Slots32 = np.zeros(0, np.int32)  # the runs of all hosts
        self._runs: dict[int, list[int]] = {}  # host: next and end in `_order`
        self._heaps: dict[int, list[Rank]] = {}
        self._entries = 0  # of all heaps
        self._heads: list[tuple[Rank, int]] = []
        self._best: dict[int, Rank] = {}  # the entry of `_heads` that counts for a host
        self._is_outdated = False

    @property
    def entries(self) -> int:
        """Number of heap entries, outdated ones included."""
        return self._entries + len(self._heads)

    def put(self, slot: int) -> None:
        """Add a slot, or move it to the place of its present score."""
        if self._is_outdated:
            return
        slots = self._slots
        slots.in_run[slot] = False
        rank = (-float(slots.score[slot]), -int(slots.priority[slot]), slot)
        host = int(slots.host[slot])
        heapq.heappush(self._heaps.setdefault(host, []), rank)
        self._entries += 1
        self._offer(host, rank)
        if self._entries + len(self._heads) - len(self._best) > self._slack + len(self._order):
            self._is_outdated = True

    def invalidate(self) -> None:
        """Have everything sorted anew before the next one leaves."""
        self._is_outdated = True

    def peek(self, has_capacity: Callable[[str], bool]) -> Rank | None:
        """Return the best slot among hosts with capacity, which stays."""
        if self._is_outdated:
            self._sort()
        busy: list[tuple[Rank, int]] = []
        found = None
        while self._heads and found is None:
            rank, host = self._heads[0]
            if self._best.get(host) != rank:
                heapq.heappop(self._heads)
                continue
            head = self._head(host)
            if head != rank:
                heapq.heappop(self._heads)
                del self._best[host]
                if head is not None:
                    self._offer(host, head)
            elif has_capacity(self._slots.hosts[host]):
                found = rank
            else:
                busy.append(heapq.heappop(self._heads))
        for entry in busy:
            heapq.heappush(self._heads, entry)
        return found

    def heads(self) -> list[tuple[int, Rank]]:
        """Return (host, best slot) of every host with something waiting."""
        if self._is_outdated:
            self._sort()
        heads = []
        for host in list(self._best):
            head = self._head(host)
            if head is not None:
                heads.append((host, head))
        return heads

    def has_host(self, is_meant: Callable[[str], bool]) -> bool:
        """Tell whether something waits at one of the hosts that are meant."""
        if self._is_outdated:
            self._sort()
        names = self._slots.hosts
        return any(is_meant(names[host]) and self._head(host) is not None for host in list(self._best))

    def _offer(self, host: int, rank: Rank) -> None:
        best = self._best.get(host)
        if best is None or rank < best:
            self._best[host] = rank
            heapq.heappush(self._heads, (rank, host))

    def _head(self, host: int) -> Rank | None:
        """Return the best slot of a host, after outdated entries are dropped."""
        slots, heap = self._slots, self._heaps.get(host, [])
        while heap and not self._counts(heap[0]):
            heapq.heappop(heap)
            self._entries -= 1
        run = self._runs.get(host)
        while run is not None and run[0] < run[1]:
            slot = int(self._order[run[0]])
            if slots.in_run[slot] and self._waits(slot):
                rank = (-float(slots.score[slot]), -int(slots.priority[slot]), slot)
                return min(rank, heap[0]) if heap else rank
            run[0] += 1
        return heap[0] if heap else None

    def _waits(self, slot: int) -> bool:
        return bool(self._slots.state[slot] == PENDING and self._slots.tier[slot] == self._tier)

    def _counts(self, rank: Rank) -> bool:
        slot = rank[2]
        return self._waits(slot) and not self._slots.in_run[slot] and self._slots.score[slot] == -rank[0]

    def _sort(self) -> None:
        slots = self._slots
        waiting = slots.pending()
        waiting = waiting[slots.tier[waiting] == self._tier]
        self._order = waiting = waiting[_by_rank(slots, waiting)]
        slots.in_run[waiting] = True
        hosts = slots.host[waiting]
        starts = np.flatnonzero(np.diff(hosts, prepend=-1))
        ends = [*starts[1:].tolist(), len(waiting)]
        heads = waiting[starts]
        self._runs, self._heaps, self._entries, self._best, self._heads = {}, {}, 0, {}, []
        for host, start, end, slot, score, priority in zip(
            hosts[starts].tolist(),
            starts.tolist(),
            ends if len(starts) else [],
            heads.tolist(),
            slots.score[heads].tolist(),
            slots.priority[heads].tolist(),
            strict=True,
        ):
            self._runs[host] = [start, end]
            self._best[host] = (-score, -priority, slot)
            self._heads.append((self._best[host], host))
        heapq.heapify(self._heads)
        self._is_outdated = False


def _by_rank(slots: Slots, waiting: Slots32) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the order by host, then score, priority and slot; `waiting` is in order of slots.

    Stable sorts from the least important to the most important; those that would change nothing are left
    out.
    """
    priority = slots.priority[waiting]
    score, host = -slots.score[waiting], slots.host[waiting]
    if len(waiting) and priority.min() != priority.max():
        order = np.argsort(-priority, kind="stable")
        order = order[np.argsort(score[order], kind="stable")]
    else:
        order = np.argsort(score, kind="stable")
    if len(slots.hosts) > 1:
        kind = np.uint16 if len(slots.hosts) <= 1 << 16 else np.int32  # two bytes are sorted by radix
        order = order[np.argsort(host[order].astype(kind), kind="stable")]
    return order
