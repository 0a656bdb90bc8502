"""Where the words of a long text stand, all at once: runs of characters of one class.

A page has thousands of words, and a step of Python for each would be half the cost of understanding it. Here
the characters become an array of code points, a table gives each its class, and the borders of runs come from
comparing neighbours.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lookclear.text.chinese import CODES, form_table, han_mask
from lookclear.text.normalize import INVISIBLE

# Apostrophes, and what is invisible: they belong to a word between two of its letters only.
_APOSTROPHES = "'’＇"
INNER = _APOSTROPHES + "".join(map(chr, INVISIBLE))

# Accents and vowel signs that follow their letter, of scripts that put spaces between words.
MARKS = "".join(
    char for char in map(chr, (*range(0x300, 0xE00), 0x3099, 0x309A)) if unicodedata.category(char)[0] == "M"
)
MOST_MARKS = 8  # after a letter; more are not part of its word

_LETTER, _INNER, _SIGN, _HAN, _MARK = 1, 2, 4, 8, 16  # classes of characters; 0 is everything else
_SIGNS = "+＋#＃"
_SPACE, _LINE_END, _NOT_ASCII = 32, 10, 127
_CURLY = (0x2019, 0xFF07)

Places: TypeAlias = NDArray[np.int64]
Codes: TypeAlias = NDArray[np.uint8] | NDArray[np.uint32]
Classes: TypeAlias = NDArray[np.uint8]


@dataclass
class Runs:
    """What a text is made of, each in order; bounds are places in the text.

    `han` has the Chinese stretches, simplified, a line each. `signs` are plus and number signs. `hides` tells
    whether there are invisible characters. How words are written is worked out when asked for.
    """

    starts: Places
    ends: Places
    han: str
    han_starts: Places
    han_ends: Places
    signs: Places
    hides: bool
    codes: Codes = field(repr=False)
    inner: Places = field(repr=False)  # where apostrophes and invisible characters belong to words
    is_inside: NDArray[np.bool_] = field(repr=False)  # whether a character belongs to a word

    @cached_property
    def spaced(self) -> str:
        """The words with plain apostrophes, white space between them, and U+007F for what is not ASCII."""
        return self._plain.tobytes().decode("ascii")

    @cached_property
    def foreign(self) -> Places:
        """The numbers of the words in which there is more than ASCII."""
        if self.codes.dtype == np.uint8 or not len(self.starts):
            return _NOWHERE
        return np.flatnonzero(np.maximum.reduceat(self._plain, self.starts) == _NOT_ASCII)

    @cached_property
    def _plain(self) -> Classes:
        codes, inner = self.codes, self.inner
        if codes.dtype == np.uint8:
            return np.where(self.is_inside, codes, np.uint8(_SPACE))
        plain = np.minimum(codes, _NOT_ASCII).astype(np.uint8)
        if len(inner):
            plain[inner[(codes[inner] == _CURLY[0]) | (codes[inner] == _CURLY[1])]] = ord("'")
        return np.where(self.is_inside, plain, np.uint8(_SPACE))


def find_runs(text: str) -> Runs:
    r"""Return the words and the Chinese stretches of a text (one character or more).

    A word is letters and digits with the marks over them; apostrophes and invisible characters belong to it
    when letters stand on both sides.

    >>> find_runs("Don’t 看 GPU显卡 'so'").spaced.split()
    ["Don't", 'GPU', 'so']
    """
    is_ascii = text.isascii()
    encoded = text.encode("ascii" if is_ascii else "utf-32-le", "surrogatepass")
    codes = np.frombuffer(encoded, np.uint8 if is_ascii else "<u4")
    padded = np.zeros(len(codes) + 2, np.uint8)  # with a character of no class at both ends
    classes = padded[1:-1]
    _class_table().take(codes, out=classes, mode="clip")
    found = padded.tobytes()  # to look for a class in bytes is far quicker than in an array
    if _has(_MARK, found):
        classes[_mark_places(classes)] = _LETTER
    inners = found.count(_INNER)
    inner = _inner_places(padded) if inners else _NOWHERE
    is_inside = padded == _LETTER
    if len(inner):
        is_inside[inner + 1] = True
    starts, ends = _bounds(is_inside)
    return Runs(
        starts,
        ends,
        *(_chinese(codes, padded) if _has(_HAN, found) else ("", _NOWHERE, _NOWHERE)),
        np.flatnonzero(classes == _SIGN) if _has(_SIGN, found) else _NOWHERE,
        not is_ascii and inners > sum(map(text.count, _APOSTROPHES)),
        codes,
        inner,
        is_inside[1:-1],
    )


_NOWHERE: Places = np.empty(0, np.int64)


def _has(kind: int, classes: bytes) -> bool:
    return bytes((kind,)) in classes


def _chinese(codes: Codes, padded: Classes) -> tuple[str, Places, Places]:
    """Return the Chinese stretches in their simplified form, a line each, and where they stand."""
    is_han = padded == _HAN
    starts, ends = _bounds(is_han)
    borders = np.cumsum(ends - starts)[:-1]
    lines = np.insert(form_table()[codes[is_han[1:-1]]], borders, np.uint32(_LINE_END))
    return lines.tobytes().decode("utf-32-le"), starts, ends


def _mark_places(classes: Classes) -> Places:
    """Return where marks follow a letter, at most 8 of them."""
    places = np.flatnonzero(classes == _MARK)
    firsts, lengths = _rows(places)
    ordinal = np.arange(len(places)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    follows = np.repeat((firsts > 0) & (classes[firsts - 1] == _LETTER), lengths)
    following: Places = places[follows & (ordinal < MOST_MARKS)]
    return following


def _inner_places(padded: Classes) -> Places:
    """Return where inner characters stand between two letters, alone or several in a row.

    Place p of the text is p + 1 in `padded`.
    """
    places = np.flatnonzero(padded == _INNER) - 1
    after = padded[places + 2]
    if _INNER not in after.tobytes():  # as on most pages
        alone: Places = places[(after & padded[places]) == _LETTER]  # each class is a bit
        return alone
    firsts, lengths = _rows(places)
    is_joint = (padded[firsts] == _LETTER) & (padded[firsts + lengths + 1] == _LETTER)
    joints: Places = places[np.repeat(is_joint, lengths)]
    return joints


def _rows(places: Places) -> tuple[Places, Places]:
    """Return where rows of neighbouring places begin, and how long each is."""
    first = np.flatnonzero(np.append(True, np.diff(places) > 1))
    return places[first], np.diff(np.append(first, len(places)))


def _bounds(padded: NDArray[np.bool_]) -> tuple[Places, Places]:
    """Return where runs of true begin and end; place p of the text is p + 1 in `padded`."""
    edges = np.flatnonzero(padded[1:] != padded[:-1])
    return edges[0::2], edges[1::2]


@cache
def _class_table() -> Classes:
    """Return the class of each code point; the last entry stands for all higher ones."""
    table = np.array(list(map(str.isalnum, map(chr, range(CODES + 1)))), np.uint8)
    table[han_mask(CODES + 1)] = _HAN
    table[[ord(char) for char in MARKS]] = _MARK
    table[[ord(char) for char in INNER]] = _INNER
    table[[ord(char) for char in _SIGNS]] = _SIGN
    return table
