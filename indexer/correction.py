"""Did you mean: a query that finds much more, with a word of the index in place of one that is hardly in it.

Candidates are the index's own terms a slip or two away, the more frequent the better; nothing is offered
that was not counted. Chinese words with a wrong character are cut to pieces, so stretches of characters that
no page has are compared whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from indexer import ranker
from indexer.analysis import index_term, is_han
from indexer.closeness import near, spell
from indexer.document import StoredDocument
from indexer.executor import Executor
from indexer.fieldnames import NOT_WORDS
from indexer.options import ANYWHERE, Within
from indexer.patterns import df_of
from indexer.plan import Literal
from indexer.prepared import prepare_for
from indexer.ranker import Wanted
from indexer.repair import MAX_CHARS
from indexer.state import State
from indexer.surfaces import surfaces
from lookclear.text.chinese import HAN
from lookclear.text.segment import tokenize
from lookclear.text.stopwords import is_stop

FEW_HITS = 3  # with more, nothing is offered
_GAIN = 10  # times as many hits are to be found
_RARER = 50  # times as many documents must have the better word
_LEAST_LETTERS = 3
_TWO_SLIPS = 6  # letters from which on two are looked for
_LONGEST_ENDING = 5
_LOOKED_UP = 8  # candidates whose spelling in pages is looked up
_SLIP, _SAME_START = 0.02, 5  # how much less likely a further slip is, how much more the same first letter
_TRIED = 3  # candidates for a word that are counted
_MAX_WORDS = 8
_STRETCH = range(2, 9)  # characters of a Chinese word that is looked for whole
_HAN_RUN = re.compile(f"[{HAN}]+")

Stored = Callable[[int], StoredDocument]


@dataclass(frozen=True, slots=True)
class _Slip:
    """A part `[start, end)` of the query, and what may have been meant, the likeliest first."""

    start: int
    end: int
    meant: tuple[str, ...]


def correct(state: State, stored: Stored, query: str, total: int, within: Within = ANYWHERE) -> str | None:
    """Return a query that finds at least ten times as many pages, None if there is none or it finds enough.

    `total` is how many pages the query finds.
    """
    if total > FEW_HITS or len(query) > MAX_CHARS:
        return None
    masked = NOT_WORDS.sub(lambda match: " " * len(match[0]), query)
    slips = list(_slips_in_words(state, stored, masked))
    if not total:
        slips += _slips_in_chinese(state, masked)
    if not slips:
        return None
    least = max(1, _GAIN * total)
    if len(slips) == 1:
        tried = [_replaced(query, [(slips[0], word)]) for word in slips[0].meant]
    else:
        tried = [_replaced(query, [(slip, slip.meant[0]) for slip in slips])]
    return next((text for text in tried if text != query and _count(state, text, within) >= least), None)


def _slips_in_words(state: State, stored: Stored, text: str) -> Iterator[_Slip]:
    for token in tokenize(text)[:_MAX_WORDS]:
        word = token.text
        if is_han(word) or is_stop(word) or len(word) < _LEAST_LETTERS or not word.isalpha():
            continue
        meant = _meant(state, stored, word)
        if meant:
            yield _Slip(token.start, token.end, meant)


def _meant(state: State, stored: Stored, word: str) -> tuple[str, ...]:
    """Return words as pages write them, a slip or two from one, in many more pages, the likeliest first."""
    most = 2 if len(word) >= _TWO_SLIPS else 1
    worth: dict[str, float] = {}
    for term in _close_terms(state, word, most):
        written = spell(forms := surfaces(state, stored, term))
        for at, distance in near(written, word, most):
            if distance:
                likelihood = (
                    df_of(state, term) * _SLIP**distance * (_SAME_START if forms[at][0] == word[0] else 1)
                )
                worth[forms[at]] = max(worth.get(forms[at], 0.0), likelihood / (1 + at))
    return tuple(sorted(worth, key=lambda form: (-worth[form], form))[:_TRIED])


def _close_terms(state: State, word: str, most: int) -> list[str]:
    """Return terms in many more documents that may be the stem of what was meant, the likeliest first.

    A misspelt word has no stem of its own, so the word without its last letters is compared as well.
    """
    stem = index_term(word)
    own = df_of(state, stem)
    whole = dict.fromkeys((word, stem), most)
    cuts = {word[:-cut]: 1 for cut in range(1, _LONGEST_ENDING + 1) if len(word) - cut > _LEAST_LETTERS}
    worth: dict[str, float] = {}
    for typed, slips in (cuts | whole).items():
        for term, distance in state.vocabulary.close_to(typed, slips):
            df = df_of(state, term)
            if term == stem or not term.isalpha() or is_han(term) or is_stop(term) or df <= own * _RARER:
                continue
            worth[term] = max(worth.get(term, 0.0), df * _SLIP**distance)
    return sorted(worth, key=lambda term: (-worth[term], term))[:_LOOKED_UP]


def _slips_in_chinese(state: State, text: str) -> Iterator[_Slip]:
    for run in _HAN_RUN.finditer(text):
        yield from _slips_in_run(state, run.group(), run.start())


def _slips_in_run(state: State, run: str, start: int) -> Iterator[_Slip]:
    """Yield the slips in characters side by side, longer stretches first, none inside another."""
    free = np.ones(len(run), np.bool_)
    executor = Executor(state)
    for size in sorted(_STRETCH, reverse=True):
        for at in range(max(0, min(len(run), 24) - size + 1)):
            stretch = run[at : at + size]
            if not free[at : at + size].all() or len(executor.matching(Literal("", (stretch,)))):
                continue
            meant = _meant_in_chinese(state, stretch)
            if meant:
                free[at : at + size] = False
                yield _Slip(start + at, start + at + size, meant)


def _meant_in_chinese(state: State, stretch: str) -> tuple[str, ...]:
    """Return words with another character in one place, or two changed round, the most frequent first."""
    found = {
        term: df_of(state, term)
        for term, _ in state.vocabulary.close_to(stretch, 1)
        if len(term) == len(stretch) and is_han(term)
    }
    live = [term for term, df in found.items() if df]
    return tuple(sorted(live, key=lambda term: (-found[term], term))[:_TRIED])


def _replaced(query: str, changes: list[tuple[_Slip, str]]) -> str:
    for slip, word in sorted(changes, key=lambda change: -change[0].start):
        query = query[: slip.start] + word + query[slip.end :]
    return query


def _count(state: State, query: str, within: Within) -> int:
    prepared = prepare_for(state, query, within)
    if prepared.plan is None:
        return 0
    return ranker.rank(state, prepared.plan, prepared.flat, 0, 0, Wanted()).total
