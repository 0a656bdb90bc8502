"""From documents to their records: which terms they hold, how much each weighs, and where they stand.

Documents are taken in batches: what is done to arrays is done once for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer.document import Document
from indexer.keys import PLACE_MASK, POSITION_BITS
from indexer.lexicon import Lexicon
from indexer.occurrences import Run, memos_of_fields, occurrences
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
from indexer.words import words_of

_DOCUMENT_BITS = 56  # term and place are below
_TERM_MASK = (1 << (_DOCUMENT_BITS - POSITION_BITS)) - 1
MOST_DOCUMENTS = 64  # in a batch: 6 bits beside term and place, and the memory for it stays small
_FIELD_WEIGHTS = np.array([field.weight for field in FIELDS], np.int64)
_NOTHING = np.empty(0, np.int64)


@dataclass(slots=True)
class _Analysed:
    """A batch as numbers: see `occurrences`; of each document the first place of each field, its length."""

    keys: list[Numbers]
    halved: list[Numbers]
    bases: list[list[int]]
    lengths: list[int]


@dataclass(frozen=True, slots=True)
class _Grouped:
    """The terms of each document of a batch, in order, with their positions one run after the other."""

    terms: npt.NDArray[np.uint32]
    packed: npt.NDArray[np.uint32]  # weight | occurrences << 16
    positions: npt.NDArray[np.uint32]
    narrow: npt.NDArray[np.uint16]  # the same, where 16 bits are enough
    first_terms: list[int]  # where a document begins, and the end
    first_positions: list[int]


class Inverter:
    """Turns documents into records, giving numbers to new terms."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        # Terms that a record has brought; a document that failed may have left more.
        self._recorded = len(lexicon)
        self._memos = {given: memos_of_fields(lexicon, given=given) for given in (False, True)}

    def invert(self, document: Document) -> AddRecord:
        """Return the record of a document; raises ValueError if a prior is not in 0..1."""
        (record,) = self.invert_all([document])
        return record

    def invert_all(self, documents: Sequence[Document]) -> list[AddRecord]:
        """Return the records of at most 64 documents; raises ValueError if a prior is not in 0..1."""
        for document in documents:
            if not (0 <= document.relevance <= 1 and 0 <= document.authority <= 1):
                raise ValueError(f"relevance and authority of {document.key} must be in 0..1")
        analysed = self._analysed(documents)
        sites = [self._sites(document.url or document.key) for document in documents]
        for memos in self._memos.values():
            for of_field in memos.values():
                for memo in of_field:
                    memo.trim()
        grouped = _group(analysed, len(documents))
        # The first record brings the new terms of all: they are committed together or not at all.
        brought, terms = self._recorded, list(self._lexicon.terms_from(self._recorded))
        self._recorded = len(self._lexicon)
        return [
            _record(
                document,
                analysed.lengths[at],
                sites[at],
                grouped,
                at,
                self._recorded if at else brought,
                [] if at else terms,
            )
            for at, document in enumerate(documents)
        ]

    def _analysed(self, documents: Sequence[Document]) -> _Analysed:
        found = _Analysed([], [], [[] for _ in documents], [0] * len(documents))
        places = [at << _DOCUMENT_BITS for at in range(len(documents))]  # where the next word may stand
        for field in FIELDS:
            runs: dict[bool, list[tuple[int, Run]]] = {False: [], True: []}
            for at, document in enumerate(documents):
                found.bases[at].append(places[at])
                given = document.tokens.get(field.name)
                text = getattr(document, field.name)
                analysed = document.analysed.get(field.name) if given is None else None
                if analysed is not None and analysed.is_of(text):
                    keys, halved = analysed.numbered(self._lexicon, places[at])
                    found.keys.append(keys)
                    found.halved.append(halved)
                    found.lengths[at] += field.weight * analysed.words
                    places[at] += analysed.extent
                    continue
                words, joined = words_of(text[:MAX_FIELD_CHARS]) if given is None else (given, ())
                if words:
                    run = Run(places[at], words[:MAX_FIELD_POSITIONS], joined)
                    runs[given is not None].append((at, run))
                    found.lengths[at] += field.weight * len(run.words)
            for is_given, of_kind in runs.items():
                extents: list[int] = []
                for memo in self._memos[is_given][field.name] if of_kind else ():
                    extents = occurrences(memo, [run for _, run in of_kind], found.keys, found.halved)
                for (at, _), extent in zip(of_kind, extents, strict=True):
                    places[at] += extent
            places = [place + POSITION_GAP for place in places]
        return found

    def _sites(self, address: str) -> list[int]:
        return [self._lexicon.assign(list_term(SITE, name)) for name in sites_of(address)]


