"""The search index: how large it is, whether it is sound, and compacting it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from lookclear.errors import LookClearError, UsageError
from lookclear.session.standing import read_status
from search_ui.admin.forms import Form
from search_ui.admin.office import office_of
from search_ui.admin.pages import back, show
from search_ui.render import site_of

_COMMANDS = {"check": "checking", "compact": "compacting"}


def index(request: Request) -> Response:
    """Show sizes, and what the last check and the last compaction said."""
    office = office_of(request)
    workspace = office.workspace()
    stats, trouble = None, ""
    if workspace.has_index:
        try:
            stats = site_of(request).source.stats()
        except LookClearError as error:
            trouble = str(error)
    return show(
        request,
        "index",
        stats=stats,
        trouble=trouble,
        stored=read_status(workspace).pages,
        locked=workspace.is_locked,
        checked=office.jobs.answer(workspace, "check"),
        compacted=office.jobs.answer(workspace, "compact"),
    )


def work(request: Request, form: Form) -> Response:
    """Begin a check or a compaction."""
    office = office_of(request)
    workspace = office.workspace()
    wanted = form.text("do")
    if wanted not in _COMMANDS:
        raise UsageError("the form does not say what to do", hint="go back and press one of its buttons")
    office.jobs.run(workspace, wanted, ["index", wanted, str(workspace.folder)])
    return back(request, "index", done=_COMMANDS[wanted])
