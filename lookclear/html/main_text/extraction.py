"""From a tree and its blocks to the main text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lookclear.domain import Block, Span
from lookclear.html.main_text.choice import choose
from lookclear.html.main_text.layout import Layout, read_layout
from lookclear.html.main_text.lines import Lines, read_lines
from lookclear.html.tree import Tree

LONGEST_JOINED = 60  # words of a table row that is written as one line

_EMPTY_BRACKETS = re.compile(r"\[[\s|]*\]")


@dataclass(frozen=True, slots=True)
class MainText:
    """The text a reader came for, one paragraph, heading, list item or table row a line.

    `spans[i]` is the part of `text`, in characters, that comes from block `i`; (0, 0) if none does. Spans do
    not overlap and are in the order of the blocks. `words` are the intervals of the tree's words used, and
    `begins` says where each of them begins in `text`. With `is_whole` the text is made of whole lines of the
    tree, so that its words are those words, cut as they are.
    """

    text: str
    spans: tuple[Span, ...]
    words: tuple[Span, ...] = ()
    begins: tuple[int, ...] = ()
    is_whole: bool = True


def main_text(tree: Tree, blocks: Sequence[Block]) -> MainText:
    """Return the main text of a page; it is empty only when the page shows nothing.

    `blocks` are intervals of the tree's words, in order, without overlap.
    """
    lines = read_lines(tree)
    if not len(lines):
        shown = "\n".join(filter(None, (" ".join(line.split()) for line in tree.text.split("\n"))))
        return MainText(shown, ((0, 0),) * len(blocks))
    layout = read_layout(tree, lines)
    return _write(tree, lines, layout, choose(lines, layout), blocks)


def _write(
    tree: Tree, lines: Lines, layout: Layout, chosen: Sequence[int], blocks: Sequence[Block]
) -> MainText:
    """Write the chosen lines out, and note which part comes from which block."""
    pieces: list[str] = []
    words: list[Span] = []
    begins: list[int] = []
    is_whole = not layout.cuts
    spans: list[Span] = [(0, 0)] * len(blocks)
    length = block = 0
    short_rows = _short_rows(lines, layout, chosen)
    last = -1
    for at in chosen:
        separator = _separator(layout, short_rows, last, at) if last >= 0 else ""
        start, end = lines.first_words[at], lines.first_words[at + 1]
        while block < len(blocks) and blocks[block].end <= start:
            block += 1
        while start < end:
            within = block < len(blocks) and blocks[block].start < end
            stop = min(end, blocks[block].end) if within else end
            piece = _piece(tree, lines, layout, at, start, stop)
            if piece:
                pieces += (separator, piece)
                is_whole &= start == lines.first_words[at] and stop == end
                words.append((start, stop))
                begin = length + len(separator)
                begins.append(begin)
                length = begin + len(piece)
                if within:
                    spans[block] = (spans[block][0] if spans[block][1] else begin, length)
                separator = " "
                last = at
            start = stop
            if within and blocks[block].end <= stop:
                block += 1
    return MainText("".join(pieces), tuple(spans), tuple(words), tuple(begins), is_whole)


def _piece(tree: Tree, lines: Lines, layout: Layout, at: int, start: int, stop: int) -> str:
    """Return the words [start, stop) of a line with their punctuation, white space collapsed."""
    first, last = lines.first_words[at], lines.first_words[at + 1]
    begin = lines.starts[at] if start == first else tree.starts[start]
    end = lines.ends[at] if stop == last else tree.starts[stop]
    for cut_start, cut_end in reversed(layout.cuts.get(at, ())):
        if start < cut_start and cut_end <= stop:
            before, after = tree.text[begin : tree.starts[cut_start]], tree.text[tree.ends[cut_end - 1] : end]
            return " ".join(_EMPTY_BRACKETS.sub("", f"{before}{after}").split())
    shown = tree.text[begin:end].strip()
    return " ".join(shown.split()) if "  " in shown or not shown.isprintable() else shown


def _short_rows(lines: Lines, layout: Layout, chosen: Sequence[int]) -> frozenset[int]:
    """Return the table rows that are written as one line: short, and with one line in each cell."""
    words: dict[int, int] = {}
    cells: dict[int, set[int]] = {}
    whole: set[int] = set()
    for at in chosen:
        row, cell = layout.rows[at], layout.cells[at]
        if row:
            words[row] = words.get(row, 0) + lines.words[at]
            known = cells.setdefault(row, set())
            if cell in known or words[row] > LONGEST_JOINED:
                whole.add(row)
            known.add(cell)
    return frozenset(words.keys() - whole)


def _separator(layout: Layout, short_rows: frozenset[int], last: int, at: int) -> str:
    """Return what stands between two lines."""
    row = layout.rows[at]
    return " | " if row == layout.rows[last] and row in short_rows else "\n"
