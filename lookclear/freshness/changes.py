"""How much a page has changed between two visits, by the leaf blocks of its content partition.

Follows the idea of Peng 2007 (decide from content over the DOM tree) and of Artail & Fawaz 2008 (compare only
what stands in the same place); fingerprint, weights and thresholds are our reconstruction. Comparing bytes
would cry wolf on every clock and advert.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lookclear.domain import Block, Page

MODIFIED = 0.05  # a page that differs by less has a minor change
NAVIGATION_WEIGHT = 0.2
LONG_NUMBER = 5  # digits; longer numbers are counters, and count as one word

_NUMBER = "\x00"


class Change(StrEnum):
    """What became of a page that answered again."""

    UNCHANGED = "unchanged"
    MINOR = "minor"
    MODIFIED = "modified"  # the one that counts as a change, and is indexed anew


@dataclass(frozen=True, slots=True)
class Part:
    """A block to be compared: where it stands, how much it counts (0..1), and its words as a multiset."""

    place: int
    weight: float
    words: Counter[str]


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed between two visits; `distance` is in 0..1.

    When only links changed, the new ones are worth a fetch though the page need not be indexed again.
    """

    change: Change
    distance: float
    links_changed: bool


def compare(old: Page, new: Page) -> Difference:
    """Tell how a page differs from what it was."""
    far = distance(parts_of(old), parts_of(new))
    change = Change.UNCHANGED if far == 0 else Change.MINOR if far < MODIFIED else Change.MODIFIED
    return Difference(change, far, {link.url for link in old.links} != {link.url for link in new.links})


def parts_of(page: Page) -> list[Part]:
    """Return a page's blocks to be compared; long numbers are masked.

    Content counts 1, navigation 0.2. What is no part of the main text (adverts, notices, forms) counts 0,
    unless the page has nothing else.
    """
    has_text = any(block.text[0] < block.text[1] for block in page.blocks)
    return [
        Part(
            block.place,
            _weight(block, has_text=has_text),
            Counter(_NUMBER if _is_counter(word) else word for word in page.tokens[block.start : block.end]),
        )
        for block in page.blocks
    ]


def distance(old: Sequence[Part], new: Sequence[Part]) -> float:
    """Return `D = 1 − 2·Σ_matched g·o / Σ_old,new g·n` in 0..1, 0 for pages without anything that counts.

    n are a block's words, o those a matched pair shares, g its weight. Equal blocks are matched first, then
    the rest greedily by the most shared words: in the same place, and at last anywhere (a redesign).
    """
    total = sum(part.weight * part.words.total() for part in (*old, *new))
    if total == 0:
        return 0.0
    shared = 0.0
    left_old, left_new = list(old), list(new)
    for key in (_words_of, _place_of, _anywhere):
        shared += _matched(left_old, left_new, key)
    return max(0.0, 1.0 - 2.0 * shared / total)


def _matched(old: list[Part], new: list[Part], key: Callable[[Part], Hashable]) -> float:
    """Pair parts with equal keys, take them out of both lists, and return what they share."""
    groups: dict[Hashable, list[Part]] = defaultdict(list)
    for part in new:
        groups[key(part)].append(part)
    pairs = [
        (overlap, at, other)
        for at, part in enumerate(old)
        for other in groups.get(key(part), ())
        if (overlap := (part.words & other.words).total()) > 0
    ]
    pairs.sort(key=lambda pair: (-pair[0], pair[1]))
    shared = 0.0
    done_old: set[int] = set()
    done_new: set[int] = set()
    for overlap, at, other in pairs:
        if at not in done_old and id(other) not in done_new:
            done_old.add(at)
            done_new.add(id(other))
            shared += min(old[at].weight, other.weight) * overlap
    old[:] = [part for at, part in enumerate(old) if at not in done_old]
    new[:] = [part for part in new if id(part) not in done_new]
    return shared


def _words_of(part: Part) -> Hashable:
    return frozenset(part.words.items())


def _place_of(part: Part) -> Hashable:
    return part.place


def _anywhere(_: Part) -> Hashable:
    return None


def _weight(block: Block, *, has_text: bool) -> float:
    if block.kind == "navigation":
        return NAVIGATION_WEIGHT
    return 1.0 if block.text[0] < block.text[1] or not has_text else 0.0


def _is_counter(word: str) -> bool:
    return len(word) >= LONG_NUMBER and word.isdigit()
