"""Centroid: what an anchor says now, and what anchors like it have led to before.

After Wang et al. 2009: the sum of a front end (likeness to the centroid of the topic: immediate payoff) and
a back end (a classifier trained on anchors that were followed: delayed payoff), both applied late, by the
newest model. Scaling, guards and the form of the back end are our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

import numpy as np

from lookclear.links.anchor_model import AnchorModel
from lookclear.links.evidence import Evidence
from lookclear.links.learning import Lesson
from lookclear.text.vectors import Floats
from lookclear.topics.root_set import RootSet, likeness
from lookclear.tunnel.depth import THETA

DELAYED = 0.5  # what a page that is found through another one is worth for the anchors that led there


class Centroid:
    """S = ½·(sim2(anchor, centroid) + P(relevant | anchor)); of several anchors the best counts."""

    name = "centroid"
    parts = ("anchor",)

    def __init__(self, rule: str = "") -> None:
        """`rule` is how the centroid is made of the documents: sum (as if empty), max or ave."""
        self._root = RootSet(rule or "sum")
        self._paid = AnchorModel()

    def score(self, evidence: Evidence) -> Floats:
        """Return S of each link; without words to go by, the likeness to the topic stands for both ends."""
        rows = evidence.rows
        if rows is None:
            return evidence.anchor
        centroid = self._root.centroid()
        terms = max(len(centroid), int(rows.numbers.max(initial=-1)) + 1)
        whole = np.zeros(terms)
        whole[: len(centroid)] = centroid
        score: Floats = 0.5 * (likeness(rows, whole) + self._paid.probability(rows, terms))
        return score

    def learn(self, lesson: Lesson) -> None:
        """Add a relevant page's names and anchors to the centroid; train on the anchors that led to it."""
        if lesson.is_known or lesson.relevance >= THETA:
            documents = [lesson.names, *(lesson.led[at] for at in range(len(lesson.led)))]
            self._root.add(documents, lesson.shares, is_known=lesson.is_known)
        self._paid.learn(lesson.led, lesson.relevance)
        if lesson.relevance >= THETA:
            self._paid.learn(lesson.before, DELAYED)
