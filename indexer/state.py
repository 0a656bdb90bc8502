"""Everything an index holds in memory, and the two changes that can happen to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from indexer.arena import Column
from indexer.doctable import DocumentTable, Row
from indexer.lexicon import Lexicon
from indexer.memory import Memory
from indexer.postings import Postings
from indexer.records import AddRecord, positions_of

ReadRecord = Callable[[int], AddRecord]


class State:
    """A lexicon, posting lists and a document table that belong together.

    `df` counts, for each term, the live documents that hold it. `generation` counts the changes.
    """

    def __init__(
        self,
        lexicon: Lexicon | None = None,
        postings: Postings | None = None,
        df: Column | None = None,
        generation: int = 0,
    ) -> None:
        self.lexicon = lexicon or Lexicon()
        self.postings = postings or Postings(Memory(DocumentTable()))
        self.documents = self.postings.memory.documents
        self.df = df or Column(np.int64)
        self.generation = generation

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
                )
                for record, offset in zip(records, offsets, strict=True)
            ]
        )
        terms = np.frombuffer(b"".join([record.terms for record in records]), "<u4").astype(np.int64)
        if len(terms):
            packed = np.frombuffer(b"".join([record.packed for record in records]), "<u4")
            counts = [len(record.terms) // 4 for record in records]
            self.postings.append_many(first, counts, terms, packed, positions_of(records))
            np.add.at(self.df.view, terms, 1)
        self.generation += len(records)

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
        self.postings.grow_to(count)
        missing = count - len(self.df)
        if missing > 0:
            self.df.extend(missing)
