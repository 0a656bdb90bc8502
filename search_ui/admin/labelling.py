"""Saying of pages whether they are on topic, those whose labels would teach most first."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from lookclear.errors import NothingStored, UsageError
from lookclear.session.labels import Unlabelled, label_page, labels_of, next_to_label
from lookclear.store.labels import Verdict
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical
from search_ui.admin.forms import Form
from search_ui.admin.office import office_of
from search_ui.admin.pages import back, show
from search_ui.links import safe_href
from search_ui.render import interface_of

QUEUED = 10
LISTED = 100
_EXCERPT = 300  # characters


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A page that waits for a label, with the beginning of its text."""

    page: Unlabelled
    href: str | None
    excerpt: str
    language: str


def labels(request: Request) -> Response:
    """Show the queue of pages to label, and all labels there are."""
    workspace = office_of(request).workspace()
    queue = next_to_label(workspace, QUEUED)
    given, yes, no = labels_of(workspace)
    return show(
        request,
        "labels",
        queue=_with_excerpts(workspace, queue.pages),
        threshold=queue.threshold,
        given=[(one, safe_href(one.url)) for one in reversed(given[-LISTED:])],
        yes=yes,
        no=no,
    )


def say(request: Request, form: Form) -> Response:
    """Enter a label, from the queue or from a page of results, and go back there."""
    verdict = form.text("verdict")
    if verdict not in set(Verdict):
        raise UsageError("the form does not say whether the page is on topic", hint="press yes or no")
    said = label_page(
        office_of(request).workspace(), form.text("url"), Verdict(verdict), at=datetime.now(UTC), by="site"
    )
    done = "labelled_at_once" if said.counts == "at once" else "labelled_later"
    after = form.text("after")
    if after.startswith(interface_of(request).link("/search", ui="") + "?"):  # ours, and nothing else
        return RedirectResponse(f"{after}&labelled={done}", status_code=303)
    return back(request, "labels", done=done)


def _with_excerpts(workspace: Workspace, pages: Sequence[Unlabelled]) -> list[Doubtful]:
    found = []
    with suppress(NothingStored), closing(PageStore.open(workspace.pages_path, read_only=True)) as store:
        for page in pages:
            record = store.get(canonical(page.url))
            text = " ".join(record.page.text[: 3 * _EXCERPT].split())[:_EXCERPT] if record else ""
            language = record.page.language if record else ""
            found.append(Doubtful(page, safe_href(page.url), text, language))
    return found
