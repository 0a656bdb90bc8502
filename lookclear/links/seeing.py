"""What a strategy is shown that reads pages itself, and what it keeps of their links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Page
from lookclear.text.growing import Growing
from lookclear.text.terms import WordTerms
from lookclear.text.vectors import RowBatch, TermRows, Vocabulary

Integers = NDArray[np.int64]
LEAST_FORGOTTEN = 2_000  # links, below which those that wait no more are kept


@dataclass(frozen=True, slots=True)
class Seen:
    """A page that was fetched, and its links that wait from now on.

    `number` counts pages, `targets` are numbers of addresses, `addresses` those of the page's own. `links`
    are positions in `page.links`; their numbers, which they keep for good, are `first`, `first` + 1, …
    `known` are links (position, number of the page) to pages that were fetched before.
    """

    page: Page
    number: int
    addresses: Sequence[int]
    links: Integers
    targets: Integers
    first: int
    known: Sequence[tuple[int, int]] = ()
    anchors: RowBatch = field(default_factory=lambda: RowBatch.of([]))  # words of all of its links
    vocabulary: Vocabulary = field(default_factory=Vocabulary)  # that these are numbered by
    words: WordTerms | None = None
    is_copy: bool = False  # it says what another page said

    def terms(self) -> WordTerms:
        """Return what the page's tokens count as."""
        return self.words or WordTerms.of(self.page.tokens)


class LinkNumbers:
    """Which links a strategy keeps something of, in the order of their numbers.

    Whatever it keeps is in columns beside this one: `places` says where, and what is to be dropped.
    """

    def __init__(self) -> None:
        self._numbers = Growing(np.int64)
        self._newest = 0  # first link of the newest page

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def newest(self) -> int:
        """The first link of the newest page that has any."""
        return self._newest

    def add(self, first: int, count: int) -> None:
        """Take in the links of one more page."""
        if count:
            self._newest = first
        self._numbers.extend(np.arange(first, first + count))

    def places(self, numbers: Integers) -> Integers:
        """Return where links are; those that are not kept any more have -1."""
        own = self._numbers.values
        if len(numbers) and len(own) >= len(numbers) and own[-1] - own[-len(numbers)] == len(numbers) - 1:
            tail = own[-len(numbers) :]
            if tail[0] == numbers[0] and tail[-1] == numbers[-1]:
                return np.arange(len(own) - len(numbers), len(own))
        found = np.searchsorted(own, numbers)
        found[found == len(own)] = 0
        return np.where(own[found] == numbers, found, -1) if len(own) else np.full(len(numbers), -1)

    def outdated(self, numbers: Integers) -> Integers | None:
        """Return the places to keep when most links wait no more, given the numbers of those that do.

        None when there is nothing to do, or `numbers` are those of the newest page alone. The caller keeps
        the same places of its columns.
        """
        is_all = len(numbers) and numbers[0] < self._newest
        if not is_all or len(self) <= LEAST_FORGOTTEN or 2 * len(numbers) >= len(self):
            return None
        places = self.places(numbers)
        kept = places[places >= 0]
        self._numbers.replace(self._numbers.values[kept])
        return kept


def rows_at(rows: TermRows, places: Integers) -> RowBatch:
    """Return the rows at some places; without a copy when they are the last ones in a row, or all."""
    is_run = len(places) and places[-1] == len(rows) - 1 and places[-1] - places[0] == len(places) - 1
    return (
        rows.batch(int(places[0])) if is_run and np.all(np.diff(places) == 1) else rows.batch().take(places)
    )
