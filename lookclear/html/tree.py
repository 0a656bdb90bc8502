"""One walk over the parsed page: visible text, and for every element the interval of text it covers.

Text is collected first and cut into words once, so that a word broken by markup (`<b>Lo</b>ck`) stays one
word, and Chinese is segmented with its context. Elements keep intervals; nothing is stored twice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from lxml import etree

from lookclear.errors import LookClearError
from lookclear.html import zones
from lookclear.html.limits import Flag
from lookclear.text.segment import cut

BLOCK_TAGS = frozenset(
    "body main article section aside nav header footer table td div ul ol dl form fieldset blockquote".split()
)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LINK_TAGS = frozenset({"a", "area", "iframe", "frame"})

_SKIPPED = frozenset(
    "script style template title meta link base rt rp svg math object select textarea datalist".split()
)
_BREAKS = (
    BLOCK_TAGS
    | HEADINGS
    | frozenset("p br hr li tr th dt dd pre option caption figure figcaption center address".split())
    | frozenset("input label button legend summary details".split())
)
# Every tag but those that carry text of their own meaning: what is left of a page that nests too deep.
_NESTING = re.compile(
    rb"</?(?!(?:a|area|base|br|h[1-6]|head|iframe|img|meta|noscript|p|script|style|title)[\s>/])[a-zA-Z][^<>]*>"
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_PERMALINKS = frozenset({"#", "¶", "§", "🔗"})  # links from a heading to itself: signs, not text
_SPACE = re.compile(r"\s+")
_SPACE_IN_LINE = re.compile(r"[^\S\n]+")
_END = re.compile(r"</(?:body|html)\s*>", re.I)  # libxml2 drops what follows them; browsers do not
MOST_CHARACTERS = 500_000  # of visible text; the rest of such a page is not read
MOST_ELEMENTS = 50_000  # visible ones; the elements beyond are not read, nor is the text in them


class UnparsablePage(LookClearError):
    """The bytes hold no HTML tree at all."""


@dataclass(slots=True)
class Element:
    """An element the later steps ask about; `start` and `end` are token positions once `finish` ran."""

    tag: str
    parent: int  # index into Tree.elements, -1 for the root
    start: int
    end: int
    node: etree._Element


@dataclass(slots=True)
class Tree:
    """The visible page as tokens, with an interval for every element, parents before children."""

    root: etree._Element
    text: str = ""
    words: list[str] = field(default_factory=list)  # in index form
    starts: list[int] = field(default_factory=list)  # of each word, in `text`
    ends: list[int] = field(default_factory=list)
    zones: bytearray = field(default_factory=bytearray)
    elements: list[Element] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    is_noscript: bool = False  # the text is what those see who run no scripts: there is no other

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

    What stands in `noscript` counts only when there is nothing else. Raises UnparsablePage when there is no
    element to be found.
    """
    cleaned = _END.sub("", text.replace("\x00", "\ufffd")).encode("utf-8", "replace")
    root, is_whole = _parsed(cleaned)
    if not is_whole:
        root, _ = _parsed(_NESTING.sub(b" ", cleaned))
    tree = Tree(root)
    if not is_whole:
        tree.flags.add(Flag.DEEP)
    _Walk(tree, _SKIPPED | {"noscript"}).run()
    if not tree.words:
        tree.elements.clear()
        tree.is_noscript = True
        _Walk(tree, _SKIPPED).run()
    return tree


def text_of(node: etree._Element) -> str:
    """Return all text inside an element, visible or not."""
    return str(etree.tostring(node, encoding="unicode", method="text", with_tail=False))


def _parsed(markup: bytes) -> tuple[etree._Element, bool]:
    """Return the root element, and whether nothing was dropped because it nests too deep (2,048 levels)."""
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        root = etree.fromstring(markup, parser)
    except (etree.XMLSyntaxError, ValueError, AssertionError) as error:
        raise UnparsablePage(f"no HTML in this page: {error}", hint="it is kept as an outcome") from error
    if root is None:
        raise UnparsablePage("no HTML in this page: it is empty", hint="it is kept as an outcome")
    return root, not any("depth" in entry.message for entry in parser.error_log)


