"""The best documents with any of several words, compiled.

Bounds leave out what cannot be among the best; the answers are those of a search without them, ties
included, because scores are multiples of a small step that add up to the same in any order
(`ranking.rounded`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer.kernels.lists import (
    AT,
    CURSOR_WORDS,
    HELD,
    NEVER,
    PLACE,
    bound_of,
    decode,
    go,
    impact,
    list_impact,
    open_list,
    seek,
    weigh,
    weight_at,
)
from indexer.kernels.machine import load_float, trailing_zeros
from indexer.kernels.scoring import STEP, is_out, put, share
from indexer.layout import BLOCK, DOCUMENTS, PRIORS
from indexer.ranking import HIGHEST_PRIOR, K1, B

_WINDOW = 4096  # documents whose scores are added up in one go


@njit(cache=True, nogil=True)
def best_of_any(table: Any, terms: Any, idfs: Any, mean: float, banned: Any, best: Any, found: Any) -> int:
    """Put the best documents with any of the terms into `best` (scores) and `found`; return how many.

    MaxScore (Turtle, Flood 1995) in windows that end where a block does, with the bounds of the blocks (Ding,
    Suel 2011): in each window terms that together cannot reach the least of the best are only looked up.
    `idfs` have the factor K1 + 1 in them. `banned` is a bit a document, or empty.
    """
    n, most = len(terms), len(best)
    cursors = np.empty((n, CURSOR_WORDS), np.int64)
    docs, weights = np.empty((n, BLOCK), np.int32), np.empty((n, BLOCK), np.int32)
    scratch = np.empty(BLOCK, np.int32)
    whole, bound, reach = np.empty(n, np.float64), np.empty(n, np.float64), np.empty(n + 1, np.float64)
    order = np.empty(n, np.int64)
    sums, touched = np.zeros(_WINDOW, np.float64), np.zeros(_WINDOW // 64, np.uint64)
    slope = K1 * B / mean
    for t in range(n):
        open_list(table, cursors, t, terms[t])
        whole[t] = idfs[t] * list_impact(cursors[t], mean) + STEP
        order[t] = t
    _sort(order, whole, 0, n)
    resting, rest = 0, 0.0  # lists, in order, that nowhere matter by themselves
    held, least, start, last = 0, -1.0, np.int64(0), table[DOCUMENTS] - 1
    while start <= last:
        while held == most and resting < n and rest + whole[order[resting]] <= least:
            rest += whole[order[resting]]
            resting += 1
        if resting >= n:
            break
        end, alive = last, False
        for i in range(resting):
            bound[order[i]] = whole[order[i]]
        for i in range(resting, n):
            t = order[i]
            block_end = go(cursors[t], start)
            bound[t] = 0.0
            if block_end < NEVER:
                bound[t] = idfs[t] * impact(bound_of(cursors[t], cursors[t, AT]), mean) + STEP
                end, alive = min(end, block_end), True
        if not alive:
            break
        _sort(order, bound, resting, n)
        reach[0] = 0.0
        for i in range(n):
            reach[i + 1] = reach[i] + bound[order[i]]
        idle = 0
        if held == most:
            while idle < n and reach[idle + 1] <= least:
                idle += 1
        if idle == n - 1:
            held, least = _one_list(
                table, cursors, docs, weights, scratch, order, reach, bound, idfs, mean, slope, banned, best,
                found, held, least, start, end,
            )  # fmt: skip
        elif idle < n:
            end = min(end, start + _WINDOW - 1)
            held, least = _window(
                table, cursors, docs, weights, scratch, order, reach, bound, idfs, mean, slope, banned, best,
                found, held, least, start, end, idle, sums, touched,
            )  # fmt: skip
        start = end + 1
        _sort(order, whole, resting, n)
    return held


@njit(cache=True, nogil=True)
def _sort(order: Any, key: Any, first: int, end: int) -> None:
    """Sort a few places by key, least first."""
    for i in range(first + 1, end):
        moved, at = order[i], i
        while at > first and key[order[at - 1]] > key[moved]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = moved


@njit(cache=True, nogil=True)
def _complete(
    table: Any, cursors: Any, docs: Any, weights: Any, scratch: Any, order: Any, reach: Any, bound: Any,
    idfs: Any, mean: float, slope: float, doc: int, score: float, prior: float, idle: int, least: float,
) -> float:  # fmt: skip
    """Return a document's score with the idle lists added; -1 as soon as it cannot exceed `least`."""
    for i in range(idle - 1, -1, -1):
        if score * prior + reach[i + 1] <= least:
            return -1.0
        t = order[i]
        cursor = cursors[t]
        if bound[t] == 0.0 or go(cursor, doc) == NEVER:
            continue
        ahead = idfs[t] * impact(bound_of(cursor, cursor[AT]), mean) + STEP
        if score * prior + ahead + reach[i] <= least:
            return -1.0
        weight = weight_at(table, cursor, docs[t], weights[t], scratch, doc)
        if weight >= 0:
            score += share(table, idfs[t], weight, doc, slope)
    return score


