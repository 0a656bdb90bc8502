"""Where a frontier writes down what must last: the contract of a book, and what is written at once.

The engine decides and keeps the order; a book keeps texts, outcomes and evidence. `write` takes a whole
change or nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Candidate, Outcome, Refusal
from lookclear.frontier.base import AddressState, Named
from lookclear.frontier.slots import Slots, Slots32
from lookclear.text.vectors import Floats

# What ended so was not asked for, and tells nothing of its group.
NO_FETCH = frozenset({Outcome.NOT_RECORDED, Outcome.ROBOTS, Outcome.ALIAS})
MOST_ANCHORS = 10  # different link texts kept of one address


@dataclass(slots=True)
class NewAddress:
    """An address that gets its slot with this change."""

    slot: int
    candidate: Candidate
    host: int
    score: float
    lane: int


class Done(NamedTuple):
    """An address that ended; `completed` is its place in the order of completion, 0 = was not fetched."""

    slot: int
    outcome: Outcome
    final: str  # key
    detail: str = ""
    completed: int = 0
    via: str = ""
    was_tried: bool = False
    hit: bool = False


class Placed(NamedTuple):
    """New scores and lanes of pending addresses that are not new."""

    slots: Slots32
    scores: Floats
    lanes: NDArray[np.uint8]


class Source(NamedTuple):
    """A link text that was not known of an address yet, and the page it stands on."""

    slot: int
    anchor: str
    parent: str
    bit: int  # of `Slots.anchors`


@dataclass(slots=True)
class Change:
    """All that one operation changes."""

    new: list[NewAddress] = field(default_factory=list)
    raised: dict[int, Candidate] = field(default_factory=dict)  # with the better link
    lanes: dict[int, int] = field(default_factory=dict)
    revived: list[int] = field(default_factory=list)  # dropped ones that are pending again
    done: dict[int, Done] = field(default_factory=dict)
    realiased: dict[int, str] = field(default_factory=dict)  # aliases that are one of another key
    reopened: list[int] = field(default_factory=list)
    named: list[NamedRow] = field(default_factory=list)
    bridges: list[int] = field(default_factory=list)
    dropped: dict[int, Refusal] = field(default_factory=dict)
    refused: list[tuple[str, Refusal, str]] = field(default_factory=list)  # address, reason, parent
    scores: Placed | None = None
    sources: list[Source] = field(default_factory=list)
    links: dict[str, dict[int, None]] = field(default_factory=dict)  # parent: slots it links to
    known: Mapping[str, int] = field(default_factory=dict)  # slots of keys that the change names


class NamedRow(NamedTuple):
    """An address that a listing named; `completed` as of then."""

    slot: int
    anchor: str
    completed: int


class Found(NamedTuple):
    """What a lease needs to know of an address."""

    url: str
    key: str
    depth: int
    parent: str
    seed: bool
    payload: str


class Book(Protocol):
    """The lasting part of a store. Raises StoreError when it cannot be read or written."""

    def load(self, slots: Slots, groups: Callable[[str, str], Sequence[int]] | None) -> Loaded:
        """Fill the arrays with what an earlier process left; `groups` numbers those of (key, host)."""
        ...

    def find(self, keys: Iterable[str]) -> dict[str, int]:
        """Return the slots of those keys that are known."""
        ...

    def found(self, slot: int) -> Found:
        """Return what a lease needs."""
        ...

    def write(self, change: Change, leases: Mapping[int, int]) -> list[Refusal]:
        """Write a change and which slots are leased now (with their tokens), all or nothing.

        Returns the reasons of the refused addresses that were not known as refused before.
        """
        ...

    def read(self, key: str) -> AddressState | None:
        """Return what is known of an address; its state does not tell pending from leased."""
        ...

    def anchors(self, key: str) -> tuple[str, ...]:
        """Return the different texts of links to an address and to all that led to the same page."""
        ...

    def ended(self) -> Iterator[tuple[str, str, Outcome]]:
        """Yield (leased key, final key, outcome) in the order of completion."""
        ...

    def named(self) -> Iterator[Named]:
        """Yield what listings named, in that order."""
        ...

    def close(self) -> None:
        """Release what is held."""
        ...


@dataclass(frozen=True, slots=True)
class Loaded:
    """What an earlier process left, beside the arrays.

    `fetched` has a row for every address that was fetched: slot, how often, and how often it was a hit.
    """

    token: int = 0
    completed: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)
    fetched: Slots32 = field(default_factory=lambda: np.zeros((0, 3), np.int32))


def bit_of(anchor: str) -> int:
    """Return which of 64 bits stands for a link text."""
    return crc32(anchor.encode("utf-8", "replace")) % 64
