"""From documents to their records: which terms they hold, how much each weighs, and where they stand.

Documents are taken in batches: what is done to arrays is done once for all of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer.document import Document
from indexer.lexicon import Lexicon
from indexer.occurrences import POSITION_BITS, TermMemo, occurrences
from indexer.packing import Numbers
from indexer.records import AddRecord, encode_shown, scrub
from indexer.schema import (
    FIELDS,
    MAX_FIELD_CHARS,
    MAX_FIELD_POSITIONS,
    MAX_PACKED,
    POSITION_GAP,
    SITE,
    list_term,
)
from indexer.sites import sites_of
from indexer.spellings import joined_words
from lookclear.text.segment import cut

_DOCUMENT_BITS = 56  # term and place are below
_PLACE_MASK = (1 << POSITION_BITS) - 1
MOST_DOCUMENTS = 64  # in a batch: 6 bits beside term and place, and the memory for it stays small
_FIELD_WEIGHTS = np.array([field.weight for field in FIELDS], np.int64)
_NOTHING = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class _Analysed:
    """One document as numbers: see `occurrences`; `bases` is the first place of each field."""

    keys: list[Numbers]
    halved: list[Numbers]
    bases: list[int]
    length: int
    sites: list[int]
    new_terms: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Grouped:
    """The terms of each document of a batch, in order, with their positions one run after the other."""

    terms: Numbers
    packed: Numbers  # weight | occurrences << 16
    positions: Numbers
    first_terms: list[int]  # where a document begins, and the end
    first_positions: list[int]


class Inverter:
    """Turns documents into records, giving numbers to new terms."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        # Terms that a record has brought; a document that failed may have left more.
        self._recorded = len(lexicon)
        self._memos = {given: self._of_fields(given) for given in (False, True)}

    def _of_fields(self, given: bool) -> dict[str, list[TermMemo]]:
        combined = TermMemo(self._lexicon, "", given=given)
        return {
            field.name: [combined, TermMemo(self._lexicon, field.name, given=given)]
            if field.own_list
            else [combined]
            for field in FIELDS
        }

    def invert(self, document: Document) -> AddRecord:
        """Return the record of a document; raises ValueError if a prior is not in 0..1."""
        (record,) = self.invert_all([document])
        return record

    def invert_all(self, documents: Sequence[Document]) -> list[AddRecord]:
        """Return the records of at most 64 documents; raises ValueError if a prior is not in 0..1."""
        for document in documents:
            if not (0 <= document.relevance <= 1 and 0 <= document.authority <= 1):
                raise ValueError(f"relevance and authority of {document.key} must be in 0..1")
        first_new = self._recorded
        analysed, firsts = [], [first_new]
        for document in documents:
            analysed.append(self._analysed(document, firsts[-1]))
            firsts.append(len(self._lexicon))
        for memos in self._memos.values():
            for of_field in memos.values():
                for memo in of_field:
                    memo.trim()
        grouped = _group(analysed)
        records = [
            _record(document, one, first, grouped, at)
            for at, (document, one, first) in enumerate(zip(documents, analysed, firsts[:-1], strict=True))
        ]
        self._recorded = len(self._lexicon)
        return records

    def _analysed(self, document: Document, first_new: int) -> _Analysed:
        keys: list[Numbers] = []
        halved: list[Numbers] = []
        bases, length, base = [], 0, 0
        for field in FIELDS:
            bases.append(base)
            given = document.tokens.get(field.name)
            found, joined = (
                _words(document, field.name) if given is None else (given[:MAX_FIELD_POSITIONS], [])
            )
            if found:
                extent = 0
                for memo in self._memos[given is not None][field.name]:
                    extent = occurrences(memo, found, joined, base, keys, halved)
                length += field.weight * len(found)
                base += extent
            base += POSITION_GAP
        sites = [
            self._lexicon.assign(list_term(SITE, name)) for name in sites_of(document.url or document.key)
        ]
        return _Analysed(keys, halved, bases, length, sites, self._lexicon.terms_from(first_new))


