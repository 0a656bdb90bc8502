"""The crawl strategies by name."""

from __future__ import annotations

import difflib
from typing import Protocol

from lookclear.errors import UsageError
from lookclear.links.best_first import BestFirst
from lookclear.links.block import Block
from lookclear.links.breadth_first import BreadthFirst
from lookclear.links.evidence import Evidence
from lookclear.links.link_context import LinkContext
from lookclear.links.mix import Mix
from lookclear.text.vectors import Floats


class Strategy(Protocol):
    """Judges links by their evidence: bounded, deterministic, one value in 0..1 a link.

    Of several links to one target the best counts.
    """

    name: str

    def score(self, evidence: Evidence) -> Floats:
        """Return the worth of each link."""
        ...


_ALL: dict[str, type[Strategy]] = {
    kind.name: kind for kind in (BreadthFirst, BestFirst, LinkContext, Block, Mix)
}
NAMES = tuple(_ALL)
DEFAULT = Mix.name


def strategy(name: str) -> Strategy:
    """Return the strategy of that name; raises UsageError that names the nearest one."""
    if name not in _ALL:
        near = difflib.get_close_matches(name, NAMES, n=1, cutoff=0.4)
        meant = f"did you mean {near[0]!r}? " if near else ""
        raise UsageError(f"there is no strategy {name!r}", hint=f"{meant}known are: {', '.join(NAMES)}")
    return _ALL[name]()
