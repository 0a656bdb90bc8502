"""The memory of all posting lists of an index, and the table through which compiled code finds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from indexer import layout
from indexer.arena import Reserve, Words
from indexer.doctable import DocumentTable

_ROWS = 1 << 28
_SEALED_BYTES = 1 << 36
_SLOT_BYTES = 1 << 32  # what links can address
_DIRECTORY_WORDS = 1 << 31
_FIRST = 1  # where slots and extents begin: address 0 says "none"
_MOST_ENTRY_BYTES = 32  # of a tail's entry without its positions, and of the row it may leave
_MOST_SLOT_BYTES = 128  # of a slot that is taken for an entry which would need less
_MOST_POSITION_BYTES = 4
_MOST_BLOCK_BYTES = 1100  # of a sealed block without its positions
_MOST_SPREAD = 4  # a position of one byte may be packed among some of 25 bits
_LEAST_EXTENT_WORDS = 1 + layout.FIRST_EXTENT_BLOCKS * layout.ENTRY_WORDS

Table = npt.NDArray[np.int64]


class Memory:
    """Rows of terms, slots of tails, sealed blocks, directory, and the columns of `documents` that rank.

    `parts` are arrays that an earlier memory of the same layout gave.
    """

    def __init__(self, documents: DocumentTable, parts: Mapping[str, npt.NDArray[Any]] | None = None) -> None:
        self.documents = documents
        self.terms = 0
        self._rows = Reserve(np.uint8, _ROWS * layout.ROW_BYTES)
        self._sealed = Reserve(np.uint8, _SEALED_BYTES)
        self._slots = Reserve(np.uint8, _SLOT_BYTES)
        self._directory = Reserve(np.uint32, _DIRECTORY_WORDS)
        self.free: npt.NDArray[np.int64] = np.zeros(layout.CLASSES, np.int64)  # first free slot of a class
        self._moves = -1  # when the addresses in the table were right
        self._scratch = np.zeros(layout.SCRATCH_BYTES, np.uint8)
        self.table: Table = np.zeros(layout.TABLE_WORDS, np.int64)
        self.table[layout.SLOTS_END] = self.table[layout.DIRECTORY_END] = _FIRST
        if parts is not None:
            self._load(parts)

    @property
    def rows(self) -> Words:
        """One row a term, shape (terms, words)."""
        end = self.terms * layout.ROW_BYTES
        return self._rows.data[:end].view(np.uint32).reshape(-1, layout.ROW_WORDS)

    @property
    def row_bytes(self) -> npt.NDArray[np.uint8]:
        """The memory of the rows; short tails are in it."""
        return self._rows.data

    @property
    def slots(self) -> npt.NDArray[np.uint8]:
        """The memory of the slots; addresses count units of 32 bytes."""
        return self._slots.data

    @property
    def sealed(self) -> npt.NDArray[np.uint8]:
        """The memory of sealed blocks; addresses count units of 16 bytes."""
        return self._sealed.data

    @property
    def sealed_words(self) -> Words:
        """The same in words of 32 bits."""
        return self._sealed.data.view(np.uint32)

    @property
    def directory(self) -> Words:
        """The memory of directory extents."""
        return self._directory.data

    @property
    def used_bytes(self) -> int:
        """How many bytes the lists take."""
        return sum(part.nbytes for part in self.parts().values())

    def grow_to(self, terms: int) -> None:
        """Make rows exist up to number `terms - 1`."""
        if terms > self.terms:
            self._rows.ensure(terms * layout.ROW_BYTES, self.terms * layout.ROW_BYTES)
            self.terms = terms

    def room_for(self, postings: int, positions: int) -> Table:
        """Make room for what adding so many can take at most, and return the table, up to date.

        At most, every posting takes a slot twice its size, every tail there is is then sealed, and every
        list's directory gets an extent as large as all before. Raises IndexFull.
        """
        sealed, slots, directory = self.table[layout.SEALED_END : layout.DOCUMENTS].tolist()
        slots *= layout.SLOT_UNIT
        entries = postings * _MOST_ENTRY_BYTES + positions * _MOST_POSITION_BYTES
        sealed *= layout.UNIT
        self._sealed.ensure(sealed + _MOST_SPREAD * (slots + entries) + postings * _MOST_BLOCK_BYTES, sealed)
        self._slots.ensure(slots + 2 * entries + postings * _MOST_SLOT_BYTES, slots)
        self._directory.ensure(2 * directory + postings * _LEAST_EXTENT_WORDS, directory)
        return self.addressed()

    def addressed(self) -> Table:
        """Return the table with where everything is now."""
        table = self.table
        if self._moves != Reserve.moves:
            self._moves = Reserve.moves
            columns = self.documents.columns
            table[: layout.SEALED_END] = (
                self._sealed.address,
                self._slots.address,
                self._directory.address,
                self._rows.address,
                self.free.ctypes.data,
                columns["length"].address,
                self.documents.prior.address,
                columns["alive"].address,
            )
            table[layout.SCRATCH] = self._scratch.ctypes.data
        table[layout.DOCUMENTS] = len(self.documents)
        return table

    def parts(self) -> dict[str, npt.NDArray[Any]]:
        """Return everything as arrays by name, not copied: what a later memory is made from."""
        ends = self.table.tolist()
        return {
            "rows": self._rows.data[: self.terms * layout.ROW_BYTES],
            "slots": self._slots.data[: ends[layout.SLOTS_END] * layout.SLOT_UNIT],
            "sealed": self._sealed.data[: ends[layout.SEALED_END] * layout.UNIT],
            "directory": self._directory.data[: ends[layout.DIRECTORY_END]],
            "free": self.free,
        }

    def _load(self, parts: Mapping[str, npt.NDArray[Any]]) -> None:
        for name, memory in (
            ("rows", self._rows),
            ("slots", self._slots),
            ("sealed", self._sealed),
            ("directory", self._directory),
        ):
            part = parts[name]
            memory.ensure(len(part), 0)
            memory.data[: len(part)] = part
        self.free[:] = parts["free"]
        self.terms = len(parts["rows"]) // layout.ROW_BYTES
        self.table[layout.SLOTS_END] = len(parts["slots"]) // layout.SLOT_UNIT
        self.table[layout.SEALED_END] = len(parts["sealed"]) // layout.UNIT
        self.table[layout.DIRECTORY_END] = len(parts["directory"])
