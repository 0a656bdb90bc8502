"""The crawl's own centroid behind the contract of learned models: a picture of it that stays as it is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lookclear.relevance.calibration import Calibration
from lookclear.relevance.centroid import MIDDLE, STEEPNESS, CentroidModel
from lookclear.relevance.contract import Examples, ModelState
from lookclear.relevance.weighting import any_in_row, document_frequency
from lookclear.text.vectors import Concept, Floats, Row, RowBatch, TermRows, Vocabulary, similarities

OWN_PRIOR = 0.1  # share on topic where there are no unlabelled pages to tell it by


class CentroidMargin:
    """The margin of a page is its cosine to the topic; `base` is that of known pages among themselves."""

    kind = "centroid"

    def __init__(self, vocabulary: Vocabulary, topic: Floats, idf: Floats, base: float) -> None:
        self._vocabulary = vocabulary
        self._topic = topic
        self._idf = idf
        self._base = base

    @classmethod
    def learned(cls, vocabulary: Vocabulary, examples: Examples) -> CentroidMargin:
        """Return the centroid of the pages on topic, contrasted with all others as if they were fetched."""
        model = CentroidModel(vocabulary, ())
        for at in range(len(examples.positive)):
            model.add_known(examples.positive[at], examples.positive[at])
        fetched = TermRows()
        for batch in (examples.positive, examples.unlabelled, examples.negative):
            fetched.extend(batch)
        frequency = document_frequency(fetched.batch(), len(vocabulary))
        model.refresh(frequency, fetched)
        model.refresh(frequency, fetched)  # the contrast needs a topic to know what is off it
        return cls(vocabulary, model.topic.copy(), model.idf().copy(), model.base)

    def margins(self, rows: RowBatch) -> Floats:
        """Return the cosine of each page, 0 … 1; words unknown to the model count for nothing."""
        terms = max(len(self._idf), int(rows.numbers.max(initial=-1)) + 1)
        topic, idf = np.zeros(terms), np.zeros(terms)
        topic[: len(self._topic)], idf[: len(self._idf)] = self._topic, self._idf
        return similarities(rows, Concept.of(topic, idf))

    def own_scale(self) -> Calibration:
        """Return what the centroid's own scale says, which needs no other pages."""
        return Calibration(STEEPNESS / self._base, -STEEPNESS * MIDDLE, OWN_PRIOR)

    def known(self, rows: RowBatch) -> NDArray[np.bool_]:
        """Return which pages hold a word of the topic; others have the margin 0 in any case."""
        inside = rows.numbers < len(self._topic)
        holds = np.zeros(len(rows.numbers), np.bool_)
        holds[inside] = self._topic[rows.numbers[inside]] > 0
        return any_in_row(rows, holds)

    def parts(self, row: Row) -> dict[str, float]:
        """Return the cosine and what known pages have of it."""
        return {"similarity": float(self.margins(RowBatch.of([row]))[0]), "base": self._base}

    def terms(self, most: int = 20) -> list[tuple[str, float]]:
        """Return the strongest terms of the topic."""
        order = np.argsort(-self._topic, kind="stable")[:most]
        return [(self._vocabulary.term(int(n)), float(self._topic[n])) for n in order if self._topic[n] > 0]

    def state(self) -> ModelState:
        """Return topic and idf of all terms that were known, and the scale."""
        terms = tuple(self._vocabulary.term(number) for number in range(len(self._idf)))
        topic = np.zeros(len(self._idf))
        topic[: len(self._topic)] = self._topic
        return ModelState(self.kind, terms, {"topic": topic, "idf": self._idf}, {"base": self._base})

    @classmethod
    def from_state(cls, state: ModelState, vocabulary: Vocabulary) -> CentroidMargin:
        """Return the model that a state was taken of, over another vocabulary; StoreError if damaged."""
        columns = [state.array(name, np.float64, (len(state.terms),)) for name in ("topic", "idf")]
        base = state.number("base")
        state.demand(base > 0 and all(bool((column >= 0).all()) for column in columns), "a value is below 0")
        numbers = vocabulary.numbers(state.terms)
        spread = np.zeros((2, int(numbers.max(initial=-1)) + 1))
        spread[:, numbers] = columns
        return cls(vocabulary, spread[0], spread[1], base)
