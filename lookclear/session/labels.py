"""What a person asks and says of pages: `lookclear label`, and the site's queue of pages to look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime

from lookclear.domain import PageKind, Refusal
from lookclear.errors import NothingStored, UsageError
from lookclear.frontier.base import AddressState
from lookclear.frontier.inspect import FrontierView
from lookclear.store.labels import Label, LabelStore, Verdict, counted
from lookclear.store.pages import PageRecord, PageStore
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical, host_of
from lookclear.urls.scope import refusal


@dataclass(frozen=True, slots=True)
class Labelled:
    """What became of a label.

    `relevance` is what the page was judged before. `counts` tells from when on the label does: "at once" in
    a crawl that is running, else "with the next crawl". `note` says what is known of a page that was not
    fetched.
    """

    url: str
    key: str
    verdict: Verdict
    before: Verdict | None
    fetched: bool
    title: str
    relevance: float | None
    counts: str
    note: str
    yes: int  # pages said to be on topic
    no: int


@dataclass(frozen=True, slots=True)
class Unlabelled:
    """A stored page that a label would help with."""

    url: str
    title: str
    relevance: float
    host: str


@dataclass(frozen=True, slots=True)
class LabelQueue:
    """Pages worth a label, the most uncertain first."""

    threshold: float
    pages: list[Unlabelled] = field(default_factory=list)


def label_page(workspace: Workspace, url: str, verdict: Verdict, *, at: datetime, by: str = "") -> Labelled:
    """Enter what a person says of an address, fetched or not.

    Raises UsageError when it is no address of a page, or nothing was said of it that could be forgotten.
    """
    url = url.encode("utf-8", "replace").decode()  # a command line may hold bytes that are no text
    refused = refusal(url, workspace.file.scope)
    if refused in {Refusal.MALFORMED, Refusal.SCHEME}:
        raise UsageError(
            f"{url!r} is not the address of a page", hint="write it in full, such as https://example.org/page"
        )
    before = next((one for one in labels_of(workspace)[0] if one.key == canonical(url)), None)
    if verdict is Verdict.FORGET and before is None:
        raise UsageError(f"nothing is said of {url}", hint="`lookclear label DIR --list` shows all labels")
    record, state = _found(workspace, canonical(url))
    workspace.prepare()
    with LabelStore(workspace.labels_path) as labels:
        labels.add(url, verdict, at=at, by=by, page=record.page if record is not None else None)
        yes, no = counted(labels.present())
    return Labelled(
        url=url,
        key=canonical(url),
        verdict=verdict,
        before=before.verdict if before is not None else None,
        fetched=record is not None,
        title=record.title if record is not None else "",
        relevance=record.relevance if record is not None else None,
        counts="at once" if workspace.is_locked else "with the next crawl",
        note="" if record is not None else _note(verdict, state, refused),
        yes=yes,
        no=no,
    )


def labels_of(workspace: Workspace) -> tuple[list[Label], int, int]:
    """Return all labels there are, and how many say yes and no."""
    labels: list[Label] = []
    with suppress(NothingStored), LabelStore(workspace.labels_path, read_only=True) as store:
        labels = store.present()
    return (labels, *counted(labels))


def next_to_label(workspace: Workspace, most: int) -> LabelQueue:
    """Return stored pages whose labels would teach most: nearest to the threshold first, spread over hosts.

    The nearest page of every host comes first, then the second of every host, and so on. Seeds, pages with
    labels and pages without content are left out.
    """
    theta = workspace.file.relevance.threshold
    known = {label.key for label in labels_of(workspace)[0]}
    known |= {canonical(seed) for seed in workspace.topic.seeds}
    chosen: list[PageRecord] = []
    with suppress(NothingStored), closing(PageStore.open(workspace.pages_path, read_only=True)) as store:
        likely = sorted(
            (abs(relevance - theta), key) for key, relevance in store.relevances().items() if key not in known
        )
        for key in _spread([key for _, key in likely]):
            if len(chosen) == most:
                break
            record = store.get(key)
            if (
                record is not None
                and not record.seed
                and _can_be_judged(record)
                and canonical(record.url) not in known
            ):
                chosen.append(record)
    return LabelQueue(
        theta, [Unlabelled(one.final_url, one.title, one.relevance, host_of(one.key)) for one in chosen]
    )


def _can_be_judged(record: PageRecord) -> bool:
    return record.page.kind in {PageKind.ARTICLE, PageKind.HUB, PageKind.OTHER}


def _spread(keys: Sequence[str]) -> list[str]:
    """Return keys in rounds, one of each host a round; hosts in the order of their first key."""
    rounds: defaultdict[str, int] = defaultdict(int)
    placed: list[tuple[int, int, str]] = []
    for place, key in enumerate(keys):
        host = host_of(key)
        placed.append((rounds[host], place, key))
        rounds[host] += 1
    return [key for _, _, key in sorted(placed)]


def _found(workspace: Workspace, key: str) -> tuple[PageRecord | None, AddressState | None]:
    state = record = None
    with suppress(NothingStored):
        with FrontierView(workspace.frontier_path) as view:
            state = view.state(key)
        with closing(PageStore.open(workspace.pages_path, read_only=True)) as store:
            record = store.get((state.final_key if state is not None else "") or key)
    return record, state


def _note(verdict: Verdict, state: AddressState | None, refused: Refusal | None) -> str:
    """Say what will become of a page that was not fetched."""
    if state is not None and state.outcome and state.completed:
        return f"it was asked for and gave no page ({state.outcome})"
    if refused is not None:
        return f"the rules refuse it ({refused}), so that it counts only if it is fetched all the same"
    if verdict is Verdict.YES:
        return "a crawl fetches it next"
    if verdict is Verdict.NO:
        return "it waits behind all others"
    return "it waits like any other"
