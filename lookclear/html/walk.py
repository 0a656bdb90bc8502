"""One walk over the elements of a page: its visible text in pieces, and which pieces each element covers.

This is where understanding a page spends its time, so it is one loop with few calls, and each fact about an
element is asked of libxml2 at most once. Pieces are counted, not their characters: those are known when all
is joined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias, cast

from lxml import etree

from lookclear.html import zones

BLOCK_TAGS = frozenset(
    "body main article section aside nav header footer table td div ul ol dl form fieldset blockquote".split()
)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
MOST_ELEMENTS = 50_000  # visible ones; the elements beyond are not read, nor is the text in them

_UNSEEN = frozenset(
    "script style template title meta link base rt rp svg math object select textarea datalist".split()
)
_BREAKS = (
    BLOCK_TAGS
    | HEADINGS
    | frozenset("p br hr li tr th dt dd pre option caption figure figcaption center address".split())
    | frozenset("input label button legend summary details".split())
)
_RAW = frozenset({"iframe", "noembed", "noframes"})  # libxml2 does not parse the markup in them
_BLANKS = frozenset({" ", "\n"})
_PERMALINKS = frozenset({"#", "¶", "§", "🔗"})  # links from a heading to itself: signs, not text
_TAG = re.compile(r"<[^<>]*>?")
_SPACE_IN_LINE = re.compile(r"[^\S\n]+")

_ZONES, _WEIGHTS = zones.BY_TAG, zones.WEIGHTS
_PARENT = etree._Element.getparent
# The values of attributes, each of which knows its element: half the time of asking for the elements.
_Find: TypeAlias = Callable[[etree._Element], list[etree._ElementUnicodeResult]]
_STYLES = cast("_Find", etree.XPath("descendant-or-self::*/@style"))
_HIDDEN_FLAGS = cast("_Find", etree.XPath("descendant-or-self::*/@hidden"))
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]"
    r"|(?:text-indent|left|top|right)\s*:\s*-\d{3,}",
    re.I,
)
_COLOUR = re.compile(r"(?:^|;)\s*(color|background)\s*:\s*([^;\s]+)")

# What the walk has to know of a tag, as one number: one look-up instead of six.
# Kinds between plain and link stand on lines of their own.
_PLAIN, _BREAK, _PRE, _LINK, _FRAME, _UNREAD = range(6)
_KINDS = (
    dict.fromkeys(_UNSEEN | {"noscript"}, _UNREAD)
    | dict.fromkeys(_BREAKS, _BREAK)
    | dict.fromkeys(_RAW, _FRAME)
    | {"pre": _PRE, "a": _LINK}
)
_KINDS_WITHOUT_SCRIPTS = _KINDS | {"noscript": _PLAIN}


@dataclass(slots=True)
class Walked:
    """Parallel lists over the visible elements, parents first, and the pieces the text is made of.

    Element `i` covers the pieces `[starts[i], ends[i])`. `zones[i]` holds from the piece `zone_starts[i]` on.
    """

    nodes: list[etree._Element] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # -1 for the root
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    pieces: list[str] = field(default_factory=lambda: ["\n"])  # the first is no text: before it is no line
    zones: list[int] = field(default_factory=lambda: [zones.BODY])
    zone_starts: list[int] = field(default_factory=lambda: [0])


def walk(root: etree._Element, *, noscript: bool = False) -> Walked:
    """Collect text and elements; with `noscript` as those see it who run no scripts and see no frames.

    An element ends where one comes that is not inside it; then what follows it is read.
    """
    walked = Walked()
    nodes, tags, parents = walked.nodes, walked.tags, walked.parents
    starts, ends, pieces = walked.starts, walked.ends, walked.pieces
    text = _Text(walked)
    node: etree._Element | None = None  # the innermost open element
    index, kind, zone = -1, _PLAIN, zones.BODY  # of it
    around: list[tuple[etree._Element | None, int, int, int]] = []  # the same of those around it
    link_end = -1  # how many pieces there were when the last link ended
    order, kinds = _in_order(root, _KINDS_WITHOUT_SCRIPTS if noscript else _KINDS)
    for following, own, outer in zip(order, kinds, map(_PARENT, order), strict=True):
        while node is not None and node is not outer:
            ends[index] = len(pieces)
            if kind and kind < _LINK:
                text.end_line()
                text.preformatted -= kind == _PRE
            elif kind == _LINK:
                link_end = len(pieces)
            tail = node.tail
            node, index, kind, zone = around.pop()
            # Two texts of three are white space that has no part in the page: not worth a call.
            if tail and (pieces[-1] not in _BLANKS or text.preformatted or not tail.isspace()):
                text.add(tail, zone)
        if own == _UNREAD:
            if tail := following.tail:
                text.add(tail, zone)
            continue
        around.append((node, index, kind, zone))
        if own and own < _LINK:
            text.end_line()
            text.preformatted += own == _PRE
        elif own == _LINK and link_end == len(pieces):  # two links are two words, however they stand
            text.add(" ", zone)
        tag = following.tag
        tags.append(tag)
        parents.append(index)
        starts.append(len(pieces))
        ends.append(0)
        node, index, kind = following, len(nodes), own
        nodes.append(following)
        if tag in _ZONES and _WEIGHTS[_ZONES[tag]] >= _WEIGHTS[zone]:
            zone = _ZONES[tag]
        content = following.text
        if (
            content
            and (pieces[-1] not in _BLANKS or text.preformatted or not content.isspace())
            and (kind < _LINK or (content := _shown(content, tag, noscript=noscript)))
        ):
            text.add(content, zone)
    pieces[0] = ""  # it was there to spare asking whether there are any
    return walked


def _in_order(root: etree._Element, kinds: Mapping[str, int]) -> tuple[list[etree._Element], list[int]]:
    """Return what to read, with its kind: elements that are seen, and as unread those of which the tail is.

    What is inside the unread is left out. The last is the root again, unread: all others end before it.
    """
    hidden = _hidden(root)
    nodes: list[etree._Element] = []
    found: list[int] = []
    seen = 0
    is_skipping = False
    resume: etree._Element | None = None  # where reading goes on
    for node in root.iter():
        if is_skipping:
            if node is not resume:
                continue
            is_skipping = False
        kind = kinds.get(node.tag, _PLAIN)
        if kind == _UNREAD or node in hidden or seen == MOST_ELEMENTS:
            kind = _UNREAD
            if len(node):
                is_skipping, resume = True, _after(node)
        else:
            seen += 1
        nodes.append(node)
        found.append(kind)
    return [*nodes, root], [*found, _UNREAD]


class _Text:
    """The pieces of a text as they come, white space in them collapsed."""

    __slots__ = ("pieces", "preformatted", "walked", "zone")

    def __init__(self, walked: Walked) -> None:
        self.walked = walked
        self.pieces = walked.pieces
        self.zone = zones.BODY
        self.preformatted = 0  # how many `pre` are open

    def end_line(self) -> None:
        """End a line, unless nothing stands on it."""
        if self.pieces[-1] != "\n":
            self.pieces.append("\n")

    def add(self, text: str, zone: int) -> None:
        """Add text, which is not empty; white space alone only where there is none before it."""
        if text.isspace() and not self.preformatted:
            if self.pieces[-1] in _BLANKS:
                return
            text = " "
        elif "  " in text or not text.isprintable():
            text = _SPACE_IN_LINE.sub(" ", text) if self.preformatted else _flat(text)
        if zone != self.zone:
            self.zone = zone
            self.walked.zones.append(zone)
            self.walked.zone_starts.append(len(self.pieces))
        self.pieces.append(text)


def _shown(content: str, tag: str, *, noscript: bool) -> str:
    """Return what is seen of the text right inside an element that is a link or holds markup as text."""
    if tag == "a":
        return "" if content.strip() in _PERMALINKS else content
    if tag in _RAW:
        return _TAG.sub(" ", content) if tag == "noframes" and noscript else ""
    return content


def _flat(text: str) -> str:
    """Return a text with each run of white space as one space."""
    before, after = text[0].isspace(), text[-1].isspace()
    return f"{' ' * before}{' '.join(text.split())}{' ' * after}"


def _after(node: etree._Element) -> etree._Element | None:
    """Return the element that follows an element and all that is in it."""
    at: etree._Element | None = node
    while at is not None:
        following = at.getnext()
        if following is not None:
            return following
        at = at.getparent()
    return None


def _hidden(root: etree._Element) -> set[etree._Element | None]:
    """Return the elements that are not shown, by an attribute or by their own style."""
    hidden: set[etree._Element | None] = {flag.getparent() for flag in _HIDDEN_FLAGS(root)}
    hidden.update(dialog for dialog in root.iter("dialog") if dialog.get("open") is None)
    for style in _STYLES(root):
        if _hides(str(style)):  # a plain string: the other one keeps its tree in memory
            hidden.add(style.getparent())
    return hidden


@lru_cache(4096)  # a site writes the same styles again and again
def _hides(style: str) -> bool:
    """Tell whether a style keeps an element from being seen."""
    return _HIDDEN.search(style) is not None or _same_colours(style)


def _same_colours(style: str) -> bool:
    """Tell whether text is written in the colour it stands on."""
    if "olor" not in style or "ackground" not in style:
        return False
    colours = dict(_COLOUR.findall(style.lower().replace("background-color", "background")))
    return "color" in colours and colours["color"] == colours.get("background")
