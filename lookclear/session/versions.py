"""Versions of what a workspace has learned: what a crawl begins with, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from lookclear.domain import Score
from lookclear.relevance.wordlists import Learned
from lookclear.session.expectation import expected
from lookclear.store.models import InUse, Model, ModelStore
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical
from lookclear.visit import TopicCrawl


@dataclass(frozen=True, slots=True)
class Steering:
    """What a judge begins with: words to hold to (None = it learns on), and from which label on it learns."""

    held: Learned | None = None
    since: int = 0
    warnings: tuple[str, ...] = ()


def steering(models: ModelStore) -> Steering:
    """Read what is in use; what cannot be read is passed over and said."""
    which, trouble = models.in_use()
    warnings = [trouble] if trouble else []
    if not which.held:
        return Steering(warnings=tuple(warnings))
    model, troubles = models.best(which.version)
    warnings += troubles
    if model is None or "pages" not in model.learned.words:
        return Steering(warnings=tuple(warnings))
    return Steering(model.learned, which.labels, tuple(warnings))


def version_of(
    models: ModelStore,
    mind: TopicCrawl,
    workspace: Workspace,
    judged: Mapping[str, Score],
    *,
    reason: str,
    strategy: str,
    labels: int,
    at: datetime,
    run: int = 0,
) -> Model:
    """Return a new version of what `mind` has learned, not saved yet; of one run there is only one version.

    `judged` are the visited pages by key, `labels` is the position in the history of labels it knows.
    """
    which, _ = models.in_use()
    number, parent = models.next_number(), which.version
    if run and which.version in models.numbers():
        earlier, _ = models.best(which.version)
        if earlier is not None and earlier.run == run:
            number, parent = earlier.version, earlier.parent
    theta = workspace.file.relevance.threshold
    promise = expected(own_judgements(judged), theta)
    on_topic = sum(score.value >= theta for score in judged.values())
    figures: dict[str, float] = {"pages": len(judged), "on_topic": on_topic}
    if promise.precision is not None:
        figures["expected_precision"] = promise.precision
    return Model(
        version=number,
        created=at,
        reason=reason,
        parent=parent,
        strategy=strategy,
        threshold=theta,
        labels=labels,
        learned=mind.model.learned(),
        trust=seed_trust(mind),
        figures=figures,
        run=run,
    )


def seed_trust(mind: TopicCrawl) -> dict[str, float]:
    """Return how far each fetched seed is trusted to be on topic, in 0..1, by its address."""
    trust = mind.teachers.trust()
    keys = {seed: canonical(seed) for seed in mind.topic.seeds}
    return {seed: round(trust[key], 4) for seed, key in keys.items() if key in trust}


def own_judgements(judged: Mapping[str, Score]) -> list[float]:
    """Return the relevances that the judge gave itself: not seeds, labels and pages without content."""
    known = {"seed", "label", "kind"}
    return [score.value for score in judged.values() if not known & score.parts.keys()]


def keep(models: ModelStore, model: Model) -> None:
    """Save a version and use it. What is held stays held, to this version from now on. Raises StoreError."""
    which, _ = models.in_use()
    models.save(model)
    models.use(
        replace(which, version=model.version, labels=model.labels) if which.held else InUse(model.version)
    )
