"""Addresses that a sitemap or feed names: words speak for them, and no page around a link."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from lookclear.links.evidence import Evidence
from lookclear.links.strategies import Strategy
from lookclear.relevance.centroid import CentroidModel
from lookclear.sitemaps.candidates import TopicWords
from lookclear.text.growing import Growing
from lookclear.text.segment import words
from lookclear.text.vectors import Concept, Floats, Row, TermRows, Vocabulary, term_of


class NamedTargets:
    """The words of such addresses by the number of the target, as long as those wait."""

    def __init__(self) -> None:
        self._rows = TermRows()
        self._targets = Growing(np.int64)

    def __len__(self) -> int:
        return len(self._targets)

    def add(self, target: int, row: Row) -> None:
        """Take in the words that a listing has for a target."""
        self._rows.append(row)
        self._targets.append(target)

    def forget(self, waits: NDArray[np.bool_]) -> None:
        """Drop what does not wait any more; `waits` has one entry a target."""
        kept = np.flatnonzero(waits[self._targets.values])
        if len(kept) < len(self):
            self._rows.keep(kept)
            self._targets.replace(self._targets.values[kept])

    def worth(self, strategy: Strategy, concept: Concept) -> tuple[NDArray[np.int64], Floats]:
        """Return the targets and what each is worth by the present model."""
        return self._targets.values, worth_of_words(strategy, self._rows.similarities(concept))


def worth_of_words(strategy: Strategy, similarities: Floats) -> Floats:
    """Return what a strategy gives for addresses with words, but with no page around them."""
    nothing = np.zeros(len(similarities))
    return strategy.scorer.score(Evidence(similarities, similarities, nothing, nothing))


def topic_words(model: CentroidModel) -> TopicWords:
    """Return the words that links are compared with, with their weights and idf."""
    topic, idf = model.link_topic, model.idf()
    numbers = [(model.vocabulary.term(int(number)), int(number)) for number in np.flatnonzero(topic)]
    return TopicWords(
        {term: float(topic[number]) for term, number in numbers},
        {term: float(idf[number]) for term, number in numbers},
    )


def row_of_words(text: str, vocabulary: Vocabulary) -> Row:
    """Return the terms of a short text, as `TopicWords.similarity` counts them."""
    counts = Counter(term for word in words(text) if (term := term_of(word)))
    return vocabulary.row({term: float(count) for term, count in counts.items()})
