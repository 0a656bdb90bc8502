"""How admin pages are shown, and how what is posted to them is carried out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from lookclear.errors import LookClearError, UsageError, WorkspaceBusy
from lookclear.session.control import Phase
from search_ui.admin.forms import Form, read_form
from search_ui.admin.guard import ROOT
from search_ui.admin.office import form_token_of, office_of
from search_ui.render import html, interface_of

FORM_TOKEN = "token"  # the hidden field
NAVIGATION = ("crawl", "frontier", "labels", "model", "topic", "index", "queries", "system")
Show = Callable[[Request], Response]
Act = Callable[[Request, Form], Response]


def page(make: Show) -> Show:
    """Wrap what shows a page: an error of ours becomes a page that says it."""

    def shown(request: Request) -> Response:
        try:
            return make(request)
        except LookClearError as error:
            return refused(request, error)

    return shown


def action(act: Act) -> Callable[[Request], Awaitable[Response]]:
    """Wrap what carries out a form: it must be one of our own, and runs beside the event loop."""

    async def carried_out(request: Request) -> Response:
        form = await read_form(request)
        if not office_of(request).access.is_own_form(form.text(FORM_TOKEN), request.cookies):
            return html(request, "error.html", status=403, code=403, kind="stale_form")
        try:
            return await run_in_threadpool(act, request, form)
        except LookClearError as error:
            return refused(request, error)

    return carried_out


def show(
    request: Request,
    name: str,
    *,
    status: int = 200,
    phase: Phase | None = None,
    problem: LookClearError | None = None,
    **values: object,
) -> Response:
    """Return the admin page `name`; `problem` is shown above it as a sentence with its hint."""
    done = request.query_params.get("done", "")
    ui = interface_of(request)
    return html(
        request,
        f"admin/{name}.html",
        status=status,
        page_name=name,
        navigation=[(one, ROOT if one == "crawl" else f"{ROOT}/{one}") for one in NAVIGATION],
        phase=phase if phase is not None else _phase(request),
        token=form_token_of(request),
        can_leave=bool(office_of(request).access.token),
        done=done if f"done.{done}" in ui.catalogue.strings else "",
        problem=problem,
        **values,
    )


def back(request: Request, page_name: str, **fields: object) -> Response:
    """Send the browser to an admin page after a form was carried out."""
    path = ROOT if page_name == "crawl" else f"{ROOT}/{page_name}"
    return RedirectResponse(interface_of(request).link(path, **fields), status_code=303)


def refused(request: Request, error: LookClearError) -> Response:
    """Return a page that says why something cannot be done."""
    status = 409 if isinstance(error, WorkspaceBusy) else 400 if isinstance(error, UsageError) else 500
    return show(request, "refused", status=status, phase=Phase.IDLE, problem=error)


def _phase(request: Request) -> Phase:
    office = office_of(request)
    return office.jobs.phase(office.workspace())
