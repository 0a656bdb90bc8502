"""Analyses the texts of a document away from the index: see `prepared`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from indexer.keys import PLACE_MASK, POSITION_BITS
from indexer.lexicon import Lexicon
from indexer.occurrences import Run, memos_of_fields, occurrences
from indexer.packing import Numbers
from indexer.prepared import PreparedField, check_of
from indexer.schema import FIELDS, MAX_FIELD_CHARS, MAX_FIELD_POSITIONS
from indexer.words import words_of

_MOST_TERMS = 1 << 18  # that are remembered; then all are forgotten, so that memory stays bounded
_encoder = msgspec.msgpack.Encoder()


class Preparer:
    """Analyses texts; remembers words, so that those of the next page are there."""

    def __init__(self) -> None:
        self._begin()

    def prepare(self, texts: Mapping[str, str]) -> bytes:
        """Return the words of some fields of a document, by name, as bytes; the same for the same texts."""
        if len(self._lexicon) > _MOST_TERMS:
            self._begin()
        return _encoder.encode(
            {
                field.name: self._field(field.name, texts[field.name])
                for field in FIELDS
                if texts.get(field.name)
            }
        )

    def _begin(self) -> None:
        self._lexicon = Lexicon()
        self._memos = memos_of_fields(self._lexicon, given=False)

    def _field(self, name: str, text: str) -> PreparedField:
        whole, text = text, text[:MAX_FIELD_CHARS]
        words, joined = words_of(text)
        run = Run(0, words[:MAX_FIELD_POSITIONS], joined)
        keys: list[Numbers] = []
        halved: list[Numbers] = []
        extent = 0
        for memo in self._memos[name] if words else ():
            (extent,) = occurrences(memo, [run], keys, halved)
        count = sum(map(len, keys))
        found = np.concatenate([*keys, *halved, np.zeros(0, np.int64)])
        terms, places = _by_first(found >> POSITION_BITS)
        local = (places << POSITION_BITS) | (found & PLACE_MASK)
        return PreparedField(
            [self._lexicon.term(number) for number in terms.tolist()],
            local[:count].tobytes(),
            local[count:].tobytes(),
            extent,
            len(run.words),
            len(whole),
            check_of(whole),
        )


def _by_first(numbers: Numbers) -> tuple[Numbers, Numbers]:
    """Return the distinct numbers in the order in which they first come, and of each its place among them."""
    order = numbers.argsort(kind="stable")
    ascending = numbers[order]
    is_first = np.ones(len(numbers), np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=is_first[1:])
    by_first = order[is_first].argsort()
    rank = np.empty(len(by_first), np.int64)
    rank[by_first] = np.arange(len(by_first))
    places = np.empty(len(numbers), np.int64)
    places[order] = rank[np.cumsum(is_first) - 1]
    return ascending[is_first][by_first], places
