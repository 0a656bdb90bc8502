"""What a workspace makes of its topic: `lookclear check`, before a crawl and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from lookclear.domain import Outcome, Page
from lookclear.frontier.inspect import FrontierView
from lookclear.html.parse import UnparsablePage, parse
from lookclear.replay.web import RecordedWeb
from lookclear.session.agreement import Agreement, Known, distrusted, examine_known
from lookclear.session.expectation import Expected, around
from lookclear.session.known import counter_pages, example_pages, seed_pages
from lookclear.session.labels import labels_of
from lookclear.session.mind import mind_at_rest
from lookclear.session.versions import steering
from lookclear.store.models import ModelStore
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical

SHOWN = 5  # pages at each end, and at the threshold
TERMS = 30
_MANY = 50  # pages, from which on it is worth a word that none is on topic, or nearly all
_NEARLY_ALL = 0.95


@dataclass(frozen=True, slots=True)
class Shown:
    """A stored page as an example of a judgement."""

    url: str
    title: str
    relevance: float


@dataclass(frozen=True, slots=True)
class TopicReport:
    """The learned topic. `version` is that of the model the terms come from, 0 = made up for this look.

    `best`, `borderline` and `worst` are stored pages by their relevance; `thresholds` say what each would
    promise of all stored pages, that in use among them.
    """

    version: int
    held: bool
    terms: list[tuple[str, float]]
    threshold: float
    thresholds: list[Expected]
    best: list[Shown]
    borderline: list[Shown]
    worst: list[Shown]
    known: list[Agreement]
    labels_yes: int
    labels_no: int
    warnings: list[str] = field(default_factory=list)


def examine_topic(workspace: Workspace, web: RecordedWeb | None = None) -> TopicReport:
    """Look at what tells the topic and at what was learned of it; fetches nothing and writes nothing.

    Seeds and examples that were not fetched yet are read from the recorded web, if there is one. Raises
    ConfigError when an example file cannot be read, StoreError when a store is damaged.
    """
    warnings: list[str] = []
    seeds = seed_pages(workspace)
    if web is not None:
        seeds |= _recorded(web, [url for url in workspace.topic.seeds if url not in seeds])
    examples = example_pages(workspace)
    known = [
        *(Known("seed", url, page) for url, page in seeds.items()),
        *(Known("example", page.url, page) for page in examples),
    ]
    counter = [Known("counter-example", page.url, page) for page in counter_pages(workspace)]
    found = examine_known(known, counter, workspace.topic.keywords, workspace.topic.languages)
    warnings += [*_lost_seeds(workspace), *found.warnings]
    warnings += distrusted(_trust(workspace))
    version, held, terms, troubles = _terms(workspace, [one.page for one in known])
    _, yes, no = labels_of(workspace)
    theta = workspace.file.relevance.threshold
    shown = _pages(workspace)
    relevances = [one.relevance for one in shown]
    warnings += collapse(relevances, theta)
    return TopicReport(
        version=version,
        held=held,
        terms=terms,
        threshold=theta,
        thresholds=around(relevances, theta) if relevances else [],
        best=shown[:SHOWN],
        borderline=sorted(shown, key=lambda one: abs(one.relevance - theta))[:SHOWN],
        worst=shown[::-1][:SHOWN],
        known=found.pages,
        labels_yes=yes,
        labels_no=no,
        warnings=warnings + troubles,
    )


def collapse(relevances: Sequence[float], threshold: float) -> list[str]:
    """Say when none of many pages is on topic, or nearly all are: then relevance tells nothing apart."""
    count, on_topic = len(relevances), sum(value >= threshold for value in relevances)
    if count < _MANY:
        return []
    if not on_topic:
        return [
            f"none of {count} pages is on topic: seeds, keywords and scope may not fit what these sites are "
            "about"
        ]
    if on_topic > _NEARLY_ALL * count:
        return [
            f"{on_topic} of {count} pages count as on topic: the topic may not be told from the rest; raise "
            "relevance.threshold, or name pages that are off topic (`lookclear label`, counter_examples)"
        ]
    return []


def _terms(
    workspace: Workspace, known: Sequence[Page]
) -> tuple[int, bool, list[tuple[str, float]], list[str]]:
    """Return version, whether it is held, its terms, troubles; without a version, terms of what is known."""
    models = ModelStore(workspace.models_folder)
    which, _ = models.in_use()
    troubles = list(steering(models).warnings)
    if which.version:
        model, wrong = models.best(which.version)
        troubles += [one for one in wrong if one not in troubles]
        if model is not None:
            return model.version, which.held, list(model.learned.terms.items())[:TERMS], troubles
    mind = mind_at_rest(workspace, known)
    return 0, False, mind.model.terms(TERMS), troubles


def _trust(workspace: Workspace) -> Mapping[str, float]:
    """Return how far the model in use trusts the seeds."""
    models = ModelStore(workspace.models_folder)
    which, _ = models.in_use()
    model = models.best(which.version)[0] if which.version else None
    return model.trust if model is not None else {}


def _pages(workspace: Workspace) -> list[Shown]:
    """Return the stored pages that the judge judged, the most relevant first: no seeds, none labelled."""
    if not workspace.pages_path.exists():
        return []
    left_out = {canonical(seed) for seed in workspace.topic.seeds}
    left_out |= {label.key for label in labels_of(workspace)[0]}
    with closing(PageStore.open(workspace.pages_path, read_only=True)) as store:
        listed = [Shown(*row[1:]) for row in store.judged() if row[0] not in left_out]
    return sorted(listed, key=lambda one: (-one.relevance, one.url))


def _recorded(web: RecordedWeb, addresses: Sequence[str]) -> dict[str, Page]:
    pages: dict[str, Page] = {}
    for url in addresses:
        recorded = web.fetch(url)
        if recorded is None or recorded.status != 200:
            continue
        try:
            headers = dict(recorded.headers)
            pages[url] = parse(
                recorded.body, url, content_type=recorded.header("content-type"), headers=headers
            )
        except UnparsablePage:
            continue
    return pages


def _lost_seeds(workspace: Workspace) -> list[str]:
    """Say which seeds were asked for and gave no page."""
    if not workspace.frontier_path.exists():
        return []
    warnings = []
    with closing(FrontierView(workspace.frontier_path)) as view:
        for seed in workspace.topic.seeds:
            state = view.state(seed)
            if (
                state is not None
                and state.outcome
                and state.outcome not in {Outcome.FETCHED, Outcome.REDIRECTED}
            ):
                why = f"{state.outcome} {state.detail}".strip()
                warnings.append(f"the seed {seed} gave no page ({why}): it tells nothing")
    return warnings