@njit(cache=True, nogil=True)
def _one_list(
    table: Any, cursors: Any, docs: Any, weights: Any, scratch: Any, order: Any, reach: Any, bound: Any,
    idfs: Any, mean: float, slope: float, banned: Any, best: Any, found: Any, held: int, least: float,
    start: int, end: int,
) -> tuple[int, float]:  # fmt: skip
    """Search a window in which a single list matters."""
    idle = len(order) - 1
    t = order[idle]
    cursor, most = cursors[t], len(best)
    if bound[t] == 0.0:
        return held, least
    decode(table, cursor, docs[t], weights[t])
    place = seek(docs[t], cursor[PLACE], cursor[HELD], start)
    cursor[PLACE] = place
    if place >= cursor[HELD] or docs[t, place] > end:
        return held, least
    weigh(table, cursor, weights[t], scratch)
    rest, idf = reach[idle], idfs[t]
    while place < cursor[HELD] and docs[t, place] <= end:
        doc = np.int64(docs[t, place])
        score = share(table, idf, np.int64(weights[t, place]), doc, slope)
        place += 1
        if held == most and score * HIGHEST_PRIOR + rest <= least:
            continue
        prior = load_float(table[PRIORS] + 8 * doc)
        if held == most and score * prior + rest <= least:
            continue
        if idle:
            score = _complete(
                table, cursors, docs, weights, scratch, order, reach, bound, idfs, mean, slope, doc, score,
                prior, idle, least,
            )  # fmt: skip
        if score * prior > least and not is_out(table, banned, doc):
            held = put(best, found, held, score * prior, doc)
            if held == most:
                least = best[most - 1]
                if bound[t] + rest <= least:
                    break
    cursor[PLACE] = min(place, cursor[HELD])
    return held, least


@njit(cache=True, nogil=True)
def _window(
    table: Any, cursors: Any, docs: Any, weights: Any, scratch: Any, order: Any, reach: Any, bound: Any,
    idfs: Any, mean: float, slope: float, banned: Any, best: Any, found: Any, held: int, least: float,
    start: int, end: int, idle: int, sums: Any, touched: Any,
) -> tuple[int, float]:  # fmt: skip
    """Search a window in which several lists matter: their scores are added up document by document."""
    most, rest = len(best), reach[idle]
    for i in range(idle, len(order)):
        t = order[i]
        if bound[t] == 0.0:
            continue
        cursor, held_docs, held_weights, idf = cursors[t], docs[t], weights[t], idfs[t]
        decode(table, cursor, held_docs, held_weights)
        place, count = seek(held_docs, cursor[PLACE], cursor[HELD], start), cursor[HELD]
        if place < count and held_docs[place] <= end:
            weigh(table, cursor, held_weights, scratch)
            while place < count and held_docs[place] <= end:
                doc = np.int64(held_docs[place])
                at = doc - start
                sums[at] += share(table, idf, np.int64(held_weights[place]), doc, slope)
                touched[at >> 6] |= np.uint64(1) << np.uint64(at & 63)
                place += 1
        cursor[PLACE] = place
    for word in range(((end - start) >> 6) + 1):
        bits = touched[word]
        touched[word] = np.uint64(0)
        while bits != np.uint64(0):
            at = (word << 6) + trailing_zeros(bits)
            bits &= bits - np.uint64(1)
            score = sums[at]
            sums[at] = 0.0
            if held == most and score * HIGHEST_PRIOR + rest <= least:
                continue
            doc = start + at
            prior = load_float(table[PRIORS] + 8 * doc)
            if held == most and score * prior + rest <= least:
                continue
            if idle:
                score = _complete(
                    table, cursors, docs, weights, scratch, order, reach, bound, idfs, mean, slope, doc,
                    score, prior, idle, least,
                )  # fmt: skip
            if score * prior > least and not is_out(table, banned, doc):
                held = put(best, found, held, score * prior, doc)
                if held == most:
                    least = best[most - 1]
    return held, least
