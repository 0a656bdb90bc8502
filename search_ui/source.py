"""The index as the site sees it: opened read-only at first use, followed while a crawl writes."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

from indexer import Explanation, Index, Options, Results, StoredDocument
from indexer.options import PLAIN
from lookclear.errors import LookClearError

# Words of both languages, a phrase, and a word that most pages have, so that something is shown too.
_FIRST_QUESTION = 'the OR "搜索 引擎"'


class Source:
    """One read-only index shared by the threads that answer requests.

    Its folder may not exist yet: a site that starts before the first page is stored has an empty index, not
    an error. Every method raises IndexingError while the index cannot be read, and tries again when it is
    called the next time.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index: Index | None = None
        self._opening = threading.Lock()

    def search(self, query: str, *, limit: int = 10, offset: int = 0, options: Options = PLAIN) -> Results:
        """Return a page of hits, of what the crawl has committed up to now."""
        return self._reader().search(query, limit=limit, offset=offset, options=options)

    def complete(self, typed: str) -> list[str]:
        """Return queries that go on from what was typed."""
        return self._reader().complete(typed)

    def explain(self, query: str, name: str) -> Explanation | None:
        """Return what the score of a page is made of; None when it is unknown."""
        return self._reader().explain(query, name)

    def warm_up(self) -> None:
        """Ask once for what the first question would wait for: dictionaries, the index, its tables.

        An index that cannot be read is left to that question, which has somebody to tell.
        """
        with suppress(LookClearError):
            self.search(_FIRST_QUESTION)

    def document(self, name: str) -> StoredDocument | None:
        """Return a stored page; None when it is unknown or no longer to be found."""
        reader = self._reader()
        reader.refresh()
        return reader.document(name)

    def count(self) -> int:
        """Return the number of pages that can be found now."""
        reader = self._reader()
        reader.refresh()
        return len(reader)

    def close(self) -> None:
        """Let go of the index files."""
        with self._opening:
            if self._index is not None:
                self._index.close()
            self._index = None

    def _reader(self) -> Index:
        with self._opening:
            if self._index is None:
                self._index = Index.open(self.folder, read_only=True)
            return self._index
