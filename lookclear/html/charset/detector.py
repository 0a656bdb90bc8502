"""Weigh the ways to read a page against each other, and against what is declared.

Every candidate decodes a sample; its cost is that of the cheapest language written in that encoding
(plausibility.py). A declaration is worth some bits: it decides where the evidence is weak, as in a few
words, and loses where the text it gives is implausible. A first, small sample leaves the few candidates that
a larger one has to tell apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lookclear.html.charset.languages import ENCODINGS, LANGUAGES, Language
from lookclear.html.charset.plausibility import cheapest, codes
from lookclear.html.charset.sample import ASCII, Sample

DECLARED_BITS = 40.0
DEFAULT_BITS = 12.0  # a western declaration, which most servers send without looking
_OVERRULING_SHARE = 0.9  # what overrules a declaration must also cost less than this share of it
# For each byte above ASCII, what ASCII letters around it say against languages with other letters
_ASCII_LETTER_BITS = 0.2
_MOST_ASCII_BITS = 4.0
_FIRST_BYTES = 1024
_SECOND_BYTES = 32 * 1024
_OPEN_BITS = 80.0  # candidates this close after the first sample are read again
_RARE_BITS: Mapping[str, float] = {  # encodings that the web hardly uses need more evidence
    "cp1253": 2.0,
    "iso8859-7": 3.0,
    "iso8859-15": 4.0,
    "iso8859-5": 4.0,
    "iso8859-6": 6.0,
    "iso8859-8": 6.0,
    "iso8859-13": 4.0,
    "koi8-u": 2.0,
    "cp866": 6.0,
    "cp1250": 1.0,
    "iso8859-2": 2.5,
    "cp1254": 4.0,
    "cp1256": 4.5,
    "cp1255": 2.0,
    "cp1257": 5.0,
    "cp874": 3.0,
}


@dataclass(frozen=True, slots=True)
class Reading:
    """An encoding, the cost in bits of the text it gives, and what its being declared is worth."""

    charset: str
    bits: float
    worth: float

    @property
    def weighed(self) -> float:
        """The cost less what the declaration is worth; rare encodings cost a little more."""
        return self.bits + (-self.worth if self.worth else _RARE_BITS.get(self.charset, 0.0))


def choose(sample: Sample, declared: Mapping[str, float], among: Sequence[str] | None = None) -> str:
    """Return the encoding that reads the words best; `declared` says what each declared one is worth in bits.

    `among` narrows the undeclared candidates.

    Of equal readings the one declared first wins, then the more common encoding.
    """
    candidates = tuple(dict.fromkeys((*declared, *(("utf-8", *_BY_USE) if among is None else among))))
    some = sample.joined(_FIRST_BYTES)
    readings = [_read(sample, some, name, declared.get(name, 0.0)) for name in candidates]
    if sample.size > _FIRST_BYTES:
        best = min(reading.weighed for reading in readings)
        still_open = [r.charset for r in readings if r.weighed - best <= _OPEN_BITS]
        if len(still_open) > 1:
            more = sample.joined(_SECOND_BYTES)
            kept = [r.charset for r in readings if r.worth or r.charset in still_open]
            readings = [_read(sample, more, name, declared.get(name, 0.0)) for name in kept]
    return _weigh(readings)


def _weigh(readings: Sequence[Reading]) -> str:
    best = min(readings, key=lambda reading: reading.weighed)
    if best.worth < DECLARED_BITS:
        rivals = [r for r in readings if r.worth >= DECLARED_BITS and best.bits > r.bits * _OVERRULING_SHARE]
        if rivals:
            return min(rivals, key=lambda reading: reading.weighed).charset
    return best.charset


def _read(sample: Sample, piece: bytes, charset: str, worth: float) -> Reading:
    text = piece.decode(charset, "replace")
    whole = text.rstrip()[:-1] if sample.torn or not piece.endswith(b" ") else text
    if worth == DECLARED_BITS and "\ufffd" in whole:
        worth = DEFAULT_BITS  # the bytes contradict the declaration, or the page is broken
    high = len(piece.translate(None, ASCII))
    among_ascii = high * min(sample.ascii_share * _ASCII_LETTER_BITS, _MOST_ASCII_BITS)
    bits = cheapest(codes(f" {text} "), _LANGUAGES_OF.get(charset, _ANY), among_ascii)
    return Reading(charset, bits, worth)


_ANY: tuple[Language | None, ...] = (*LANGUAGES, None)
_LANGUAGES_OF: dict[str, tuple[Language | None, ...]] = {
    name: tuple(language for language in LANGUAGES if name in language.encodings) for name in ENCODINGS
}
_BY_USE = tuple(sorted(ENCODINGS, key=lambda name: (_RARE_BITS.get(name, 0.0), name != "cp1252")))
