"""What one log entry says: a document as it was analysed, with what is shown of it, or a deletion.

The log is also the document store and the forward index: nothing of a document is written twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
import numpy as np

from indexer.arena import Words
from indexer.attributes import UNDATED
from indexer.document import Document, StoredDocument
from indexer.schema import MAX_STORED_CHARS
from lookclear.compact import compact, expand, is_compact

_SHORT = 200  # bytes that are not worth packing


class Shown(msgspec.Struct, array_like=True, frozen=True):
    """The fields that are stored as they were given."""

    url: str
    title: str
    body: str
    description: str
    language: str
    fetched: datetime | None
    directives: list[str]
    date: datetime | None = None


class AddRecord(msgspec.Struct, array_like=True, frozen=True):
    """A document in terms of the lexicon.

    `first_new` is the size of the lexicon before it, `new_terms` the terms it brings. `terms` (ascending
    numbers), `packed` (weight | occurrences << 16, one a term) are arrays of 32-bit words; `positions` of
    16 or 32 bits.
    """

    key: str
    first_new: int
    new_terms: list[str]
    terms: bytes
    packed: bytes
    positions: bytes
    wide: bool  # positions are 32-bit words
    length: int  # weighted words, quarter units
    relevance: float
    authority: float
    shown: bytes  # Shown, packed if it is long
    group: str = ""  # logs written before there were groups end with `shown`
    names_other: bool = False
    host: str = ""  # what facets count: see `attributes`
    language: str = ""
    kind: str = ""
    day: int = UNDATED

    def term_numbers(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Return the distinct terms, ascending."""
        return np.frombuffer(self.terms, "<u4").astype(np.int64)

    def packed_words(self) -> Words:
        """Return weight | occurrences << 16 of each term."""
        return np.frombuffer(self.packed, "<u4")

    def position_words(self) -> Words:
        """Return the positions of the terms, one run after the other."""
        return np.frombuffer(self.positions, "<u4" if self.wide else "<u2").astype(np.uint32)


def positions_of(records: Sequence[AddRecord]) -> Words:
    """Return the positions in some records, one record after the other."""
    if not any(record.wide for record in records):
        return np.frombuffer(b"".join([record.positions for record in records]), "<u2").astype(np.uint32)
    return np.concatenate([record.position_words() for record in records])


_ENCODER = msgspec.msgpack.Encoder()
_ADD = msgspec.msgpack.Decoder(AddRecord)
_SHOWN = msgspec.msgpack.Decoder(Shown)


def encode_shown(document: Document) -> bytes:
    """Return the stored fields of a document, packed."""
    shown = Shown(
        scrub(document.url or document.key),
        scrub(document.title),
        scrub(document.body[:MAX_STORED_CHARS]),
        scrub(document.description),
        scrub(document.language),
        document.fetched,
        sorted(map(scrub, document.directives)),
        document.date,
    )
    encoded = _ENCODER.encode(shown)
    return encoded if len(encoded) < _SHORT else compact(encoded)


def encode_add(record: AddRecord) -> bytes:
    """Return the bytes of an added document."""
    return _ENCODER.encode(record)


def decode_add(payload: bytes) -> AddRecord:
    """Return the added document in a payload; raises msgspec.DecodeError if it is none."""
    return _ADD.decode(payload)


def stored_document(doc_id: int, record: AddRecord) -> StoredDocument:
    """Return what is shown of a document."""
    shown = _SHOWN.decode(expand(record.shown) if is_compact(record.shown) else record.shown)
    return StoredDocument(
        doc_id=doc_id,
        key=record.key,
        url=shown.url,
        title=shown.title,
        body=shown.body,
        description=shown.description,
        language=shown.language,
        kind=record.kind,
        date=shown.date,
        fetched=shown.fetched,
        relevance=record.relevance,
        authority=record.authority,
        directives=frozenset(shown.directives),
    )


def scrub(text: str) -> str:
    """Return text that can be written as UTF-8: a lone surrogate becomes U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
