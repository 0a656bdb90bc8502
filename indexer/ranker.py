"""The best documents for a plan and how many match: by compiled code where it can, else by the executor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from indexer import compiled, folding
from indexer.budget import Budget
from indexer.compiled import Kernels
from indexer.executor import Docs, Executor
from indexer.flat import Flat
from indexer.plan import Node, Term
from indexer.ranking import K1, Floats, best, idf, rounded
from indexer.schema import list_term
from indexer.state import State

Bits = npt.NDArray[np.uint64]
_NO_BITS: Bits = np.empty(0, np.uint64)
_NO_DOCS: Docs = np.empty(0, np.int64)
_MOST_RANKED = 1000  # beyond, sorting all matches is quicker than keeping the best in order


@dataclass(frozen=True, slots=True)
class Ranked:
    """Documents, best first, with their scores and the text's share of them; `total` is how many match.

    `similar` has the documents that each stands for, the next best first. Without counting `total` is at
    least how many are known to match. `matched` are, if they are wanted, all matches that no other
    stands for.
    """

    docs: Docs
    scores: Floats
    text_scores: Floats
    total: int
    similar: tuple[Docs, ...]
    matched: Docs = field(default_factory=lambda: _NO_DOCS)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to tell besides the best: how many match (`counting`), and which (`matched`, unordered)."""

    counting: bool = True
    matched: bool = False
    newest: bool = False  # the latest dates first, undated documents last; equal ones by score
    budget: Budget | None = None


def rank(state: State, plan: Node, flat: Flat | None, first: int, count: int, wanted: Wanted) -> Ranked:
    """Return documents `first` to `first + count`; equal scores in order of document number.

    `flat` is the plan in flat form, None if it has none.
    """
    kernels = compiled.kernels(len(state.documents))
    if kernels is None or flat is None or wanted.newest or first + count > _MOST_RANKED:
        return _executed(state, plan, first, count, wanted)
    return _Flat(state, flat, kernels).ranked(first, count, wanted)


def leading(state: State, plan: Node, flat: Flat | None, first: int, count: int) -> tuple[Docs, Floats]:
    """Return the documents `rank` gives, and their scores, without counting the others."""
    kernels = compiled.kernels(len(state.documents))
    if kernels is None or flat is None or first + count > _MOST_RANKED or len(state.documents.shared()):
        ranked = rank(state, plan, flat, first, count, Wanted(counting=False))
        return ranked.docs, ranked.scores
    scores, docs = _Flat(state, flat, kernels).leading(first + count)
    return docs[first:], scores[first:]


def _executed(state: State, plan: Node, first: int, count: int, wanted: Wanted) -> Ranked:
    executor = Executor(state, wanted.budget)
    match = executor.run(plan)
    scores = match.scores * executor.priors(match.docs)
    groups, marks, standings = _group_columns(state, match.docs)
    shown = folding.shown(groups, marks, standings)
    if wanted.newest:
        days = state.documents.columns["day"].view[match.docs[shown]]
        rows = shown[np.lexsort((-scores[shown], -days.astype(np.int64)))[first : first + count]]
    else:
        rows = shown[best(scores[shown], first + count)[first:]]
    similar = tuple(match.docs[folding.folded(row, groups, standings)] for row in rows.tolist())
    return Ranked(match.docs[rows], scores[rows], match.scores[rows], len(shown), similar, match.docs[shown])


def _group_columns(
    state: State, docs: Docs
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64], npt.NDArray[np.uint32]]:
    columns = state.documents.columns
    return columns["group"].view[docs], columns["mark"].view[docs], columns["standing"].view[docs]