class _Walk:
    """The state of one walk over all elements, in document order."""

    def __init__(self, tree: Tree, skipped: frozenset[str]) -> None:
        self.tree = tree
        self.skipped = skipped
        self.pieces: list[str] = []
        self.length = 0
        self.runs: list[tuple[int, int]] = [(0, zones.BODY)]  # (character position, zone) where it changes
        self.preformatted = 0  # how many `pre` are open

    def run(self) -> None:
        """Collect text and elements.

        One loop without calls for what most elements are: this is where parsing spends its time.
        """
        elements, skipped = self.tree.elements, self.skipped
        by_tag, breaks = zones.BY_TAG, _BREAKS
        open_elements: list[tuple[int, int]] = []  # (index, or -1 for a skipped one; zone around it)
        parent, zone = -1, zones.BODY
        walk = etree.iterwalk(self.tree.root, events=("start", "end"))
        for event, node in walk:
            tag = node.tag
            if event == "end":
                index, outer = open_elements.pop()
                if index >= 0:
                    element = elements[index]
                    element.end = self.length
                    parent = element.parent
                    if tag in breaks:
                        self._break()
                        self.preformatted -= tag == "pre"
                zone = outer
                if node.tail:
                    self._text(node.tail, zone)
                continue
            if tag in skipped or _is_hidden(node) or len(elements) >= MOST_ELEMENTS:
                walk.skip_subtree()
                open_elements.append((-1, zone))
                continue
            open_elements.append((len(elements), zone))
            if tag in breaks:
                self._break()
                self.preformatted += tag == "pre"
            own = by_tag.get(tag)
            if own is not None and zones.WEIGHTS[own] >= zones.WEIGHTS[zone]:
                zone = own
            elements.append(Element(tag, parent, self.length, self.length, node))
            parent = len(elements) - 1
            if node.text and not (tag == "a" and node.text.strip() in _PERMALINKS):
                self._text(node.text, zone)
        self._finish()

    def _break(self) -> None:
        if self.pieces and self.pieces[-1] != "\n":
            self.pieces.append("\n")
            self.length += 1

    def _text(self, text: str, zone: int) -> None:
        if text.isspace() and not self.preformatted:
            text = " "
        elif "  " in text or not text.isprintable():
            space = _SPACE_IN_LINE if self.preformatted else _SPACE
            text = space.sub(" ", text)
        if self.length + len(text) > MOST_CHARACTERS:
            self.tree.flags.add(Flag.CUT)
            text = text[: MOST_CHARACTERS - self.length]
        if zone != self.runs[-1][1]:
            self.runs.append((self.length, zone))
        self.pieces.append(text)
        self.length += len(text)

    def _finish(self) -> None:
        """Cut the text into words, and turn character positions into word positions."""
        tree = self.tree
        if len(tree.elements) >= MOST_ELEMENTS:
            tree.flags.add(Flag.MANY_ELEMENTS)
        tree.text = "".join(self.pieces)
        tree.words, tree.starts, tree.ends = cut(tree.text)
        starts = np.array(tree.starts, np.int64)
        places = np.array([(element.start, element.end) for element in tree.elements], np.int64)
        for element, (start, end) in zip(tree.elements, starts.searchsorted(places).tolist(), strict=True):
            element.start, element.end = start, end
        changes = np.array(self.runs, np.int64)
        run_of_word = changes[:, 0].searchsorted(starts, side="right") - 1
        tree.zones = bytearray(changes[run_of_word, 1].astype(np.uint8).tobytes())


def _is_hidden(node: etree._Element) -> bool:
    if node.get("hidden") is not None:
        return True
    style = node.get("style")
    return style is not None and _HIDDEN.search(style) is not None
