"""A second judge for a crawl: a model learned from what is known, with fetched pages as unlabelled ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from lookclear.errors import NotLearnable
from lookclear.relevance.contract import Examples
from lookclear.relevance.learned import LearnedModel, learn
from lookclear.text.vectors import Floats, Row, RowBatch, TermRows, Vocabulary

FEWEST_FETCHED = 40  # pages until the model is trusted with a judgement
FEWEST_KNOWN = 2
MOST_FETCHED = 2_000  # newest fetched pages that are learned from


class CrawlJudge:
    """Judges pages once it can; until then, and when examples tell nothing, it has no opinion (None).

    Pages that it learned from as unlabelled are judged by models that did not.
    """

    def __init__(self, kind: str, vocabulary: Vocabulary, random_seed: int = 0) -> None:
        """`kind` is one of `learned.KINDS`."""
        self.kind = kind
        self.trouble = ""  # why there is no opinion, in words for the user
        self._vocabulary = vocabulary
        self._random_seed = random_seed
        self._model: LearnedModel | None = None
        self._first = 0  # number of the first fetched page that was learned from
        self._settled: Mapping[int, bool] = {}

    @property
    def model(self) -> LearnedModel | None:
        """What was learned at the last `refresh`."""
        return self._model

    def refresh(
        self, known: Sequence[Row], counter: Sequence[Row], fetched: TermRows, settled: Mapping[int, bool]
    ) -> None:
        """Learn anew from pages known to be on topic, counter-examples and fetched pages.

        `settled` says of fetched pages, by number, that they are known (True) or counter-examples (False):
        they are among the first two already. Deterministic for equal arguments.
        """
        self._settled = dict(settled)
        self._first = max(0, len(fetched) - MOST_FETCHED)
        self._model = None
        if len(known) < FEWEST_KNOWN or len(fetched) < FEWEST_FETCHED:
            self.trouble = f"{len(known)} known and {len(fetched)} fetched pages are too few to learn from"
            return
        examples = Examples(
            RowBatch.of(known), fetched.batch(self._first), negative=RowBatch.of(list(counter))
        )
        try:
            generator = np.random.default_rng([self._random_seed, len(fetched)])
            self._model = learn(self.kind, self._vocabulary, examples, generator)
            self.trouble = ""
        except NotLearnable as error:
            self.trouble = str(error)

    def relevance(self, fetched: TermRows, first: int = 0) -> Floats | None:
        """Return the probability of pages from number `first` on to be on topic; None without a model."""
        if self._model is None:
            return None
        held = self._model.held
        scores = np.zeros(len(fetched) - first)
        learned = range(self._first, self._first + (0 if held is None else len(held)))
        new = [at for at in range(first, len(fetched)) if at not in learned]
        if new:
            scores[np.array(new) - first] = self._model.scores(fetched.batch().take(np.array(new)))
        if held is not None and learned.stop > first:
            start = max(first, learned.start)
            scores[start - first : learned.stop - first] = held[start - learned.start :]
        for at, is_relevant in self._settled.items():
            if at >= first:
                scores[at - first] = float(is_relevant)
        return scores
