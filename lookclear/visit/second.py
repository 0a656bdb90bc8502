"""A second judge of pages, learned in the background from what the crawl has seen, again and again.

Learning takes seconds, so that it runs beside the crawl: it starts from what is known at page n, and counts
from page n + `LAG` on, exactly; if it is not done by then, the crawl waits. So the same pages give the same
crawl, however fast the machine is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass

import numpy as np

from lookclear.errors import NotLearnable
from lookclear.relevance.centroid import CentroidModel
from lookclear.relevance.contract import Examples
from lookclear.relevance.learned import LearnedModel, learn
from lookclear.text.vectors import Floats, Row, RowBatch, TermRows
from lookclear.visit.teachers import Teachers

FIRST = 100  # fetched pages, at which it is learned for the first time
GROWTH = 1.5  # and again each time there are so many times more pages
LAG = 25  # pages between the start of a lesson and the first page that is judged by it
MOST_PAGES = 5_000  # newest fetched pages that are learned from
SURE = 0.8  # relevance of fetched pages that count as on topic while few are known
FEWEST, MOST_SURE = 10, 50  # pages on topic that are wanted; fetched ones that are added at most


@dataclass(frozen=True, slots=True)
class _Lesson:
    starts: int
    model: Future[LearnedModel | None] | None
    task: Callable[[], LearnedModel | None]


class SecondJudge:
    """See the module's description; without an executor a lesson is learned when it is due."""

    def __init__(
        self,
        kind: str,
        model: CentroidModel,
        teachers: Teachers,
        pages: TermRows,
        executor: Executor | None = None,
    ) -> None:
        """`kind` is one of `lookclear.relevance.learned.KINDS`, or "none"; `pages` are the fetched ones.

        From its first lesson on it has half of the say in what `model` gives pages.
        """
        self._kind = kind
        self._first_judge = model
        self._teachers = teachers
        self._pages = pages
        self._executor = executor
        if kind != "none":
            model.second = self.scores
        self._next = FIRST
        self._lesson: _Lesson | None = None
        self._model: LearnedModel | None = None
        self.lessons: list[tuple[int, str]] = []  # (page it counts from, what came of it)

    def before(self, page: int) -> bool:
        """Do what is due before page number `page` (from 0) is judged; tells whether it judges anew."""
        if self._kind == "none":
            return False
        changed = False
        if self._lesson is not None and page >= self._lesson.starts + LAG:
            changed = self._apply(self._lesson, page)
            self._lesson = None
        if self._lesson is None and page >= self._next:
            self._next = int(page * GROWTH)
            on_topic, off_topic = self._teachers.taught()
            judged = self._first_judge.relevance(self._pages)
            task = self._task(page, _examples(on_topic, off_topic, self._pages, judged))
            future = self._executor.submit(task) if self._executor is not None else None
            self._lesson = _Lesson(page, future, task)
        return changed

    def scores(self, rows: RowBatch) -> Floats | None:
        """Return the probability of pages to be on topic, None before the first lesson."""
        return self._model.scores(rows) if self._model is not None else None

    def _apply(self, lesson: _Lesson, page: int) -> bool:
        model = lesson.model.result() if lesson.model is not None else lesson.task()
        self.lessons.append((page, "learned" if model is not None else "nothing to be told apart"))
        if model is None:  # what was learned before is better than nothing
            return False
        self._model = model
        return True

    def _task(self, page: int, examples: Examples) -> Callable[[], LearnedModel | None]:
        def task() -> LearnedModel | None:
            try:
                return learn(self._kind, self._first_judge.vocabulary, examples, np.random.default_rng(page))
            except NotLearnable:
                return None

        return task


def _examples(on_topic: Sequence[Row], off_topic: Sequence[Row], rows: TermRows, judged: Floats) -> Examples:
    """Return what is learned from: copies, since the rows go on growing."""
    first = max(0, len(rows) - MOST_PAGES)
    batch = rows.batch(first)
    relevance = judged[first:]
    sure: list[int] = []
    if len(on_topic) < FEWEST:
        best = np.argsort(-relevance, kind="stable")[:MOST_SURE]
        sure = [int(at) for at in best if relevance[at] >= SURE]
    rest = np.setdiff1d(np.arange(len(batch)), sure)
    return Examples(
        positive=RowBatch.of([*on_topic, *(batch[at] for at in sure)]),
        unlabelled=batch.take(rest),
        negative=RowBatch.of(off_topic),
    )