def _words(document: Document, name: str) -> tuple[Sequence[str], list[tuple[int, str]]]:
    """Return the words of a field, and those made of several, each with the number of its first."""
    text = getattr(document, name)[:MAX_FIELD_CHARS]
    if not text:
        return (), []
    cut_text = cut(text)
    joined = [(bisect_left(cut_text.starts, start), word) for start, word in joined_words(text)]
    return cut_text.texts[:MAX_FIELD_POSITIONS], joined


def _record(document: Document, one: _Analysed, first_new: int, grouped: _Grouped, at: int) -> AddRecord:
    """Return the record of document number `at` of a batch."""
    first, end = grouped.first_terms[at : at + 2]
    positions = grouped.positions[slice(*grouped.first_positions[at : at + 2])]
    wide = bool(len(positions)) and int(positions.max()) > MAX_PACKED
    return AddRecord(
        key=scrub(document.key),
        first_new=first_new,
        new_terms=list(one.new_terms),
        terms=grouped.terms[first:end].astype("<u4").tobytes() + np.array(one.sites, "<u4").tobytes(),
        packed=grouped.packed[first:end].astype("<u4").tobytes() + bytes(4 * len(one.sites)),
        positions=positions.astype("<u4" if wide else "<u2").tobytes(),
        wide=wide,
        length=one.length,
        relevance=document.relevance,
        authority=document.authority,
        shown=encode_shown(document),
        group=scrub(document.group),
        names_other=document.names_other,
    )


def _together(analysed: Sequence[_Analysed], halved: bool) -> Numbers:
    """Return the numbers of all documents, with the document's above them."""
    parts = [
        part + (at << _DOCUMENT_BITS) if at else part
        for at, one in enumerate(analysed)
        for part in (one.halved if halved else one.keys)
    ]
    return np.concatenate(parts) if parts else _NOTHING


def _group(analysed: Sequence[_Analysed]) -> _Grouped:
    """Return distinct terms by document with weights, counts and positions; parts of words weigh half."""
    keys, halved = _together(analysed, False), _together(analysed, True)
    if len(halved):
        keys = np.concatenate((keys, halved))
    if not len(keys):
        nowhere = [0] * (len(analysed) + 1)
        return _Grouped(_NOTHING, _NOTHING, _NOTHING, nowhere, nowhere)
    keys.sort()
    keys = keys[_is_first(keys)]
    places, groups = keys & _PLACE_MASK, keys >> POSITION_BITS
    starts = np.flatnonzero(_is_first(groups))
    counts = np.diff(starts, append=len(keys))
    each = _weights(analysed, keys >> _DOCUMENT_BITS, places)
    if len(halved):
        each[np.searchsorted(keys, halved)] //= 2
    weights = np.minimum(np.add.reduceat(each, starts), MAX_PACKED)
    documents = groups[starts] >> (_DOCUMENT_BITS - POSITION_BITS)
    if counts.max() > MAX_PACKED:  # the positions of a word's first 65,535 occurrences are kept
        rank = np.arange(len(keys)) - np.repeat(starts, counts)
        places = places[rank < MAX_PACKED]
        counts = np.minimum(counts, MAX_PACKED)
    first_terms = np.searchsorted(documents, np.arange(len(analysed) + 1))
    return _Grouped(
        groups[starts] & ((1 << (_DOCUMENT_BITS - POSITION_BITS)) - 1),
        weights | (counts << 16),
        places,
        first_terms.tolist(),
        np.append(0, np.cumsum(counts))[first_terms].tolist(),
    )


def _weights(analysed: Sequence[_Analysed], documents: Numbers, places: Numbers) -> Numbers:
    """Return what each occurrence weighs: what its field does."""
    bases = np.array([base for one in analysed for base in one.bases], np.int64)
    if len(analysed) > 1:
        bases += np.repeat(np.arange(len(analysed)) << POSITION_BITS, len(FIELDS))
        places = places + (documents << POSITION_BITS)
    return _FIELD_WEIGHTS[(np.searchsorted(bases, places, side="right") - 1) % len(FIELDS)]


def _is_first(ascending: Numbers) -> npt.NDArray[np.bool_]:
    """Return which values differ from the one before."""
    is_first = np.ones(len(ascending), np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=is_first[1:])
    return is_first
