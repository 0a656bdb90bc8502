"""Learns the topic of a workspace anew from what is stored and labelled, or goes back to an earlier version.

Either way every stored page is judged anew, in the page store and in the index, and everything that waits is
scored anew; the next crawl goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from lookclear.domain import Score
from lookclear.errors import UsageError, WorkspaceBusy
from lookclear.links.strategies import strategy as strategy_named
from lookclear.session.expectation import Expected, Measured, expected, in_and_out, measured
from lookclear.session.labelling import Labelling, rejudge
from lookclear.session.mind import new_mind
from lookclear.session.rebuild import rebuild
from lookclear.session.searchable import Searchable
from lookclear.session.stores import Stores, open_stores
from lookclear.session.versions import Steering, own_judgements, version_of
from lookclear.store.labels import LabelStore
from lookclear.store.models import InUse, Listed, Model, ModelStore
from lookclear.topics.workspace import Workspace
from lookclear.visit import TopicCrawl, check_ontology

LEAST_CHANGE = 0.001  # of a relevance that is written down
PARTS = 5  # that labelled pages are cut into, each judged by a model that learned from the others


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A page that is on topic now and was not, or the other way round."""

    url: str
    title: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Training:
    """What a training, or going back to a version, has changed.

    `version` is in use now, `before` was. `moved` counts pages whose relevance changed at all; `expected` and
    `measured` come as (before, after), None where nothing can be said.
    """

    version: int
    before: int
    held: bool
    pages: int
    labels_yes: int
    labels_no: int
    terms: dict[str, float]
    terms_in: list[tuple[str, float]]
    terms_out: list[str]
    now_on_topic: list[Rejudged]
    now_off_topic: list[Rejudged]
    moved: int
    waiting: int
    threshold: float
    expected: tuple[Expected, Expected]
    measured: tuple[Measured | None, Measured | None]
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Versions:
    """All versions, oldest first, and the one in use."""

    in_use: InUse
    versions: list[Listed]
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Desk:
    """A workspace that is open for learning."""

    stores: Stores
    labels: LabelStore
    labelling: Labelling
    fetched: Searchable
    mind: TopicCrawl
    strategy: str


def train(workspace: Workspace, *, at: datetime) -> Training:
    """Learn from everything stored and labelled, and save that as a new version.

    Raises UsageError when there is nothing to learn from, WorkspaceBusy while a crawl is running, and what
    opening a crawl raises.
    """
    models = ModelStore(workspace.models_folder)
    _refuse_nothing(workspace)
    with _opened(workspace, Steering()) as desk:
        judged = desk.mind.relevance_of(desk.stores.pages.relevances())
        model = version_of(
            models,
            desk.mind,
            workspace,
            judged,
            reason="train",
            strategy=desk.strategy,
            labels=desk.labelling.seen,
            at=at,
        )
        return _settle(workspace, models, desk, judged, InUse(model.version), model)


def go_back(workspace: Workspace, version: int | None = None) -> Training:
    """Hold to an earlier version, None = the one before that in use; labels given from now on move it.

    Raises UsageError when there is none such, WorkspaceBusy while a crawl is running, and what opening a
    crawl raises.
    """
    models = ModelStore(workspace.models_folder)
    target, warnings = _target(models, version)
    with _opened(workspace, Steering(target.learned, _last_label(workspace))) as desk:
        judged = desk.mind.relevance_of(desk.stores.pages.relevances())
        use = InUse(target.version, held=True, labels=desk.labelling.seen)
        found = _settle(workspace, models, desk, judged, use, None)
    found.warnings.extend(warnings)
    return found


def versions(workspace: Workspace) -> Versions:
    """Return all versions; writes nothing."""
    models = ModelStore(workspace.models_folder)
    which, trouble = models.in_use()
    return Versions(which, models.versions(), [trouble] if trouble else [])


def _target(models: ModelStore, version: int | None) -> tuple[Model, list[str]]:
    which, trouble = models.in_use()
    warnings = [trouble] if trouble else []
    if version is None:
        present, troubles = models.best(which.version) if which.version else (None, [])
        version = present.parent if present is not None else 0
        warnings += troubles
    if version < 1:
        raise UsageError(
            "there is no earlier version to go back to",
            hint="`lookclear train DIR --list` shows all versions",
        )
    if version not in models.numbers():
        known = ", ".join(map(str, models.numbers())) or "none yet"
        raise UsageError(f"there is no version {version} of the model", hint=f"versions: {known}")
    target, troubles = models.best(version)
    if target is None:
        raise models_unusable(troubles)
    return target, warnings + troubles


def models_unusable(troubles: list[str]) -> UsageError:
    """Return what to tell when no version can be read."""
    return UsageError("; ".join(troubles), hint="`lookclear train DIR` makes a new version")


def _refuse_nothing(workspace: Workspace) -> None:
    if not workspace.pages_path.exists() and not workspace.labels_path.exists():
        raise UsageError(
            f"there is nothing to learn from in {workspace.folder} yet",
            hint="crawl the topic first, or label pages",
        )


