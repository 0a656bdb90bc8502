"""Counting a run while it goes on: what was fetched, what of it is on topic, from where, how fast."""

from __future__ import annotations

from collections import Counter, deque
from datetime import datetime
from time import monotonic

from lookclear.domain import Page, StopReason
from lookclear.session.health import Health, Trouble
from lookclear.session.progress import Progress
from lookclear.session.report import HARVEST_WINDOW
from lookclear.urls.canonical import host_of


class Tally:
    """The pages of one run, in order."""

    def __init__(self) -> None:
        self.curve: list[tuple[int, int]] = []  # (fetched, relevant) after each page
        self.per_host: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.flags: Counter[str] = Counter()  # what was wrong with pages as they came
        self.links_dropped = 0  # links beyond the limit of a page
        self.copies = 0  # pages that say what another one says
        self.warnings: list[str] = []  # of what went wrong on the way, each once
        self.trouble: Trouble | None = None  # what is wrong now
        self._health = Health()
        self._warned: set[StopReason] = set()
        self._recent: deque[bool] = deque(maxlen=HARVEST_WINDOW)
        self._host = ""
        self._began = monotonic()
        self._before = 0

    @property
    def fetched(self) -> int:
        """Pages fetched."""
        return len(self.curve)

    @property
    def relevant(self) -> int:
        """Pages on topic."""
        return self.curve[-1][1] if self.curve else 0

    @property
    def resumed(self) -> int:
        """Pages counted before the clock was started."""
        return self._before

    @property
    def seconds(self) -> float:
        """Time since the clock was started."""
        return monotonic() - self._began

    def start_clock(self) -> None:
        """Begin to measure time; pages counted before (of an interrupted run) do not add to the rate."""
        self._began = monotonic()
        self._before = self.fetched

    def count(
        self,
        key: str,
        on_topic: bool,
        page: Page | None = None,
        *,
        is_copy: bool = False,
        seed: bool = False,
        relevance: float | None = None,
        at: datetime | None = None,
    ) -> None:
        """Count one page; a copy of another one was fetched, but it is not one more page on topic.

        `at` is when it was fetched, if that is known.
        """
        if not seed:  # seeds are on topic by definition, and say nothing of how the crawl goes
            self._look_at_health(on_topic, relevance, at)
        if page is not None:
            self.kinds[page.kind.value] += 1
            self.flags.update(page.flags)
            self.links_dropped += page.links_dropped
        on_topic = on_topic and not is_copy
        self.copies += is_copy
        self.curve.append((self.fetched + 1, self.relevant + on_topic))
        self._recent.append(on_topic)
        self._host = host_of(key)
        self.per_host[self._host] += 1

    def _look_at_health(self, on_topic: bool, relevance: float | None, at: datetime | None) -> None:
        self._health.observe(on_topic=on_topic, likeness=relevance, at=at)
        self.trouble = self._health.trouble()
        if self.trouble is not None and self.trouble.reason not in self._warned:
            self._warned.add(self.trouble.reason)
            self.warnings.append(f"from page {self.trouble.since} on: {self.trouble.sentence}")

    def progress(self, *, budget: int, queue: int) -> Progress:
        """Return how the run stands now."""
        seconds = self.seconds
        return Progress(
            fetched=self.fetched,
            budget=budget,
            relevant=self.relevant,
            harvest=sum(self._recent) / len(self._recent) if self._recent else 0.0,
            rate=(self.fetched - self._before) / seconds if seconds else 0.0,
            queue=queue,
            host=self._host,
            seconds=seconds,
        )
