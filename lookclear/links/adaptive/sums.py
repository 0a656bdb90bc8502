"""Evidence about targets, added up over all links that lead to each."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from lookclear.text.vectors import Floats

SUMMED = (
    "links", "anchor", "context", "block", "relevance", "flow", "size", "block_yield", "page_yield",
    "anchor_words", "context_words", "anchor_text", "context_text", "block_text", "rank", "list", "promise",
)  # fmt: skip
GREATEST = ("anchor", "context", "block_yield", "relevance", "words")
NOTHING = -9.0  # greatest value of a target without links


class Sums:
    """Sums and greatest values by number of the target."""

    def __init__(self) -> None:
        self._sums = np.zeros((256, len(SUMMED)), np.float32)
        self._greatest = np.full((256, len(GREATEST)), NOTHING, np.float32)

    def clear(self, targets: int) -> None:
        """Begin anew for so many targets."""
        room = max(256, targets + targets // 4)
        self._sums = np.zeros((room, len(SUMMED)), np.float32)
        self._greatest = np.full((room, len(GREATEST)), NOTHING, np.float32)

    def fill(self, targets: NDArray[np.integer], values: Mapping[str, Floats], count: int) -> None:
        """Add up everything from the beginning: values of all links, for so many targets."""
        self.clear(count)
        for at, name in enumerate(SUMMED):
            self._sums[:count, at] = np.bincount(targets, values[name], minlength=count)
        for at, name in enumerate(GREATEST):
            column = np.full(count, NOTHING)
            np.maximum.at(column, targets, values[name])
            self._greatest[:count, at] = column

    def add(self, targets: NDArray[np.integer], values: Mapping[str, Floats]) -> None:
        """Add some more links."""
        if not len(targets):
            return
        self._make_room(int(targets.max()) + 1)
        np.add.at(self._sums, targets, np.stack([values[name] for name in SUMMED], 1).astype(np.float32))
        np.maximum.at(
            self._greatest, targets, np.stack([values[name] for name in GREATEST], 1).astype(np.float32)
        )

    def of(self, targets: NDArray[np.integer] | slice) -> tuple[Mapping[str, Floats], Mapping[str, Floats]]:
        """Return the sums and the greatest values of targets, by name."""
        if not isinstance(targets, slice):
            self._make_room(int(targets.max(initial=-1)) + 1)
        sums, greatest = self._sums[targets], self._greatest[targets]
        return (
            {name: sums[:, at].astype(np.float64) for at, name in enumerate(SUMMED)},
            {name: greatest[:, at].astype(np.float64) for at, name in enumerate(GREATEST)},
        )

    def _make_room(self, targets: int) -> None:
        missing = targets - len(self._sums)
        if missing > 0:
            more = missing + len(self._sums)
            self._sums = np.concatenate([self._sums, np.zeros((more, len(SUMMED)), np.float32)])
            self._greatest = np.concatenate(
                [self._greatest, np.full((more, len(GREATEST)), NOTHING, np.float32)]
            )
