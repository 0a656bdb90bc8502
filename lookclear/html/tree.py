"""One walk over the parsed page: visible text, and for every element the interval of text it covers.

Text is collected first and cut into words once, so that a word broken by markup (`<b>Lo</b>ck`) stays one
word, and Chinese is segmented with its context. Elements keep intervals; nothing is stored twice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

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
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]"
    r"|(?:text-indent|left|top|right)\s*:\s*-\d{3,}",
    re.I,
)
_COLOUR = re.compile(r"(?:^|;)\s*(color|background)\s*:\s*([^;\s]+)")
_BLANKS = (" ", "\n")
_RAW = frozenset({"iframe", "noembed", "noframes"})
_TAG = re.compile(r"<[^<>]*>?")
_PERMALINKS = frozenset({"#", "¶", "§", "🔗"})  # links from a heading to itself: signs, not text
_SPACE_IN_LINE = re.compile(r"[^\S\n]+")
_END = re.compile(rb"</(?:body|html)\s*>", re.I)  # libxml2 drops what follows them; browsers do not
MOST_CHARACTERS = 500_000  # of visible text; the rest of such a page is not read
_USUAL_END = 24  # bytes: the two end tags and some white space, after which nothing comes
MOST_ELEMENTS = 50_000  # visible ones; the elements beyond are not read, nor is the text in them


class UnparsablePage(LookClearError):
    """The bytes hold no HTML tree at all."""


class Element(NamedTuple):
    """An element the later steps ask about, with the interval of words it covers."""

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
    is_noscript: bool = False  # the text is what those see who run no scripts or frames: there is no other

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


def build(text: str, encoded: bytes | None = None) -> Tree:
    """Parse HTML and walk it once; `encoded` is the text in UTF-8 where that is known.

    What stands in `noscript` counts only when there is nothing else. Raises UnparsablePage when there is no
    element to be found.
    """
    cleaned = _without_ends(encoded or text.replace("\x00", "\ufffd").encode("utf-8", "replace"))
    root, is_whole = _parsed(cleaned)
    if not is_whole:
        root, _ = _parsed(_NESTING.sub(b" ", cleaned))
    tree = Tree(root)
    if not is_whole:
        tree.flags.add(Flag.DEEP)
    _Walk(tree, _SKIPPED | {"noscript"}).run()
    if not tree.words:
        tree.is_noscript = True
        _Walk(tree, _SKIPPED).run()
    return tree


def _without_ends(markup: bytes) -> bytes:
    """Take out the end tags of body and html where something follows them."""
    first = _first(markup, b"</body", b"</html")
    if first < 0:
        first = _first(markup, b"</BODY", b"</HTML", b"</Body", b"</Html")
    if first < 0 or len(markup) - first <= _USUAL_END:
        return markup
    return markup[:first] + _END.sub(b"", markup[first:])


def _first(markup: bytes, *ends: bytes) -> int:
    """Return where the first of some tags stands, -1 when there is none."""
    return min((at for end in ends if (at := markup.find(end)) >= 0), default=-1)


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
        self.link_end = -1  # where the last link ended
        # Of every element: its node, its tag, the index of the one around it, its characters, its zone.
        self.nodes: list[etree._Element] = []
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.zones: list[int] = []

    def run(self) -> None:
        """Collect text and elements.

        One loop, with as few calls as it takes: this is where parsing spends its time. An element ends where
        one comes that is not inside it; then what follows it is read.
        """
        skipped, by_tag, weights = self.skipped, zones.BY_TAG, zones.WEIGHTS
        nodes, zone_of = self.nodes, self.zones
        index = -1  # of the innermost open element
        resume: etree._Element | None = None  # where reading goes on after a skipped element
        for node in self.tree.root.iter():
            if resume is not None:
                if node is not resume:
                    continue
                resume = None
            outer = node.getparent()
            while index >= 0 and nodes[index] is not outer:
                index = self._leave(index)
            zone = zone_of[index] if index >= 0 else zones.BODY
            tag = node.tag
            if tag in skipped or _is_hidden(node) or len(nodes) >= MOST_ELEMENTS:
                self._text(node.tail, zone)
                if len(node) and (resume := _after(node)) is None:
                    break
                continue
            if tag in _BREAKS:
                self._break()
                self.preformatted += tag == "pre"
            elif tag == "a" and self.link_end == self.length:  # two links are two words, however they stand
                self._text(" ", zone)
            own = by_tag.get(tag)
            if own is not None and weights[own] >= weights[zone]:
                zone = own
            self.tags.append(tag)
            self.parents.append(index)
            self.starts.append(self.length)
            self.ends.append(0)
            zone_of.append(zone)
            index = len(nodes)
            nodes.append(node)
            text = node.text
            if text and not (tag == "a" and text.strip() in _PERMALINKS):
                self._text(text if tag not in _RAW else self._raw(tag, text), zone)
        while index >= 0:
            index = self._leave(index)
        self._finish()

    def _leave(self, index: int) -> int:
        """End an element, read what follows it, and return the one around it."""
        self.ends[index] = self.length
        tag, parent = self.tags[index], self.parents[index]
        if tag in _BREAKS:
            self._break()
            self.preformatted -= tag == "pre"
        elif tag == "a":
            self.link_end = self.length
        tail = self.nodes[index].tail
        if tail:
            self._text(tail, self.zones[parent] if parent >= 0 else zones.BODY)
        return parent

    def _raw(self, tag: str, markup: str) -> str:
        """Return the text in an element whose markup libxml2 does not parse, for those who see no frames."""
        return _TAG.sub(" ", markup) if tag == "noframes" and self.tree.is_noscript else ""

    def _break(self) -> None:
        if self.pieces and self.pieces[-1] != "\n" and self.length < MOST_CHARACTERS:
            self.pieces.append("\n")
            self.length += 1

    def _text(self, text: str | None, zone: int) -> None:
        if not text:
            return
        if text.isspace() and not self.preformatted:
            if not self.pieces or self.pieces[-1] in _BLANKS:
                return
            text = " "
        elif "  " in text or not text.isprintable():
            text = _SPACE_IN_LINE.sub(" ", text) if self.preformatted else _flat(text)
        room = MOST_CHARACTERS - self.length
        if len(text) > room:
            self.tree.flags.add(Flag.CUT)
            if not room:
                return
            text = text[:room]
        if zone != self.runs[-1][1]:
            self.runs.append((self.length, zone))
        self.pieces.append(text)
        self.length += len(text)

    def _finish(self) -> None:
        """Cut the text into words, and turn character positions into word positions."""
        tree = self.tree
        if len(self.nodes) >= MOST_ELEMENTS:
            tree.flags.add(Flag.MANY_ELEMENTS)
        tree.text = "".join(self.pieces)
        tree.words, tree.starts, tree.ends = cut(tree.text)
        words = np.array(tree.starts, np.int64)
        spans = (words.searchsorted(np.array(of, np.int64)).tolist() for of in (self.starts, self.ends))
        # Without Element._make, which is a Python function: this is done for every element of every page.
        rows = zip(self.tags, self.parents, *spans, self.nodes, strict=True)
        tree.elements = list(map(tuple.__new__, repeat(Element), rows))
        changes = np.array(self.runs, np.int64)
        run_of_word = changes[:, 0].searchsorted(words, side="right") - 1
        tree.zones = bytearray(changes[run_of_word, 1].astype(np.uint8).tobytes())


def _after(node: etree._Element) -> etree._Element | None:
    """Return the element that follows an element and all that is in it."""
    at: etree._Element | None = node
    while at is not None:
        following = at.getnext()
        if following is not None:
            return following
        at = at.getparent()
    return None


def _flat(text: str) -> str:
    """Return a text with each run of white space as one space."""
    before, after = text[0].isspace(), text[-1].isspace()
    return f"{' ' * before}{' '.join(text.split())}{' ' * after}"


def _is_hidden(node: etree._Element) -> bool:
    style = node.get("style")
    if style is not None and (_HIDDEN.search(style) is not None or _same_colours(style)):
        return True
    return node.get("hidden") is not None or (node.tag == "dialog" and node.get("open") is None)


def _same_colours(style: str) -> bool:
    """Tell whether text is written in the colour it stands on."""
    if "olor" not in style or "ackground" not in style:
        return False
    colours = dict(_COLOUR.findall(style.lower().replace("background-color", "background")))
    return "color" in colours and colours["color"] == colours.get("background")
