"""Which of the fetched pages can be found, and under which texts of the links that point to them."""

from __future__ import annotations

from collections.abc import Sequence

from lookclear.config import TopicFile
from lookclear.html.directives import forbids_index
from lookclear.session.stores import Stores, document_of
from lookclear.store.pages import PageRecord
from lookclear.visit import Visit


class Searchable:
    """Adds pages to the index, and again when more links to them are known."""

    def __init__(self, stores: Stores, settings: TopicFile) -> None:
        self._stores = stores
        self._settings = settings.index
        self._threshold = settings.relevance.threshold
        self._passages: set[str] = set()  # keys of pages that were only the way through a tunnel
        self._fetched: dict[str, tuple[tuple[int, ...], str]] = {}  # template and group of a page, by key
        self._outdated: set[str] = set()  # keys of pages that more links point to than the index knows

    def __contains__(self, key: str) -> bool:
        """Tell whether a page was fetched, be it in the index or not."""
        return key in self._fetched

    def __len__(self) -> int:
        return len(self._fetched)

    def take_note(self, key: str, visit: Visit) -> None:
        """Remember a fetched page."""
        self._fetched[key] = (visit.template, visit.group)
        if visit.is_passage:
            self._passages.add(key)

    def add(self, record: PageRecord, visit: Visit, leased: str, words: bytes = b"") -> bool:
        """Put a page into the index, found by the address that was leased; False when it may not be there.

        A page that is only the way through a tunnel is kept for its links, and not to be found. `words` are
        those of the page, if they were worked out (`lookclear.searchwords`).
        """
        if visit.is_passage:
            return False
        return self._put(record, visit.template, visit.group, leased, words)

    def is_judged_anew(self, key: str) -> None:
        """Let the index follow what a stored page is worth now; it may come in, or go out."""
        record = self._stores.pages.get(key) if key in self._fetched else None
        if record is None:
            return
        is_passage = key in self._passages and record.relevance < self._threshold
        if is_passage or not self._put(record, *self._fetched[key], key):
            self._stores.index.delete(key)

    def is_linked_again(self, key: str) -> None:
        """Take note that one more address leads to a fetched page."""
        if key in self._fetched:
            self._outdated.add(key)

    def refresh(self) -> None:
        """Bring the link texts in the index up to date."""
        for key in sorted(self._outdated):
            record = self._stores.pages.get(key)
            if record is not None and key in self._stores.index:
                self._put(record, *self._fetched[key], key)
        self._outdated.clear()

    def _put(
        self, record: PageRecord, template: Sequence[int], group: str, leased: str, words: bytes = b""
    ) -> bool:
        unwanted = record.relevance < self._settings.min_relevance or not record.page.kind.has_content
        if unwanted or forbids_index(record.page.directives, record.fetched):
            return False
        anchors = " ".join(self._stores.frontier.anchors(leased))
        self._stores.index.add(
            document_of(record, anchors, template=tuple(template), group=group, words=words)
        )
        return True
