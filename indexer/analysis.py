"""From text to index terms, for documents and queries alike.

A document's words stand at ordinal positions 0, 1, 2, …; the dictionary words inside a longer Chinese word
share its position, so that both a search for the part and a phrase across the whole are found. Queries are
cut coarsely: the long word only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from indexer.schema import clean_word
from lookclear.text.segment import subwords, tokenize, words
from lookclear.text.stem import stem
from lookclear.text.stopwords import is_stop

HAN = "\u2e80-\u2fdf\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_HAN_WORD = re.compile(f"[{HAN}]+")
_MAX_CUT_CHARS = 8  # a word of n characters has 2^(n-1) - 1 finer cuts

_LONG_PART = 4


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A word of a query; `[start, end)` is where it stands in the text that was analysed."""

    term: str
    stop: bool
    start: int
    end: int


@lru_cache(maxsize=1 << 16)
def index_terms(word: str) -> tuple[str, ...]:
    """Return the terms a document's word is indexed under, all at its position: itself first, then its parts.

    Takes a folded word as `lookclear.text.segment` gives it. The parts of a Chinese word are the dictionary
    words of two and three characters in it, and the longer stretches that would be one word if they stood
    alone.

    >>> index_terms("crawlers"), index_terms("长江大桥")
    (('crawler',), ('长江大桥', '长江', '大桥'))
    """
    parts = [*subwords(word), *_long_parts(word)]
    return tuple(dict.fromkeys(map(clean_word, (stem(word), *parts))))


def _long_parts(word: str) -> list[str]:
    if not _LONG_PART < len(word) <= _MAX_CUT_CHARS or not is_han(word):
        return []
    sizes = range(_LONG_PART, len(word))
    parts = [word[start : start + size] for size in sizes for start in range(len(word) - size + 1)]
    return [part for part in parts if words(part) == [part]]


def query_words(text: str) -> list[QueryWord]:
    """Return the words to look for, cut coarsely.

    >>> [word.term for word in query_words("Searching 长江大桥")]
    ['search', '长江大桥']
    """
    return [
        QueryWord(clean_word(stem(token.text)), is_stop(token.text), token.start, token.end)
        for token in tokenize(text)
    ]


def is_han(word: str) -> bool:
    """Return whether a word is made of Chinese characters only."""
    return _HAN_WORD.fullmatch(word) is not None


def finer_cuts(word: str, known: Callable[[str], bool]) -> list[tuple[str, ...]]:
    """Return the ways to cut a Chinese word into two or more known words, the longest words first.

    None for other scripts and for words of more than 8 characters.

    >>> finer_cuts("主题爬虫", {"主题", "爬虫", "爬", "虫"}.__contains__)
    [('主题', '爬虫'), ('主题', '爬', '虫')]
    """
    if not 1 < len(word) <= _MAX_CUT_CHARS or not is_han(word):
        return []
    cuts: list[list[tuple[str, ...]]] = [[()]]  # cuts[n]: the ways to cut the first n characters
    for end in range(1, len(word) + 1):
        ways = []
        for start in range(end):
            piece = word[start:end]
            if cuts[start] and piece != word and known(piece):
                ways += [(*before, piece) for before in cuts[start]]
        cuts.append(ways)
    return sorted(cuts[-1], key=lambda cut: (len(cut), [-len(piece) for piece in cut]))
