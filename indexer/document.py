"""What goes into the index and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from indexer.analysed import AnalysedFields
from indexer.facets import Facet
from indexer.identity import page_id


@dataclass(frozen=True, slots=True)
class Document:
    """One page to index. The same `key` replaces the old version.

    `relevance` (to the topic) and `authority` are priors in 0..1. `tokens` is pre-analysed input
    by field name, used instead of the text of that field: a list of terms, or a text with blanks between
    them, which is quicker. `analysed` has fields whose texts were analysed before. `directives` are what the
    page asks of robots, in lower case (noarchive, nosnippet, …).
    """

    key: str  # canonical address
    tokens: Mapping[str, list[str] | str] = field(default_factory=dict)
    url: str = ""  # address to show and link to; empty = key
    title: str = ""
    body: str = ""
    anchors: str = ""  # texts of links that point to the page
    description: str = ""
    language: str = ""
    fetched: datetime | None = None  # aware
    relevance: float = 0.0
    authority: float = 0.0
    directives: frozenset[str] = frozenset()
    kind: str = ""  # what sort of page it is, one word (article, hub, pdf)
    date: datetime | None = None  # of what the page says, as the page tells it
    group: str = ""  # key of the page that stands for all that say the same; empty = its own key
    names_other: bool = False  # the page itself says that another address stands for it
    analysed: AnalysedFields = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hit:
    """One result.

    `snippet` and `title_pieces` are (text, is_match) pieces: never markup. `parts` says what `score` was
    made of. `doc_id` is the row in this index, given anew when the page is replaced or the index rebuilt.
    """

    doc_id: int
    key: str
    url: str
    title: str
    score: float
    snippet: tuple[tuple[str, bool], ...] = ()
    title_pieces: tuple[tuple[str, bool], ...] = ()
    language: str = ""
    kind: str = ""
    date: datetime | None = None
    fetched: datetime | None = None
    relevance: float = 0.0
    parts: Mapping[str, float] = field(default_factory=dict)
    similar: tuple[
        str, ...
    ] = ()  # keys of the other matches that say the same; they are no hits of their own
    host: str = ""  # with the port if the address names one
    more: int = (
        0  # on the last hit of a host, when facets are counted: its matches that are not among the hits
    )

    @property
    def id(self) -> str:
        """The page's lasting name: `Index.document` takes it."""
        return page_id(self.key)


@dataclass(frozen=True, slots=True)
class Results:
    """An answer: a page of hits out of `total`, the time it took, and what the user should be told.

    Pages that say the same are one hit and count once.
    """

    hits: tuple[Hit, ...]
    total: int
    took_ms: float
    suggestion: str | None = None  # a query that finds much more, if it was asked for
    notes: tuple[str, ...] = ()  # what was repaired or cut, as message codes
    terms: tuple[str, ...] = ()  # the index terms that were looked for
    facets: tuple[Facet, ...] = ()  # if they were asked for
    is_partial: bool = False  # time was short: matches may be missing, counts are of a part


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document as the index keeps it: its full text and what is shown with it."""

    doc_id: int
    key: str
    url: str
    title: str
    body: str
    description: str = ""
    language: str = ""
    kind: str = ""
    date: datetime | None = None
    fetched: datetime | None = None
    relevance: float = 0.0
    authority: float = 0.0
    directives: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        """The page's lasting name, the same for each of its versions."""
        return page_id(self.key)

    @property
    def may_be_copied(self) -> bool:
        """Return whether the page allows its whole text to be shown from here (noarchive says no)."""
        return "noarchive" not in self.directives

    @property
    def may_be_quoted(self) -> bool:
        """Return whether the page allows a snippet (nosnippet says no)."""
        return not self.directives & {"nosnippet", "max-snippet:0"}


@dataclass(frozen=True, slots=True)
class IndexStats:
    """Sizes of an index.

    `documents` counts what can be found, `replaced` the old versions and deletions that still take room.
    `discarded_bytes` were at the log's end, never acknowledged, and dropped when it was opened.
    """

    documents: int
    replaced: int
    terms: int
    mean_length: float  # weighted words of a document
    log_bytes: int
    checkpoint_bytes: int  # where the checkpoint stands in the log; 0 = there is none
    memory_bytes: int  # of the postings
    generation: int
    discarded_bytes: int = 0
