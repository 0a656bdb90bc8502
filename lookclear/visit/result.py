"""What one visit comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lookclear.domain import Candidate, Refusal, Score
from lookclear.links.rescored import Rescored


@dataclass(frozen=True, slots=True)
class Visit:
    """The result of judging one page: its relevance, and its links as candidates.

    `refused` holds (address, reason) of links that are not to be queued. `rescored` has new scores for
    everything that waits, this page's candidates included, when the model changed with this page.
    `aliases` maps keys of pending addresses that need not be fetched to the keys of those that are the same;
    `reopened` are keys of earlier ones that must be fetched after all.
    """

    page: str  # key of the page
    relevance: Score
    candidates: tuple[Candidate, ...] = ()
    refused: tuple[tuple[str, Refusal], ...] = ()
    rescored: Rescored | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    reopened: tuple[str, ...] = ()
    template: tuple[int, ...] = ()  # indices of the page's blocks that its site repeats
    group: str = ""  # key of the first page that says the same; empty for a page that is none of a group
    is_new: bool = True  # it says what no page of its site said before, numbers aside
    is_passage: bool = False  # off topic, and followed for what may lie behind it (black tunnelling)
    bridges: tuple[str, ...] = ()  # keys of irrelevant pages that turned out to be the way to this one

    def is_hit(self, threshold: float) -> bool:
        """Tell whether the page was worth its fetch: on topic, no copy, and it says something new."""
        return self.relevance.value >= threshold and not self.group and self.is_new
