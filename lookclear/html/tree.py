"""The visible page: its text cut into words, and for every element the interval of words it covers.

Text is collected first and cut into words once, so that a word broken by markup (`<b>Lo</b>ck`) stays one
word, and Chinese is segmented with its context. Elements keep intervals; nothing is stored twice.
"""

from __future__ import annotations

import re
import threading
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate, repeat
from typing import NamedTuple

import numpy as np
from lxml import etree

from lookclear.errors import LookClearError
from lookclear.html.limits import Flag
from lookclear.html.walk import MOST_ELEMENTS, walk
from lookclear.text.segment import place

LINK_TAGS = frozenset({"a", "area", "iframe", "frame"})

# Every tag but those that carry text of their own meaning: what is left of a page that nests too deep.
_NESTING = re.compile(
    rb"</?(?!(?:a|area|base|br|h[1-6]|head|iframe|img|meta|noscript|p|script|style|title)[\s>/])[a-zA-Z][^<>]*>"
)
_END = re.compile(rb"</(?:body|html)\s*>", re.I)  # libxml2 drops what follows them; browsers do not
_ANY_END = re.compile(rb"</[bh][ot][dm][yl]", re.I)  # … or looks like it, found in half the time
MOST_CHARACTERS = 500_000  # of visible text; the rest of such a page is not read
_USUAL_END = 24  # bytes: the two end tags and some white space, after which nothing comes


class UnparsablePage(LookClearError):
    """The bytes hold no HTML tree at all."""


class Element(NamedTuple):
    """An element the later steps ask about, with the interval of words it covers."""

    tag: str
    parent: int  # index into Tree.elements, -1 for the root
    start: int
    end: int
    node: etree._Element


class Columns(NamedTuple):
    """The fields of all elements as lists: made faster than elements, for who needs few of them."""

    tags: list[str]
    parents: list[int]
    starts: list[int]
    ends: list[int]
    nodes: list[etree._Element]


@dataclass
class Tree:
    """The visible page as tokens, with an interval for every element, parents before children.

    The main text needs to know where words stand but not what they are, so they are made when asked for.
    """

    root: etree._Element
    text: str = ""
    starts: array[int] = field(default_factory=partial(array, "q"))  # of each word, in `text`
    ends: array[int] = field(default_factory=partial(array, "q"))
    columns: Columns = field(default_factory=lambda: Columns([], [], [], [], []))
    flags: set[str] = field(default_factory=set)
    is_noscript: bool = False  # the text is what those see who run no scripts or frames: there is no other
    spell: Callable[[], list[str]] = list
    zone_changes: Sequence[tuple[int, int]] = ()  # a zone, and the first word in it

    @cached_property
    def words(self) -> list[str]:
        """The words in index form."""
        return self.spell()

    @cached_property
    def zones(self) -> bytearray:
        """The zone of each word."""
        zones = bytearray()
        following = [start for _, start in self.zone_changes[1:]]
        for (zone, start), end in zip(self.zone_changes, [*following, len(self)], strict=False):
            zones += bytes((zone,)) * (end - start)
        return zones

    @cached_property
    def elements(self) -> list[Element]:
        """The visible elements, those of `columns`."""
        # Without Element._make, which is a Python function: there are thousands.
        return list(map(tuple.__new__, repeat(Element), zip(*self.columns, strict=True)))

    def __len__(self) -> int:
        return len(self.starts)

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
        after = self.starts[end] if end < len(self) else len(self.text)
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
    _read(tree, noscript=False)
    if not len(tree):
        tree.is_noscript = True
        _read(tree, noscript=True)
    return tree


def _without_ends(markup: bytes) -> bytes:
    """Take out the end tags of body and html where something follows them."""
    found = _ANY_END.search(markup)
    if found is None or len(markup) - found.start() <= _USUAL_END:
        return markup
    return markup[: found.start()] + _END.sub(b"", markup[found.start() :])


def text_of(node: etree._Element) -> str:
    """Return all text inside an element, visible or not."""
    return str(etree.tostring(node, encoding="unicode", method="text", with_tail=False))


class _Parsers(threading.local):
    """A parser for each thread: its log is that of the last page, and making one takes a tenth of a parse."""

    def __init__(self) -> None:
        self.parser = etree.HTMLParser(
            encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, collect_ids=False
        )


_PARSERS = _Parsers()


def _parsed(markup: bytes) -> tuple[etree._Element, bool]:
    """Return the root element, and whether nothing was dropped because it nests too deep (2,048 levels)."""
    parser = _PARSERS.parser
    try:
        root = etree.fromstring(markup, parser)
    except (etree.XMLSyntaxError, ValueError, AssertionError) as error:
        raise UnparsablePage(f"no HTML in this page: {error}", hint="it is kept as an outcome") from error
    if root is None:
        raise UnparsablePage("no HTML in this page: it is empty", hint="it is kept as an outcome")
    return root, not any("depth" in entry.message for entry in parser.error_log)


def _read(tree: Tree, *, noscript: bool) -> None:
    """Walk over the elements, cut the text into words, and turn pieces into positions of words."""
    walked = walk(tree.root, noscript=noscript)
    text = "".join(walked.pieces)
    if len(walked.nodes) >= MOST_ELEMENTS:
        tree.flags.add(Flag.MANY_ELEMENTS)
    if len(text) > MOST_CHARACTERS:
        if text[MOST_CHARACTERS:].strip("\n"):
            tree.flags.add(Flag.CUT)
        text = text[:MOST_CHARACTERS]
    tree.text = text
    words, word_ends, tree.spell = place(text)
    # Numbers packed in an array take a fourth of the memory that a list of them does, and no time to make.
    tree.starts, tree.ends = array("q", words.tobytes()), array("q", word_ends.tobytes())
    # Where each piece begins; there are no words in what was cut off.
    places = np.fromiter(accumulate(map(len, walked.pieces), initial=0), np.int64, len(walked.pieces) + 1)
    before = words.searchsorted(places)  # words before each piece
    words_before = before.tolist()
    tree.columns = Columns(
        walked.tags,
        walked.parents,
        list(map(words_before.__getitem__, walked.starts)),
        list(map(words_before.__getitem__, walked.ends)),
        walked.nodes,
    )
    tree.zone_changes = [
        (zone, words_before[start]) for zone, start in zip(walked.zones, walked.zone_starts, strict=True)
    ]
