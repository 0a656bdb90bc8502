"""A second judge of pages, learned in the background from what the crawl has seen, again and again.

Learning takes seconds, so that it runs beside the crawl: it starts from what is known at page n, and counts
from page n + `LAG` on, exactly; if it is not done by then, the crawl waits. So the same pages give the same
crawl, however fast the machine is.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass

from lookclear.relevance.centroid import CentroidModel
from lookclear.relevance.crawl_judge import CrawlJudge
from lookclear.text.vectors import Floats, TermRows
from lookclear.visit.teachers import Teachers

FIRST = 100  # fetched pages, at which it is learned for the first time
GROWTH = 1.5  # and again each time there are so many times more pages
LAG = 25  # pages between the start of a lesson and the first page that is judged by it


@dataclass(frozen=True, slots=True)
class _Lesson:
    starts: int
    future: Future[CrawlJudge] | None
    task: Callable[[], CrawlJudge]


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
        self._judge: CrawlJudge | None = None
        self.lessons: list[tuple[int, str]] = []  # (page it counts from, why nothing came of it)

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
            task = self._task(page)
            self._lesson = _Lesson(page, self._executor.submit(task) if self._executor else None, task)
        return changed

    def scores(self, rows: TermRows, first: int) -> Floats | None:
        """Return the probability of pages from `first` on to be on topic, None before the first lesson."""
        if self._judge is None or self._judge.model is None:
            return None
        if rows is self._pages:
            return self._judge.relevance(rows, first)
        return self._judge.model.scores(rows.batch(first))

    def _apply(self, lesson: _Lesson, page: int) -> bool:
        judge = lesson.future.result() if lesson.future is not None else lesson.task()
        self.lessons.append((page, judge.trouble))
        if judge.model is None:  # what was learned before is better than nothing
            return False
        self._judge = judge
        return True

    def _task(self, page: int) -> Callable[[], CrawlJudge]:
        """Return a lesson on copies of what is known now, since the rows go on growing."""
        on_topic, off_topic, settled = self._teachers.taught()
        rows = TermRows()
        rows.extend(self._pages.batch())

        def task() -> CrawlJudge:
            judge = CrawlJudge(self._kind, self._first_judge.vocabulary, random_seed=page)
            judge.refresh(on_topic, off_topic, rows, settled)
            return judge

        return task
