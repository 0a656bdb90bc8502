"""One row a document version: place in the log, length, priors, name, and whether it still counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from indexer.arena import Column
from indexer.attributes import LABELLED, UNDATED
from indexer.folding import standing
from indexer.identity import first_bits, mark, page_id
from indexer.ranking import prior

COLUMNS = {
    "offset": np.int64,
    "length": np.uint32,  # weighted words, quarter units
    "relevance": np.float64,
    "authority": np.float64,
    "mark": np.uint64,
    "alive": np.bool_,
    "group": np.uint64,  # mark of the key that stands for all pages that say the same
    "standing": np.uint32,  # within the group, see `folding`
    **dict.fromkeys(LABELLED, np.uint32),  # numbers of labels
    "day": np.int32,  # see `attributes`
}

_NONE = np.empty(0, np.int64)


class Row(msgspec.Struct, frozen=True, gc=False):
    """What is kept of a document version; `offset` is its place in the log, `length` in quarter units."""

    key: str
    offset: int
    length: int
    relevance: float = 0.0
    authority: float = 0.0
    group: str = ""
    names_other: bool = False
    labels: tuple[str, str, str] = ("", "", "")  # one for each of LABELLED
    day: int = UNDATED


class DocumentTable:
    """Document numbers are given in order and never used again; a replaced document keeps its row, dead."""

    def __init__(
        self,
        columns: dict[str, Column] | None = None,
        keys: Iterable[str] = (),
        labels: Iterable[str] = (),
    ) -> None:
        self.columns = columns or {name: Column(dtype) for name, dtype in COLUMNS.items()}
        self.keys = list(keys)  # by document number, dead ones too
        self.labels = list(labels)  # by number: hosts, languages and kinds alike
        self._label_numbers = {label: number for number, label in enumerate(self.labels)}
        alive = self.columns["alive"].view
        self._current = {key: doc for doc, key in enumerate(self.keys) if alive[doc]}
        self._total_length = int(self.columns["length"].view[alive].sum(dtype=np.int64))
        columns = self.columns
        self._foreign = int((columns["group"].view != columns["mark"].view)[alive].sum())
        self._shared: npt.NDArray[np.int64] | None = None
        self.prior = Column(np.float64, prior(columns["relevance"].view, columns["authority"].view))

    def __len__(self) -> int:
        """Return how many rows there are, dead ones too."""
        return len(self.keys)

    @property
    def live(self) -> int:
        """How many documents count."""
        return len(self._current)

    @property
    def mean_length(self) -> float:
        """Mean weighted length of live documents in quarter units; 1 if all are empty."""
        return self._total_length / self.live if self._total_length else 1.0

    def current(self, key: str) -> int | None:
        """Return the number of the live version of a key."""
        return self._current.get(key)

    def named(self, name: str) -> int | None:
        """Return the number of the live document with a name (see `identity`): one pass over all rows."""
        marked = self.columns["mark"].view == np.uint64(mark(name))
        rows = map(int, np.flatnonzero(marked & self.columns["alive"].view))
        return next((row for row in rows if page_id(self.keys[row]) == name), None)

    def label_number(self, label: str) -> int | None:
        """Return the number of a host, language or kind, None if no document ever had it."""
        return self._label_numbers.get(label)

    def shared(self) -> npt.NDArray[np.int64]:
        """Return the live documents whose group a document of another key is in, ascending."""
        if not self._foreign:
            return _NONE
        if self._shared is None:
            live = np.flatnonzero(self.columns["alive"].view)
            groups = self.columns["group"].view[live]
            foreign = groups != self.columns["mark"].view[live]
            self._shared = live[np.isin(groups, groups[foreign])]
        return self._shared

    def append_many(self, rows: Sequence[Row]) -> int:
        """Add live rows whose keys are not there yet, and return the number of the first."""
        columns, first = self.columns, len(self.keys)
        own = [first_bits(row.key) for row in rows]
        groups, foreign = own, 0
        if any(row.group for row in rows):
            groups = [first_bits(row.group or row.key) for row in rows]
            foreign = sum(row.group not in ("", row.key) for row in rows)
        columns["mark"].append_many(np.array(own, np.uint64))
        columns["group"].append_many(np.array(groups, np.uint64))
        standings = [standing(row.key, names_other=row.names_other) for row in rows]
        columns["standing"].append_many(np.array(standings, np.uint32))
        columns["offset"].append_many(np.array([row.offset for row in rows], np.int64))
        columns["length"].append_many(np.array([row.length for row in rows], np.uint32))
        relevance = np.array([row.relevance for row in rows], np.float64)
        authority = np.array([row.authority for row in rows], np.float64)
        columns["relevance"].append_many(relevance)
        columns["authority"].append_many(authority)
        self.prior.append_many(prior(relevance, authority))
        labels = [self._number(label) for row in rows for label in row.labels]
        for at, name in enumerate(LABELLED):
            columns[name].append_many(np.array(labels[at :: len(LABELLED)], np.uint32))
        columns["day"].append_many(np.array([row.day for row in rows], np.int32))
        columns["alive"].append_many(np.ones(len(rows), np.bool_))
        self._foreign += foreign
        self._shared = None
        self._total_length += sum(row.length for row in rows)
        keys = [row.key for row in rows]
        self.keys += keys
        self._current.update(zip(keys, range(first, len(self.keys)), strict=True))
        return first

    def append(self, row: Row) -> int:
        """Add a live row and return its number."""
        return self.append_many([row])

    def _number(self, label: str) -> int:
        number = self._label_numbers.get(label)
        if number is None:
            number = self._label_numbers[label] = len(self.labels)
            self.labels.append(label)
        return number

    def kill(self, doc: int) -> None:
        """Mark a live row dead."""
        self.columns["alive"].view[doc] = False
        self._total_length -= int(self.columns["length"].view[doc])
        self._foreign -= int(self.columns["group"].view[doc] != self.columns["mark"].view[doc])
        self._shared = None
        del self._current[self.keys[doc]]
