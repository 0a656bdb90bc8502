"""What a text costs in bits when it is taken for a language: the lower, the more plausible the reading.

Two readings of the same bytes can be compared by their costs, because the cost is minus the binary logarithm
of a probability: frequent characters cost little (languages.py), characters that no page uses cost most, and
so do neighbours that no writer puts side by side (kinds.py): a Cyrillic letter inside a Latin word, a capital
after a small letter, a fraction between letters.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from lookclear.html.charset.kinds import UNIT, Codes, Kind, neighbour_bits, table
from lookclear.html.charset.languages import Language

_ASCII_BITS = 4.5
_CAPITAL_BITS = 4.0  # on top of the small letter's cost
_MARKS = dict.fromkeys("’“”–—…«»„\xa0", 6.0) | {"，": 4.5, "。": 4.5, "、": 5.0}
_HALF_PAIR_BITS = 11.0
_STRANGER_BITS = {  # a character that the language does not list
    Kind.OTHER: 8.0,
    Kind.ASCII_SMALL: _ASCII_BITS,
    Kind.ASCII_CAPITAL: _ASCII_BITS,
    Kind.LATIN_SMALL: 14.0,
    Kind.LATIN_CAPITAL: 16.0,
    Kind.SMALL: 13.0,
    Kind.CAPITAL: 15.0,
    Kind.CASELESS: 14.0,
    Kind.HAN: 19.0,
    Kind.KANA: 14.0,
    Kind.HALF_KANA: 12.0,
    Kind.HANGUL: 19.0,
    Kind.SYMBOL: 12.0,
    Kind.WIDE: 8.0,
    Kind.OPENING: 9.0,
    Kind.CLOSING: 9.0,
    Kind.DIGIT: _ASCII_BITS,
    Kind.BAD: 20.0,
}
_UNKNOWN_BITS = {  # the same when nothing is known about the language
    **_STRANGER_BITS,
    Kind.LATIN_SMALL: 8.0,
    Kind.LATIN_CAPITAL: 10.0,
    Kind.SMALL: 7.0,
    Kind.CAPITAL: 10.0,
    Kind.CASELESS: 7.0,
    Kind.HAN: 14.0,
    Kind.KANA: 9.0,
    Kind.HANGUL: 12.0,
}


def codes(text: str) -> Codes:
    """Return the UTF-16 code units of a text."""
    return np.frombuffer(text.encode("utf-16-le", "replace"), dtype="<u2")


def cheapest(units: Codes, languages: Iterable[Language | None], among_ascii: float = 0.0) -> float:
    """Return the cost in the cheapest language, neighbours included; None stands for an unknown language.

    `among_ascii` is what the ASCII words around cost a language that is not written in Latin letters.
    """
    costs = (
        language_bits(units, language) + (0.0 if language is None or language.latin else among_ascii)
        for language in languages
    )
    return neighbour_bits(units) + min(costs)


def language_bits(units: Codes, language: Language | None) -> float:
    """Return the cost of the characters alone."""
    return float(_costs(language)[units].sum(dtype=np.int64)) / UNIT


@cache
def _costs(language: Language | None) -> npt.NDArray[np.uint8]:
    strangers = _STRANGER_BITS if language else _UNKNOWN_BITS
    bits = np.array([strangers[kind] for kind in Kind])[table()]
    bits[:0x80] = _ASCII_BITS
    for mark, cost in _MARKS.items():
        bits[ord(mark)] = cost
    bits[0xD800:0xE000] = _HALF_PAIR_BITS
    if language:
        _enter(bits, language)
    return np.round(bits * UNIT).astype(np.uint8)


def _enter(bits: npt.NDArray[np.float64], language: Language) -> None:
    """Put the costs of the characters of a language into a table of bits."""
    for character in _everyday(language):
        bits[ord(character)] = language.home_bits
    for band in language.bands:
        ranks = np.arange(len(band.characters))
        rise = np.log1p(ranks / band.bend) / np.log1p(max(len(ranks) - 1, 1) / band.bend)
        costs = band.first + (band.last - band.first) * rise
        for character, cost in zip(band.characters, costs.tolist(), strict=True):
            bits[ord(character)] = cost
            capital = character.upper()
            if len(capital) == 1 and capital != character and not capital.isascii():
                bits[ord(capital)] = cost + _CAPITAL_BITS


def _everyday(language: Language) -> str:
    """Return the characters in the rows that a language's home encoding keeps for everyday use."""
    leads = range(language.home_first, language.home_last + 1)
    trails = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
    pairs = (bytes(pair).decode(language.home, "ignore") for pair in product(leads, trails) if language.home)
    return "".join(character for pair in pairs for character in pair if not character.isascii())
