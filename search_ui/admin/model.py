"""What was learned of the topic: versions, learning anew, and going back; with figures before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from lookclear.errors import UsageError, WorkspaceBusy
from lookclear.session.labels import labels_of
from lookclear.session.training import versions
from lookclear.topics.workspace import Workspace
from search_ui.admin.forms import Form
from search_ui.admin.office import office_of
from search_ui.admin.pages import back, show

SHOWN = 12  # terms and pages of a list


@dataclass(frozen=True, slots=True)
class Share:
    """A share before and after, in 0..1; None where nothing can be said."""

    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class Trained:
    """What the last training has changed, from the command's own JSON (docs: `lookclear train`)."""

    said: Mapping[str, Any]
    expected: Share
    precision: Share
    recall: Share
    measured_on: int  # labels


def model(request: Request) -> Response:
    """Show the versions, and what the last training has changed."""
    office = office_of(request)
    workspace = office.workspace()
    found = versions(workspace)
    _, yes, no = labels_of(workspace)
    answer = office.jobs.answer(workspace, "train")
    return show(
        request,
        "model",
        found=found,
        newest_first=list(reversed(found.versions)),
        yes=yes,
        no=no,
        answer=answer,
        trained=_trained(answer.result) if answer is not None and answer.result else None,
        shown=SHOWN,
        locked=workspace.is_locked and not (answer is not None and answer.running),
    )


def learn(request: Request, form: Form) -> Response:
    """Learn anew, go back by one version, or go to one."""
    office = office_of(request)
    workspace = office.workspace()
    office.jobs.run(workspace, "train", _arguments(workspace, form))
    return back(request, "model", done="training")


def _arguments(workspace: Workspace, form: Form) -> list[str]:
    if workspace.is_locked:
        raise WorkspaceBusy(
            "a crawl is running", hint="labels count in it at once; train when it has ended or was stopped"
        )
    wanted, version = form.text("do"), form.number("version")
    match wanted:
        case "train":
            more: list[str] = []
        case "undo":
            more = ["--undo"]
        case "to" if version:
            more = ["--to", str(version)]
        case _:
            raise UsageError("the form does not say what to do", hint="go back and press one of its buttons")
    return ["train", str(workspace.folder), *more]


def _trained(said: Mapping[str, Any]) -> Trained:
    measured: list[Any] = [one or {} for one in said.get("measured") or (None, None)]
    expected: Any = said.get("expected") or ({}, {})
    return Trained(
        said=said,
        expected=Share(expected[0].get("precision"), expected[1].get("precision")),
        precision=Share(measured[0].get("precision"), measured[1].get("precision")),
        recall=Share(measured[0].get("recall"), measured[1].get("recall")),
        measured_on=int(measured[1].get("labels", 0)),
    )
