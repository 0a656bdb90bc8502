"""Makes the mind of a crawl from a workspace: its topic, examples and labels, and a version to hold to."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing

from lookclear.domain import Page
from lookclear.relevance.wordlists import Learned
from lookclear.session.known import counter_pages
from lookclear.session.labelling import Labelling
from lookclear.session.stores import Stores
from lookclear.session.versions import steering
from lookclear.store.labels import LabelStore
from lookclear.store.models import ModelStore
from lookclear.topics.ontology import Ontology
from lookclear.topics.workspace import Workspace
from lookclear.visit import Said, TopicCrawl


def new_mind(
    workspace: Workspace,
    stores: Stores,
    labels: Labelling,
    *,
    strategy: str,
    held: Learned | None,
    ontology: Ontology | None,
    executor: Executor | None = None,
) -> TopicCrawl:
    """Return a mind that has visited nothing yet; raises ConfigError for an example that cannot be read.

    What it learns in the background runs in the executor; without one, it waits for it.
    """
    return TopicCrawl(
        workspace.topic,
        strategy=strategy,
        settings=workspace.file,
        example_pages=stores.examples.pages(),
        counter_examples=stores.examples.counter_pages(),
        labels=labels.known(),
        held=held,
        ontology=ontology,
        executor=executor,
    )


def mind_at_rest(workspace: Workspace, known: Sequence[Page]) -> TopicCrawl:
    """Return a mind that knows what is on topic and what was said, and has visited nothing; writes nothing.

    `known` are seeds and examples. Raises ConfigError for an example that cannot be read, and StoreError.
    """
    steer = steering(ModelStore(workspace.models_folder))
    said: list[Said] = []
    if workspace.labels_path.exists():
        with closing(LabelStore(workspace.labels_path, read_only=True)) as labels:
            said = [
                Said(one.key, one.on_topic, labels.copy(one.key), teaches=one.number > steer.since)
                for one in labels.present()
            ]
    return TopicCrawl(
        workspace.topic,
        strategy=workspace.file.crawl.strategy,
        settings=workspace.file,
        example_pages=known,
        counter_examples=counter_pages(workspace),
        labels=said,
        held=steer.held,
        ontology=workspace.ontology(),
    )
