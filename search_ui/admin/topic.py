"""The topic editor: fields of topic.toml, what a change would do, and saving it with the one before kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from lookclear.config import TopicFile, parse_topic_file
from lookclear.config.edit import Value
from lookclear.errors import ConfigError, LookClearError
from lookclear.session.rehearsal import MOST_PAGES
from lookclear.topics.save import proposed, read_topic_text, save_topic
from lookclear.topics.workspace import Workspace
from search_ui.admin.forms import Form
from search_ui.admin.jobs import ANSWERS
from search_ui.admin.office import office_of
from search_ui.admin.pages import back, show

PROPOSAL = "proposal.toml"  # what is being tried, among the answers
_LISTS = ("languages", "seeds", "keywords", "examples", "counter_examples", "site.examples")
_TEXTS = ("name", "description", "site.title")
_NUMBERS = {"relevance.threshold": float, "index.min_relevance": float, "crawl.pages": int}


@dataclass(frozen=True, slots=True)
class Fields:
    """What the form holds: a text for each field, lists with an entry a line."""

    values: Mapping[str, str]

    @classmethod
    def of(cls, file: TopicFile) -> Fields:
        """Read the fields of a topic file."""
        found = {}
        for name in (*_LISTS, *_TEXTS, *_NUMBERS):
            value = _get(file, name)
            found[name] = (
                "\n".join(value)
                if isinstance(value, tuple)
                else f"{value:g}"
                if isinstance(value, float)
                else str(value)
            )
        return cls(found)

    @classmethod
    def posted(cls, form: Form) -> Fields:
        """Read the fields of a form as they were typed."""
        return cls({name: form.values.get(name, "") for name in (*_LISTS, *_TEXTS, *_NUMBERS)})

    def __getitem__(self, name: str) -> str:
        return self.values.get(name, "")


def topic(request: Request) -> Response:
    """Show the form: the topic file's values, or those that are being tried and what they would do."""
    office = office_of(request)
    workspace = office.workspace()
    text = read_topic_text(workspace.folder)
    tried = office.jobs.answer(workspace, "try") if request.query_params.get("tried") else None
    proposal = _proposal(workspace) if tried is not None else None
    fields = Fields.of(proposal or workspace.file)
    return _room(request, fields, before=text, tried=tried)


def edit(request: Request, form: Form) -> Response:
    """Try a change on a copy, or save it; what is wrong is said above the form as it was filled in."""
    office = office_of(request)
    workspace = office.workspace()
    text = read_topic_text(workspace.folder)
    try:
        changes = _changes(workspace.file, form)
        if not changes:
            return back(request, "topic", done="unchanged")
        changed = proposed(text, changes)
        if form.text("do") == "try":
            path = _proposal_path(workspace)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(changed, encoding="utf-8")
            office.jobs.run(workspace, "try", ["train", str(workspace.folder), "--try", str(path)])
            return back(request, "topic", done="trying", tried=1)
        save_topic(workspace.folder, changed, before=form.values.get("before", "").replace("\r\n", "\n"))
    except LookClearError as error:
        return _room(request, Fields.posted(form), before=text, problem=error)
    return back(request, "topic", done="saved")


def _room(
    request: Request,
    fields: Fields,
    *,
    before: str,
    tried: object = None,
    problem: LookClearError | None = None,
) -> Response:
    return show(
        request,
        "topic",
        status=400 if problem is not None else 200,
        problem=problem,
        fields=fields,
        before=before,
        tried=tried,
        most_pages=MOST_PAGES,
    )


def _changes(file: TopicFile, form: Form) -> dict[tuple[str, ...], Value]:
    """Return the fields of a form that differ from the topic file; raises ConfigError for no number."""
    changes: dict[tuple[str, ...], Value] = {}
    for name in (*_LISTS, *_TEXTS, *_NUMBERS):
        if name not in form.values:
            continue
        value: Value
        if name in _LISTS:
            value = form.lines(name)
        elif name in _TEXTS:
            value = " ".join(form.text(name).split())
        else:
            value = _number(name, form.text(name))
        if value != _get(file, name):
            changes[tuple(name.split("."))] = list(value) if isinstance(value, tuple) else value
    return changes


def _number(name: str, text: str) -> int | float:
    try:
        return int(text) if _NUMBERS[name] is int else float(text)
    except ValueError as error:
        raise ConfigError(f"{name} has the value {text!r}", hint="write a number there") from error


def _get(file: TopicFile, name: str) -> str | int | float | tuple[str, ...]:
    value: object = file
    for step in name.split("."):
        value = getattr(value, step)
    assert isinstance(value, str | int | float | tuple)
    return value


def _proposal_path(workspace: Workspace) -> Path:
    return workspace.data / ANSWERS / PROPOSAL


def _proposal(workspace: Workspace) -> TopicFile | None:
    """Return the topic file that was tried last, None when there is none."""
    try:
        return parse_topic_file(_proposal_path(workspace).read_text(encoding="utf-8"))
    except (OSError, ConfigError):
        return None
