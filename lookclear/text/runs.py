"""Where the words of a long text stand, all at once: runs of characters of one class.

A page has thousands of words, and a step of Python for each would be half the cost of understanding it. Here
the characters become an array of code points, a table gives each its class, and the borders of runs come from
comparing neighbours.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

_HAN_RANGES = (
    (0x2E80, 0x2FDF),
    (0x3005, 0x3005),
    (0x3007, 0x3007),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3134F),
)
HAN = "".join(f"{chr(first)}-{chr(last)}" for first, last in _HAN_RANGES)  # for use in a pattern's brackets
INNER = "'’＇\u00ad\u200b\u200c\u200d\u2060\ufeff"  # apostrophes and what is invisible: inside words only

_LETTER, _INNER, _SIGN, _HAN = 1, 2, 4, 8  # classes of characters; 0 is everything else
_SIGNS = "+＋#＃"
_CODES = 0x32400  # no letter or digit has a higher number
_SPACE = 32
_CURLY = (0x2019, 0xFF07)

Places: TypeAlias = NDArray[np.int64]
Codes: TypeAlias = NDArray[np.uint8] | NDArray[np.uint32]
Classes: TypeAlias = NDArray[np.uint8]


class Runs(NamedTuple):
    """What a text is made of, each in order; bounds are places in the text.

    `spaced` has the words as they are written, with plain apostrophes and white space between them;
    `foreign` numbers those words that are not all ASCII. `signs` are plus and number signs.
    """

    spaced: str
    foreign: Places
    starts: Places
    ends: Places
    han_starts: Places
    han_ends: Places
    signs: Places


def find_runs(text: str) -> Runs:
    r"""Return the words and the Chinese stretches of a text (one character or more).

    A word is letters and digits; apostrophes and invisible characters belong to it when letters stand on both
    sides.

    >>> find_runs("Don’t 看 GPU显卡 'so'").spaced.split()
    ["Don't", 'GPU', 'so']
    """
    is_ascii = text.isascii()
    encoding = "ascii" if is_ascii else "utf-32-le"
    codes = np.frombuffer(text.encode(encoding, "surrogatepass"), np.uint8 if is_ascii else "<u4")
    classes = _class_table()[codes if is_ascii else np.minimum(codes, _CODES)]
    is_inside = classes == _LETTER
    inner = _inner_places(classes)
    is_inside[inner] = True
    starts, ends = _bounds(is_inside)
    spaced = np.where(is_inside, codes, codes.dtype.type(_SPACE))
    foreign = _NOWHERE
    if not is_ascii and len(starts):
        curly = inner[np.isin(codes[inner], _CURLY)]
        spaced[curly] = ord("'")
        foreign = np.flatnonzero(np.maximum.reduceat(spaced, starts) > 127)
    han = (_NOWHERE, _NOWHERE) if is_ascii else _bounds(classes == _HAN)
    return Runs(
        spaced.tobytes().decode(encoding), foreign, starts, ends, *han, np.flatnonzero(classes == _SIGN)
    )


_NOWHERE: Places = np.empty(0, np.int64)


def _inner_places(classes: Classes) -> Places:
    """Return where inner characters stand between two letters, alone or several in a row."""
    places = np.flatnonzero(classes == _INNER)
    if not len(places):
        return places
    is_first = np.append(True, np.diff(places) > 1)
    lengths = np.diff(np.append(np.flatnonzero(is_first), len(places)))
    padded = np.concatenate(([0], classes, [0]))  # place p of the text is p + 1 here
    firsts = places[is_first]
    is_joint = (padded[firsts] == _LETTER) & (padded[firsts + lengths + 1] == _LETTER)
    joints: Places = places[np.repeat(is_joint, lengths)]
    return joints


def _bounds(mask: NDArray[np.bool_]) -> tuple[Places, Places]:
    """Return where runs of true begin and end."""
    edges = np.flatnonzero(mask[1:] != mask[:-1]) + 1
    if mask[0]:
        edges = np.insert(edges, 0, 0)
    if mask[-1]:
        edges = np.append(edges, len(mask))
    return edges[0::2], edges[1::2]


@cache
def _class_table() -> Classes:
    """Return the class of each code point; the last entry stands for all higher ones."""
    table = np.fromiter((chr(code).isalnum() for code in range(_CODES + 1)), np.uint8, _CODES + 1)
    for first, last in _HAN_RANGES:
        table[first : last + 1] = _HAN
    table[[ord(char) for char in INNER]] = _INNER
    table[[ord(char) for char in _SIGNS]] = _SIGN
    return table
