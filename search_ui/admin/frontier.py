"""What waits, best first with the parts of its scores; and what is known of one address."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from lookclear.errors import UsageError, WorkspaceError
from lookclear.frontier.base import AddressState
from lookclear.session.addresscheck import AddressReport, examine_address
from lookclear.session.why import Explanation, explain
from lookclear.topics.workspace import Workspace
from search_ui.admin.dashboard import read_queue
from search_ui.admin.office import office_of
from search_ui.admin.pages import show
from search_ui.links import safe_href

MOST = 50
_LONGEST = 2_000  # characters of an address that is asked about


@dataclass(frozen=True, slots=True)
class LinkRow:
    """An address that waits, at its place in the order of scores."""

    place: int
    address: AddressState
    href: str | None


@dataclass(frozen=True, slots=True)
class Checked:
    """What is known of one address. `unknown` says why there is no explanation, else it is empty."""

    report: AddressReport
    href: str | None
    explanation: Explanation | None
    unknown: str


def frontier(request: Request) -> Response:
    """Show the best addresses that wait; with ?url= what is known of that one."""
    asked = request.query_params
    workspace = office_of(request).workspace()
    host, text = asked.get("host", "").strip()[:255], asked.get("text", "").strip()[:255]
    queue = read_queue(workspace, most=MOST, host=host.lower(), text=text)
    url = asked.get("url", "").strip()[:_LONGEST]
    rows = (
        [LinkRow(place, one, safe_href(one.url)) for place, one in zip(queue.places, queue.best, strict=True)]
        if queue is not None
        else []
    )
    return show(
        request,
        "frontier",
        queue=queue,
        rows=rows,
        host=host,
        text_asked=text,
        url=url,
        checked=check(workspace, url) if url else None,
        threshold=workspace.file.relevance.threshold,
    )


def check(workspace: Workspace, url: str) -> Checked:
    """Ask the rules and the crawl about an address; raises StoreError when a store is damaged."""
    report = examine_address(workspace, url)
    try:
        return Checked(report, safe_href(url), explain(workspace, url), "")
    except (UsageError, WorkspaceError) as error:
        return Checked(report, safe_href(url), None, str(error))
