"""The word list that links are compared with, from what the crawl has seen of links that paid off."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from lookclear.relevance.centroid import CentroidModel
from lookclear.text.vectors import Floats, Row, RowBatch, dot
from lookclear.topics.features import Context, evolve, rarity_of, start_set

EVERY = 100  # fetched pages in a batch
PAID, FAILED = 0.7, 0.3  # a link paid off when its target has at least, failed when at most this relevance
MOST_BACK_LINKS = 500  # links to seeds that are looked at
SHARE = 0.5  # of the word list beside the centroid


class Adaptation:
    """Start set and evolution of one crawl; terms are numbers of the vocabulary."""

    def __init__(self, model: CentroidModel) -> None:
        self._model = model
        self._names: list[Context[int]] = []
        self._seeds: list[Row] = []
        self._back_links: list[Context[int]] = []
        self._paid: list[tuple[str, Row]] = []
        self._failed: list[tuple[str, Row]] = []
        self._pages = 0
        self._batches = 0
        self._first: dict[int, float] = {}
        self._present: dict[int, float] = {}
        self.outcomes: Counter[str] = Counter()  # of batches

    def know(self, host: str, names: Row, row: Row) -> None:
        """Take in a page that is known to be on topic: the words it is called by, and all of its words."""
        self._names.append(Context(host, _counts(names)))
        self._seeds.append(row)

    def back_link(self, host: str, context: Row) -> None:
        """Take in a link to a seed, with the words around it."""
        if len(self._back_links) < MOST_BACK_LINKS and len(context[0]):
            self._back_links.append(Context(host, _counts(context)))

    def outcome(self, hosts: Sequence[str], contexts: RowBatch, relevance: float) -> None:
        """Take in what links led to: where they stand, the words around them, R of the page."""
        self._pages += 1
        if relevance >= PAID or relevance <= FAILED:
            batch = self._paid if relevance >= PAID else self._failed
            batch += [(host, contexts[at]) for at, host in enumerate(hosts)]

    def apply(self) -> None:
        """Let the model compare links with the present word list, evolved when a batch is full."""
        shares = self._model.shares
        self._first = start_set(self._back_links, self._names, lambda term: rarity_of(float(shares[term])))
        if not self._batches:
            self._present = self._first
        if self._pages >= EVERY:
            self._evolve()
        if not self._present:
            return
        chosen = np.zeros(len(self._model.idf()))
        chosen[list(self._present)] = list(self._present.values())
        centroid = np.zeros(len(chosen))
        centroid[: len(self._model.topic)] = self._model.topic
        mixed = SHARE * chosen + (1 - SHARE) * centroid
        self._model.compare_links_with(mixed / max(1e-12, math.sqrt(dot(mixed, mixed))))

    def _evolve(self) -> None:
        idf = self._model.idf()
        evolved = evolve(
            self._present,
            self._first,
            [Context(host, _weighted(row, idf)) for host, row in self._paid],
            [Context(host, _weighted(row, idf)) for host, row in self._failed],
            seeds=[_weighted(row, idf) for row in self._seeds],
            batches=self._batches,
        )
        self.outcomes[evolved.outcome] += 1
        self._present = evolved.weights
        self._batches += 1
        self._pages = 0
        self._paid, self._failed = [], []


def _counts(row: Row) -> dict[int, float]:
    return dict(zip(row[0].tolist(), row[1].tolist(), strict=True))


def _weighted(row: Row, idf: Floats) -> dict[int, float]:
    return dict(zip(row[0].tolist(), (row[1] * idf[row[0]]).tolist(), strict=True))
