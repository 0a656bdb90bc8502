"""What a crawl is told beside its pages: labels, and versions of the model it begins with and leaves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import datetime

from lookclear.relevance.wordlists import Learned
from lookclear.session.agreement import Known, distrusted, examine_likeness
from lookclear.session.labelling import Labelling
from lookclear.session.mind import new_mind
from lookclear.session.searchable import Searchable
from lookclear.session.stores import Stores
from lookclear.session.versions import keep, seed_trust, steering, version_of
from lookclear.store.labels import LabelStore
from lookclear.store.models import ModelStore
from lookclear.store.pages import PageRecord
from lookclear.topics.ontology import Ontology
from lookclear.topics.workspace import Workspace
from lookclear.visit import TopicCrawl


class Learning:
    """Labels and models of one crawl; opens the label store, to be closed with the stack."""

    def __init__(self, workspace: Workspace, stores: Stores, fetched: Searchable, stack: ExitStack) -> None:
        self._workspace = workspace
        self._stores = stores
        self._beside = ThreadPoolExecutor(1, thread_name_prefix="learning")
        stack.callback(self._beside.shutdown, cancel_futures=True)
        self._known: dict[str, Known] = {}  # seeds that were fetched, by address
        self._compared = 0  # how many of them were compared
        self._doubts: tuple[str, ...] = ()
        self._models = ModelStore(workspace.models_folder)
        self._steering = steering(self._models)
        self.warnings = self._steering.warnings
        labels = stack.enter_context(closing(LabelStore(workspace.labels_path)))
        self.labels = Labelling(labels, stores, fetched, workspace.file.scope, since=self._steering.since)

    def meet_seed(self, record: PageRecord) -> None:
        """Take note of a seed that was fetched."""
        self._known[record.url] = Known("seed", record.url, record.page)

    def doubts(self, mind: TopicCrawl | None) -> tuple[str, ...]:
        """Return sentences on seeds and examples that are not like the others, or that are not trusted."""
        if len(self._known) != self._compared:
            examples = [Known("example", page.url, page) for page in self._stores.examples.pages()]
            self._doubts = tuple(examine_likeness([*self._known.values(), *examples]))
            self._compared = len(self._known)
        return (*self._doubts, *(distrusted(seed_trust(mind)) if mind is not None else ()))

    @property
    def held(self) -> Learned | None:
        """What the judge is to keep to, None when it learns on."""
        return self._steering.held

    def new_mind(self, strategy: str, ontology: Ontology | None) -> TopicCrawl:
        """Return the mind that the crawl begins with; raises ConfigError."""
        return new_mind(
            self._workspace,
            self._stores,
            self.labels,
            strategy=strategy,
            held=self.held,
            ontology=ontology,
            executor=self._beside,
        )

    def keep(self, mind: TopicCrawl, *, strategy: str, run: int, at: datetime) -> None:
        """Write down what was learned, as one version of the run however often; raises StoreError.

        A judge that keeps to an earlier version has learned something only if pages were labelled since.
        """
        if self.held is not None and self.labels.seen <= self._steering.since:
            return
        keep(
            self._models,
            version_of(
                self._models,
                mind,
                self._workspace,
                mind.relevance_of(self._stores.pages.relevances()),
                reason="crawl",
                strategy=strategy,
                labels=self.labels.seen,
                at=at,
                run=run,
            ),
        )
