"""One row a document version: place in the log, length, priors, name, and whether it still counts."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from indexer.arena import Column
from indexer.folding import standing
from indexer.identity import mark, page_id
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
}

_NONE = np.empty(0, np.int64)


class DocumentTable:
    """Document numbers are given in order and never used again; a replaced document keeps its row, dead."""

    def __init__(self, columns: dict[str, Column] | None = None, keys: Iterable[str] = ()) -> None:
        self.columns = columns or {name: Column(dtype) for name, dtype in COLUMNS.items()}
        self.keys = list(keys)  # by document number, dead ones too
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

    def append(
        self,
        key: str,
        *,
        offset: int,
        length: int,
        relevance: float,
        authority: float,
        group: str = "",
        names_other: bool = False,
    ) -> int:
        """Add a live row and return its number."""
        columns = self.columns
        doc = columns["offset"].append(offset)
        columns["length"].append(length)
        columns["relevance"].append(relevance)
        columns["authority"].append(authority)
        own = mark(page_id(key))
        self.prior.append(prior(relevance, authority))
        columns["mark"].append(own)
        is_foreign = bool(group) and group != key
        columns["group"].append(mark(page_id(group)) if is_foreign else own)
        self._foreign += is_foreign
        self._shared = None
        columns["standing"].append(standing(key, names_other=names_other))
        columns["alive"].append(True)
        self.keys.append(key)
        self._current[key] = doc
        self._total_length += length
        return doc

    def kill(self, doc: int) -> None:
        """Mark a live row dead."""
        self.columns["alive"].view[doc] = False
        self._total_length -= int(self.columns["length"].view[doc])
        self._foreign -= int(self.columns["group"].view[doc] != self.columns["mark"].view[doc])
        self._shared = None
        del self._current[self.keys[doc]]
