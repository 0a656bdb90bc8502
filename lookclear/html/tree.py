"""One walk over the parsed page: visible text, and for every element the interval of text it covers.

Text is collected first and cut into words once, so that a word broken by markup (`<b>Lo</b>ck`) stays one
word, and Chinese is segmented with its context. Elements keep intervals; nothing is stored twice.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import pairwise

from lxml import etree, html

from lookclear.errors import LookClearError
from lookclear.html import zones
from lookclear.text.segment import cut

BLOCK_TAGS = frozenset(
    "body main article section aside nav header footer table td div ul ol dl form fieldset blockquote".split()
)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LINK_TAGS = frozenset({"a", "area", "iframe", "frame"})

_SKIPPED = frozenset(
    "script style noscript template head title svg math object select textarea datalist".split()
)
_BREAKS = (
    BLOCK_TAGS | HEADINGS | frozenset("p br hr li tr th dt dd pre option caption figure figcaption".split())
)
# Every tag but those that carry text of their own meaning: what is left of a page that nests too deep.
_NESTING = re.compile(
    rb"</?(?!(?:a|area|base|br|h[1-6]|head|iframe|img|meta|noscript|p|script|style|title)[\s>/])[a-zA-Z][^<>]*>"
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_PERMALINKS = frozenset({"#", "¶", "§", "🔗"})  # links from a heading to itself: signs, not text
_SPACE = re.compile(r"\s+")
_END = re.compile(r"</(?:body|html)\s*>", re.I)  # libxml2 drops what follows them; browsers do not
MOST_CHARACTERS = 500_000  # of visible text; the rest of such a page is not read


class UnparsablePage(LookClearError):
    """The bytes hold no HTML tree at all."""


@dataclass(slots=True)
class Element:
    """An element the later steps ask about; `start` and `end` are token positions once `finish` ran."""

    tag: str
    parent: int  # index into Tree.elements, -1 for the root
    start: int
    end: int
    node: html.HtmlElement


@dataclass(slots=True)
class Tree:
    """The visible page as tokens, with an interval for every element, parents before children."""

    root: html.HtmlElement
    text: str = ""
    words: list[str] = field(default_factory=list)  # in index form
    starts: list[int] = field(default_factory=list)  # of each word, in `text`
    ends: list[int] = field(default_factory=list)
    zones: bytearray = field(default_factory=bytearray)
    elements: list[Element] = field(default_factory=list)

    def slice(self, start: int, end: int) -> str:
        """Return the visible text of a token interval."""
        if start >= end:
            return ""
        return self.text[self.starts[start] : self.ends[end - 1]]

    def passage(self, start: int, end: int) -> str:
        """Return the visible text of a token interval with its punctuation, up to the line's ends."""
        if start >= end:
            return ""
        before = self.ends[start - 1] if start else 0
        first, last = self.starts[start], self.ends[end - 1]
        after = self.starts[end] if end < len(self.words) else len(self.text)
        line_start, line_end = self.text.rfind("\n", before, first), self.text.find("\n", last, after)
        return self.text[max(before, line_start + 1) : after if line_end == -1 else line_end]


def build(text: str) -> Tree:
    """Parse HTML and walk it once.

    Raises UnparsablePage when there is no element to be found.
    """
    cleaned = _END.sub("", text.replace("\x00", "\ufffd")).encode("utf-8", "replace")
    root, is_whole = _parsed(cleaned)
    if not is_whole:
        root, _ = _parsed(_NESTING.sub(b" ", cleaned))
    tree = Tree(root)
    _Walk(tree).run()
    return tree


def _parsed(markup: bytes) -> tuple[html.HtmlElement, bool]:
    """Return the root element, and whether nothing was dropped because it nests too deep (2,048 levels)."""
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        root = html.document_fromstring(markup, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError) as error:
        raise UnparsablePage(f"no HTML in this page: {error}", hint="it is kept as an outcome") from error
    return root, not any("depth" in entry.message for entry in parser.error_log)


class _Walk:
    """The state of one walk: an explicit stack, because pages nest deeper than Python recurses."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.pieces: list[str] = []
        self.length = 0
        self.runs: list[tuple[int, int]] = []  # (character position, zone) where the zone changes

    def run(self) -> None:
        stack: list[tuple[html.HtmlElement, int, int, bool]] = [(self.tree.root, -1, zones.BODY, False)]
        while stack:
            node, parent, zone, leaving = stack.pop()
            if leaving:
                self._leave(node, parent, zone)
                continue
            tag = node.tag
            if not isinstance(tag, str) or tag in _SKIPPED or _is_hidden(node):
                if node.tail:
                    self._text(node.tail, zone)
                continue
            if tag in _BREAKS:
                self._break()
            own_zone = _zone(tag, zone)
            index = len(self.tree.elements)
            self.tree.elements.append(Element(tag, parent, self.length, self.length, node))
            if node.text and not (tag == "a" and node.text.strip() in _PERMALINKS):
                self._text(node.text, own_zone)
            stack.append((node, index, zone, True))
            stack.extend((child, index, own_zone, False) for child in reversed(node))
        self._finish()

    def _leave(self, node: html.HtmlElement, index: int, zone: int) -> None:
        self.tree.elements[index].end = self.length
        if node.tag in _BREAKS:
            self._break()
        if node.tail:
            self._text(node.tail, zone)

    def _break(self) -> None:
        if self.pieces and self.pieces[-1] != "\n":
            self.pieces.append("\n")
            self.length += 1

    def _text(self, text: str, zone: int) -> None:
        if self.length >= MOST_CHARACTERS:
            return
        flat = _SPACE.sub(" ", text)[: MOST_CHARACTERS - self.length]
        if not flat.strip():
            flat = " "
        self.runs.append((self.length, zone))
        self.pieces.append(flat)
        self.length += len(flat)

    def _finish(self) -> None:
        tree = self.tree
        tree.text = "".join(self.pieces)
        tree.words, tree.starts, tree.ends = cut(tree.text)
        starts = tree.starts
        for element in tree.elements:
            element.start = bisect_left(starts, element.start)
            element.end = bisect_left(starts, element.end)
        tree.zones = bytearray(len(starts))
        for (begin, zone), (end, _) in pairwise([*self.runs, (len(tree.text), zones.BODY)]):
            if zone != zones.BODY:
                for token in range(bisect_left(starts, begin), bisect_left(starts, end)):
                    tree.zones[token] = zone


def _zone(tag: str, outer: int) -> int:
    own = zones.BY_TAG.get(tag)
    if own is None or zones.WEIGHTS[own] < zones.WEIGHTS[outer]:
        return outer
    return own


def _is_hidden(node: html.HtmlElement) -> bool:
    if node.get("hidden") is not None:
        return True
    style = node.get("style")
    return style is not None and _HIDDEN.search(style) is not None
