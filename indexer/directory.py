"""The block directory: where each block of a long list starts, so that a seek needs no walk along the chain.

It is a chain itself (entries: first key, block address), holds nothing for the first block, and so costs
nothing for the many lists of one block.
"""

from __future__ import annotations

import numpy as np

from indexer.arena import Arena, Words
from indexer.blocks import Chains, Rows


class BlockDirectory:
    """The second and further blocks of each list of some `Chains`."""

    WIDTH = 2

    def __init__(self, arena: Arena, head: Words | None = None, tail: Words | None = None) -> None:
        self.chains = Chains(arena, self.WIDTH, head, tail)

    def grow_to(self, count: int) -> None:
        """Make lists exist up to number `count - 1`."""
        self.chains.grow_to(count)

    def add(self, lists: Rows, first_key: int, addresses: Words) -> None:
        """Note that each list got a block that starts at `first_key`."""
        entries = np.empty((len(lists), self.WIDTH), np.uint32)
        entries[:, 0] = first_key
        entries[:, 1] = addresses
        self.chains.append(lists, entries)

    def entries(self, number: int) -> Words:
        """Return (first key, address) of the second and further blocks, shape (blocks - 1, 2)."""
        return self.chains.read(self.chains.walk(number))
