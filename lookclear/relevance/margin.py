"""What stands behind a learned model: a margin for each page, that a calibration turns into a probability."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from lookclear.relevance.contract import Examples, ModelState
from lookclear.relevance.pu.linear import Linear
from lookclear.relevance.weighting import Weighting, any_in_row
from lookclear.text.vectors import Floats, Row, RowBatch, Vocabulary

SUREST = 1 - 1e-9
FOLDS = 10  # parts of the examples that are held out in turn


class MarginModel(Protocol):
    """Any real number a page; more is more on topic."""

    @property
    def kind(self) -> str:
        """The name that the model is chosen by."""

    def margins(self, rows: RowBatch) -> Floats:
        """Return the margin of each page."""

    def known(self, rows: RowBatch) -> NDArray[np.bool_]:
        """Return which pages hold at least one word that was known when the model was made."""

    def parts(self, row: Row) -> dict[str, float]:
        """Return what the margin of one page is made of."""

    def terms(self, most: int = 20) -> list[tuple[str, float]]:
        """Return the words that speak most for the topic."""

    def state(self) -> ModelState:
        """Return all that is needed to make the model again."""


Learner: TypeAlias = Callable[[Examples], MarginModel]


class Planes:
    """One plane over unit vectors, or several that vote: `artanh Σ_i a_i·tanh f_i(x)`, of the size of f."""

    def __init__(
        self,
        kind: str,
        vocabulary: Vocabulary,
        weighting: Weighting,
        planes: list[Linear],
        votes: Floats | None = None,
    ) -> None:
        self.kind = kind
        self._vocabulary = vocabulary
        self._weighting = weighting
        self._planes = planes
        self._votes = votes

    def margins(self, rows: RowBatch) -> Floats:
        """Return the margin of each page; without known words that of the planes' biases."""
        return self._combined(self._weighting.units(rows))

    def known(self, rows: RowBatch) -> NDArray[np.bool_]:
        """Return which pages hold a word that has an idf."""
        return any_in_row(rows, rows.numbers < len(self._weighting.idf))

    def parts(self, row: Row) -> dict[str, float]:
        """Return f of each plane under `round 1`, `round 2`, …"""
        units = self._weighting.units(RowBatch.of([row]))
        return {
            f"round {number}": float(plane.margins(units)[0]) for number, plane in enumerate(self._planes, 1)
        }

    def terms(self, most: int = 20) -> list[tuple[str, float]]:
        """Return the terms of largest weight in the planes' sum, the largest as 1."""
        shares = self._votes if self._votes is not None else np.ones(1)
        total = sum((a * p.weights for a, p in zip(shares, self._planes, strict=True)), np.zeros(1))
        order = np.argsort(-total, kind="stable")[:most]
        top = float(total[order[0]])
        return [(self._vocabulary.term(int(n)), float(total[n]) / top) for n in order if total[n] > 0]

    def state(self) -> ModelState:
        """Return idf and planes over the terms that were known when they were made."""
        terms = tuple(self._vocabulary.term(number) for number in range(len(self._weighting.idf)))
        arrays: dict[str, NDArray[np.float64]] = {
            "idf": self._weighting.idf,
            "planes": np.stack([plane.weights for plane in self._planes]),
            "biases": np.array([plane.bias for plane in self._planes]),
        }
        if self._votes is not None:
            arrays["votes"] = self._votes
        return ModelState(self.kind, terms, arrays)

    @classmethod
    def from_state(cls, state: ModelState, vocabulary: Vocabulary) -> Planes:
        """Return the model that a state was taken of, over another vocabulary; StoreError if damaged."""
        idf = state.array("idf", np.float64, (len(state.terms),))
        planes = state.array("planes", np.float64, (None, len(state.terms)))
        biases = state.array("biases", np.float64, (len(planes),))
        votes = state.array("votes", np.float64, (len(planes),)) if "votes" in state.arrays else None
        state.demand(len(planes) > 0 and (votes is not None or len(planes) == 1), "votes do not fit planes")
        numbers = vocabulary.numbers(state.terms)
        length = int(numbers.max(initial=-1)) + 1

        def spread(values: Floats) -> Floats:
            whole = np.zeros(length)
            whole[numbers] = values
            return whole

        pairs = zip(planes, biases, strict=True)
        made = [Linear(spread(weights), float(bias)) for weights, bias in pairs]
        return cls(state.kind, vocabulary, Weighting(spread(idf)), made, votes)

    def _combined(self, units: csr_array) -> Floats:
        if self._votes is None:
            return self._planes[0].margins(units)
        found = np.zeros(units.shape[0])
        for share, plane in zip(self._votes, self._planes, strict=True):
            if share:
                found += share * np.tanh(plane.margins(units))
        return unsquashed(found)


def unsquashed(votes: Floats) -> Floats:
    """Return artanh of votes in −1..1: margins, whose tails are not pressed together."""
    margins: Floats = np.arctanh(np.clip(votes, -SUREST, SUREST))
    return margins


@dataclass(frozen=True, slots=True)
class Fold:
    """A part of the examples that is held out, and the rest, which is learned from.

    `places` are the rows held out among the positive, unlabelled and negative ones.
    """

    learned: Examples
    held: Examples
    places: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Held:
    """Margins of all examples by models that were not trained on them, in the order of the examples."""

    positive: Floats
    unlabelled: Floats
    negative: Floats

    @classmethod
    def of(cls, folds: Sequence[Fold], margins: Sequence[tuple[Floats, Floats, Floats]]) -> Held:
        """Put the margins of all folds in their places."""
        sides = []
        for side in range(3):
            found = np.zeros(sum(len(fold.places[side]) for fold in folds))
            for fold, part in zip(folds, margins, strict=True):
                found[fold.places[side]] = part[side]
            sides.append(found)
        return cls(*sides)


def folds_of(examples: Examples, generator: np.random.Generator) -> list[Fold]:
    """Return up to ten folds, so that each page is held out once.

    Fewer with fewer pages on either side; none when one side has a single page.
    """
    others = len(examples.unlabelled) + len(examples.negative)
    parts = min(FOLDS, len(examples.positive), others)
    if parts < 2:
        return []
    batches = (examples.positive, examples.unlabelled, examples.negative)
    turns = [generator.permutation(len(rows)) % parts for rows in batches]
    folds = []
    for part in range(parts):
        one, other, third = (np.flatnonzero(turn == part) for turn in turns)
        learned = [rows.take(np.flatnonzero(turn != part)) for rows, turn in zip(batches, turns, strict=True)]
        held = [rows.take(at) for rows, at in zip(batches, (one, other, third), strict=True)]
        folds.append(Fold(Examples(*learned), Examples(*held), (one, other, third)))
    return folds
