"""Runs a plan over the posting lists, as arrays: binary search to intersect, positions for phrases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from indexer.analysis import is_han, places
from indexer.attributes import UNDATED
from indexer.budget import Budget
from indexer.plan import (
    And,
    Attribute,
    Dates,
    Literal,
    Node,
    Not,
    Or,
    Phrase,
    Recall,
    Restriction,
    Synonyms,
    Term,
    is_scored,
)
from indexer.postings import Decoded
from indexer.ranking import LITERAL_WEIGHT, Floats, bm25, idf, prior, rounded
from indexer.schema import UNITS, characters_of, list_term
from indexer.state import State

Docs = npt.NDArray[np.int64]
Listed = tuple[str, str]  # a field's name for its lists, and a word
_SEEK_FACTOR = 16  # blocks are sought one by one when the list is this much longer than the candidates


@dataclass(frozen=True, slots=True)
class Match:
    """Documents in ascending order, each with its score."""

    docs: Docs
    scores: Floats


_NOTHING = Match(np.empty(0, np.int64), np.empty(0, np.float64))


class Executor:
    """Answers plans from one state of an index; a term's document frequency counts live documents only.

    Once `budget` is spent, alternatives that were not looked at yet are left out: matches may be missing,
    none is wrong.
    """

    def __init__(self, state: State, budget: Budget | None = None) -> None:
        self._state = state
        self._budget = budget or Budget()
        self._table = state.documents.columns

    def run(self, plan: Node) -> Match:
        """Return the live documents that match, with the text's share of their score.

        A plan without scoring words (`site:` alone) gives every match 1.
        """
        found = self._evaluate(plan, None)
        alive = self._table["alive"].view[found.docs]
        docs = found.docs[alive]
        scores = found.scores[alive] if is_scored(plan) else np.ones(len(docs))
        return Match(docs, scores)

    def share(self, node: Node, doc: int) -> float | None:
        """Return what a part of a plan adds to a document's text score, None if it does not match."""
        found = self._evaluate(node, np.array([doc]))
        return float(found.scores[0]) if len(found.docs) else None

    def matching(self, plan: Node) -> Docs:
        """Return the documents that match, dead ones too."""
        return self._evaluate(plan, None).docs

    def priors(self, docs: Docs) -> Floats:
        """Return the factor each document's score is multiplied with."""
        return prior(self._table["relevance"].view[docs], self._table["authority"].view[docs])

    def _df(self, field: str, word: str) -> int:
        number = self._state.lexicon.number(list_term(field, word))
        return 0 if number is None else int(self._state.df.view[number])

    def _evaluate(self, node: Node, within: Docs | None) -> Match:
        """Return the matches, dead ones included; only those in `within` if it is given."""
        if isinstance(node, Term):
            return self._term(node, within)
        if isinstance(node, Phrase):
            return self._phrase(node, within)
        if isinstance(node, Recall):
            return self._recall(node, within)
        if isinstance(node, Literal):
            return self._literal(node, within)
        if isinstance(node, And):
            return self._and(node, within)
        if isinstance(node, Synonyms):
            return self._synonyms(node, within)
        if isinstance(node, Attribute | Dates):
            docs = self._restricted(node, within)
            return Match(docs, np.zeros(len(docs)))
        if isinstance(node, Or):
            return self._or(node, within)
        raise TypeError("a negation stands only beside something positive")

    def _and(self, node: And, within: Docs | None) -> Match:
        positive = sorted((child for child in node.children if not isinstance(child, Not)), key=self._cost)
        found = self._evaluate(positive[0], within)
        for child in positive[1:]:
            found = _intersection(found, self._evaluate(child, found.docs))
        whole = Executor(self._state)  # what is excluded is looked for to the end
        for banned in node.children:
            if isinstance(banned, Not):
                keep = ~_contained(found.docs, whole._evaluate(banned.child, found.docs).docs)
                found = Match(found.docs[keep], found.scores[keep])
        return found

    def _or(self, node: Or, within: Docs | None) -> Match:
        found: list[Match] = []
        for child in node.children:
            if found and self._budget.is_spent():
                break
            found.append(self._evaluate(child, within))
        return _union(found)

    def _synonyms(self, node: Synonyms, within: Docs | None) -> Match:
        """Match documents with any of the words: one word that is as frequent as all of them together."""
        lists: list[tuple[Decoded, float]] = []
        for word, share in node.words:
            if lists and self._budget.is_spent():
                break
            found = self._read(node.field, word, within)
            if found is not None:
                lists.append((found, share))
        if not lists:
            return _NOTHING
        docs, places = np.unique(np.concatenate([found.docs for found, _ in lists]), return_inverse=True)
        weights = np.concatenate([found.weights * share for found, share in lists])
        summed = np.bincount(places, weights, minlength=len(docs))
        return Match(docs, self._bm25(self._df_of_any(node), docs, summed))

    def _df_of_any(self, node: Synonyms) -> int:
        """Return how many live documents have one of the words."""
        held = np.zeros(len(self._state.documents), np.bool_)
        for word, _ in node.words:
            number = self._state.lexicon.number(list_term(node.field, word))
            if number is not None:
                held[self._state.postings.read(number).docs] = True
        return int((held & self._table["alive"].view).sum())

    def _restricted(self, node: Restriction, within: Docs | None) -> Docs:
        """Return the documents with an attribute, or with a date between two."""
        if isinstance(node, Dates):
            days = self._column("day", within)
            fits = (days >= node.first) & (days <= node.last) & (days != UNDATED)
        else:
            number = self._state.documents.label_number(node.value)
            if number is None:
                return _NOTHING.docs
            fits = self._column(node.field, within) == number
        return np.flatnonzero(fits) if within is None else within[fits]

    def _column(self, name: str, within: Docs | None) -> npt.NDArray[Any]:
        column = self._table[name].view
        return column if within is None else column[within]

    def _cost(self, node: Node) -> tuple[int, int]:
        """Order conjuncts: short lists first, phrases after words because they cost positions."""
        if isinstance(node, Term):
            return 0, self._df(node.field, node.text)
        if isinstance(node, Phrase):
            return 1, min(self._df(node.field, word) for word in node.words)
        if isinstance(node, Recall):
            return 1, self._cost(node.exact)[1]
        if isinstance(node, Synonyms):
            return 2, 0
        return (4, 0) if isinstance(node, Attribute | Dates) else (3, 0)

    def _read(self, field: str, word: str, within: Docs | None) -> Decoded | None:
        number = self._state.lexicon.number(list_term(field, word))
        if number is None:
            return None
        if within is None:
            return self._state.postings.read(number)
        if len(within) * _SEEK_FACTOR < self._state.df.view[number]:
            found = self._state.postings.read_near(number, within)
        else:
            found = self._state.postings.read(number)
        return found.at(_contained(found.docs, within))

    def _scores(self, field: str, word: str, found: Decoded) -> Floats:
        return self._weighed(field, word, found.docs, found.weights)

    def _weighed(self, field: str, word: str, docs: Docs, weights: Docs | Floats) -> Floats:
        return self._bm25(self._df(field, word), docs, weights)

    def _bm25(self, df: int, docs: Docs, weights: Docs | Floats) -> Floats:
        documents = self._state.documents
        lengths = self._table["length"].view[docs].astype(np.float64)
        weight = idf(documents.live, df)
        return bm25(weights / UNITS, lengths, documents.mean_length, weight)

    def _term(self, node: Term, within: Docs | None) -> Match:
        found = self._read(node.field, node.text, within)
        if found is None:
            return _NOTHING
        return Match(found.docs, self._scores(node.field, node.text, found))

    def _phrase(self, node: Phrase, within: Docs | None) -> Match:
        """Match documents with the words side by side; they score as the words would."""
        parts = _side_by_side([(node.field, word) for word in node.words])
        found = self._sequence(parts, within)
        if found is None:
            return _NOTHING
        docs, _, lists = found
        scores = sum(self._scores(field, word, postings) for (field, word), postings in lists.items())
        return Match(docs, np.asarray(scores, np.float64))

    def _recall(self, node: Recall, within: Docs | None) -> Match:
        exact = self._evaluate(node.exact, within)
        if self._budget.is_spent():
            return exact
        if isinstance(node.otherwise, Literal):
            other = self._literal(node.otherwise, within, besides=exact.docs)
        else:
            other = self._evaluate(node.otherwise, within)
            is_new = ~_contained(other.docs, exact.docs)
            other = Match(other.docs[is_new], other.scores[is_new])
        return _union([exact, other]) if len(other.docs) else exact

    def _literal(self, node: Literal, within: Docs | None, besides: Docs | None = None) -> Match:
        """Match documents with the characters side by side, those `besides` left out.

        An occurrence counts as a word that is as rare as the rarest of the characters, at a lower weight.
        """
        parts = _side_by_side(
            [
                part
                for word in node.words
                for part in (
                    [(characters_of(node.field), char) for char in word]
                    if is_han(word)
                    else [(node.field, word)]
                )
            ]
        )
        found = self._sequence(parts, within, besides)
        if found is None:
            return _NOTHING
        docs, counts, lists = found
        field, word = min(lists, key=lambda part: self._df(*part))
        rarest = lists[field, word]
        weights = rarest.weights * counts / np.maximum(rarest.counts, 1)  # as where the rarest stands
        return Match(docs, rounded(LITERAL_WEIGHT * self._weighed(field, word, rarest.docs, weights)))

    def _sequence(
        self, parts: list[tuple[Listed, int]], within: Docs | None, besides: Docs | None = None
    ) -> tuple[Docs, Docs, dict[Listed, Decoded]] | None:
        """Return documents where each part stands so many places after the start; None if there are none.

        With how often that is so, and the postings of each part there.
        """
        lists: dict[Listed, Decoded] = {}
        for part in sorted(dict.fromkeys(part for part, _ in parts), key=lambda part: self._df(*part)):
            found = self._read(*part, within)
            if found is not None and besides is not None and not lists:
                found = found.at(~_contained(found.docs, besides))
            if found is None or not len(found.docs):
                return None
            lists[part], within = found, found.docs
        docs = within if within is not None else _NOTHING.docs
        lists = {part: found.at(_contained(found.docs, docs)) for part, found in lists.items()}
        starts = [self._places(lists[part], offset) for part, offset in parts]
        common = reduce(_common, sorted(starts, key=len))
        rows, counts = _counted(common >> 32)
        return docs[rows], counts, {part: found.at(rows) for part, found in lists.items()}

    def _places(self, found: Decoded, offset: int) -> npt.NDArray[np.int64]:
        """Return row << 32 | start, ascending, for every occurrence of a part `offset` places after it."""
        positions = self._state.postings.positions(found)
        rows = np.repeat(np.arange(len(found.docs)), found.counts)
        starts: npt.NDArray[np.int64] = (rows << 32) + positions - offset
        return starts  # one before its row's beginning meets no occurrence of the first part


