"""The visible page as lines: the unit the main text is made of.

The tree breaks its text at every block element, so a line is a paragraph, a list item, a table cell, a
heading or loose text between such. A line is told by its number; all about lines is in arrays over them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import sub

import numpy as np

from lookclear.html.main_text import phrases
from lookclear.html.tree import Tree

LEAST_PROSE = 8  # words outside links that make a line prose, if it also has two marks …
PROSE_WITH_MARK = 12  # … or so many and one mark …
PROSE_ALONE = 20  # … or so many and none
MOST_LINKED = 0.5  # share of linked words above which a line is never prose
LONGEST_DATELINE = 20  # words

_MARK = re.compile("[.,;!?。，、；：？！।؟،]")


@dataclass(frozen=True, slots=True)
class Lines:
    """Arrays over the lines of a page that have words; a line without any is left out.

    `starts`/`ends` are character positions in `Tree.text`, `first_words` token positions with one more at the
    end, `prose` is the number of words outside links of a line that reads like a sentence, else 0.
    """

    text: str
    starts: list[int]
    ends: list[int]
    first_words: list[int]
    words: list[int]
    linked: list[int]
    prose: list[int]

    def __len__(self) -> int:
        return len(self.starts)

    def line(self, at: int) -> str:
        """Return the characters of a line as the tree has them."""
        return self.text[self.starts[at] : self.ends[at]]


def read_lines(tree: Tree) -> Lines:
    """Cut the visible text of a page into lines and measure each."""
    text = tree.text
    if not len(tree):
        return Lines(text, [], [], [], [], [], [])
    lengths = [len(line) + 1 for line in text.split("\n")]
    borders = [0, *accumulate(lengths)]
    # The first word in or after each line; a line without words has the same one as the next.
    before = np.frombuffer(tree.starts, np.int64).searchsorted(borders).tolist()
    at_lines = [at for at, (first, last) in enumerate(pairwise(before)) if first < last]
    starts = [borders[at] for at in at_lines]
    ends = [borders[at + 1] - 1 for at in at_lines]
    first_words = [before[at] for at in at_lines] + [len(tree)]
    words = list(map(sub, first_words[1:], first_words))
    marked = _linked(tree)
    linked = [marked.count(1, first_words[at], first_words[at + 1]) for at in range(len(starts))]
    prose = [
        _prose(text, start, end, size, of_links) if size - of_links >= LEAST_PROSE else 0
        for start, end, size, of_links in zip(starts, ends, words, linked, strict=True)
    ]
    return Lines(text, starts, ends, first_words, words, linked, prose)


def sums(values: list[int]) -> list[int]:
    """Return prefix sums: `s[b] - s[a]` is the sum of `values[a:b]`."""
    return [0, *accumulate(values)]


def _linked(tree: Tree) -> bytearray:
    """Return a 1 for every word inside a link that leads somewhere."""
    marked = bytearray(len(tree))
    tags, _, starts, ends, nodes = tree.columns
    at = -1
    for _ in range(tags.count("a")):
        at = tags.index("a", at + 1)
        start, end = starts[at], ends[at]
        if end > start and nodes[at].get("href"):
            marked[start:end] = b"\x01" * (end - start)
    return marked


def _prose(text: str, start: int, end: int, words: int, linked: int) -> int:
    plain = words - linked
    if linked > MOST_LINKED * words:
        return 0
    if plain < PROSE_ALONE:
        marks = len(_MARK.findall(text, start, end))
        if marks < 2 and (marks == 0 or plain < PROSE_WITH_MARK):
            return 0
    if words <= LONGEST_DATELINE and phrases.is_dateline(text[start:end]):
        return 0
    return plain