def _last_label(workspace: Workspace) -> int:
    if not workspace.labels_path.exists():
        return 0
    with LabelStore(workspace.labels_path, read_only=True) as labels:
        return labels.last


@contextmanager
def _opened(workspace: Workspace, steer: Steering) -> Iterator[_Desk]:
    with ExitStack() as stack:
        try:
            stack.callback(workspace.lock().release)
        except WorkspaceBusy as error:
            hint = "labels count in it at once; train, or go back, when it has ended or was stopped"
            raise WorkspaceBusy(error.message, hint=hint) from error
        crawl, ontology = workspace.file.crawl, workspace.ontology()
        check_ontology(crawl.strategy, ontology)
        stores = open_stores(workspace, strategy_named(crawl.strategy, crawl.tunnel), stack)
        fetched = Searchable(stores, workspace.file)
        labels = stack.enter_context(closing(LabelStore(workspace.labels_path)))
        labelling = Labelling(labels, stores, fetched, workspace.file.scope, since=steer.since)
        mind = new_mind(
            workspace, stores, labelling, strategy=crawl.strategy, held=steer.held, ontology=ontology
        )
        rebuild(mind, stores, fetched, count=lambda *_: None, earlier=0)
        mind.hold(steer.held)  # the newest words, whatever page came last
        yield _Desk(stores, labels, labelling, fetched, mind, crawl.strategy)


def _settle(
    workspace: Workspace,
    models: ModelStore,
    desk: _Desk,
    judged: Mapping[str, Score],
    use: InUse,
    model: Model | None,
) -> Training:
    """Write everything down, and say what changed; the version in use is noted last."""
    theta = workspace.file.relevance.threshold
    which, _ = models.in_use()
    stored = desk.stores.pages.relevances()
    moved = {key: score for key, score in judged.items() if abs(score.value - stored[key]) >= LEAST_CHANGE}
    rejudge(desk.stores, desk.fetched, moved)
    desk.stores.frontier.rescore(desk.mind.rescored())
    desk.stores.index.commit()
    desk.labels.take(desk.labelling.seen)
    said = {key: on_topic for key, (_, on_topic) in desk.mind.teachers.labelled().items()}
    learned = desk.mind.model.learned()
    earlier, troubles = models.best(which.version) if which.version else (None, [])
    figures = _measured(desk, earlier, said, theta, is_held=use.held)
    if model is not None:
        models.save(model)
    models.use(use)
    terms_in, terms_out = in_and_out(earlier.learned.terms if earlier is not None else (), learned.terms)
    own = own_judgements(judged)
    known = {key for key, score in judged.items() if score.parts.keys() & {"seed", "label", "kind"}}
    return Training(
        version=use.version,
        before=which.version,
        held=use.held,
        pages=len(judged),
        labels_yes=sum(said.values()),
        labels_no=len(said) - sum(said.values()),
        terms=dict(learned.terms),
        terms_in=terms_in,
        terms_out=terms_out,
        now_on_topic=_changed(desk, stored, moved, theta, up=True),
        now_off_topic=_changed(desk, stored, moved, theta, up=False),
        moved=len(moved),
        waiting=len(desk.stores.frontier),
        threshold=theta,
        expected=(
            expected([value for key, value in stored.items() if key not in known], theta),
            expected(own, theta),
        ),
        measured=figures,
        warnings=troubles,
    )


def _measured(
    desk: _Desk, earlier: Model | None, said: Mapping[str, bool], theta: float, *, is_held: bool
) -> tuple[Measured | None, Measured | None]:
    """Judge labelled pages by the earlier model, and by one that was not taught by them.

    The earlier model is asked about pages only that it did not learn from; when those are enough, so is the
    new one.
    """
    teachers = desk.mind.teachers
    after = teachers.judged(desk.mind.judge_rows, 1 if is_held else PARTS)
    if earlier is None or "pages" not in earlier.learned.words:
        return None, measured(after, said, theta)
    fresh = {label.key for label in desk.labels.present() if label.number > earlier.labels}
    unseen = {key: value for key, value in said.items() if key in fresh}
    held = desk.mind.model.held
    desk.mind.hold(earlier.learned)
    before = measured(teachers.judged(desk.mind.judge_rows, 1), unseen, theta)
    desk.mind.hold(held)
    return before, measured(after, unseen if before is not None else said, theta)


def _changed(
    desk: _Desk, stored: Mapping[str, float], moved: Mapping[str, Score], theta: float, *, up: bool
) -> list[Rejudged]:
    """Return the pages that crossed the threshold, those that moved most first."""
    keys = [
        key
        for key, score in moved.items()
        if (score.value >= theta) is up and (stored[key] >= theta) is not up
    ]
    keys.sort(key=lambda key: -abs(moved[key].value - stored[key]))
    found = []
    for key in keys:
        record = desk.stores.pages.get(key)
        title = record.title if record is not None else ""
        found.append(Rejudged(key, title, stored[key], moved[key].value))
    return found
