"""What compiled code tells the executor: where words stand side by side, how many documents have one of some.

The executor then reads no more of the lists than it needs for scores: most Chinese queries are of this kind,
and lists of single characters are long.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from indexer import compiled
from indexer.bits import NO_BITS, Docs, bits_of, docs_of, words_for
from indexer.layout import MOST_LISTS
from indexer.schema import list_term
from indexer.state import State

_NO_DOCS: Docs = np.empty(0, np.int64)


def side_by_side(
    state: State, parts: Sequence[tuple[tuple[str, str], int]], besides: Docs | None
) -> Docs | None:
    """Return the live documents, without `besides`, that hold each part so many places after the first.

    A part is a field's name for its lists and a word. None if there is no compiled code that could tell.
    """
    kernels = compiled.kernels(len(state.documents))
    names = dict.fromkeys(list_term(*part) for part, _ in parts)
    if kernels is None or len(parts) > MOST_LISTS or len(names) < 2:
        return None
    lists = []
    for name in names:
        number = state.lexicon.number(name)
        if number is None or number >= len(state.df):
            return _NO_DOCS
        lists.append((int(state.df.view[number]), number, name))
    lists.sort()
    cursor = {name: at for at, (_, _, name) in enumerate(lists)}
    phrase = [len(parts), *(part for (listed, at) in parts for part in (cursor[list_term(*listed)], at))]
    words = words_for(len(state.documents))
    matched = np.zeros(words, np.uint64)
    kernels.best_of_all(
        state.postings.memory.addressed(),
        np.array([number for _, number, _ in lists], np.int64),
        np.zeros(len(lists)),
        np.array(phrase, np.int64),
        state.documents.mean_length,
        NO_BITS if besides is None or not len(besides) else bits_of(words, [besides]),
        True,
        matched,
        np.empty(0),
        np.empty(0, np.int64),
    )
    return docs_of(matched)


def live_with_any(state: State, names: Sequence[str]) -> int:
    """Return how many live documents have one of the terms, by their names in the lexicon."""
    numbers = [number for name in names if (number := state.lexicon.number(name)) is not None]
    kernels = compiled.kernels(len(state.documents))
    if kernels is None:
        held = np.zeros(len(state.documents), np.bool_)
        for number in numbers:
            held[state.postings.read(number).docs] = True
        return int((held & state.documents.columns["alive"].view).sum())
    matched = np.zeros(words_for(len(state.documents)), np.uint64)
    table = state.postings.memory.addressed()
    kernels.mark_any(table, np.array(numbers, np.int64), matched)
    return int(kernels.keep_live(table, NO_BITS, matched))
