"""Ontology: links by the concepts that the words for them name, and by those of their page and their block.

After Guan 2010, who predicts a link's worth from extended anchor text and from the links beside it, and lets
links wait in queues by that worth; formulas and weights are our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Protocol

import numpy as np

from lookclear.domain import Page
from lookclear.links.concept_weights import learned_weights
from lookclear.links.evidence import Evidence
from lookclear.links.learning import Lesson
from lookclear.links.seeing import LinkNumbers, Seen, rows_at
from lookclear.text.growing import Growing
from lookclear.text.terms import WordTerms
from lookclear.text.vectors import Floats, Row, RowBatch, TermRows

PAGE = 0.4  # a: share of the page's relevance
OWN = 0.7  # of what a link's own words say, beside those of the other links of its block
TIERS = ((0.6, 0.70), (0.3, 0.25), (0.0, 0.05))  # least score of a queue, and its share of what is served
PAGE_ONLY, LINKS_ONLY, PLAIN, LEARNED = "page", "links", "plain", "learned"  # what may be chosen
LEARN_EVERY, MOST_PAGES = 100, 2_000  # pages between two corrections of weights, and newest ones they rest on


class Reading(Protocol):
    """What an ontology says of a page and of its links."""

    @property
    def concepts(self) -> Row:
        """Numbers of concepts, and how much the page names each."""
        ...

    @property
    def norm(self) -> float:
        """What the page says in all, concepts or not."""
        ...

    @property
    def links(self) -> RowBatch:
        """A row for each link: numbers of concepts, and how much its words name each, in 0..1."""
        ...


class ConceptReader(Protocol):
    """Reads pages by an ontology: `lookclear.relevance.ontology.OntologyJudge`."""

    @property
    def strengths(self) -> Floats:
        """C of each node, by number."""
        ...

    def read(self, page: Page, found: WordTerms | None = None) -> Reading:
        """Return what the ontology says of a page."""
        ...

    def name(self, node: int) -> str:
        """Return what a node is called."""
        ...


class OntologyLinks:
    """S = a·Rel(page) + (1 − a)·L, with L = .7·own + .3·(mean own of the other links of the block).

    `own = min(1, Σ C·named)`. Addresses that no page links to go by their likeness to the topic.
    """

    name = "ontology"
    parts = ("page",)

    def __init__(self, reader: ConceptReader | None = None, choice: str = "") -> None:
        """Without a reader it goes by the evidence alone, and by nothing it is named for.

        `choice`: `page` and `plain` go by the page alone, `links` by what the words for links say; with
        `learned` the weights of concepts are corrected by the pages that were judged.
        """
        self.reader = reader
        self._share = {PAGE_ONLY: 1.0, PLAIN: 1.0, LINKS_ONLY: 0.0}.get(choice, PAGE)
        self._numbers = LinkNumbers()
        self._named = TermRows()  # concepts, by link
        self._beside = Growing(np.float64)  # mean own of the other links of the block, by link
        self._page_of = Growing(np.int32)
        self._pages = TermRows()  # concepts, by page
        self._norms = Growing(np.float64)
        self._outcomes = Growing(np.float64)  # R as the crawl judged it
        self._learns = choice == LEARNED
        self._weights = reader.strengths if reader is not None else np.zeros(0)
        self._last: tuple[Evidence, Mapping[str, Floats]] | None = None

    def see(self, seen: Seen) -> None:
        """Read a page's concepts and those of the words for its links."""
        if self.reader is None:
            return
        found = self.reader.read(seen.page, seen.words)
        self._pages.append(found.concepts)
        self._norms.append(found.norm)
        if not len(seen.links):
            return
        blocks = np.array([link.block for link in seen.page.links], np.int64)
        beside = _mean_of_others(self._own(found.links), blocks)
        self._numbers.add(seen.first, len(seen.links))
        self._named.extend(found.links.take(seen.links))
        self._beside.extend(beside[seen.links])
        self._page_of.extend(np.full(len(seen.links), seen.number))

    def learn(self, lesson: Lesson) -> None:
        """Correct the weights of concepts now and then, by what the pages that name them were worth."""
        if not self._learns or self.reader is None:
            return
        self._outcomes.append(lesson.relevance)
        if len(self._outcomes) % LEARN_EVERY == 0:
            first = max(0, len(self._outcomes) - MOST_PAGES)
            pages, outcomes = self._pages.batch(first), self._outcomes.values[first:]
            self._weights = learned_weights(pages, outcomes, self.reader.strengths)

    def score(self, evidence: Evidence) -> Floats:
        """Return S of each link."""
        if self.reader is None or not len(evidence.links):
            return link_worth(evidence.page, evidence.anchor, evidence.anchor, self._share)
        self._forget(evidence)
        places = self._numbers.places(evidence.links)
        own = self._own(rows_at(self._named, places))
        page = self._relevance()[self._page_of.values[places]]
        beside = self._beside.values[places]
        self._last = evidence, {"concepts-page": page, "concepts-link": own, "concepts-beside": beside}
        return link_worth(page, own, beside, self._share)

    def explain(self, evidence: Evidence, link: int) -> dict[str, float]:
        """Return Rel of the page, what the words for a link name, and what those of its neighbours do."""
        if self._last is None or self._last[0] is not evidence:
            return {}
        return {name: float(values[link]) for name, values in self._last[1].items()}

    def _own(self, rows: RowBatch) -> Floats:
        return np.minimum(rows.products(self._weights), 1.0)

    def _relevance(self) -> Floats:
        """Return Rel of each page by the present weights."""
        norms = math.sqrt(float(self._weights @ self._weights)) * self._norms.values
        dots = self._pages.batch().products(self._weights)
        return np.minimum(np.divide(dots, norms, out=np.zeros(len(dots)), where=norms > 0), 1.0)

    def _forget(self, evidence: Evidence) -> None:
        kept = self._numbers.outdated(evidence.links)
        if kept is not None:
            self._named.keep(kept)
            self._beside.replace(self._beside.values[kept])
            self._page_of.replace(self._page_of.values[kept])


def link_worth(page: Floats, own: Floats, beside: Floats, share: float = PAGE) -> Floats:
    """Return S of links from Rel of their page, their own worth and the mean of those beside them.

    >>> float(np.round(link_worth(np.array([0.64455]), np.array([0.6]), np.array([0.3])), 5)[0])
    0.56382
    """
    worth: Floats = share * page + (1 - share) * (OWN * own + (1 - OWN) * beside)
    return worth


def _mean_of_others(own: Floats, blocks: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Floats:
    """Return the mean worth of the other links in the block of each link, 0 for one that is alone."""
    _, place, counts = np.unique(blocks, return_inverse=True, return_counts=True)
    sums = np.bincount(place, own)
    others = counts[place] - 1
    mean: Floats = np.divide(sums[place] - own, others, out=np.zeros(len(own)), where=others > 0)
    return np.clip(mean, 0.0, 1.0)
