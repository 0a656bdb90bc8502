"""The words around a link: ζ-IDOM (docs/algorithms.md; the rule is our reconstruction).

Climb from the anchor while the text is shorter than ζ words, never leave the content block, and trim to ζ
words around the anchor when the last step took too much.
"""

from __future__ import annotations

from collections.abc import Iterable

from lookclear.domain import Span

ZETA = 40  # words of context
LEAST = 4  # words besides the anchor; with fewer, the block's heading speaks for the link


def zeta_idom(anchor: Span, ancestors: Iterable[Span], block: Span, zeta: int = ZETA) -> Span:
    """Return the context of a link as a token interval.

    `ancestors` are the intervals of the elements around the anchor, inner ones first; `block` is the content
    block that holds it. The result lies inside the block, contains the anchor as far as it lies in the
    block, has at most max(ζ, anchor length) tokens, and never shrinks when ζ grows.

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
