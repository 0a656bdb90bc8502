"""A naive Bayes model that also learns from pages it labels itself, held in check by labels held back.

Zhu et al. 2009 update their classifier on line; when that is safe is our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

import numpy as np

from lookclear.relevance.naive_bayes import NaiveBayes
from lookclear.text.vectors import Row, RowBatch

SURE = 4.0  # |log-odds| from which on a page may label itself
OWN_WEIGHT = 0.3  # of a self-labelled page
HELD_BACK = 10  # every tenth label is not learned, but checked by
CHECK_EVERY = 10  # self-labelled pages between two checks
WORST_LOSS = 0.02  # F1 on the labels held back


class SelfTraining:
    """Labels go in by `label`, other pages by `see`; `model` is what comes of both.

    No more pages label themselves than were labelled. When ten of them have cost two points of F1 on the
    labels held back, they are unlearned, to the bit, and no page labels itself until the next label.
    """

    def __init__(self, model: NaiveBayes) -> None:
        self.model = model
        self.restored = 0  # how often self-labelled pages were taken back
        self._labels = 0
        self._own = 0
        self._held: list[tuple[Row, bool]] = []
        self._since: list[tuple[Row, bool]] = []  # self-labelled since the last check
        self._before = 1.0  # F1 at the last check
        self._is_stopped = False

    def label(self, row: Row, *, is_relevant: bool) -> None:
        """Learn a labelled page, or hold it back as every tenth one."""
        self._labels += 1
        self._is_stopped = False
        if self._labels % HELD_BACK == 0:
            self._held.append((row, is_relevant))
        else:
            self.model.learn(row, is_relevant=is_relevant)
        if not self._since:
            self._before = self._f1()

    def see(self, row: Row) -> bool:
        """Learn a page by its own label if it is sure of it; returns whether it was learned (for now)."""
        margin = float(self.model.margins(RowBatch.of([row]))[0])
        if self._is_stopped or abs(margin) <= SURE or self._own >= self._labels:
            return False
        is_relevant = margin > 0
        self.model.learn(row, is_relevant=is_relevant, weight=OWN_WEIGHT)
        self._own += 1
        self._since.append((row, is_relevant))
        if len(self._since) >= CHECK_EVERY:
            self._check()
        return True

    def _check(self) -> None:
        now = self._f1()
        if now < self._before - WORST_LOSS:
            for row, is_relevant in self._since:
                self.model.unlearn(row, is_relevant=is_relevant, weight=OWN_WEIGHT)
            self._own -= len(self._since)
            self.restored += 1
            self._is_stopped = True
        else:
            self._before = now
        self._since = []

    def _f1(self) -> float:
        """Return F1 on the labels held back; 1 while none of them is relevant."""
        truth = np.array([is_relevant for _, is_relevant in self._held], np.bool_)
        if not truth.any():
            return 1.0
        called = self.model.margins(RowBatch.of([row for row, _ in self._held])) > 0
        return float(2 * (called & truth).sum() / (called.sum() + truth.sum()))
