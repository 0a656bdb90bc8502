"""What a strategy is told about links: evidence, not only a number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

import numpy as np
from numpy.typing import NDArray

from lookclear.text.vectors import Floats, RowBatch


def _not_given() -> Floats:
    return np.zeros(0)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Judged evidence of some links, one entry a link, made with the newest model.

    Of the link: `anchor` = sim(anchor, topic), `context` = sim(context and heading, topic), `block` =
    relevance of the block it stands in, `rank` = its position among the links of its page that may be
    followed, from 0.

    Of its page: `page` = relevance R, `likeness` = sim(page, topic), `part` = relevance of its best block
    that has links, `run` = length of the run of irrelevant pages that ends in it (0 for a relevant page),
    `origin` = R of the last relevant page before that run, `depth` = its depth value in black tunnelling,
    `stamina` = its depth in fish-search, `inherited` = what it inherited in shark-search.

    All but `rank`, `run`, `depth` and `stamina` are in 0..1. What is not given is 0. `rows` are the words of
    the anchors themselves, for strategies that learn from words; None when there are none to be had. `links`
    are the numbers that the links keep for good (`Seen`); none for addresses that no page links to.
    """

    anchor: Floats
    context: Floats
    block: Floats
    page: Floats
    likeness: Floats = field(default_factory=_not_given)
    rank: Floats = field(default_factory=_not_given)
    run: Floats = field(default_factory=_not_given)
    origin: Floats = field(default_factory=_not_given)
    part: Floats = field(default_factory=_not_given)
    depth: Floats = field(default_factory=_not_given)
    stamina: Floats = field(default_factory=_not_given)
    inherited: Floats = field(default_factory=_not_given)
    rows: RowBatch | None = None
    links: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    def __post_init__(self) -> None:
        """Fill in what is not given; without other knowledge a page's best block is that of the link."""
        if len(self.part) != len(self.page):
            object.__setattr__(self, "part", self.block)
        for name in _LATER:
            if len(getattr(self, name)) != len(self.page):
                object.__setattr__(self, name, np.zeros(len(self.page)))

    def __len__(self) -> int:
        return len(self.page)

    def at(
        self, link: int, names: Iterable[str] = ("anchor", "context", "block", "page")
    ) -> dict[str, float]:
        """Return some of the evidence of one link as named parts."""
        return {name: float(getattr(self, name)[link]) for name in names}


_LATER = [one.name for one in fields(Evidence) if one.name not in {"rows", "links"}][4:]
NO_LINKS = Evidence(_not_given(), _not_given(), _not_given(), _not_given())
