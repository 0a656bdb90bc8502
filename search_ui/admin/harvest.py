"""The curves of a crawl: pages on topic over pages fetched, and the harvest of the last 200."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from lookclear.charts import Series, line_chart
from lookclear.session.report import HARVEST_WINDOW
from lookclear.store.runs import Run, RunStore
from search_ui.i18n import Catalogue

WIDTH, HEIGHT = 440, 300  # pixels; readable when a phone shows it three quarters as large
MOST_POINTS = 400
TABLE_ROWS = 12


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the curves: pages fetched, of them on topic, and the harvest of the last 200 in 0..1."""

    fetched: int
    relevant: int
    harvest: float


@dataclass(frozen=True, slots=True)
class Curves:
    """Two charts, and the same numbers as a table of few rows."""

    found: Markup
    harvest: Markup
    table: tuple[Moment, ...]


def read_moments(path: Path, run: Run) -> list[Moment]:
    """Return the points of a run's curve, at most about `MOST_POINTS`, the last one among them."""
    step = 1 if run.fetched <= MOST_POINTS else -(-run.fetched // MOST_POINTS)
    if step > 1:  # whole windows, so that the harvest of each point is exact
        step = max(step // HARVEST_WINDOW * HARVEST_WINDOW, HARVEST_WINDOW if step > HARVEST_WINDOW else step)
        while step < HARVEST_WINDOW and HARVEST_WINDOW % step:
            step += 1
    with closing(RunStore(path, read_only=True)) as runs:
        return moments(runs.curve(run, step))


def moments(curve: Sequence[tuple[int, int]], window: int = HARVEST_WINDOW) -> list[Moment]:
    """Return what each point says; the window reaches back to the nearest point at least so far away.

    >>> moments([(1, 1), (2, 1), (4, 2)], window=2)[-1]
    Moment(fetched=4, relevant=2, harvest=0.5)
    """
    found: list[Moment] = []
    start = 0
    points = [(0, 0), *curve]
    for at, (fetched, relevant) in enumerate(points[1:], start=1):
        while start + 1 < at and points[start + 1][0] <= fetched - window:
            start += 1
        before, had = points[start]
        found.append(Moment(fetched, relevant, (relevant - had) / max(1, fetched - before)))
    return found


def draw(found: Sequence[Moment], catalogue: Catalogue) -> Curves | None:
    """Return the charts in the visitor's language; None before the first page."""
    if not found:
        return None
    text = catalogue.text
    on_topic: list[tuple[float, float]] = [(0, 0), *((one.fetched, one.relevant) for one in found)]
    every = Series(text("curve.all_fetched"), [(0, 0), (found[-1].fetched, found[-1].fetched)])
    chart = line_chart(
        [Series(text("curve.on_topic"), on_topic), every],
        title=text("curve.found_title"),
        x_label=text("curve.fetched"),
        y_label=text("curve.pages"),
        width=WIDTH,
        height=HEIGHT,
    )
    rates = [(float(one.fetched), 100 * one.harvest) for one in found]
    so_far = [(float(one.fetched), 100 * one.relevant / one.fetched) for one in found]
    second = line_chart(
        [
            Series(text("curve.lately", n=HARVEST_WINDOW), rates),
            Series(text("curve.so_far"), so_far),
        ],
        title=text("curve.harvest_title"),
        x_label=text("curve.fetched"),
        y_label="%",
        width=WIDTH,
        height=HEIGHT,
    )
    return Curves(Markup(chart), Markup(second), tuple(_few(found)))


def _few(found: Sequence[Moment]) -> list[Moment]:
    if len(found) <= TABLE_ROWS:
        return list(found)
    step = (len(found) - 1) / (TABLE_ROWS - 1)
    return [found[round(at * step)] for at in range(TABLE_ROWS)]
