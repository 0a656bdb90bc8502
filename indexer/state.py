"""Everything an index holds in memory, and the two changes that can happen to it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from indexer.arena import Column
from indexer.doctable import DocumentTable
from indexer.lexicon import Lexicon
from indexer.memory import Memory
from indexer.postings import Postings
from indexer.records import AddRecord

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
        if record.first_new > len(self.lexicon):
            raise ValueError("the record's new terms do not follow the lexicon")
        old = self.documents.current(record.key)
        old_terms = None if old is None else self._terms_of(old, read)
        for term in record.new_terms[len(self.lexicon) - record.first_new :]:
            self.lexicon.assign(term)
        self._grow()
        if old is not None and old_terms is not None:
            self._kill(old, old_terms)
        terms = record.term_numbers()
        doc = self.documents.append(
            record.key,
            offset=offset,
            length=record.length,
            relevance=record.relevance,
            authority=record.authority,
            group=record.group,
            names_other=record.names_other,
        )
        if len(terms):
            self.postings.append(doc, terms, record.packed_words(), record.position_words())
            self.df.view[terms] += 1
        self.generation += 1
        return doc

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
