"""Runs a plan over the posting lists, as arrays: binary search to intersect, positions for phrases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np
import numpy.typing as npt

from indexer.plan import And, Node, Not, Or, Phrase, Term, is_scored
from indexer.postings import Decoded
from indexer.ranking import Floats, bm25, idf, prior
from indexer.readings import Readings
from indexer.schema import UNITS, list_term
from indexer.state import State

Docs = npt.NDArray[np.int64]
_SEEK_FACTOR = 16  # blocks are sought one by one when the list is this much longer than the candidates


@dataclass(frozen=True, slots=True)
class Match:
    """Documents in ascending order, each with its score."""

    docs: Docs
    scores: Floats


_NOTHING = Match(np.empty(0, np.int64), np.empty(0, np.float64))


class Executor:
    """Answers plans from one state of an index; a term's document frequency counts live documents only."""

    def __init__(self, state: State) -> None:
        self._state = state
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

    def priors(self, docs: Docs) -> Floats:
        """Return the factor each document's score is multiplied with."""
        return prior(self._table["relevance"].view[docs], self._table["authority"].view[docs])

    def expand(self, plan: Node) -> Node:
        """Return the plan with Chinese words in the ways they were cut in pages."""
        return Readings(self._df, self._state.compounds).expand(plan)

    def _df(self, field: str, word: str) -> int:
        number = self._state.lexicon.number(list_term(field, word))
        return 0 if number is None else int(self._state.df.view[number])

    def _evaluate(self, node: Node, within: Docs | None) -> Match:
        """Return the matches, dead ones included; only those in `within` if it is given."""
        if isinstance(node, Term):
            return self._term(node, within)
        if isinstance(node, Phrase):
            return self._phrase(node, within)
        if isinstance(node, And):
            return self._and(node, within)
        if isinstance(node, Or):
            return _union([self._evaluate(child, within) for child in node.children])
        raise TypeError("a negation stands only beside something positive")

    def _and(self, node: And, within: Docs | None) -> Match:
        positive = sorted((child for child in node.children if not isinstance(child, Not)), key=self._cost)
        found = self._evaluate(positive[0], within)
        for child in positive[1:]:
            found = _intersection(found, self._evaluate(child, found.docs))
        for banned in node.children:
            if isinstance(banned, Not):
                keep = ~_contained(found.docs, self._evaluate(banned.child, found.docs).docs)
                found = Match(found.docs[keep], found.scores[keep])
        return found

    def _cost(self, node: Node) -> tuple[int, int]:
        """Order conjuncts: short lists first, phrases after words because they cost positions."""
        if isinstance(node, Term):
            return 0, self._df(node.field, node.text)
        if isinstance(node, Phrase):
            return 1, min(self._df(node.field, word) for word in node.words)
        return 2, 0

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
        documents = self._state.documents
        lengths = self._table["length"].view[found.docs].astype(np.float64)
        weight = idf(documents.live, self._df(field, word))
        return bm25(found.weights / UNITS, lengths, documents.mean_length, weight)

    def _term(self, node: Term, within: Docs | None) -> Match:
        found = self._read(node.field, node.text, within)
        if found is None:
            return _NOTHING
        return Match(found.docs, self._scores(node.field, node.text, found))

    def _phrase(self, node: Phrase, within: Docs | None) -> Match:
        """Match documents with the words side by side; they score as the words would."""
        lists: dict[str, Decoded] = {}
        for word in sorted(set(node.words), key=lambda word: self._df(node.field, word)):
            found = self._read(node.field, word, within)
            if found is None or not len(found.docs):
                return _NOTHING
            lists[word], within = found, found.docs
        docs = within if within is not None else _NOTHING.docs
        lists = {word: found.at(_contained(found.docs, docs)) for word, found in lists.items()}
        places = [self._places(lists[word], slot) for slot, word in enumerate(node.words)]
        common = reduce(_common, sorted(places, key=len))
        rows = _distinct(common >> 32)
        chosen = {word: found.at(rows) for word, found in lists.items()}
        scores = sum(self._scores(node.field, word, found) for word, found in chosen.items())
        return Match(docs[rows], np.asarray(scores, np.float64))

    def _places(self, found: Decoded, slot: int) -> npt.NDArray[np.int64]:
        """Return row << 32 | phrase start, ascending, for every occurrence of its word `slot`."""
        ends = np.cumsum(found.counts)
        inside = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - found.counts, found.counts)
        at = np.repeat(found.starts, found.counts) + inside
        positions = self._state.postings.positions.view[at].astype(np.int64)
        rows = np.repeat(np.arange(len(found.docs)), found.counts)
        starts: npt.NDArray[np.int64] = (rows << 32) + positions - slot
        return starts  # one before its row's beginning meets no occurrence of word 0


def _contained(docs: Docs, among: Docs) -> npt.NDArray[np.bool_]:
    """Return which of `docs` are in `among`; both ascending."""
    if not len(among):
        return np.zeros(len(docs), np.bool_)
    at = np.minimum(np.searchsorted(among, docs), len(among) - 1)
    return np.asarray(among[at] == docs)


def _common(left: Docs, right: Docs) -> Docs:
    return left[_contained(left, right)]


def _distinct(ascending: Docs) -> Docs:
    """Return each value once; `np.unique` would load numpy's masked arrays, 30 ms in the first phrase."""
    first = np.ones(len(ascending), np.bool_)
    first[1:] = ascending[1:] != ascending[:-1]
    return ascending[first]


def _intersection(left: Match, right: Match) -> Match:
    """Join two matches; the documents of `right` are all in `left`."""
    at = np.searchsorted(left.docs, right.docs)
    return Match(right.docs, left.scores[at] + right.scores)


def _union(matches: list[Match]) -> Match:
    docs, places = np.unique(np.concatenate([match.docs for match in matches]), return_inverse=True)
    scores = np.bincount(places, np.concatenate([match.scores for match in matches]), minlength=len(docs))
    return Match(docs, scores.astype(np.float64))
