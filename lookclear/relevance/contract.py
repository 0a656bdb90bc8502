"""What every model of page relevance offers, whatever it learned from and however it computes.

A model is made from examples (`learned.py` names them all), is deterministic, and can be written down as
plain arrays and JSON. Its terms are written as words, so a state can be read over another vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lookclear.errors import NotLearnable, StoreError
from lookclear.text.vectors import Floats, Row, RowBatch, Vocabulary

Fact: TypeAlias = str | float | int | bool | list[str]
NOTHING = RowBatch.of([])


@dataclass(frozen=True, slots=True)
class Examples:
    """What a model is learned from: pages on topic, unlabelled ones, and pages known to be off topic."""

    positive: RowBatch
    unlabelled: RowBatch = NOTHING
    negative: RowBatch = NOTHING

    def checked(self, *, alone: bool = False) -> Examples:
        """Return the examples without empty pages; raises NotLearnable when they tell nothing.

        With `alone` pages on topic are enough.
        """
        positive, negative = without_empty(self.positive), without_empty(self.negative)
        if not len(positive):
            what = "every page on topic is empty" if len(self.positive) else "no page on topic is known"
            raise NotLearnable(what, hint="give seeds, examples or keywords with text of their own")
        contents = {content(positive[at]) for at in range(len(positive))}
        against = {content(negative[at]) for at in range(len(negative))}
        if contents <= against:
            raise NotLearnable(
                "the examples and the counter-examples are the same pages",
                hint="take pages out of one of the two lists",
            )
        if contents & against:
            kept = [at for at in range(len(positive)) if content(positive[at]) not in against]
            positive = positive.take(np.array(kept, np.int64))
        unlabelled = without_empty(self.unlabelled)
        if not alone and not len(unlabelled) and not len(negative):
            raise NotLearnable(
                "there is nothing to tell the topic from: no unlabelled page and no counter-example",
                hint="crawl some pages first, or use the centroid model, which needs none",
            )
        return Examples(positive, unlabelled, negative)


class PageModel(Protocol):
    """Is a page on topic? Rows hold term weights before idf (`features.page_row`)."""

    @property
    def kind(self) -> str:
        """The name that the model is chosen by."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the user about what was done in place of what was asked."""

    def scores(self, rows: RowBatch) -> Floats:
        """Return the probability that each page is on topic, in 0..1; an empty page gets a low one."""

    def parts(self, row: Row) -> dict[str, float]:
        """Return what the score of one page is made of, by name."""

    def terms(self, most: int = 20) -> list[tuple[str, float]]:
        """Return the words that speak most for the topic, strongest first, with weights above 0."""

    def state(self) -> ModelState:
        """Return all that is needed to make the model again."""


@dataclass(frozen=True, slots=True)
class ModelState:
    """A model as data: `kind` says which, `terms` which words the columns of its arrays stand for.

    Arrays hold numbers only (64-bit floats or integers); `facts` are what JSON can say.
    """

    kind: str
    terms: tuple[str, ...]
    arrays: Mapping[str, NDArray[Any]]
    facts: Mapping[str, Any] = field(default_factory=dict)

    def array(self, name: str, kind: type[np.generic], shape: tuple[int | None, ...]) -> NDArray[Any]:
        """Return an array after a check of its kind, shape (None: any length) and values."""
        found = self.arrays.get(name)
        self.demand(found is not None, f"{name} is missing")
        assert found is not None
        fits = found.ndim == len(shape) and all(
            want in (None, have) for want, have in zip(shape, found.shape, strict=True)
        )
        self.demand(fits, f"{name} has the shape {found.shape}, not {shape}")
        self.demand(np.issubdtype(found.dtype, np.number), f"{name} holds {found.dtype}, no numbers")
        self.demand(bool(np.isfinite(found).all()), f"{name} holds a value that is no number")
        return np.array(found, kind)

    def number(self, name: str) -> float:
        """Return a finite number from the facts."""
        value = self.facts.get(name)
        self.demand(isinstance(value, int | float) and bool(np.isfinite(value)), f"{name} is no number")
        assert isinstance(value, int | float)
        return float(value)

    def demand(self, holds: bool, what: str) -> None:
        """Raise StoreError with `what` is wrong, unless it holds."""
        if not holds:
            raise StoreError(
                f"a stored model ({self.kind or 'of no kind'}) is damaged: {what}",
                hint="go back to the version before it, or learn it anew with `lookclear train`",
            )

    def below(self, name: str) -> ModelState:
        """Return the part of the state whose arrays and facts begin with `name/`."""
        start = f"{name}/"
        return ModelState(
            str(self.facts.get(f"{name}/kind", "")),
            self.terms,
            {key.removeprefix(start): a for key, a in self.arrays.items() if key.startswith(start)},
            {key.removeprefix(start): f for key, f in self.facts.items() if key.startswith(start)},
        )

    def nested(self, name: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return arrays and facts with `name/` before each key, the kind among them."""
        facts = {f"{name}/{key}": value for key, value in self.facts.items()}
        return {f"{name}/{key}": a for key, a in self.arrays.items()}, {**facts, f"{name}/kind": self.kind}


def without_empty(rows: RowBatch) -> RowBatch:
    """Return the rows that hold a word."""
    held = np.flatnonzero(np.diff(rows.bounds) > 0)
    return rows if len(held) == len(rows) else rows.take(held)


def content(row: Row) -> bytes:
    """Return what tells rows of other words or weights from this one; empty for a page without words."""
    numbers, weights = row
    return numbers.astype(np.int32).tobytes() + weights.astype(np.float32).tobytes()


__all__ = ["NOTHING", "Examples", "ModelState", "PageModel", "Vocabulary", "without_empty"]
