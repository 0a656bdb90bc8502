"""A source that answers a question it was asked before from memory, while the answer is right."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from indexer import Options, Results
from lookclear.errors import LookClearError
from search_ui.source import Source

_MISSPELT = "serach 搜锁"
MOST = 2_000  # answers held; one has some ten kilobytes


class CachedSource(Source):
    """Holds the latest answers, each with the generation of the index that gave it.

    An answer is used while the index has not changed since; one that was cut short is never held.
    """

    def __init__(self, folder: Path, most: int = MOST) -> None:
        super().__init__(folder)
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()
        self._guard = threading.Lock()
        self.hits = self.misses = 0

    def warm_up(self) -> None:
        """Ask for what results and the box ask for: facets, better spellings, completions."""
        super().warm_up()
        with suppress(LookClearError):
            super().search(_MISSPELT, options=Options(facets=True, per_host=2, suggest=True))
            super().complete(_MISSPELT[:2])

    def search(self, query: str, **asked: Any) -> Results:
        """Return a page of hits, as `Source.search` does."""
        began = perf_counter()
        generation, key = self.generation(), ("search", query, *sorted(asked.items()))
        known: Results | None = self._known(key, generation)
        if known is not None:
            return replace(known, took_ms=1000 * (perf_counter() - began))
        results = super().search(query, **asked)
        if not results.is_partial:
            self._keep(key, generation, results)
        return results

    def complete(self, typed: str) -> list[str]:
        """Return queries that go on from what was typed, as `Source.complete` does."""
        generation, key = self.generation(), ("complete", typed)
        known = self._known(key, generation)
        if known is not None:
            return list(known)
        found = super().complete(typed)
        self._keep(key, generation, tuple(found))
        return found

    def _known(self, key: Hashable, generation: int) -> Any:
        """Return what was answered before and is still right, None when nothing is."""
        with self._guard:
            known = self._kept.get(key)
            if known is None or known[0] != generation:
                self.misses += 1
                return None
            self._kept.move_to_end(key)
            self.hits += 1
            return known[1]

    def _keep(self, key: Hashable, generation: int, answer: Any) -> None:
        """Hold an answer, unless the index has changed while it was made."""
        if self.generation() != generation:
            return
        with self._guard:
            self._kept[key] = (generation, answer)
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def generation(self) -> int:
        """Return the generation of what can be found now."""
        reader = self._reader()
        reader.refresh()
        return reader.generation
