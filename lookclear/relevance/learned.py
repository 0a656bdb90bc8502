"""The models that learn from examples, by name, each with a calibration: what callers make and load."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lookclear.errors import NotLearnable
from lookclear.relevance.calibration import Calibration, fitted
from lookclear.relevance.centroid_margin import CentroidMargin
from lookclear.relevance.contract import Examples, ModelState, content
from lookclear.relevance.margin import Held, Learner, MarginModel, Planes, folds_of
from lookclear.relevance.naive_bayes import NaiveBayes
from lookclear.relevance.pu.learner import KIND, learn_vote
from lookclear.relevance.pu.linear import ClassWeights, trained
from lookclear.relevance.tfidf2 import Tfidf2
from lookclear.relevance.weighting import Weighting
from lookclear.text.vectors import Floats, Row, RowBatch, Vocabulary

UNCHECKED = "with so few pages nothing can be held out: how sure the model is cannot be checked"


class LearnedModel:
    """A margin and its calibration; see `contract.PageModel`."""

    def __init__(
        self,
        margin: MarginModel,
        calibration: Calibration,
        notes: tuple[str, ...] = (),
        held: Floats | None = None,
    ) -> None:
        """`held` are scores of the unlabelled pages by models not trained on them; they are not stored.

        The model itself was told that those pages are off topic, so what it says of them is too low.
        """
        self._margin = margin
        self.calibration = calibration
        self.notes = notes
        self.held = held

    @property
    def kind(self) -> str:
        """The name that the model is chosen by."""
        return self._margin.kind

    def margins(self, rows: RowBatch) -> Floats:
        """Return the bare margins, for a calibration that is made elsewhere."""
        return self._margin.margins(rows)

    def scores(self, rows: RowBatch) -> Floats:
        """Return the probability of each page to be on topic; without known words at most the prior."""
        scores = self.calibration.probabilities(self._margin.margins(rows))
        empty = ~self._margin.known(rows)
        scores[empty] = np.minimum(scores[empty], self.calibration.prior)
        return scores

    def parts(self, row: Row) -> dict[str, float]:
        """Return the margin, the prior, and what the margin is made of."""
        margin = float(self._margin.margins(RowBatch.of([row]))[0])
        return {"margin": margin, "prior": self.calibration.prior, **self._margin.parts(row)}

    def terms(self, most: int = 20) -> list[tuple[str, float]]:
        """Return the words that speak most for the topic."""
        return self._margin.terms(most)

    def adapted(self, rows: RowBatch) -> LearnedModel:
        """Return the model with the share on topic that these pages, which nobody labelled, show."""
        return LearnedModel(self._margin, self.calibration.adapted(self.margins(rows)), self.notes)

    def holding(self, held: Floats) -> LearnedModel:
        """Return the model with scores of the unlabelled pages."""
        return LearnedModel(self._margin, self.calibration, self.notes, held)

    def state(self) -> ModelState:
        """Return the margin's state with the calibration beside it."""
        inner = self._margin.state()
        arrays, facts = inner.nested("margin")
        chosen = self.calibration
        own = {"slope": chosen.slope, "intercept": chosen.intercept, "prior": chosen.prior}
        return ModelState(self.kind, inner.terms, arrays, {**facts, **own, "notes": list(self.notes)})

    @classmethod
    def from_state(cls, state: ModelState, vocabulary: Vocabulary) -> LearnedModel:
        """Return the model that a state was taken of; raises StoreError that says what is damaged."""
        reader = _READERS.get(state.kind)
        state.demand(reader is not None, "no model of this kind is known")
        assert reader is not None
        state.demand(state.facts.get("margin/kind") == state.kind, "its two parts are of different kinds")
        state.demand(len(set(state.terms)) == len(state.terms) and all(state.terms), "its terms are no list")
        slope, intercept, prior = (state.number(name) for name in ("slope", "intercept", "prior"))
        state.demand(slope >= 0 and 0 < prior < 1, "its calibration is impossible")
        notes = state.facts.get("notes", [])
        state.demand(isinstance(notes, list) and all(isinstance(n, str) for n in notes), "notes are no list")
        margin = reader(state.below("margin"), vocabulary)
        return cls(margin, Calibration(slope, intercept, prior), tuple(notes))


def learn(
    kind: str, vocabulary: Vocabulary, examples: Examples, generator: np.random.Generator
) -> LearnedModel:
    """Return a calibrated model of a kind, one of `KINDS`.

    Deterministic for equal generators. Raises NotLearnable, with a hint, when the examples tell nothing.
    """
    if kind not in KINDS:
        raise NotLearnable(f"there is no model {kind!r}", hint=f"known are: {', '.join(KINDS)}")
    told = _unmixed(examples.checked(alone=kind == "centroid"), alone=kind == "centroid")
    if kind == "centroid" and not len(told.unlabelled) and not len(told.negative):
        alone = CentroidMargin.learned(vocabulary, told)
        return LearnedModel(alone, alone.own_scale(), (UNCHECKED,))
    if kind == KIND:
        found = learn_vote(vocabulary, told, generator)
        model = _fitted(found.planes, told, found.held, found.notes)
    else:
        model = calibrated(_LEARNERS[kind](vocabulary), told, generator)
    return _with_held(model, examples.unlabelled, told)


