"""A judge for those who have no labels: a classifier that the crawler never meets.

Half of the example pages are told to the crawler, as its seeds; the other half train the judge, against all
other pages of the recorded web. So the two learn from different pages and in different ways, and a crawl is
not praised for finding what its own classifier likes. What they still share is said in docs/evaluating.md.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Page
from lookclear.errors import UsageError
from lookclear.replay.pages import RecordedPages
from lookclear.text.vectors import term_of

LEAST_TRAINED = 5  # examples that a judge can be made of
FOLDS = 5
RELEVANT = 0.5  # probability from which a page is relevant
_INVERSE_PENALTY = 10.0


@dataclass(frozen=True, slots=True)
class Judge:
    """What a trained judge says of a recorded web.

    `relevant` are the addresses it takes for relevant, those it was trained on and those that were told to
    the crawler (`told`) included. `recall` is the share of the told ones, which it never saw, that it takes
    for relevant. `precision` is cross-validated, all pages but the examples counted as irrelevant; since
    some of them are relevant, it is a lower bound.
    """

    relevant: tuple[str, ...]
    told: tuple[str, ...]
    trained_on: int
    precision: float
    recall: float

    def labels(self, topic: str) -> dict[str, frozenset[str]]:
        """Return the judgement as labels of one topic."""
        return {url: frozenset({topic}) for url in self.relevant}


def train_judge(pages: RecordedPages, examples: Iterable[str], *, seeds: int, random_seed: int) -> Judge:
    """Train a judge on half of the examples (addresses of the recorded web).

    `seeds` is how many the crawler needs to be told. Raises UsageError when too few examples are pages of the
    recorded web.
    """
    recorded: dict[str, tuple[str, Page]] = {}
    for address in pages.web:
        answer = pages.fetch(address)
        if answer.page is not None and answer.page.kind.has_content:
            recorded.setdefault(answer.key, (address, answer.page))
    given = list(examples)
    keys = sorted({key for url in given if (key := pages.fetch(url).key) in recorded})
    needed = max(2 * seeds, seeds + LEAST_TRAINED)
    if len(keys) < needed:
        raise UsageError(
            f"{len(keys)} of {len(given)} examples are pages of the recorded web; {needed} are needed",
            hint="half are told to the crawler, the others train the judge; give more with --examples",
        )
    random.Random(random_seed).shuffle(keys)
    half = max(seeds, min(len(keys) // 2, len(keys) - LEAST_TRAINED))
    told, positive = keys[:half], set(keys[half:])
    others = [key for key in recorded if key not in set(told)]
    truth = np.array([key in positive for key in others])
    found, precision, recall = _judged(
        [recorded[key][1] for key in others], truth, [recorded[key][1] for key in told]
    )
    relevant = {key for key, yes in zip(others, found, strict=True) if yes} | positive | set(told)
    return Judge(
        relevant=tuple(sorted(recorded[key][0] for key in relevant)),
        told=tuple(sorted(recorded[key][0] for key in told)),
        trained_on=len(positive),
        precision=precision,
        recall=recall,
    )


def _judged(
    pages: Sequence[Page], truth: NDArray[np.bool_], held_out: Sequence[Page]
) -> tuple[NDArray[np.bool_], float, float]:
    """Return which pages are relevant, and the precision and recall of saying so (see `Judge`)."""
    from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415 - a second to import
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.model_selection import StratifiedKFold, cross_val_predict  # noqa: PLC0415

    words = TfidfVectorizer(analyzer=_terms, sublinear_tf=True)
    rows = words.fit_transform(pages)
    model = LogisticRegression(
        C=_INVERSE_PENALTY, class_weight="balanced", solver="liblinear", random_state=0
    )
    folds = StratifiedKFold(min(FOLDS, int(truth.sum())), shuffle=True, random_state=0)
    guessed = cross_val_predict(model, rows, truth, cv=folds, method="predict_proba")[:, 1] >= RELEVANT
    # Among all other pages there are relevant ones: what looks relevant to a model that never learned
    # from it is no example of the irrelevant.
    kept = np.flatnonzero(truth | ~guessed)
    model.fit(rows[kept], truth[kept])
    found = model.predict_proba(rows)[:, 1] >= RELEVANT
    recall = float((model.predict_proba(words.transform(held_out))[:, 1] >= RELEVANT).mean())
    return found, int((guessed & truth).sum()) / max(1, int(guessed.sum())), recall


def _terms(page: Page) -> list[str]:
    return [term for word in page.tokens if (term := term_of(word))]
