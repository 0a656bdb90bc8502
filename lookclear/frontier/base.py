"""The interface every frontier store offers.

States of an address: pending → leased → done, or refused with a reason. An address is identified by its
canonical key and is handed out once per lease.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

from lookclear.domain import Candidate, Lease, Outcome, Refusal
from lookclear.links.rescored import Rescored

HostTest: TypeAlias = Callable[[str], bool]  # of a host
NewScores: TypeAlias = Mapping[str, float] | Rescored  # of some keys, or of all targets of a crawl


class State(StrEnum):
    """Where an address stands."""

    PENDING = "pending"
    LEASED = "leased"
    DONE = "done"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class FrontierStats:
    """Counts of addresses by state, and of outcomes and refusals by reason."""

    pending: int
    leased: int
    done: int
    outcomes: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, int] = field(default_factory=dict)
    hosts: int = 0  # hosts with pending addresses


@dataclass(frozen=True, slots=True)
class AddressState:
    """All that is known of one address: how it was found, how it was scored, what became of it."""

    key: str
    url: str
    host: str
    state: State
    score: float = 0.0
    parts: Mapping[str, float] = field(default_factory=dict)  # what the score was made of when it was found
    priority: int = 0
    depth: int = 0
    parent: str = ""
    anchor: str = ""
    seed: bool = False
    discovered: int = 0  # position in the order of discovery, from 1
    outcome: str = ""  # an Outcome, or the Refusal of a refused address
    detail: str = ""
    final_key: str = ""  # where a redirect ended
    via: str = ""  # the leased address through which this one was reached by redirect
    completed: int = 0  # position in the order of completion, from 1; 0 = not yet
    links: int = 0  # pages that link to it, as far as they brought it as a candidate
    is_bridge: bool = False  # off topic, and on the way through a tunnel to a page that is not
    sources: tuple[tuple[str, str], ...] = ()  # (page, link text) of up to ten different texts


@dataclass(frozen=True, slots=True)
class Named:
    """An address that a sitemap or feed named, with its words, and how many leases were completed before."""

    key: str
    anchor: str
    after: int  # entries of `Frontier.ended` that came before


class Frontier(Protocol):
    """A best-first queue with leases that loses nothing when the process dies."""

    def __len__(self) -> int:
        """Return the number of pending addresses."""
        ...

    def enqueue(self, candidates: Iterable[Candidate]) -> int:
        """Queue addresses not seen before; raise the score of pending ones. Returns how many are new.

        A raised address takes parent, anchor and depth of the better link with the score. A link in the main
        lane that is worth anything takes an address out of the tunnel, and one in the tunnel that is takes it
        in when all links in the main lane are worth nothing. What was dropped while it waited (evicted,
        expired) waits again when a better link to it is found.
        """
        ...

    def enqueue_named(self, candidates: Iterable[Candidate]) -> int:
        """Queue addresses that a sitemap or feed names, as `enqueue` does, and remember when (`named`)."""
        ...

    def named(self) -> Iterator[Named]:
        """Yield what was queued with `enqueue_named`, in that order."""
        ...

    def lease(self, has_capacity: HostTest, is_closed: HostTest = ...) -> Lease | None:
        """Hand out the best pending address among hosts with free capacity, or None.

        Order is by score, then priority, then discovery, within what the store's rules let leave now. For
        what waits at a host that is merely busy, what comes after it by those rules may have to wait; for
        what waits at one that `is_closed` (none, unless told), nothing does. A lease ends by itself after a
        time; the address is pending again then.
        """
        ...

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
        """Acknowledge a lease, queue what its page links to and apply new scores, in one transaction.

        `hit` tells that the page is on topic and no copy of another: the yield that fairness goes by.

        `bridges` are keys of pages that turned out to be on the way to this one (see `lookclear.tunnel`).
        `final_key` is the canonical key of the address that answered after redirects: the leased one is
        then kept as its alias (outcome `redirected`), and of several that end there only one is fetched.
        `aliases` maps keys to others that are the same page: those still pending are done (outcome `alias`),
        and those that are aliases already are aliases of the others from now on.
        Returns False, and does nothing, when the lease is no longer current.
        """
        ...

    def release(self, lease: Lease) -> None:
        """Put a leased address back as pending, unchanged."""
        ...

    def rescore(self, scores: NewScores) -> None:
        """Set new scores for pending addresses (keys not pending are passed over)."""
        ...

    def reopen(self, keys: Iterable[str]) -> int:
        """Make done addresses pending again, for another try. Returns how many were done."""
        ...

    def retry(self, outcomes: Iterable[Outcome], *, most: int) -> int:
        """Make done addresses with one of these outcomes pending again, but none that was tried `most` times.

        A try is a lease that was completed. Returns how many were reopened.
        """
        ...

    def is_known(self, key: str) -> bool:
        """Tell whether an address was ever queued, fetched or seen as an alias."""
        ...

    def state(self, key: str) -> AddressState | None:
        """Return all that is known of an address, None when it was never seen."""
        ...

    def anchors(self, key: str) -> tuple[str, ...]:
        """Return the different texts of links to an address and to all that led to the same page.

        Ten of each address at most. Empty for an address that is not known.
        """
        ...

    def visited(self) -> Iterator[tuple[str, str]]:
        """Yield (leased key, final key) of fetched pages in the order in which they were completed."""
        ...

    def ended(self) -> Iterator[tuple[str, str, Outcome]]:
        """Yield (leased key, final key, outcome) of all leases that were completed, in that order.

        One that led to a page by redirects comes as `fetched`. One that is `redirected` led to a page that
        was fetched before, or, when its final key is its own, to where nothing may be fetched.
        """
        ...

    def waiting_at(self, hosts: Iterable[str]) -> Mapping[str, int]:
        """Count the addresses that wait at these hosts, without hosts that have none and what is held."""
        ...

    def stats(self) -> FrontierStats:
        """Count addresses by state."""
        ...

    def close(self) -> None:
        """Release the store; what was completed is safe."""
        ...
