"""What the admin pages of one running site work with; `app.state.office` holds it, None when they are off."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request

from lookclear.topics.workspace import Workspace
from search_ui.admin.access import FORM_COOKIE, Access
from search_ui.admin.jobs import Jobs


@dataclass(frozen=True, slots=True)
class Office:
    """The workspace that is run from here, who may do so, and the processes that do the work."""

    folder: Path
    access: Access
    jobs: Jobs

    def workspace(self) -> Workspace:
        """Read the workspace anew: its topic file may have been edited. Raises ConfigError."""
        return Workspace.open(self.folder)


def office_of(request: Request) -> Office:
    """Return the office; only pages that the guard lets through ask for it."""
    office = request.app.state.office
    assert isinstance(office, Office)
    return office


def admitted(request: Request) -> bool:
    """Tell whether this visitor may use the admin pages."""
    office = request.app.state.office
    client = request.client.host if request.client is not None else ""
    return office is not None and office.access.admits(
        client, request.headers.get("host", ""), request.headers, request.cookies
    )


def form_token_of(request: Request) -> str:
    """Return the token for forms shown to an admitted visitor who was on the admin pages before, else ''."""
    cookie = request.cookies.get(FORM_COOKIE, "")
    return office_of(request).access.form_token(cookie) if cookie and admitted(request) else ""
