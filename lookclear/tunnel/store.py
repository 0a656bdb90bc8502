"""The temporary store of black tunnelling: irrelevant pages whose links are followed for a while.

A page on the way to a relevant one is a bridge and stays; one that led nowhere is given up after a while.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookclear.text.terms import distinct

KEPT_FOR = 2_000  # further fetches, until a page that is no bridge is given up


@dataclass(slots=True)
class _Kept:
    addresses: tuple[int, ...]  # target numbers of the page itself
    targets: NDArray[np.int64]  # of its links
    born: int
    is_bridge: bool = False


class TemporaryStore:
    """Irrelevant pages by number, and which targets they point to."""

    def __init__(self) -> None:
        self._pages: dict[int, _Kept] = {}
        self._at: dict[int, int] = {}  # target number → page in the store
        self._fathers: defaultdict[int, list[int]] = defaultdict(list)  # target number → pages in the store

    def __len__(self) -> int:
        return len(self._pages)

    def __contains__(self, page: int) -> bool:
        return page in self._pages

    def keep(self, page: int, addresses: Iterable[int], targets: NDArray[np.int64], born: int) -> None:
        """Store a page that was fetched as number `born`."""
        kept = _Kept(tuple(addresses), distinct(targets), born)
        self._pages[page] = kept
        self._at.update(dict.fromkeys(kept.addresses, page))
        for target in kept.targets.tolist():
            self._fathers[target].append(page)

    def at(self, target: int) -> int | None:
        """Return the page in the store that has this address."""
        return self._at.get(target)

    def targets(self, page: int) -> NDArray[np.int64]:
        """Return the targets of a stored page's links."""
        return self._pages[page].targets

    def reached(self, addresses: Iterable[int]) -> list[int]:
        """Mark the stored pages through which an address was found as bridges; return the new ones.

        Goes back from father to father as long as they are in the store: up to the last relevant page.
        """
        found: list[int] = []
        ways = [page for address in addresses for page in self._fathers.get(address, ())]
        seen = set(ways)
        while ways:
            page = ways.pop()
            kept = self._pages[page]
            if not kept.is_bridge:
                kept.is_bridge = True
                found.append(page)
            for address in kept.addresses:
                further = [one for one in self._fathers.get(address, ()) if one not in seen]
                seen.update(further)
                ways += further
        return sorted(found)

    def expire(self, fetched: int, kept_for: int = KEPT_FOR) -> list[int]:
        """Give up the pages that were stored long ago and are no bridges; return them."""
        old = [
            page
            for page, kept in self._pages.items()
            if not kept.is_bridge and fetched - kept.born > kept_for
        ]
        for page in old:
            kept = self._pages.pop(page)
            for address in kept.addresses:
                self._at.pop(address, None)
            for target in kept.targets.tolist():
                self._fathers[target].remove(page)
                if not self._fathers[target]:
                    del self._fathers[target]
        return old
