"""What one running site is made of: its texts, its index, and what it knows of the crawl."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from search_ui.source import Source


@dataclass(frozen=True, slots=True)
class CrawlStatus:
    """What a visitor is told about the crawl behind the index."""

    running: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """The values every route needs; `app.state.site` holds the one of this process."""

    title: str
    description: str
    examples: tuple[str, ...]
    language: str  # of the interface, when the visitor has no preference
    source: Source
    read_status: Callable[[], CrawlStatus]
    about: str = ""  # a sentence in the foot of every page; empty = ours
