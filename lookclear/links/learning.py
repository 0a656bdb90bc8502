"""What a strategy that learns is told when a page was fetched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lookclear.links.memory import LinkMemory
from lookclear.text.vectors import Floats, Row, RowBatch

MOST_PAGES = 2_000  # newest pages, of which it is known by which anchors they were found


@dataclass(frozen=True, slots=True)
class Lesson:
    """A fetched page, and the anchors that led to it.

    `relevance` = R in 0..1, `is_known` = a seed, `page` = its words, `names` = the words it is called by,
    `led` = anchors of the links that lead to it, `before` = anchors of links that led to the page it was
    found on, `shares` = background share of pages that contain each term.
    """

    relevance: float
    is_known: bool
    page: Row
    names: Row
    led: RowBatch
    before: RowBatch
    shares: Floats


class Trail:
    """By which anchors the pages of a crawl were found, and on which pages those stood."""

    def __init__(self) -> None:
        self._steps: dict[int, tuple[RowBatch, tuple[int, ...]]] = {}  # page → anchors, pages they stood on

    def add(self, page: int, links: LinkMemory, targets: Sequence[int]) -> None:
        """Keep what led to the next page, whose addresses are these targets."""
        found = [links.links_to(target) for target in targets]
        places = np.concatenate([*found, np.zeros(0, np.int64)])
        fathers = np.unique(links.pages()[places])
        self._steps[page] = links.anchors.batch().take(places), tuple(fathers.tolist())
        self._steps.pop(page - MOST_PAGES, None)

    def lesson(
        self, page: int, relevance: float, row: Row, names: Row, shares: Floats, *, is_known: bool
    ) -> Lesson:
        """Return what is to be learned from a page that was added."""
        led, fathers = self._steps[page]
        before = [self._steps[father][0] for father in fathers if father in self._steps]
        return Lesson(
            relevance=relevance,
            is_known=is_known,
            page=row,
            names=names,
            led=led,
            before=RowBatch.of([rows[at] for rows in before for at in range(len(rows))]),
            shares=shares,
        )