def _contained(docs: Docs, among: Docs) -> npt.NDArray[np.bool_]:
    """Return which of `docs` are in `among`; both ascending."""
    if not len(among):
        return np.zeros(len(docs), np.bool_)
    at = np.minimum(np.searchsorted(among, docs), len(among) - 1)
    return np.asarray(among[at] == docs)


def _common(left: Docs, right: Docs) -> Docs:
    return left[_contained(left, right)]


def _counted(ascending: Docs) -> tuple[Docs, Docs]:
    """Return each value once and how often it is there.

    `np.unique` would load numpy's masked arrays, 30 ms in the first phrase.
    """
    is_first = np.ones(len(ascending), np.bool_)
    is_first[1:] = ascending[1:] != ascending[:-1]
    return ascending[is_first], np.diff(np.append(np.flatnonzero(is_first), len(ascending)))


def _side_by_side(parts: list[Listed]) -> list[tuple[Listed, int]]:
    """Return the parts with the places before each."""
    return list(zip(parts, starts_of([word for _, word in parts]), strict=True))


def starts_of(words: Sequence[str]) -> list[int]:
    """Return the places before each of some words side by side."""
    return list(accumulate((places(word) for word in words[:-1]), initial=0))


def _intersection(left: Match, right: Match) -> Match:
    """Join two matches; the documents of `right` are all in `left`."""
    at = np.searchsorted(left.docs, right.docs)
    return Match(right.docs, left.scores[at] + right.scores)


def _union(matches: list[Match]) -> Match:
    docs, places = np.unique(np.concatenate([match.docs for match in matches]), return_inverse=True)
    scores = np.bincount(places, np.concatenate([match.scores for match in matches]), minlength=len(docs))
    return Match(docs, scores.astype(np.float64))
