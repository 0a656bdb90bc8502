"""Which links of irrelevant pages are followed: none, those of blocks on topic, those within a depth.

A page is *white* when it is on topic: all its links are followed. It is *grey* when it is not but one of its
blocks that have links is, and *black* otherwise (Peng, Zhang & Zuo 2008; docs/algorithms.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from lookclear.text.vectors import Floats
from lookclear.tunnel.depth import THETA, tunnel_worth

LEAST = 1e-6  # the smallest score that rounding leaves


class Tunnel(StrEnum):
    """Which links of irrelevant pages are followed.

    The others wait at 0 and are not handed out, unless a page on topic links to the same address or the page
    they stand on turns out to be on topic.
    """

    NONE = "none"  # no difference is made: the strategy's score counts wherever the link stands
    HARD = "hard"  # none of them
    GREY = "grey"  # those in blocks on topic
    BLACK = "black"  # all, as far as the depth value of the page allows, in the tunnel lane
    BOTH = "grey+black"  # of grey pages those in blocks on topic, of black pages as far as depth allows

    @property
    def is_grey(self) -> bool:
        """Tell whether blocks on topic are followed."""
        return self in {Tunnel.GREY, Tunnel.BOTH}

    @property
    def is_black(self) -> bool:
        """Tell whether runs of irrelevant pages are crossed."""
        return self in {Tunnel.BLACK, Tunnel.BOTH}


class Kind(StrEnum):
    """What a page is for tunnelling."""

    WHITE = "white"
    GREY = "grey"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Places:
    """Where links stand, one entry a link: what the rule goes by.

    `page`, `block` = relevance of page and block, `part` = relevance of the page's best block with links,
    `depth`, `run`, `origin` as in `lookclear.links.evidence.Evidence`, `context` = S_lc.
    """

    page: Floats
    block: Floats
    part: Floats
    depth: Floats
    run: Floats
    origin: Floats
    context: Floats


@dataclass(frozen=True, slots=True)
class Led:
    """Where links lead: `scores` in 0..1, and which of them wait in the tunnel lane."""

    scores: Floats
    tunnel: NDArray[np.bool_]


def lead(worth: Floats, places: Places, tunnel: Tunnel, theta: float = THETA) -> Led:
    """Apply a rule to what a strategy says links are worth.

    A link that is followed is worth at least `LEAST`, whatever a strategy says: 0 means not followed.
    """
    nowhere = np.zeros(len(worth), np.bool_)
    if tunnel is Tunnel.NONE:
        return Led(worth, nowhere)
    followed = places.page >= theta
    if tunnel.is_grey:
        followed = followed | (places.block >= theta)
    scores = np.where(followed, np.maximum(worth, LEAST), 0.0)
    if not tunnel.is_black:
        return Led(scores, nowhere)
    crossed = ~followed & (places.depth >= 1)
    if tunnel.is_grey:
        crossed &= places.part < theta  # of a grey page the other blocks are not followed
    through = np.maximum(tunnel_worth(places.run, places.origin, places.context), LEAST)
    scores[crossed] = through[crossed]
    return Led(scores, crossed)


def kind_of(page: float, part: float, theta: float = THETA) -> Kind:
    """Return the kind of a page by its own relevance and that of its best block with links.

    >>> kind_of(0.3, 0.82), kind_of(0.3, 0.1)
    (<Kind.GREY: 'grey'>, <Kind.BLACK: 'black'>)
    """
    if page >= theta:
        return Kind.WHITE
    return Kind.GREY if part >= theta else Kind.BLACK
