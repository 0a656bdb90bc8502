"""A source that answers a question it was asked before from memory, while the answer is right."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from indexer import Results
from search_ui.source import Source

MOST = 512  # answers held; one has some ten kilobytes


class CachedSource(Source):
    """Holds the latest answers, each with the generation of the index that gave it.

    An answer is used while the index has not changed since; one that was cut short is never held.
    """

    def __init__(self, folder: Path, most: int = MOST) -> None:
        super().__init__(folder)
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[int, Results]] = OrderedDict()
        self._guard = threading.Lock()
        self.hits = self.misses = 0

    def search(self, query: str, **asked: Any) -> Results:
        """Return a page of hits, as `Source.search` does."""
        began = perf_counter()
        generation = self.generation()
        key = (query, *sorted(asked.items()))
        with self._guard:
            known = self._kept.get(key)
            if known is not None and known[0] == generation:
                self._kept.move_to_end(key)
                self.hits += 1
                return replace(known[1], took_ms=1000 * (perf_counter() - began))
            self.misses += 1
        results = super().search(query, **asked)
        if not getattr(results, "is_partial", False) and self.generation() == generation:
            with self._guard:
                self._kept[key] = (generation, results)
                self._kept.move_to_end(key)
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return results

    def generation(self) -> int:
        """Return the generation of what can be found now."""
        reader = self._reader()
        reader.refresh()
        return reader.generation