def _record(
    document: Document,
    length: int,
    sites: list[int],
    grouped: _Grouped,
    at: int,
    first_new: int,
    new_terms: list[str],
) -> AddRecord:
    """Return the record of document number `at` of a batch."""
    first, end = grouped.first_terms[at : at + 2]
    begin, stop = grouped.first_positions[at : at + 2]
    wide = begin < stop and int(grouped.positions[begin:stop].max()) > MAX_PACKED
    positions = grouped.positions if wide else grouped.narrow
    return AddRecord(
        key=scrub(document.key),
        first_new=first_new,
        new_terms=new_terms,
        terms=grouped.terms[first:end].tobytes() + np.array(sites, "<u4").tobytes(),
        packed=grouped.packed[first:end].tobytes() + bytes(4 * len(sites)),
        positions=positions[begin:stop].tobytes(),
        wide=wide,
        length=length,
        relevance=document.relevance,
        authority=document.authority,
        shown=encode_shown(document),
        group=scrub(document.group),
        names_other=document.names_other,
    )


def _group(analysed: _Analysed, documents: int) -> _Grouped:
    """Return distinct terms by document with weights, counts and positions; parts of words weigh half."""
    halved = np.concatenate(analysed.halved) if analysed.halved else _NOTHING
    keys = np.concatenate([*analysed.keys, halved])
    keys.sort()
    keys = keys[_is_first(keys)]
    places, groups = keys & PLACE_MASK, keys >> POSITION_BITS
    starts = np.flatnonzero(_is_first(groups))
    counts = np.diff(starts, append=len(keys))
    bases = np.array(analysed.bases, np.int64).ravel()  # document << 56 | place
    at = ((keys >> _DOCUMENT_BITS) << _DOCUMENT_BITS) + places if documents > 1 else places
    each = _FIELD_WEIGHTS[(np.searchsorted(bases, at, side="right") - 1) % len(FIELDS)]
    if len(halved):
        each[np.searchsorted(keys, halved)] //= 2
    weights = np.minimum(np.add.reduceat(each, starts), MAX_PACKED) if len(keys) else _NOTHING
    of_document = groups[starts] >> (_DOCUMENT_BITS - POSITION_BITS)
    if len(keys) and counts.max() > MAX_PACKED:  # the positions of a word's first 65,535 occurrences are kept
        rank = np.arange(len(keys)) - np.repeat(starts, counts)
        places = places[rank < MAX_PACKED]
        counts = np.minimum(counts, MAX_PACKED)
    first_terms = np.searchsorted(of_document, np.arange(documents + 1))
    return _Grouped(
        (groups[starts] & _TERM_MASK).astype("<u4"),
        (weights | (counts << 16)).astype("<u4"),
        places.astype("<u4"),
        places.astype("<u2"),
        first_terms.tolist(),
        np.append(0, np.cumsum(counts))[first_terms].tolist(),
    )


def _is_first(ascending: Numbers) -> npt.NDArray[np.bool_]:
    """Return which values differ from the one before."""
    is_first = np.ones(len(ascending), np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=is_first[1:])
    return is_first
