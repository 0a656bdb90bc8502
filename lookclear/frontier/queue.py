"""The order in which pending addresses leave: best head among the hosts that have capacity.

One heap per host and one heap of the hosts' heads, so that choosing costs the logarithm of the number of
hosts plus the number of busy ones, however many addresses a busy host has waiting.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

_SLACK = 1_024  # outdated heap entries tolerated before the heaps are rebuilt


class Rank(NamedTuple):
    """Sorts better addresses first: by score, then priority, then discovery."""

    score: float  # negated
    priority: int  # negated
    order: int
    key: str


def rank(score: float, priority: int, order: int, key: str) -> Rank:
    """Return the place of an address in the queue."""
    return Rank(-score, -priority, order, key)


class PendingQueue:
    """Pending keys by rank and host.

    Changes are lazy: an outdated heap entry is dropped when it surfaces, or when there are more than `slack`
    of them beside one for each key and host.
    """

    def __init__(self, slack: int = _SLACK) -> None:
        self._slack = slack
        self._ranks: dict[str, Rank] = {}
        self._hosts: dict[str, list[Rank]] = {}
        self._waiting: Counter[str] = Counter()
        self._heads: list[tuple[Rank, str]] = []
        self._best: dict[str, Rank] = {}  # the entry of `_heads` that counts for a host
        self._entries = 0  # heap entries of all hosts, outdated ones included

    def __len__(self) -> int:
        return len(self._ranks)

    def __contains__(self, key: str) -> bool:
        return key in self._ranks

    @property
    def hosts(self) -> int:
        """Number of hosts with something waiting."""
        return sum(1 for count in self._waiting.values() if count)

    def score(self, key: str) -> float:
        """Return the current score of a pending key."""
        return -self._ranks[key].score

    def put(self, host: str, place: Rank) -> None:
        """Add a key, or move it to another place."""
        if place.key not in self._ranks:
            self._waiting[host] += 1
        self._ranks[place.key] = place
        heapq.heappush(self._hosts.setdefault(host, []), place)
        self._entries += 1
        if host not in self._best or place < self._best[host]:
            self._best[host] = place
            heapq.heappush(self._heads, (place, host))
        if self.outdated > self._slack + len(self._ranks) + len(self._hosts):
            self._rebuild()

    @property
    def outdated(self) -> int:
        """Number of heap entries that do not count any more."""
        return self._entries + len(self._heads) - len(self._ranks) - len(self._best)

    def discard(self, host: str, key: str) -> None:
        """Take a key out, if it is in."""
        if self._ranks.pop(key, None) is not None:
            self._waiting[host] -= 1

    def rescore(self, host: str, key: str, score: float) -> None:
        """Give a pending key another score."""
        self.put(host, self._ranks[key]._replace(score=-score))

    def pop(self, has_capacity: Callable[[str], bool]) -> str | None:
        """Take out the best key among hosts with capacity."""
        busy: list[tuple[Rank, str]] = []
        found = None
        while self._heads and found is None:
            entry = heapq.heappop(self._heads)
            place, host = entry
            if self._best.get(host) != place:
                continue
            head = self._head(host)
            if head is None:
                del self._best[host], self._hosts[host], self._waiting[host]
            elif head != place:
                self._best[host] = head
                heapq.heappush(self._heads, (head, host))
            elif has_capacity(host):
                found = head.key
                del self._best[host]
                self._take(host, head)
            else:
                busy.append(entry)
        for entry in busy:
            heapq.heappush(self._heads, entry)
        return found

    def _take(self, host: str, head: Rank) -> None:
        self.discard(host, head.key)
        following = self._head(host)
        if following is None:
            del self._hosts[host], self._waiting[host]
        else:
            self._best[host] = following
            heapq.heappush(self._heads, (following, host))

    def _head(self, host: str) -> Rank | None:
        heap = self._hosts[host]
        while heap and self._ranks.get(heap[0].key) != heap[0]:
            heapq.heappop(heap)
            self._entries -= 1
        return heap[0] if heap else None

    def _rebuild(self) -> None:
        live = {host: sorted(self._live(heap)) for host, heap in self._hosts.items()}
        self._hosts = {host: heap for host, heap in live.items() if heap}
        self._waiting = Counter({host: len(heap) for host, heap in self._hosts.items()})
        self._entries = len(self._ranks)
        self._best = {host: heap[0] for host, heap in self._hosts.items()}
        self._heads = [(place, host) for host, place in self._best.items()]
        heapq.heapify(self._heads)

    def _live(self, heap: list[Rank]) -> set[Rank]:
        return {place for place in heap if self._ranks.get(place.key) == place}


def rescore_pending(
    queue: PendingQueue, scores: Mapping[str, float], host_of: Callable[[str], str]
) -> dict[str, float]:
    """Apply new scores to the keys that are pending; return those whose score really changed."""
    changed = {key: value for key, value in scores.items() if key in queue and queue.score(key) != value}
    for key, value in changed.items():
        queue.rescore(host_of(key), key, value)
    return changed