def calibrated(learner: Learner, examples: Examples, generator: np.random.Generator) -> LearnedModel:
    """Return what a learner makes of all examples, calibrated by what it says of those held out in turn."""
    model = learner(examples)
    folds = folds_of(examples, generator)
    if not folds:
        return _fitted(model, examples, None, (UNCHECKED,))
    margins = []
    for fold in folds:
        part = learner(fold.learned)
        sides = (fold.held.positive, fold.held.unlabelled, fold.held.negative)
        one, other, third = (part.margins(rows) for rows in sides)
        margins.append((one, other, third))
    return _fitted(model, examples, Held.of(folds, margins), ())


def _fitted(
    model: MarginModel, examples: Examples, held: Held | None, notes: tuple[str, ...]
) -> LearnedModel:
    if held is None:
        return LearnedModel(model, _unchecked(model, examples), notes)
    calibration = fitted(held.positive, held.unlabelled, held.negative)
    return LearnedModel(model, calibration, notes, calibration.probabilities(held.unlabelled))


def _unchecked(model: MarginModel, examples: Examples) -> Calibration:
    """Return a calibration from margins of the very examples, taken halfway to those of the rest.

    Unseen pages on topic have lower margins than those a model was made of; how much lower, one example
    cannot tell.
    """
    sides = (examples.positive, examples.unlabelled, examples.negative)
    positive, unlabelled, negative = (model.margins(rows) for rows in sides)
    rest = float(np.median(np.concatenate([unlabelled, negative])))
    return fitted((positive + rest) / 2, unlabelled, negative)


def _unmixed(examples: Examples, *, alone: bool) -> Examples:
    """Return the examples with those unlabelled pages left out that are copies of a labelled one."""
    kept = _told(examples.unlabelled, examples)
    if not len(kept) and not len(examples.negative) and not alone:
        raise NotLearnable(
            "every unlabelled page is a copy of an example: there is nothing to tell the topic from",
            hint="crawl some pages first, or give counter-examples",
        )
    return replace(examples, unlabelled=examples.unlabelled.take(kept))


def _told(unlabelled: RowBatch, examples: Examples) -> NDArray[np.int64]:
    """Return which unlabelled pages are learned from: those with words, and no copies of labelled ones."""
    labelled = {content(row) for rows in (examples.positive, examples.negative) for row in _each(rows)}
    labelled.add(b"")
    return np.array(
        [at for at, row in enumerate(_each(unlabelled)) if content(row) not in labelled], np.int64
    )


def _with_held(model: LearnedModel, unlabelled: RowBatch, examples: Examples) -> LearnedModel:
    """Return the model with scores for all unlabelled pages, those that were left out among them."""
    if model.held is None:
        return model
    scores = model.scores(unlabelled)
    scores[_told(unlabelled, examples)] = model.held
    return model.holding(scores)


def _bayes(vocabulary: Vocabulary) -> Learner:
    def learned(examples: Examples) -> NaiveBayes:
        others = RowBatch.of([*_each(examples.unlabelled), *_each(examples.negative)])
        return NaiveBayes.learned(vocabulary, examples.positive, others)

    return learned


def _tfidf2(vocabulary: Vocabulary) -> Learner:
    return lambda examples: Tfidf2.learned(vocabulary, examples)


def _biased(vocabulary: Vocabulary) -> Learner:
    def learned(examples: Examples) -> Planes:
        batches = (examples.positive, examples.unlabelled, examples.negative)
        weighting = Weighting.of(*batches)
        rows = RowBatch.of([row for batch in batches for row in _each(batch)])
        is_positive = np.arange(len(rows)) < len(examples.positive)
        weights = ClassWeights.balanced(len(examples.positive), len(rows) - len(examples.positive))
        return Planes(
            "biased-svm", vocabulary, weighting, [trained(weighting.units(rows), is_positive, weights)]
        )

    return learned


def _centroid(vocabulary: Vocabulary) -> Learner:
    return lambda examples: CentroidMargin.learned(vocabulary, examples)


def _each(batch: RowBatch) -> list[Row]:
    return [batch[at] for at in range(len(batch))]


_LEARNERS: Mapping[str, Callable[[Vocabulary], Learner]] = {
    "centroid": _centroid,
    "naive-bayes": _bayes,
    "tfidf-2": _tfidf2,
    "biased-svm": _biased,
}
_READERS: Mapping[str, Callable[[ModelState, Vocabulary], MarginModel]] = {
    KIND: Planes.from_state,
    "biased-svm": Planes.from_state,
    "centroid": CentroidMargin.from_state,
    "naive-bayes": NaiveBayes.from_state,
    "tfidf-2": Tfidf2.from_state,
}
KINDS = tuple(_READERS)
