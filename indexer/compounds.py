"""Which long Chinese words of the vocabulary contain a given stretch of characters.

A page's 武汉长江大桥 is one word at one position, so the phrase 武汉长江 is nowhere beside itself on that
page. It is found by asking which long words contain it. The table is made when it is first asked
for, and kept up from then on.
"""

from __future__ import annotations

from itertools import pairwise

from indexer.analysis import is_han
from indexer.lexicon import Lexicon

_LEAST_CHARS = 3


class Compounds:
    """The long Chinese words of a lexicon, by each pair of neighbouring characters in them."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._covered = 0
        self._by_pair: dict[str, list[str]] = {}

    def containing(self, text: str) -> list[str]:
        """Return the words longer than `text` (2 or more characters) with it inside, oldest first."""
        self._catch_up()
        lists = [self._by_pair.get(left + right, []) for left, right in pairwise(text)]
        return [word for word in min(lists, key=len, default=[]) if text in word and word != text]

    def _catch_up(self) -> None:
        for term in self._lexicon.terms_from(self._covered):
            if len(term) >= _LEAST_CHARS and is_han(term):
                for pair in {left + right for left, right in pairwise(term)}:
                    self._by_pair.setdefault(pair, []).append(term)
        self._covered = len(self._lexicon)