class _Flat:
    """One flat plan, answered by compiled code."""

    def __init__(self, state: State, flat: Flat, kernels: Kernels) -> None:
        self._state, self._flat, self._kernels = state, flat, kernels
        self._table = state.postings.memory.addressed()
        self._mean = state.documents.mean_length
        self._words = (len(state.documents) + 63) >> 6

    def leading(self, most: int) -> tuple[Floats, Docs]:
        """Return scores and documents, where no documents say the same."""
        lists = self._lists()
        if lists is None:
            return np.empty(0), _NO_DOCS
        scores, docs, _ = self._best(*lists, self._excluded(), False, _NO_BITS, most)
        return scores, docs

    def ranked(self, first: int, count: int, wanted: Wanted) -> Ranked:
        """Return what `rank` does."""
        lists = self._lists()
        if lists is None:
            return Ranked(_NO_DOCS, np.empty(0), np.empty(0), 0, ())
        terms, idfs, phrases = lists
        members = self._state.documents.shared()
        banned = self._excluded()
        is_marking = wanted.matched or len(members) > 0
        counting = wanted.counting or is_marking
        matched = np.zeros(self._words, np.uint64) if is_marking else _NO_BITS
        most = first + count
        scores, docs, total = self._best(terms, idfs, phrases, banned, counting, matched, most)
        held = members[_are_set(matched, members)] if len(members) else members
        hidden = held[:0]
        if len(held):
            columns = _group_columns(self._state, held)
            hidden = np.delete(held, folding.shown(*columns))
            total -= len(hidden)
        if len(hidden) and np.isin(docs, hidden).any():
            banned = _all_bits(self._words, [hidden], banned)
            scores, docs, _ = self._best(terms, idfs, phrases, banned, False, _NO_BITS, most)
        docs, scores = docs[first:], scores[first:]
        priors = self._state.documents.prior.view[docs]
        similar = tuple(self._similar(doc, held) for doc in docs.tolist())
        found = np.setdiff1d(_docs_of(matched), hidden, assume_unique=True) if wanted.matched else _NO_DOCS
        return Ranked(docs, scores, rounded(scores / priors), total, similar, found)

    def _similar(self, doc: int, held: Docs) -> Docs:
        at = np.flatnonzero(held == doc) if len(held) else held
        if not len(at):
            return _NO_DOCS
        groups, _, standings = _group_columns(self._state, held)
        return held[folding.folded(int(at[0]), groups, standings)]

    def _lists(self) -> tuple[Docs, Floats, Docs] | None:
        """Return the terms, rarest first, with their weights, and the phrases; None if nothing can match."""
        flat, state = self._flat, self._state
        found = []
        for name in flat.ranked + flat.required:
            number = state.lexicon.number(name)
            if number is not None and number < len(state.df):
                found.append((int(state.df.view[number]), number, name))
            elif flat.together:
                return None
        if not found:
            return None
        found.sort()
        live = state.documents.live
        idfs = [0.0 if name in flat.required else idf(live, df) * (K1 + 1) for df, _, name in found]
        terms = np.array([number for _, number, _ in found], np.int64)
        if not flat.phrases:
            return terms, np.array(idfs, np.float64), _NO_DOCS
        cursor = {name: at for at, (_, _, name) in enumerate(found)}
        phrases = [
            number
            for phrase in flat.phrases
            for number in (len(phrase), *(part for name, at in phrase for part in (cursor[name], at)))
        ]
        return terms, np.array(idfs, np.float64), np.array(phrases, np.int64)

    def _best(
        self, terms: Docs, idfs: Floats, phrases: Docs, banned: Bits, counting: bool, matched: Bits, most: int
    ) -> tuple[Floats, Docs, int]:
        """Return scores and documents of the best, and how many match (if `counting`)."""
        scores, docs, held, total = np.empty(most, np.float64), np.empty(most, np.int64), 0, 0
        kernels, table, mean = self._kernels, self._table, self._mean
        if self._flat.together:
            held, total = kernels.best_of_all(
                table, terms, idfs, phrases, mean, banned, counting, matched, scores, docs
            )
        elif most:
            held = kernels.best_of_any(table, terms, idfs, mean, banned, scores, docs)
        if counting and not self._flat.together:
            bits = matched if len(matched) else np.zeros(self._words, np.uint64)
            kernels.mark_any(table, terms, bits)
            total = kernels.keep_live(table, banned, bits)
        return scores[:held], docs[:held], total if counting else held

    def _excluded(self) -> Bits:
        """Return the bits of the documents that match what is excluded."""
        if not self._flat.excluded and not self._flat.only:
            return _NO_BITS
        bits, rest = np.zeros(self._words, np.uint64), []
        terms = []
        for node in self._flat.excluded:
            if isinstance(node, Term):
                number = self._state.lexicon.number(list_term(node.field, node.text))
                if number is not None and number < len(self._state.df):
                    terms.append(number)
            else:
                rest.append(node)
        self._kernels.mark_any(self._table, np.array(terms, np.int64), bits)
        executor = Executor(self._state)
        bits = _all_bits(self._words, map(executor.matching, rest), bits)
        for restriction in self._flat.only:
            bits |= ~_all_bits(self._words, [executor.matching(restriction)], _NO_BITS)
        return bits


def _all_bits(words: int, found: Iterable[Docs], others: Bits) -> Bits:
    """Return the bits that are set in `others` (or none, if that is empty) and those of documents."""
    flags = np.zeros(words << 6, np.bool_)
    for docs in found:
        flags[docs] = True
    bits: Bits = np.packbits(flags, bitorder="little").view(np.uint64)
    return bits | others if len(others) else bits


def _docs_of(bits: Bits) -> Docs:
    return np.flatnonzero(np.unpackbits(bits.view(np.uint8), bitorder="little"))


def _are_set(bits: Bits, docs: Docs) -> npt.NDArray[np.bool_]:
    shifted: Bits = bits[docs >> 6] >> (docs & 63).astype(np.uint64)
    return (shifted & np.uint64(1)).astype(np.bool_)
