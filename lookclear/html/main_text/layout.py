"""What the elements of a page say about its lines: headings, lists, rows, furniture, containers.

One walk over the elements, parents first, paints arrays over the lines, so that the innermost element with
something to say about a line has the last word.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from lxml import etree

from lookclear.html.main_text.lines import Lines, sums
from lookclear.html.main_text.names import Hint, hint
from lookclear.html.tree import Element, Tree
from lookclear.html.walk import HEADINGS

CONTENTS = 2
LOOSE, PARAGRAPH, ITEM, CELL, CODE, CAPTION = range(6)  # what a line is

_PLACES = {
    "p": PARAGRAPH,
    "li": ITEM,
    "dd": ITEM,
    "dt": ITEM,
    "td": CELL,
    "th": CELL,
    "pre": CODE,
    "caption": CAPTION,
    "figcaption": CAPTION,
}
_CONTAINERS = frozenset("body main article section div td form center blockquote".split())
_SIGNS = frozenset({"span", "sup"})
_CELLS = frozenset({"td", "th"})
_LISTS = frozenset({"ul", "ol", "dl"})
_SECTIONS = frozenset({"section", "dl"})  # their id is the slug of a title, and says nothing of its place
_NAMED = (
    _CONTAINERS | _LISTS | frozenset("table tbody p aside nav header footer figure fieldset details".split())
)
_KNOWN = _NAMED | _SIGNS | HEADINGS | frozenset(_PLACES) | {"tr"}
_FURNITURE_ROLES = frozenset("navigation complementary banner contentinfo search dialog menu menubar".split())
_MAIN_TAGS = frozenset({"main", "article"})
_MAIN_ROLES = frozenset({"main", "article"})

# Most of the page's prose that an element may hold and still be furniture: a name can be wrong.
_MOST_PROSE = {"nav": 0.9, "aside": 0.5, "footer": 0.5, "header": 0.3, "form": 0.3}
_MOST_PROSE_BY_ROLE = 0.5
_MOST_PROSE_BY_NAME = {"furniture": 0.35, "contents": 0.35, "foot": 0.35, "comments": 0.7}
_MOST_WORDS_BY_NAME = {"furniture": 0.5, "contents": 0.9, "foot": 0.5, "comments": 0.7}  # of the page
_MOST_WORDS_FORM = 0.5  # of the page; some systems wrap whole pages in a form
_MOST_WORDS_FOOT = 0.5  # a footer of at most so many of the page's words is one, however much prose it holds
_LEAST_LINKED_MENU = 0.8  # a menu of more than half the page's words is one when so much of it is links …
_MOST_WORDS_MENU = 0.8  # … and it is no more than so much of the page

_LONG_PARAGRAPH = 40  # words; a lone paragraph of furniture is a byline or a note, and shorter
_SOME_PROSE = 80  # words of a text that comments belong to

LONGEST_ROW = 20  # lines of a table row; a longer one is page layout


class Container(NamedTuple):  # made for every block element, and made faster than a frozen dataclass
    """An element that may hold the main text: its lines, and whether its author says that it does."""

    start: int
    end: int
    is_named: bool


@dataclass(slots=True)
class Layout:
    """Arrays over lines, and the elements the later steps choose from, parents first."""

    furniture: bytearray  # by tag, role or name; CONTENTS if it is a table of contents
    strictly: bytearray  # by tag or role alone
    levels: bytearray  # of the heading, 1 to 6; 0 is no heading
    places: bytearray
    rows: list[int]  # number of the table row, 0 outside tables
    cells: list[int]
    containers: list[Container] = field(default_factory=list)
    lists: list[tuple[int, int]] = field(default_factory=list)
    cuts: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # of signs inside a line, in words


def read_layout(tree: Tree, lines: Lines) -> Layout:
    """Walk the elements of a page once."""
    return _Walk(tree, lines).run()


class _Walk:
    """The arrays being painted, and what each verdict needs to know of the page."""

    def __init__(self, tree: Tree, lines: Lines) -> None:
        count = len(lines)
        self.tree = tree
        self.lines = lines
        self.layout = Layout(
            bytearray(count), bytearray(count), bytearray(count), bytearray(count), [0] * count, [0] * count
        )
        self.in_text = bytearray(count)  # lines inside a container that is named as the text
        self.text_end = count + 1  # of the first container that is named as the text and has some prose
        self.prose = sums(lines.prose)
        self.linked = sums(lines.linked)
        self.line_of = np.repeat(np.arange(count), lines.words).tolist()

    def run(self) -> Layout:
        layout, line_of = self.layout, self.line_of
        strictly, furniture = layout.strictly, layout.furniture
        for tag, parent, start, end, node in zip(*self.tree.columns, strict=True):
            if tag not in _KNOWN or start >= end:
                continue
            first = line_of[start]
            last = line_of[end - 1] + 1
            if tag in _PLACES:
                _paint(layout.places, first, last, _PLACES[tag])
                if tag in _CELLS:
                    self._number(layout.cells, first, last, start)
            elif tag in HEADINGS:
                _paint(layout.levels, first, last, int(tag[1]))
            elif tag == "tr":
                self._number(layout.rows, first, last, start)
            elif tag in _SIGNS:
                if "mw-editsection" in (node.get("class") or ""):
                    layout.cuts.setdefault(first, []).append((start, end))
                continue
            # Inside furniture nothing needs a name; only what is furniture by tag there is noted as such.
            if tag in _NAMED and not strictly[first] and (furniture[first] != 1 or tag in _MOST_PROSE):
                meant = _hint(tag, node)
                if meant or tag != "p":
                    self._named(Element(tag, parent, start, end, node), meant, first, last)
        return layout

    def _number(self, numbers: list[int], first: int, last: int, word: int) -> None:
        """Give a row or cell its own number: the position of its first word, counted from 1."""
        if last - first <= LONGEST_ROW:
            numbers[first:last] = [word + 1] * (last - first)

    def _named(self, element: Element, meant: Hint, first: int, last: int) -> None:
        """Judge an element by its tag, role and names: furniture, or what the later steps choose from."""
        tag, layout = element.tag, self.layout
        role = element.node.get("role")
        if tag != "body":
            if self._is_furniture_by_kind(element, meant, role, first, last):
                _paint(layout.strictly, first, last, 1)
                _paint(layout.furniture, first, last, 1)
                return
            if meant in _MOST_PROSE_BY_NAME and self._is_furniture_by_name(element, meant, first, last):
                _paint(layout.furniture, first, last, CONTENTS if meant == "contents" else 1)
                return
        is_named = meant == "content" or tag in _MAIN_TAGS or role in _MAIN_ROLES
        is_named = is_named or element.node.get("itemprop") == "articleBody"
        if is_named:
            _paint(self.in_text, first, last, 1)
            if self.prose[last] - self.prose[first] >= _SOME_PROSE:
                self.text_end = min(self.text_end, last)
        if tag in _CONTAINERS:
            layout.containers.append(Container(first, last, is_named))
        elif tag in _LISTS:
            layout.lists.append((first, last))

    def _share(self, first: int, last: int) -> float:
        """Return the share of the page's prose in these lines."""
        return (self.prose[last] - self.prose[first]) / (self.prose[-1] or 1)

    def _is_furniture_by_kind(
        self, element: Element, meant: Hint, role: str | None, first: int, last: int
    ) -> bool:
        tag = element.tag
        if role in _FURNITURE_ROLES and self._share(first, last) < _MOST_PROSE_BY_ROLE:
            return True
        if tag not in _MOST_PROSE or meant == "neutral" or (tag == "header" and self.in_text[first]):
            return False
        if tag == "form" and element.end - element.start > _MOST_WORDS_FORM * len(self.tree):
            return False
        return self._share(first, last) < _MOST_PROSE[tag] or (tag == "footer" and self._is_foot(element))

    def _is_furniture_by_name(self, element: Element, meant: Hint, first: int, last: int) -> bool:
        if element.tag == "blockquote":  # quoted posts of social networks bear their names
            return False
        if meant == "foot" and self._is_foot(element):
            return True
        if element.tag == "p" and self.prose[last] - self.prose[first] >= _LONG_PARAGRAPH:
            return False
        if meant == "comments" and first >= self.text_end:
            return True
        if self._share(first, last) >= _MOST_PROSE_BY_NAME[meant]:
            return False
        size = element.end - element.start
        if size < _MOST_WORDS_BY_NAME[meant] * len(self.tree):
            return True
        links = self.linked[last] - self.linked[first]
        return links > _LEAST_LINKED_MENU * size and size < _MOST_WORDS_MENU * len(self.tree)

    def _is_foot(self, element: Element) -> bool:
        return element.end - element.start < _MOST_WORDS_FOOT * len(self.tree)


def _hint(tag: str, node: etree._Element) -> Hint:
    names = node.get("class") or ""
    if tag not in _SECTIONS and "sect" not in names:
        own = node.get("id")
        if own:
            names = f"{names} {own}"
    return hint(names) if names else ""


def _paint(array: bytearray, first: int, last: int, value: int) -> None:
    if last - first == 1:
        array[first] = value
    else:
        array[first:last] = bytes((value,)) * (last - first)
