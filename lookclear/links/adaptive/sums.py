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
        # A row for each name: a million targets are written and read name by name.
        self._sums = np.zeros((len(SUMMED), 256), np.float32)
        self._greatest = np.full((len(GREATEST), 256), NOTHING, np.float32)

    def clear(self, targets: int) -> None:
        """Begin anew for so many targets."""
        room = max(256, targets + targets // 4)
        self._sums = np.zeros((len(SUMMED), room), np.float32)
        self._greatest = np.full((len(GREATEST), room), NOTHING, np.float32)

    def fill(self, targets: NDArray[np.integer], values: Mapping[str, Floats], count: int) -> None:
        """Add up everything from the beginning: values of all links, for so many targets."""
        self.clear(count)
        for at, name in enumerate(SUMMED):
            self._sums[at, :count] = np.bincount(targets, values[name], minlength=count)
        for at, name in enumerate(GREATEST):
            column = np.full(count, NOTHING)
            np.maximum.at(column, targets, values[name])
            self._greatest[at, :count] = column

    def add(self, targets: NDArray[np.integer], values: Mapping[str, Floats]) -> None:
        """Add some more links."""
        if not len(targets):
            return
        self._make_room(int(targets.max()) + 1)
        np.add.at(self._sums.T, targets, np.stack([values[name] for name in SUMMED], 1).astype(np.float32))
        np.maximum.at(
            self._greatest.T, targets, np.stack([values[name] for name in GREATEST], 1).astype(np.float32)
        )

    def of(self, targets: NDArray[np.integer] | slice) -> tuple[Mapping[str, Floats], Mapping[str, Floats]]:
        """Return the sums and the greatest values of targets, by name."""
        if not isinstance(targets, slice):
            self._make_room(int(targets.max(initial=-1)) + 1)
        return (
            {name: self._sums[at, targets].astype(np.float64) for at, name in enumerate(SUMMED)},
            {name: self._greatest[at, targets].astype(np.float64) for at, name in enumerate(GREATEST)},
        )

    def _make_room(self, targets: int) -> None:
        if targets > self._sums.shape[1]:  # then there is room for at least twice as many as before
            more = np.zeros((len(SUMMED), targets), np.float32)
            nothing = np.full((len(GREATEST), targets), NOTHING, np.float32)
            self._sums = np.concatenate([self._sums, more], axis=1)
            self._greatest = np.concatenate([self._greatest, nothing], axis=1)
