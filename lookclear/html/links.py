"""The links of a page, each with the words that describe its target."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lookclear.domain import Block, Link, Span
from lookclear.html.addresses import Addresses, base_of, resolve
from lookclear.html.context import DEFAULT, ContextRule, Place
from lookclear.html.link_sources import ATTRIBUTES, KINDS, hidden_texts, unseen
from lookclear.html.tree import Tree, text_of
from lookclear.html.walk import HEADINGS
from lookclear.text.segment import words

__all__ = ["Links", "extract", "resolve"]

MOST_LINKS = 5_000  # of one page
MOST_UNSEEN = 50  # of meta refresh and link elements
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Links:
    """The links that were kept, in document order, and how many more the page has."""

    kept: list[Link]
    dropped: int


def extract(
    tree: Tree, url: str, charset: str, blocks: Sequence[Block], rule: ContextRule = DEFAULT
) -> Links:
    """Return the http(s) links of a page, without those to the page itself.

    Of more than 5,000 the best are kept: first of each target, those in content before those in navigation,
    earlier ones before later ones.
    """
    addresses = Addresses(url, base_of(tree.root, url), charset)
    places = _Places(tree, blocks)
    found: list[tuple[int, str]] = []
    for index, element in enumerate(tree.elements):
        attribute = ATTRIBUTES.get(element.tag)
        if attribute is None:
            continue
        target = addresses.resolve(element.node.get(attribute))
        if target is not None and target != url:
            found.append((index, target))
    best = _best(found, tree, places) if len(found) > MOST_LINKS else found
    links = [_link(tree, index, target, places, rule) for index, target in best]
    for number, (kind, href) in enumerate(unseen(tree.root)):
        target = addresses.resolve(href)
        if number < MOST_UNSEEN and target is not None and target != url:
            links.append(Link(target, "", (0, 0), (0, 0), -1, kind=kind))
    return Links(links, len(found) - len(best))


class _Places:
    """Blocks and headings of a page with their start positions, for look-up by bisection."""

    def __init__(self, tree: Tree, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self.page = (0, len(tree.words))
        self._block_starts = [block.start for block in blocks]
        self._headings = [(e.start, e.end) for e in tree.elements if e.tag in HEADINGS and e.end > e.start]
        self._heading_starts = [start for start, _ in self._headings]

    def block_at(self, position: int) -> int:
        """Return the index of the block that holds a token, -1 when there is none."""
        return bisect_right(self._block_starts, position) - 1

    def heading_above(self, position: int, block_start: int) -> Span | None:
        """Return the last heading that starts in the block and not after a position."""
        at = bisect_right(self._heading_starts, position) - 1
        return self._headings[at] if at >= 0 and self._headings[at][0] >= block_start else None


def _best(found: Sequence[tuple[int, str]], tree: Tree, places: _Places) -> list[tuple[int, str]]:
    seen: set[str] = set()
    ranked: list[tuple[bool, bool, int]] = []
    for number, (index, target) in enumerate(found):
        at = places.block_at(tree.elements[index].start)
        navigation = at >= 0 and places.blocks[at].kind == "navigation"
        ranked.append((target in seen, navigation, number))
        seen.add(target)
    return [found[number] for _, _, number in sorted(sorted(ranked)[:MOST_LINKS], key=lambda one: one[2])]


def _link(tree: Tree, index: int, target: str, places: _Places, rule: ContextRule) -> Link:
    element = tree.elements[index]
    span = (element.start, element.end)
    at = places.block_at(span[0])
    block = (places.blocks[at].start, places.blocks[at].end) if at >= 0 else places.page
    context = rule(Place(span, _ancestors(tree, element.parent), block, places.page))
    heading = None
    if (context[1] - context[0]) - (span[1] - span[0]) < rule.heading_below:
        heading = places.heading_above(span[0], block[0])
    node = element.node
    anchor = tree.slice(*span) or text_of(node)  # of a link inside a word, which is no word of its own
    rel = node.get("rel")
    relations = tuple(rel.lower().split()[:9]) if rel else ()
    return Link(
        url=target,
        anchor=_SPACE.sub(" ", anchor).strip() if "  " in anchor or not anchor.isprintable() else anchor,
        span=span,
        context=context,
        block=at,
        heading=heading,
        extra=tuple(word for text in hidden_texts(node) if text for word in words(text)),
        nofollow="nofollow" in relations,
        rel=relations,
        kind=KINDS[element.tag],
    )


def _ancestors(tree: Tree, parent: int) -> Iterator[Span]:
    while parent >= 0:
        element = tree.elements[parent]
        yield element.start, element.end
        parent = element.parent
