"""Analyses the texts of a document away from the index: see `analysed`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from indexer.analysed import PLACE_MASK, AnalysedField, check_of
from indexer.layout import POSITION_BITS
from indexer.lexicon import Lexicon
from indexer.occurrences import Run, TermMemo, memos_of_fields, occurrences
from indexer.packing import Numbers
from indexer.schema import FIELDS, MAX_FIELD_CHARS, MAX_FIELD_POSITIONS
from indexer.words import joined_in, words_of
from lookclear.text.distinct import CutText, Distinct, Entries

_MOST_TERMS = 1 << 18  # that are remembered; then all are forgotten, so that memory stays bounded
_encoder = msgspec.msgpack.Encoder()


class Analyser:
    """Analyses texts; remembers words, so that those of the next page are there."""

    def __init__(self) -> None:
        self._begin()

    def analyse(self, texts: Mapping[str, str], cut: Mapping[str, CutText] | None = None) -> bytes:
        """Return the words of some fields of a document, by name, as bytes; the same for the same texts.

        `cut` has those of the texts that were cut before.
        """
        cut = cut or {}
        if len(self._lexicon) > _MOST_TERMS:
            self._begin()
        return _encoder.encode(
            {
                field.name: self._field(field.name, texts[field.name], cut.get(field.name))
                for field in FIELDS
                if texts.get(field.name)
            }
        )

    def _begin(self) -> None:
        self._lexicon = Lexicon()
        self._memos = memos_of_fields(self._lexicon, given=False)

    def _field(self, name: str, whole: str, found: CutText | None) -> AnalysedField:
        text = whole[:MAX_FIELD_CHARS]
        if found is None or text != whole:
            words, joined = words_of(text)
            found = CutText(*Distinct.of(words), [], [])
        else:
            joined = joined_in(text, found)
        entries = found.entries[:MAX_FIELD_POSITIONS]
        run = Run(0, list(map(found.words.__getitem__, entries.tolist())), joined)
        keys: list[Numbers] = []
        halved: list[Numbers] = []
        extent = 0
        for memo in self._memos[name] if len(entries) else ():
            numbers = _numbers_of(memo, found.words, entries)
            _, (extent,) = occurrences(memo, [run], keys, halved, numbers)
        count = sum(map(len, keys))
        every = np.concatenate([*keys, *halved, np.zeros(0, np.int64)])
        terms, places = _by_first(every >> POSITION_BITS)
        local = (places << POSITION_BITS) | (every & PLACE_MASK)
        return AnalysedField(
            self._lexicon.terms(terms.tolist()),
            local[:count].tobytes(),
            local[count:].tobytes(),
            extent,
            len(run.words),
            len(whole),
            check_of(whole),
        )


def _numbers_of(memo: TermMemo, words: Sequence[str], entries: Entries) -> Numbers:
    """Return the numbers of the words at some entries; looks up what is there only, and once."""
    is_used = np.zeros(len(words), np.bool_)
    is_used[entries] = True
    used = is_used.nonzero()[0]
    numbers = np.zeros(len(words), np.int64)
    numbers[used] = np.fromiter(
        map(memo.__getitem__, map(words.__getitem__, used.tolist())), np.int64, len(used)
    )
    return numbers[entries]


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
