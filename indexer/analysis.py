"""From text to index terms, for documents and queries alike.

A document's words stand at places 0, 1, 2, …; a Chinese word takes as many places as it has characters. So
the dictionary words inside a longer one, and its single characters, have places of their own, and words that
stand side by side do so however the text was cut. Queries are cut coarsely: the long word only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from indexer.schema import clean_word
from lookclear.text.chinese import HAN
from lookclear.text.segment import subwords, tokenize, words
from lookclear.text.stem import stem
from lookclear.text.stopwords import is_stop

_HAN_WORD = re.compile(f"[{HAN}]+")
_MAX_CUT_CHARS = 8  # longer words are hardly ever words
_LONG_PART = 4


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A word of a query and its term; `[start, end)` is where it stands in the text."""

    text: str
    term: str
    stop: bool
    start: int
    end: int


@lru_cache(maxsize=1 << 16)
def index_term(word: str) -> str:
    """Return the term a word is indexed under; takes a folded word as `lookclear.text.segment` gives it.

    >>> index_term("crawlers"), index_term("长江大桥")
    ('crawler', '长江大桥')
    """
    return clean_word(stem(word))


@lru_cache(maxsize=1 << 16)
def inner_terms(word: str) -> tuple[tuple[str, int], ...]:
    """Return the terms inside a Chinese word, and the characters before each.

    They are the dictionary words of two and three characters in it, and the longer stretches that would be
    one word if they stood alone.

    >>> inner_terms("长江大桥"), inner_terms("crawlers")
    ((('长江', 0), ('大桥', 2)), ())
    """
    parts = dict.fromkeys([*subwords(word), *_long_parts(word)])
    return tuple((part, at) for part in parts for at in range(len(word)) if word.startswith(part, at))


def places(term: str) -> int:
    """Return how many places a term takes in a text: one, or as many as it has Chinese characters.

    >>> places("crawler"), places("长江大桥")
    (1, 4)
    """
    return len(term) if not term.isascii() and is_han(term) else 1


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
        QueryWord(token.text, index_term(token.text), is_stop(token.text), token.start, token.end)
        for token in tokenize(text)
    ]


def is_han(word: str) -> bool:
    """Return whether a word is made of Chinese characters only."""
    return _HAN_WORD.fullmatch(word) is not None
