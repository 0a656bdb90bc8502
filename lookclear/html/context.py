"""The words around a link that describe its target: ζ-IDOM, and the rules it is compared with.

All rules have one shape, `rule(place) -> span`, and a name in `RULES`. What the published sources leave open
in ζ-IDOM is our reconstruction (docs/algorithms.md): climb from the anchor while the text is shorter than ζ
words, never leave the content block, and trim to ζ words around the anchor when the last step took too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from lookclear.domain import Span
from lookclear.errors import UsageError

ZETA = 40  # words of context
MOST_WORDS = 100_000  # that a rule may be told to take
LEAST = 4  # words besides the anchor; with fewer, the block's heading speaks for the link


@dataclass(frozen=True, slots=True)
class Place:
    """Where a link stands: token intervals.

    `ancestors` are those of the elements around the anchor, inner ones first; `block` is the content block
    that holds it, or the whole page.
    """

    anchor: Span
    ancestors: Iterable[Span]
    block: Span
    page: Span


class ContextRule(Protocol):
    """Gives a link its context; deterministic, and never outside the page."""

    @property
    def heading_below(self) -> int:
        """With fewer words besides the anchor the block's heading is added; 0 for never."""

    def __call__(self, place: Place) -> Span:
        """Return the context as a token interval."""


@dataclass(frozen=True, slots=True)
class ZetaIdom:
    """ζ-IDOM (after Peng 2007; climbing after Pant 2003)."""

    zeta: int = ZETA
    heading_below: int = LEAST

    def __call__(self, place: Place) -> Span:
        """Return at most max(ζ, anchor length) tokens inside the block."""
        return zeta_idom(place.anchor, place.ancestors, place.block, self.zeta)


@dataclass(frozen=True, slots=True)
class Window:
    """TW(k): the anchor and k words on either side of it, wherever they belong (Pant & Srinivasan 2006)."""

    k: int = 10
    heading_below: int = 0

    def __call__(self, place: Place) -> Span:
        """Return at most anchor length + 2k tokens."""
        return _clip((place.anchor[0] - self.k, place.anchor[1] + self.k), place.page)


@dataclass(frozen=True, slots=True)
class BlockWindow:
    """BTW(k): TW(k) cut at the borders of the block."""

    k: int = 10
    heading_below: int = 0

    def __call__(self, place: Place) -> Span:
        """Return at most anchor length + 2k tokens inside the block."""
        return _clip((place.anchor[0] - self.k, place.anchor[1] + self.k), place.block)


@dataclass(frozen=True, slots=True)
class TagTree:
    """TT(h): the text of the h-th element around the anchor, 1 for its parent (Pant 2003)."""

    h: int = 1
    heading_below: int = 0

    def __call__(self, place: Place) -> Span:
        """Return the ancestor's interval, or the page when there are fewer ancestors."""
        return next((span for n, span in enumerate(place.ancestors, start=1) if n == self.h), place.page)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """AGG(N): the text of the first element around the anchor with at least N words (Pant 2003)."""

    n: int = ZETA
    heading_below: int = 0

    def __call__(self, place: Place) -> Span:
        """Return the ancestor's interval, however long, or the page when none is long enough."""
        if place.anchor[1] - place.anchor[0] >= self.n:
            return place.anchor
        return next((span for span in place.ancestors if span[1] - span[0] >= self.n), place.page)


@dataclass(frozen=True, slots=True)
class Anchor:
    """The anchor text alone."""

    heading_below: int = 0

    def __call__(self, place: Place) -> Span:
        """Return the anchor's interval."""
        return place.anchor


@dataclass(frozen=True, slots=True)
class WholePage:
    """The whole page: what a best-first crawler goes by."""

    heading_below: int = 0

    def __call__(self, place: Place) -> Span:
        """Return the page's interval."""
        return place.page


DEFAULT = ZetaIdom()
_WITH_NUMBER: dict[str, Callable[..., ContextRule]] = {
    "zeta-idom": ZetaIdom,
    "window": Window,
    "block-window": BlockWindow,
    "tag-tree": TagTree,
    "aggregate": Aggregate,
}
RULES: dict[str, ContextRule] = {
    **{name: make() for name, make in _WITH_NUMBER.items()},
    "anchor": Anchor(),
    "page": WholePage(),
}


@cache
def context_rule(name: str) -> ContextRule:
    """Return the rule of that name; a number after a colon is its ζ, k, h or N.

    Raises UsageError that names the known ones.

    >>> context_rule("window:20"), context_rule("zeta-idom")
    (Window(k=20, heading_below=0), ZetaIdom(zeta=40, heading_below=4))
    """
    kind, colon, number = name.partition(":")
    if not colon and kind in RULES:
        return RULES[kind]
    if kind in _WITH_NUMBER and number.isascii() and number.isdigit():
        return _WITH_NUMBER[kind](min(int(number[:6]), MOST_WORDS))
    raise UsageError(
        f"there is no link context {name!r}",
        hint=f"known are: {', '.join(RULES)}; all but the last two may be given a number, such as window:20",
    )


def zeta_idom(anchor: Span, ancestors: Iterable[Span], block: Span, zeta: int = ZETA) -> Span:
    """Return the ζ-IDOM context of a link as a token interval.

    The result lies inside the block, contains the anchor as far as it lies in the block, has at most
    max(ζ, anchor length) tokens, and never shrinks when ζ grows.

    >>> zeta_idom((1, 3), [(0, 5), (0, 11)], (0, 11), zeta=8)
    (0, 8)
    """
    start, end = _clip(anchor, block)
    inner = (start, end)
    for ancestor in ancestors:
        if end - start >= zeta or (start, end) == block:
            break
        wide = _clip(ancestor, block)
        start, end = min(start, wide[0]), max(end, wide[1])
    return _trim(inner, (start, end), zeta)


def _trim(anchor: Span, around: Span, zeta: int) -> Span:
    """Cut an interval to ζ tokens centred on the anchor; what one side cannot use, the other gets."""
    (inner_start, inner_end), (start, end) = anchor, around
    if inner_end - inner_start >= zeta:
        return anchor
    if end - start <= zeta:
        return around
    budget = zeta - (inner_end - inner_start)
    left, right = budget // 2, budget - budget // 2
    take_left = min(inner_start - start, left)
    take_right = min(end - inner_end, right + left - take_left)
    take_left = min(inner_start - start, left + right - min(end - inner_end, right))
    return inner_start - take_left, inner_end + take_right


def _clip(span: Span, block: Span) -> Span:
    start = min(max(span[0], block[0]), block[1])
    return start, max(start, min(span[1], block[1]))
