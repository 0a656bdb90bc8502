"""Everything an index holds in memory, and the two changes that can happen to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from indexer.arena import Column, Words
from indexer.doctable import DocumentTable, Row
from indexer.document import IndexStats
from indexer.lexicon import Lexicon
from indexer.memory import Memory
from indexer.packing import Numbers
from indexer.postings import Postings
from indexer.records import AddRecord, positions_of
from indexer.schema import UNITS
from indexer.vocabulary import Vocabulary

ReadRecord = Callable[[int], AddRecord]
_CATCH_UP = 2  # batches that are listed with each that comes, once too many wait


@dataclass(frozen=True, slots=True)
class _Unlisted:
    """What `Postings.append_many` takes: documents that are not in the posting lists yet."""

    first: int
    counts: list[int]
    terms: Numbers
    packed: Words
    positions: Words
    mean: float  # length of a document when they came


class State:
    """A lexicon, posting lists and a document table that belong together.

    `df` counts, for each term, the live documents that hold it. `generation` counts the changes. Up to
    `keeps_back` documents wait outside the posting lists until somebody reads these: who only adds, such as a
    crawl, need not pay for each page at once. The lists are the same in the end, to the last byte.
    """

    def __init__(
        self,
        lexicon: Lexicon | None = None,
        postings: Postings | None = None,
        df: Column | None = None,
        generation: int = 0,
    ) -> None:
        self.lexicon = lexicon or Lexicon()
        self._postings = postings or Postings(Memory(DocumentTable()))
        self._unlisted: deque[_Unlisted] = deque()
        self._waiting = 0  # documents in it
        self.keeps_back = 0
        self.documents = self._postings.memory.documents
        self.df = df or Column(np.int64)
        self.generation = generation
        self.vocabulary = Vocabulary(self.lexicon)

    @property
    def postings(self) -> Postings:
        """The posting lists, with all documents in them."""
        while self._unlisted:
            self._list_next()
        return self._postings

    @property
    def listed_bytes(self) -> int:
        """Bytes of the posting lists, without the documents that wait outside them."""
        return self._postings.memory.used_bytes

    def stats(self, *, log_bytes: int, checkpoint_bytes: int, discarded_bytes: int) -> IndexStats:
        """Return sizes; those of the log are given."""
        memory_bytes = self.postings.memory.used_bytes  # lists the documents that wait, so before their terms
        return IndexStats(
            documents=self.documents.live,
            replaced=len(self.documents) - self.documents.live,
            terms=len(self.lexicon),
            mean_length=self.documents.mean_length / UNITS,
            log_bytes=log_bytes,
            checkpoint_bytes=checkpoint_bytes,
            memory_bytes=memory_bytes,
            generation=self.generation,
            discarded_bytes=discarded_bytes,
        )

    def add(self, record: AddRecord, offset: int, read: ReadRecord) -> int:
        """Add a document, replacing the one with its key; return its number.

        The record's terms must be in the lexicon already or come next in it (ValueError). `read` gives the
        record at an offset of the log, for the version that is replaced.
        """
        (doc,) = self.add_all([record], [offset], read)
        return doc

    def add_all(self, records: Sequence[AddRecord], offsets: Sequence[int], read: ReadRecord) -> range:
        """Add documents as one by one; return their numbers. Keys may come again."""
        first, start, keys = len(self.documents), 0, set[str]()
        for at, record in enumerate(records):
            if record.key in keys:  # it replaces one that must be there first
                self._add_new(records[start:at], offsets[start:at], read)
                start, keys = at, set()
            keys.add(record.key)
        self._add_new(records[start:], offsets[start:], read)
        return range(first, len(self.documents))

    def _add_new(self, records: Sequence[AddRecord], offsets: Sequence[int], read: ReadRecord) -> None:
        """Add documents of different keys."""
        replaced = [doc for record in records if (doc := self.documents.current(record.key)) is not None]
        old_terms = [self._terms_of(doc, read) for doc in replaced]
        for record in records:
            if record.first_new > len(self.lexicon):
                raise ValueError("the record's new terms do not follow the lexicon")
            for term in record.new_terms[len(self.lexicon) - record.first_new :]:
                self.lexicon.assign(term)
        self._grow()
        for doc, gone in zip(replaced, old_terms, strict=True):
            self._kill(doc, gone)
        first = self.documents.append_many(
            [
                Row(
                    record.key,
                    offset,
                    record.length,
                    record.relevance,
                    record.authority,
                    record.group,
                    record.names_other,
                    (record.host, record.language, record.kind),
                    record.day,
                )
                for record, offset in zip(records, offsets, strict=True)
            ]
        )
        terms = np.frombuffer(b"".join([record.terms for record in records]), "<u4").astype(np.int64)
        if len(terms):
            packed = np.frombuffer(b"".join([record.packed for record in records]), "<u4")
            counts = [len(record.terms) // 4 for record in records]
            mean = self.documents.mean_length
            self._unlisted.append(_Unlisted(first, counts, terms, packed, positions_of(records), mean))
            self._waiting += len(counts)
            for _ in range(_CATCH_UP if self.keeps_back else len(self._unlisted)):
                if self._waiting > self.keeps_back:
                    self._list_next()
            np.add.at(self.df.view, terms, 1)
        self.generation += len(records)

    def _list_next(self) -> None:
        """Put the documents that have waited for longest into the posting lists."""
        batch = self._unlisted[0]
        self._postings.append_many(
            batch.first, batch.counts, batch.terms, batch.packed, batch.positions, batch.mean
        )
        self._unlisted.popleft()
        self._waiting -= len(batch.counts)

    def delete(self, key: str, read: ReadRecord) -> bool:
        """Take a document out; return whether it was there."""
        doc = self.documents.current(key)
        if doc is None:
            return False
        self._kill(doc, self._terms_of(doc, read))
        self.generation += 1
        return True

    def _terms_of(self, doc: int, read: ReadRecord) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return read(int(self.documents.columns["offset"].view[doc])).term_numbers()

    def _kill(self, doc: int, terms: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        self.df.view[terms] -= 1
        self.documents.kill(doc)

    def _grow(self) -> None:
        count = len(self.lexicon)
        self._postings.grow_to(count)
        missing = count - len(self.df)
        if missing > 0:
            self.df.extend(missing)
