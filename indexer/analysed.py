"""Texts whose words were cut and stemmed for the index before they came here: where their page was parsed.

What travels is the outcome free of any lexicon: the terms of a field by name, and where they stand. The index
gives them its numbers, and takes them only for the very text they were made of; any other it analyses itself.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import TypeAlias

import msgspec
import numpy as np

from indexer.layout import POSITION_BITS
from indexer.lexicon import Lexicon
from indexer.packing import Numbers


class AnalysedField(msgspec.Struct, frozen=True, array_like=True):
    """The words of a field; in `keys` and `halved` (see `occurrences`) terms are places in `terms`."""

    terms: list[str]  # in the order in which they first come
    keys: bytes
    halved: bytes
    extent: int  # places it takes
    words: int  # that count for the document's length
    size: int  # of the text, in characters
    check: int  # of the text

    def is_of(self, text: str) -> bool:
        """Tell whether it was made of this text."""
        return self.size == len(text) and self.check == check_of(text)

    def numbered(self, lexicon: Lexicon, start: int) -> tuple[Numbers, Numbers]:
        """Return keys, and those that count half, by a lexicon's numbers; the field begins at `start`."""
        numbers = np.fromiter(lexicon.assign_all(self.terms), np.int64, len(self.terms)) << POSITION_BITS
        keys, halved = np.frombuffer(self.keys, np.int64), np.frombuffer(self.halved, np.int64)
        if not len(numbers):
            return keys, halved
        return (
            numbers[keys >> POSITION_BITS] + (keys & PLACE_MASK) + start,
            numbers[halved >> POSITION_BITS] + (halved & PLACE_MASK) + start,
        )


PLACE_MASK = (1 << POSITION_BITS) - 1
AnalysedFields: TypeAlias = Mapping[str, AnalysedField]  # by the name of the field
_decoder = msgspec.msgpack.Decoder(dict[str, AnalysedField])


def decode_analysed(message: bytes) -> AnalysedFields:
    """Return what `Analyser.analyse` made, nothing for nothing; raises msgspec.MsgspecError for others."""
    return _decoder.decode(message) if message else {}


def check_of(text: str) -> int:
    """Return a number that another text has by chance only."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))
