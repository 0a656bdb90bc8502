"""The interface every frontier store offers.

States of an address: pending → leased → done, or refused with a reason. An address is identified by its
canonical key and is handed out once per lease.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from lookclear.domain import Candidate, Lease, Outcome, Refusal


@dataclass(frozen=True, slots=True)
class FrontierStats:
    """Counts of addresses by state, and of outcomes and refusals by reason."""

    pending: int
    leased: int
    done: int
    outcomes: Mapping[str, int] = field(default_factory=dict)
    refused: Mapping[str, int] = field(default_factory=dict)
    hosts: int = 0  # hosts with pending addresses


class Frontier(Protocol):
    """A best-first queue with leases that loses nothing when the process dies."""

    def enqueue(self, candidates: Iterable[Candidate]) -> int:
        """Queue addresses not seen before; raise the score of pending ones. Returns how many are new."""
        ...

    def lease(self, has_capacity: Callable[[str], bool]) -> Lease | None:
        """Hand out the best pending address among hosts with free capacity, or None.

        Ties are broken by the order of discovery.
        """
        ...

    def complete(
        self,
        lease: Lease,
        outcome: Outcome,
        *,
        candidates: Iterable[Candidate] = (),
        refused: Iterable[tuple[str, Refusal]] = (),
        rescored: Mapping[str, float] | None = None,
        final_key: str | None = None,
        detail: str = "",
    ) -> None:
        """Acknowledge a lease, queue what its page links to and apply new scores, in one transaction.

        `final_key` is the canonical key of the address that answered after redirects: the leased one is
        then kept as its alias. A lease that is no longer current is ignored.
        """
        ...

    def release(self, lease: Lease) -> None:
        """Put a leased address back as pending, unchanged."""
        ...

    def rescore(self, scores: Mapping[str, float]) -> None:
        """Set new scores for pending addresses (keys not pending are passed over)."""
        ...

    def is_known(self, key: str) -> bool:
        """Tell whether an address was ever queued, fetched or seen as an alias."""
        ...

    def visited(self) -> Iterator[tuple[str, str]]:
        """Yield (leased key, final key) of fetched pages in the order in which they were completed."""
        ...

    def stats(self) -> FrontierStats:
        """Count addresses by state."""
        ...

    def close(self) -> None:
        """Release the store; what was completed is safe."""
        ...
