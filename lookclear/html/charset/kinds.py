"""Classes of characters, and what it costs when two classes stand side by side where no writer puts them."""

from __future__ import annotations

import string
import unicodedata
from enum import IntEnum
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint16]
UNIT = 8
"""Tables hold eighths of a bit."""


class Kind(IntEnum):
    """Classes of characters as far as neighbours matter."""

    OTHER = 0  # space, punctuation
    ASCII_SMALL = 1
    ASCII_CAPITAL = 2
    LATIN_SMALL = 3  # é
    LATIN_CAPITAL = 4
    SMALL = 5  # Cyrillic, Greek
    CAPITAL = 6
    CASELESS = 7  # Hebrew, Arabic, Thai
    HAN = 8
    KANA = 9
    HALF_KANA = 10
    HANGUL = 11
    SYMBOL = 12
    WIDE = 13  # East Asian punctuation, full-width forms
    OPENING = 14  # ¿, ©, £: no letter stands before them
    CLOSING = 15  # ®, ²: no letter stands after them
    DIGIT = 16
    BAD = 17  # replacement characters, control codes, private use


_OPENING_SIGNS = "¿¡°©£€¥§"
_CLOSING_SIGNS = "®™²³ªº"
_NO_SYMBOLS = "…·"
_KINDS = len(Kind)
_RANGES = (
    (0x3000, 0x3004, Kind.WIDE),
    (0x3005, 0x3007, Kind.HAN),
    (0x3008, 0x301F, Kind.WIDE),
    (0x3041, 0x3096, Kind.KANA),
    (0x30A1, 0x30FA, Kind.KANA),
    (0x30FB, 0x30FB, Kind.WIDE),
    (0x30FC, 0x30FE, Kind.KANA),
    (0x3400, 0x9FFF, Kind.HAN),
    (0xAC00, 0xD7A3, Kind.HANGUL),
    (0xD800, 0xDFFF, Kind.HAN),  # halves of characters beyond 0xFFFF: mostly rare Han
    (0xE000, 0xF8FF, Kind.BAD),
    (0xF900, 0xFAFF, Kind.HAN),
    (0xFF01, 0xFF65, Kind.WIDE),
    (0xFF66, 0xFF9D, Kind.HALF_KANA),
    (0xFFE0, 0xFFE6, Kind.WIDE),
)

_HIGH_LATIN = (Kind.LATIN_SMALL, Kind.LATIN_CAPITAL)
_LATIN = (Kind.ASCII_SMALL, Kind.ASCII_CAPITAL, *_HIGH_LATIN)
_CASED = (Kind.SMALL, Kind.CAPITAL)
_EAST = (Kind.HAN, Kind.KANA, Kind.HANGUL)
_LETTERS = (*_LATIN, *_CASED, Kind.CASELESS, *_EAST)
_BESIDE = (  # one side, other side, bits, both ways round; a later line replaces an earlier one
    (_LATIN, _CASED, 9.0),
    (_LATIN, (Kind.CASELESS,), 9.0),
    (_CASED, (Kind.CASELESS,), 12.0),
    (_LATIN, _EAST, 4.5),
    (_HIGH_LATIN, _EAST, 10.0),
    (_CASED, _EAST, 9.0),
    ((Kind.CASELESS,), _EAST, 10.0),
    (_HIGH_LATIN, _HIGH_LATIN, 3.0),
    ((Kind.DIGIT,), (*_HIGH_LATIN, *_CASED, Kind.CASELESS), 3.0),
    ((Kind.HALF_KANA,), _LETTERS, 6.0),
    ((Kind.SYMBOL,), _LETTERS, 5.0),
    ((Kind.WIDE,), _LATIN, 5.0),
    ((Kind.WIDE,), (*_HIGH_LATIN, *_CASED, Kind.CASELESS), 8.0),
    ((Kind.HANGUL,), (Kind.KANA,), 10.0),
    ((Kind.HANGUL,), (Kind.HAN,), 4.0),
)
_AFTER = (  # first, second, bits
    ((Kind.ASCII_SMALL,), (Kind.LATIN_CAPITAL,), 7.0),
    ((Kind.LATIN_SMALL,), (Kind.LATIN_CAPITAL,), 8.0),
    ((Kind.LATIN_SMALL,), (Kind.ASCII_CAPITAL,), 5.0),
    ((Kind.SMALL,), (Kind.CAPITAL,), 7.0),
    (_LETTERS, (Kind.OPENING,), 8.0),
    ((Kind.CLOSING,), _LETTERS, 6.0),
    # A capital is dear in itself, but less so at the start of a word, and hardly after another one.
    ((Kind.OTHER,), (Kind.CAPITAL, Kind.LATIN_CAPITAL), -1.5),
    ((Kind.CAPITAL,), (Kind.CAPITAL,), -3.5),
    ((Kind.LATIN_CAPITAL,), (Kind.LATIN_CAPITAL,), -3.5),
)


def neighbour_bits(units: Codes) -> float:
    """Return the cost of the neighbours in a text, given as UTF-16 code units."""
    kinds = table()[units].astype(np.intp)
    return float(_pairs()[kinds[:-1] * _KINDS + kinds[1:]].sum()) / UNIT


@cache
def table() -> npt.NDArray[np.uint8]:
    """Return the kind of every code unit."""
    kinds = np.zeros(0x10000, dtype=np.uint8)
    done = np.zeros(0x10000, dtype=bool)
    for first, last, kind in _RANGES:
        kinds[first : last + 1] = kind
        done[first : last + 1] = True
    for code in np.flatnonzero(~done).tolist():
        kinds[code] = _kind(chr(code))
    return kinds


def _kind(character: str) -> Kind:
    for signs, kind in (
        (_OPENING_SIGNS, Kind.OPENING),
        (_CLOSING_SIGNS, Kind.CLOSING),
        (_NO_SYMBOLS, Kind.OTHER),
        (string.digits, Kind.DIGIT),
    ):
        if character in signs:
            return kind
    code, category = ord(character), unicodedata.category(character)
    if category[0] in "LM":
        return _letter(code, small=category != "Lu")
    if category[0] == "C" or character == "\ufffd":
        return Kind.OTHER if code < 0x80 or category == "Cf" else Kind.BAD
    if code > 0xA0 and (category[0] == "S" or category in {"No", "Po"}):
        return Kind.SYMBOL
    return Kind.OTHER


def _letter(code: int, *, small: bool) -> Kind:
    if code < 0x80:
        return Kind.ASCII_SMALL if small else Kind.ASCII_CAPITAL
    if code < 0x370:
        return Kind.LATIN_SMALL if small else Kind.LATIN_CAPITAL
    if code < 0x530:
        return Kind.SMALL if small else Kind.CAPITAL
    return Kind.CASELESS


@cache
def _pairs() -> npt.NDArray[np.int32]:
    bits = np.zeros((_KINDS, _KINDS), dtype=np.int32)
    for left, right, cost in _BESIDE:
        for one, other in product(left, right):
            bits[one, other] = bits[other, one] = int(cost * UNIT)
    for first, second, cost in _AFTER:
        for one, other in product(first, second):
            bits[one, other] = int(cost * UNIT)
    return bits.reshape(-1)
