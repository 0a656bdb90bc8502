"""Every link that waits, with its words: so that a changed topic re-scores them all in a few products."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lookclear.links.words import LinkFeatures
from lookclear.text.growing import Growing
from lookclear.text.vectors import TermRows

Integers = NDArray[np.int64]


class LinkMemory:
    """Links in the order in which they were found: words, block, page, place on the page, target.

    Pages and targets are numbers given by the crawl. Links to targets that need no score any more are dropped
    by `forget`, so that memory follows what waits, not what was ever seen.
    """

    def __init__(self) -> None:
        self.anchors = TermRows()
        self.contexts = TermRows()
        self.blocks = TermRows()
        self._block_of = Growing(np.int32)
        self._page_of = Growing(np.int32)
        self._target_of = Growing(np.int32)
        self._rank = Growing(np.int32)
        self._number = Growing(np.int64)
        self.ever = 0  # how many links there have been: the number of the next one
        self._block_number = Growing(np.int32)
        self._blocks_ever = 0

    def __len__(self) -> int:
        return len(self._target_of)

    def add(self, features: LinkFeatures, page: int, links: Integers, targets: Integers) -> None:
        """Add links of a page, by their positions among all of its links, with the number of each target."""
        first_block = self._blocks_ever
        self._blocks_ever += len(features.blocks)
        if not len(links):
            return
        self._block_number.extend(features.block_of[links] + first_block)
        offset = len(self.blocks)
        self.blocks.extend(features.blocks)
        whole = len(links) == len(features.anchors)
        self.anchors.extend(features.anchors if whole else features.anchors.take(links))
        self.contexts.extend(features.contexts if whole else features.contexts.take(links))
        self._block_of.extend(features.block_of[links] + offset)
        self._page_of.extend(np.full(len(links), page))
        self._target_of.extend(targets)
        self._rank.extend(np.arange(len(links)))
        self._number.extend(np.arange(self.ever, self.ever + len(links)))
        self.ever += len(links)

    def forget(self, waits: NDArray[np.bool_], least: int = 0) -> bool:
        """Drop links to targets that do not wait, if those are more than half of at least `least`.

        `waits` has one entry a target. Returns whether anything was dropped.
        """
        if len(self) <= least:
            return False
        kept = np.flatnonzero(waits[self._target_of.values])
        if 2 * len(kept) >= len(self):
            return False
        self.anchors.keep(kept)
        self.contexts.keep(kept)
        used, places = np.unique(self._block_of.values[kept], return_inverse=True)
        self.blocks.keep(used)
        self._block_of.replace(places)
        for held in (self._page_of, self._target_of, self._rank, self._number, self._block_number):
            held.replace(held.values[kept])
        return True

    def links_to(self, target: int) -> Integers:
        """Return the links to a target; looks at all of them."""
        return np.flatnonzero(self._target_of.values == target)

    def targets(self, first: int = 0) -> NDArray[np.int32]:
        """Return the target of each link from `first` on."""
        return self._target_of.values[first:]

    def pages(self, first: int = 0) -> NDArray[np.int32]:
        """Return the page of each link from `first` on."""
        return self._page_of.values[first:]

    def block_rows(self, first: int = 0) -> NDArray[np.int32]:
        """Return the row in `blocks` of each link from `first` on."""
        return self._block_of.values[first:]

    def numbers(self, first: int = 0) -> NDArray[np.int64]:
        """Return the numbers that the links from `first` on keep for good."""
        return self._number.values[first:]

    def block_numbers(self, first: int = 0) -> NDArray[np.int32]:
        """Return the block of each link from `first` on, by a number that it keeps for good."""
        return self._block_number.values[first:]

    @property
    def blocks_ever(self) -> int:
        """How many blocks there have been: the number of the next page's first one."""
        return self._blocks_ever

    def ranks(self, first: int = 0) -> NDArray[np.int32]:
        """Return the place of each link from `first` on among the followed ones of its page."""
        return self._rank.values[first:]
