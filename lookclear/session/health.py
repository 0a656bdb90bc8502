"""Does a crawl still find what it looks for? Starvation, saturation and drift, with when they began.

Thresholds are our own; the sources name the conditions and give no numbers.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import datetime

from lookclear.domain import StopReason
from lookclear.session.report import HARVEST_WINDOW

WINDOW = HARVEST_WINDOW  # pages that harvest is looked at over
POOR = 0.02  # harvest at which a window found next to nothing
RICH = 0.1  # harvest of a window that shows there was something to find
MEASURED = 50  # pages on topic at either end of the crawl that tell whether it drifts
DRIFTED = 0.6  # of their likeness to the topic at first


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a crawl: the reason it would end for, since which page, and a sentence.

    `since` counts pages that are no seeds, from 1; `at` is when that page was fetched, if that is known.
    """

    reason: StopReason
    since: int
    sentence: str
    at: datetime | None = None


class Health:
    """Looks at each fetched page that is no seed; says what is wrong as soon as it is clear."""

    def __init__(self) -> None:
        self._pages = 0
        self._on_topic = 0
        self._window: deque[bool] = deque(maxlen=WINDOW)
        self._times: deque[datetime | None] = deque(maxlen=WINDOW)
        self._best = 0.0  # harvest of the best window
        self._first: list[float] = []
        self._last: deque[float] = deque(maxlen=MEASURED)

    def observe(self, *, on_topic: bool, likeness: float | None = None, at: datetime | None = None) -> None:
        """Take note of a page; `likeness` is how close it is to the topic, in 0..1: its relevance.

        A copy of a page on topic counts as on topic: it is no sign of starvation.
        """
        self._pages += 1
        self._on_topic += on_topic
        self._window.append(on_topic)
        self._times.append(at)
        if self._pages >= WINDOW:
            self._best = max(self._best, self._harvest())
        if on_topic and likeness is not None:
            if len(self._first) < MEASURED:
                self._first.append(likeness)
            else:
                self._last.append(likeness)

    def trouble(self) -> Trouble | None:
        """Return what is wrong now, None when nothing is."""
        if self._pages < WINDOW:
            return None
        if self._harvest() <= POOR:
            return self._poor()
        return self._drift()

    def _harvest(self) -> float:
        return sum(self._window) / len(self._window)

    def _poor(self) -> Trouble | None:
        since = self._pages - WINDOW + 1
        if self._best >= RICH:
            return Trouble(
                StopReason.SATURATED,
                since,
                f"{self._harvest():.0%} of the last {WINDOW} pages are on topic, after {self._best:.0%} at "
                "best: little is left to find from these seeds; add seeds on other sites, or let it be",
                self._times[0],
            )
        share = self._on_topic / self._pages
        if share > POOR:
            return None
        return Trouble(
            StopReason.STARVED,
            since,
            f"harvest {share:.0%} after {self._pages} pages: seeds, keywords and scope of topic.toml may not "
            "fit what these sites are about; try `lookclear check` with a page you want",
            self._times[0],
        )

    def _drift(self) -> Trouble | None:
        if len(self._last) < MEASURED:
            return None
        first, last = sum(self._first) / MEASURED, sum(self._last) / MEASURED
        if last >= DRIFTED * first:
            return None
        return Trouble(
            StopReason.DRIFTING,
            self._pages - WINDOW + 1,
            f"the pages found now are {last / first:.0%} as close to the topic as the first ones: add "
            "keywords or examples, label some of the newest pages, raise relevance.threshold, or go back "
            "with `lookclear train DIR --undo`",
            self._times[0],
        )
