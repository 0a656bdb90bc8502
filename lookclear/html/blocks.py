"""Content block partition: cut a page into the parts that each speak of one thing.

Follows Peng, Zhang & Zuo 2008; see docs/algorithms.md (split rules and constants are our reconstruction).
All blocks are intervals of the page's token array; together they cover it in order.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations, pairwise

from lookclear.domain import Block, Span
from lookclear.html.reading import DEFAULT_READING, Reading
from lookclear.html.tree import LINK_TAGS, Tree
from lookclear.html.walk import BLOCK_TAGS, HEADINGS

MOST_BLOCKS = 20
MOST_COMPARED = 400  # leaves that are compared pair by pair; more are joined unseen, in groups
SAMPLED = 10  # parts compared for cohesion
COLLAPSE = 0.9  # a lone part with this share of its region stands for the whole region
NAVIGATION_SHARE = 0.6  # of words inside links …
NAVIGATION_LINKS = 5  # … and at least so many links


@dataclass(slots=True)
class _Node:
    """A block element: its interval, its nearest block descendants, its headings and rules."""

    start: int
    end: int
    kids: list[int] = field(default_factory=list)
    cuts: list[tuple[int, int]] = field(default_factory=list)  # (level, position); level 7 is a rule


@dataclass(slots=True)
class _Region:
    """A stretch of the page still to be decided on."""

    start: int
    end: int
    kids: list[int]
    cuts: list[tuple[int, int]]
    parent: int

    @property
    def size(self) -> int:
        return self.end - self.start


def partition(tree: Tree, reading: Reading = DEFAULT_READING) -> list[Block]:
    """Return the leaf blocks of a page, in order, at most 20; an empty page has none."""
    words = tree.words
    linked = _link_prefix(tree)
    leaves = _split(tree, words, reading)
    leaves = _merge_small(leaves, linked, reading.block_small)
    leaves = _merge_similar(leaves, words)
    headings = [(e.start, e.end) for e in tree.elements if e.tag in HEADINGS and e.end > e.start]
    anchors = [e.start for e in tree.elements if e.tag in LINK_TAGS and e.node.get("href")]
    return [_block(leaf.start, leaf.end, linked, headings, anchors) for leaf in leaves]


def _split(tree: Tree, words: Sequence[str], reading: Reading) -> list[_Region]:
    nodes = _block_nodes(tree)
    root = nodes[0]
    pending = [_Region(0, len(words), root.kids, root.cuts, 0)]
    leaves: list[_Region] = []
    serial = 0
    while pending:
        region = pending.pop()
        if region.size == 0:
            continue
        parts = _parts(region, nodes, words, reading)
        if parts is None:
            leaves.append(region)
            continue
        serial += 1
        for part in parts:
            part.parent = serial
        pending.extend(reversed(parts))
    return leaves


def _parts(
    region: _Region, nodes: Sequence[_Node], words: Sequence[str], reading: Reading
) -> list[_Region] | None:
    """Return the parts a region is cut into, or None when it is a leaf."""
    cuts = _cut_positions(region)
    if cuts:
        return _cut(region, cuts, nodes)
    kids = [k for k in region.kids if nodes[k].end > nodes[k].start]
    if len(kids) == 1 and nodes[kids[0]].end - nodes[kids[0]].start > COLLAPSE * region.size:
        kid = nodes[kids[0]]
        if kid.end - kid.start == region.size:
            return [_Region(kid.start, kid.end, kid.kids, kid.cuts, 0)]
        return _around(region, kids, nodes)
    if len(kids) >= 2 and (
        region.size > reading.block_large or _cohesion(kids, nodes, words) < reading.block_cohesion
    ):
        return _around(region, kids, nodes)
    return None


def _cut_positions(region: _Region) -> list[int]:
    """Return where headings of the highest level that occurs twice start, else where rules stand."""
    levels = Counter(level for level, _ in region.cuts)
    for level in range(1, 7):
        if levels[level] >= 2:
            return [position for at, position in region.cuts if at == level]
    return [position for at, position in region.cuts if at == 7 and region.start < position < region.end]


def _cut(region: _Region, positions: Sequence[int], nodes: Sequence[_Node]) -> list[_Region]:
    edges = [region.start, *(p for p in positions if p > region.start), region.end]
    level = next(at for at, position in region.cuts if position == positions[0])
    parts = []
    kid_starts = [nodes[k].start for k in region.kids]
    cut_starts = [position for _, position in region.cuts]
    for start, end in pairwise(edges):
        inner = region.cuts[bisect_left(cut_starts, start) : bisect_left(cut_starts, end)]
        cuts = [(at, p) for at, p in inner if not (at == level and p == start)]
        held = region.kids[bisect_left(kid_starts, start) : bisect_left(kid_starts, end)]
        parts.append(_Region(start, end, [k for k in held if nodes[k].end <= end], cuts, 0))
    return parts


def _around(region: _Region, kids: Sequence[int], nodes: Sequence[_Node]) -> list[_Region]:
    """Return each kid as a region, and the loose text between kids as regions of its own."""
    parts: list[_Region] = []
    position = region.start
    for index in kids:
        kid = nodes[index]
        if kid.start > position:
            parts.append(_Region(position, kid.start, [], [], 0))
        if kid.end > position:
            parts.append(_Region(max(kid.start, position), kid.end, kid.kids, kid.cuts, 0))
            position = kid.end
    if position < region.end:
        parts.append(_Region(position, region.end, [], [], 0))
    return parts


def _cohesion(kids: Sequence[int], nodes: Sequence[_Node], words: Sequence[str]) -> float:
    sample = list(kids[:SAMPLED])
    bags = [_Bag(words[nodes[k].start : nodes[k].end]) for k in sample]
    pairs = list(combinations(bags, 2))
    return sum(a.cosine(b) for a, b in pairs) / len(pairs)


def _block_nodes(tree: Tree) -> list[_Node]:
    """Return the block elements as a tree of their own, the page first."""
    nodes = [_Node(0, len(tree.words))]
    holder: list[int] = []  # element → nearest block node that contains or is it
    for element in tree.elements:
        outer = holder[element.parent] if element.parent >= 0 else 0
        if element.tag in BLOCK_TAGS:
            nodes.append(_Node(element.start, element.end))
            nodes[outer].kids.append(len(nodes) - 1)
            holder.append(len(nodes) - 1)
            continue
        if element.tag in HEADINGS:
            nodes[outer].cuts.append((int(element.tag[1]), element.start))
        elif element.tag == "hr":
            nodes[outer].cuts.append((7, element.start))
        holder.append(outer)
    return nodes


def _link_prefix(tree: Tree) -> list[int]:
    """Return prefix sums of words inside links: `p[e] - p[s]` words of [s, e) are linked."""
    inside = bytearray(len(tree.words))
    for element in tree.elements:
        if element.tag == "a" and element.node.get("href"):
            inside[element.start : element.end] = b"\x01" * (element.end - element.start)
    return list(accumulate(inside, initial=0))


def _merge_small(leaves: list[_Region], linked: Sequence[int], least: int) -> list[_Region]:
    merged: list[_Region] = []
    pending: _Region | None = None  # small text waiting for a following sibling
    for leaf in leaves:
        region = leaf
        if pending is not None:
            if pending.parent == region.parent:
                region = _Region(pending.start, region.end, [], [], region.parent)
            else:
                merged.append(pending)
            pending = None
        small = region.size < least and linked[region.end] - linked[region.start] < 0.5 * region.size
        if small and merged and merged[-1].parent == region.parent:
            merged[-1] = _Region(merged[-1].start, region.end, [], [], region.parent)
        elif small:
            pending = region
        else:
            merged.append(region)
    return [*merged, pending] if pending is not None else merged


def _merge_similar(leaves: list[_Region], words: Sequence[str]) -> list[_Region]:
    """Join the most similar neighbours until at most 20 blocks are left."""
    if len(leaves) <= MOST_BLOCKS:
        return leaves
    leaves = _grouped(leaves)
    vectors = [_Bag(words[leaf.start : leaf.end]) for leaf in leaves]
    likeness = [a.cosine(b) for a, b in pairwise(vectors)]
    while len(leaves) > MOST_BLOCKS:
        at = max(range(len(likeness)), key=likeness.__getitem__)
        leaves[at] = _Region(leaves[at].start, leaves[at + 1].end, [], [], leaves[at].parent)
        vectors[at] = vectors[at].joined(vectors[at + 1])
        del leaves[at + 1], vectors[at + 1], likeness[at]
        if at > 0:
            likeness[at - 1] = vectors[at - 1].cosine(vectors[at])
        if at < len(likeness):
            likeness[at] = vectors[at].cosine(vectors[at + 1])
    return leaves


class _Bag:
    """A bag of words that knows its squared length: joining and comparing cost the smaller of two."""

    def __init__(self, words: Sequence[str]) -> None:
        self._counts = Counter(words)
        self._square = sum(count * count for count in self._counts.values())

    def dot(self, other: _Bag) -> int:
        few, many = sorted((self._counts, other._counts), key=len)
        return sum(count * many[word] for word, count in few.items() if word in many)

    def cosine(self, other: _Bag) -> float:
        dot = self.dot(other)
        return dot / math.sqrt(self._square * other._square) if dot else 0.0

    def joined(self, other: _Bag) -> _Bag:
        """Return both together; the larger of the two must not be used any more."""
        square = self._square + other._square + 2 * self.dot(other)
        few, many = sorted((self, other), key=lambda bag: len(bag._counts))
        many._counts.update(few._counts)
        many._square = square
        return many


def _grouped(leaves: list[_Region]) -> list[_Region]:
    """Join runs of neighbours so that no more are left than can be compared in bounded time."""
    width = -(-len(leaves) // MOST_COMPARED)
    groups = (leaves[at : at + width] for at in range(0, len(leaves), width))
    return [_Region(group[0].start, group[-1].end, [], [], group[0].parent) for group in groups]


def _block(
    start: int, end: int, linked: Sequence[int], headings: Sequence[Span], anchors: Sequence[int]
) -> Block:
    links = bisect_left(anchors, end) - bisect_left(anchors, start)
    share = (linked[end] - linked[start]) / (end - start)
    is_navigation = share >= NAVIGATION_SHARE and links >= NAVIGATION_LINKS
    return Block(
        start, end, "navigation" if is_navigation else "content", links, _heading(start, end, headings)
    )


def _heading(start: int, end: int, headings: Sequence[Span]) -> Span | None:
    """Return the first heading in a block, else the last one above it."""
    at = bisect_left(headings, (start, start))
    if at < len(headings) and headings[at][0] < end:
        return headings[at]
    return headings[at - 1] if at else None
