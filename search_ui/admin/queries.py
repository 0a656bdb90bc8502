"""What was searched for, what of it found nothing, and deleting all of it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from search_ui.admin.forms import Form
from search_ui.admin.pages import back, show
from search_ui.querylog import QueryLog, forget, read_asked, totals

MOST = 50


def queries(request: Request) -> Response:
    """Show the queries asked most often, and those that found nothing."""
    log: QueryLog | None = request.app.state.query_log
    if log is not None:
        log.flush()
    asked, empty = totals(log.path) if log is not None else (0, 0)
    return show(
        request,
        "queries",
        days=log.days if log is not None else 0,
        asked=asked,
        empty=empty,
        often=read_asked(log.path, most=MOST) if log is not None else [],
        without=read_asked(log.path, most=MOST, without_hits=True) if log is not None else [],
    )


def erase(request: Request, form: Form) -> Response:  # noqa: ARG001 - there is one thing to do
    """Delete the log."""
    log: QueryLog | None = request.app.state.query_log
    if log is not None:
        log.flush()
        forget(log.path)
    return back(request, "queries", done="forgotten")
