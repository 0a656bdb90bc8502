"""From documents to their records: which terms they hold, how much each weighs, and where they stand.

Documents are taken in batches: what is done to arrays is done once for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from indexer.attributes import day_of, kind_label, language_label
from indexer.document import Document
from indexer.grouping import Grouped, grouped
from indexer.layout import DOCUMENT_BITS
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
from indexer.sites import host_label, sites_of
from indexer.words import words_of

MOST_DOCUMENTS = 128  # in a batch: fewer than bits beside term and place, so that memory for it stays small
_FIELD_WEIGHTS = np.array([field.weight for field in FIELDS], np.int64)


@dataclass(slots=True)
class _Analysed:
    """A batch as numbers: see `occurrences`; of each document the first place of each field, its length."""

    keys: list[Numbers]
    halved: list[Numbers]
    bases: list[tuple[int, ...]]
    lengths: list[int]


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
        """Return records of at most MOST_DOCUMENTS documents; raises ValueError if a prior is not in 0..1."""
        for document in documents:
            if not (0 <= document.relevance <= 1 and 0 <= document.authority <= 1):
                raise ValueError(f"relevance and authority of {document.key} must be in 0..1")
        analysed = self._analysed(documents)
        sites = [self._sites(document.url or document.key) for document in documents]
        for memos in self._memos.values():
            for of_field in memos.values():
                for memo in of_field:
                    memo.trim()
        held = grouped(analysed.keys, analysed.halved, analysed.bases, _FIELD_WEIGHTS)
        parts = _Parts(held)
        # The first record brings the new terms of all: they are committed together or not at all.
        brought, terms = self._recorded, list(self._lexicon.terms_from(self._recorded))
        self._recorded = len(self._lexicon)
        return [
            _record(
                document,
                analysed.lengths[at],
                sites[at],
                parts,
                at,
                self._recorded if at else brought,
                [] if at else terms,
            )
            for at, document in enumerate(documents)
        ]

    def _analysed(self, documents: Sequence[Document]) -> _Analysed:
        found = _Analysed([], [], [], [0] * len(documents))
        places = [0] * len(documents)  # where the next word may stand
        bases = []
        for field in FIELDS:
            bases.append(list(places))
            runs: dict[bool, list[tuple[int, Run]]] = {False: [], True: []}
            for at, document in enumerate(documents):
                given = document.tokens.get(field.name) if document.tokens else None
                start = at << DOCUMENT_BITS | places[at]
                if given is None:
                    text = getattr(document, field.name)
                    analysed = document.analysed.get(field.name)
                    if analysed is not None and analysed.is_of(text):
                        keys, halved = analysed.numbered(self._lexicon, start)
                        found.keys.append(keys)
                        found.halved.append(halved)
                        found.lengths[at] += field.weight * analysed.words
                        places[at] += analysed.extent
                        continue
                    words, joined = words_of(text[:MAX_FIELD_CHARS])
                else:
                    words, joined = given.strip(" ") if isinstance(given, str) else given, []
                if words:
                    run = Run(start, _bounded(words), joined)
                    runs[given is not None].append((at, run))
            for is_given, of_kind in runs.items():
                if not of_kind:
                    continue
                of_runs = [run for _, run in of_kind]
                for memo in self._memos[is_given][field.name]:
                    counts, extents = occurrences(memo, of_runs, found.keys, found.halved)
                for (at, _), count, extent in zip(of_kind, counts, extents, strict=True):
                    found.lengths[at] += field.weight * count
                    places[at] += extent
            places = [place + POSITION_GAP for place in places]
        found.bases += zip(*bases, strict=True)
        return found

    def _sites(self, address: str) -> list[int]:
        return [self._lexicon.assign(list_term(SITE, name)) for name in sites_of(address)]


def _bounded(words: Sequence[str]) -> Sequence[str]:
    """Return the words of a field that are indexed."""
    if len(words) <= MAX_FIELD_POSITIONS:
        return words
    return (list(filter(None, words.split(" "))) if isinstance(words, str) else words)[:MAX_FIELD_POSITIONS]


class _Parts:
    """What the documents of a batch hold, as the bytes that stand in their records."""

    def __init__(self, held: Grouped) -> None:
        self._held = held
        self._terms = held.terms.astype("<u4", copy=False).tobytes()
        self._packed = held.packed.astype("<u4", copy=False).tobytes()
        self._narrow = held.positions.astype("<u2").tobytes()
        self._has_wide = len(held.positions) > 0 and int(held.positions.max()) > MAX_PACKED

    def of(self, at: int) -> tuple[bytes, bytes, bytes, bool]:
        """Return terms, weights and positions of a document, and whether the positions are wide."""
        first, end = (4 * term for term in self._held.first_terms[at : at + 2])
        begin, stop = self._held.first_positions[at : at + 2]
        positions = self._narrow[2 * begin : 2 * stop]
        wide = self._has_wide and begin < stop and int(self._held.positions[begin:stop].max()) > MAX_PACKED
        if wide:
            positions = self._held.positions[begin:stop].astype("<u4").tobytes()
        return self._terms[first:end], self._packed[first:end], positions, wide


def _record(
    document: Document,
    length: int,
    sites: list[int],
    parts: _Parts,
    at: int,
    first_new: int,
    new_terms: list[str],
) -> AddRecord:
    """Return the record of document number `at` of a batch."""
    terms, packed, positions, wide = parts.of(at)
    if sites:
        terms += np.array(sites, "<u4").tobytes()
        packed += bytes(4 * len(sites))
    return AddRecord(
        key=scrub(document.key),
        first_new=first_new,
        new_terms=new_terms,
        terms=terms,
        packed=packed,
        positions=positions,
        wide=wide,
        length=length,
        relevance=document.relevance,
        authority=document.authority,
        shown=encode_shown(document),
        group=scrub(document.group),
        host=host_label(document.url or document.key),
        language=language_label(document.language),
        kind=kind_label(document.kind),
        day=day_of(document.date),
        names_other=document.names_other,
    )
