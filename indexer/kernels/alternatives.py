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
    DOCS,
    HELD,
    IDF,
    NEVER,
    PLACE,
    REACH,
    ROW,
    WEIGHTS,
    WHOLE,
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
from indexer.kernels.machine import (
    load32,
    load64,
    load_float,
    load_signed64,
    store32,
    store64,
    store_float,
    trailing_zeros,
)
from indexer.kernels.scoring import STEP, is_out, put, share
from indexer.layout import ADDED, COUNT, DOCUMENTS, ORDER, PRIORS, PROMISING, REACHES, SCRATCH, SUMS, WINDOW
from indexer.ranking import HIGHEST_PRIOR, K1, B

# Looking a document up takes as long as reading so many postings on.
_DENSE = 8


@njit(cache=True, nogil=True)
def best_of_any(table: Any, terms: Any, idfs: Any, mean: float, banned: Any, best: Any, found: Any) -> int:
    """Put the best documents with any of the terms into `best` (scores) and `found`; return how many.

    MaxScore (Turtle, Flood 1995) in windows that end where a block does, with the bounds of the blocks (Ding,
    Suel 2011): in each window terms that together cannot reach the least of the best are only looked up.
    `idfs` have the factor K1 + 1 in them. `banned` is a bit a document, or empty.
    """
    n, most, slope = len(terms), len(best), K1 * B / mean
    order, reaches = table[SCRATCH] + ORDER, table[SCRATCH] + REACHES
    for t in range(n):
        cursor = open_list(table, t, terms[t], idfs[t])
        store_float(cursor + WHOLE, idfs[t] * list_impact(cursor, mean) + STEP)
        store64(order + 8 * t, cursor)
    _sort(order, WHOLE, 0, n)
    resting, rest = 0, 0.0  # lists, in order, that nowhere matter by themselves
    held, least, start, last = 0, -1.0, np.int64(0), table[DOCUMENTS] - 1
    while start <= last:
        while held == most and resting < n:
            cursor = load_signed64(order + 8 * resting)
            if rest + load_float(cursor + WHOLE) > least or not _is_dense(order, resting, n):
                break
            rest += load_float(cursor + WHOLE)
            store_float(cursor + REACH, load_float(cursor + WHOLE))
            resting += 1
        if resting >= n:
            break
        end, alive = last, False
        for i in range(resting, n):
            cursor = load_signed64(order + 8 * i)
            block_end, reach = go(cursor, start), 0.0
            if block_end < NEVER:
                reach = (
                    load_float(cursor + IDF) * impact(bound_of(cursor, load_signed64(cursor + AT)), mean)
                    + STEP
                )
                end, alive = min(end, block_end), True
            store_float(cursor + REACH, reach)
        if not alive:
            break
        _sort(order, REACH, resting, n)
        total, idle = 0.0, 0
        store_float(reaches, 0.0)
        for i in range(n):
            total += load_float(load_signed64(order + 8 * i) + REACH)
            store_float(reaches + 8 * (i + 1), total)
            if held == most and total <= least:
                idle = i + 1
        while resting < idle < n and not _is_dense(order, idle - 1, n):
            idle -= 1
        if idle == n - 1:
            held, least = _one_list(table, n, mean, slope, banned, best, found, held, least, start, end)
        elif idle < n:
            # Where all lists matter blocks do not: the next ones will hardly be better.
            end = min(last if idle == 0 else end, start + WINDOW - 1)
            held, least = _window(table, n, mean, slope, banned, best, found, held, least, start, end, idle)
        start = end + 1
        if held == most:
            _sort(order, WHOLE, resting, n)
    return held


@njit(cache=True, nogil=True)
def _is_dense(order: int, at: int, n: int) -> bool:
    """Return whether looking documents up in a list is cheaper than reading it beside those after it."""
    others = np.int64(0)
    for i in range(at + 1, n):
        others += load32(load_signed64(load_signed64(order + 8 * i) + ROW) + 4 * COUNT)
    count = load32(load_signed64(load_signed64(order + 8 * at) + ROW) + 4 * COUNT)
    return count > _DENSE * others or others == 0


@njit(cache=True, nogil=True)
def _sort(order: int, key: int, first: int, end: int) -> None:
    """Sort the addresses of a few cursors by one of their numbers, least first."""
    for i in range(first + 1, end):
        moved, at = load_signed64(order + 8 * i), i
        value = load_float(moved + key)
        while at > first and load_float(load_signed64(order + 8 * (at - 1)) + key) > value:
            store64(order + 8 * at, load_signed64(order + 8 * (at - 1)))
            at -= 1
        store64(order + 8 * at, moved)


@njit(cache=True, nogil=True)
def _complete(
    table: Any, mean: float, slope: float, doc: int, score: float, prior: float, idle: int, least: float
) -> float:
    """Return a document's score with the idle lists added; -1 as soon as it cannot exceed `least`."""
    order, reaches = table[SCRATCH] + ORDER, table[SCRATCH] + REACHES
    for i in range(idle - 1, -1, -1):
        if score * prior + load_float(reaches + 8 * (i + 1)) <= least:
            return -1.0
        cursor = load_signed64(order + 8 * i)
        if load_float(cursor + REACH) == 0.0 or go(cursor, doc) == NEVER:
            continue
        idf = load_float(cursor + IDF)
        ahead = idf * impact(bound_of(cursor, load_signed64(cursor + AT)), mean) + STEP
        if score * prior + ahead + load_float(reaches + 8 * i) <= least:
            return -1.0
        weight = weight_at(table, cursor, doc)
        if weight >= 0:
            score += share(table, idf, weight, doc, slope)
    return score


@njit(cache=True, nogil=True)
def _one_list(
    table: Any, n: int, mean: float, slope: float, banned: Any, best: Any, found: Any, held: int,
    least: float, start: int, end: int,
) -> tuple[int, float]:  # fmt: skip
    """Search a window in which a single list matters."""
    idle, most = n - 1, len(best)
    cursor = load_signed64(table[SCRATCH] + ORDER + 8 * idle)
    rest, reach = load_float(table[SCRATCH] + REACHES + 8 * idle), load_float(cursor + REACH)
    if reach == 0.0:
        return held, least
    decode(table, cursor)
    count, idf = load_signed64(cursor + HELD), load_float(cursor + IDF)
    place = seek(cursor, load_signed64(cursor + PLACE), start)
    if place < count and load32(cursor + DOCS + 4 * place) <= end:
        weigh(table, cursor)
    while place < count:
        doc = load32(cursor + DOCS + 4 * place)
        if doc > end:
            break
        score = share(table, idf, load32(cursor + WEIGHTS + 4 * place), doc, slope)
        place += 1
        if held == most and score * HIGHEST_PRIOR + rest <= least:
            continue
        prior = load_float(table[PRIORS] + 8 * doc)
        if held == most and score * prior + rest <= least:
            continue
        if idle:
            score = _complete(table, mean, slope, doc, score, prior, idle, least)
        if score * prior > least and not is_out(table, banned, doc):
            held = put(best, found, held, score * prior, doc)
            if held == most:
                least = best[most - 1]
                if reach + rest <= least:
                    break
    store64(cursor + PLACE, place)
    return held, least


@njit(cache=True, nogil=True)
def _add_up(
    table: Any, cursor: int, slope: float, start: int, end: int, added: int, rest: float, least: float
) -> int:
    """Add the shares of a list's documents in a window to their sums; return where to write the next of them.

    Those that may become one of the best are marked; the others need not be looked at again.
    """
    sums, promising = table[SCRATCH] + SUMS, table[SCRATCH] + PROMISING
    idf, block_end = load_float(cursor + IDF), go(cursor, start)
    while block_end != NEVER:
        decode(table, cursor)
        held = load_signed64(cursor + HELD)
        place = seek(cursor, load_signed64(cursor + PLACE), start)
        stop = held if block_end <= end else seek(cursor, place, end + 1)
        if place < stop:
            weigh(table, cursor)
        for i in range(place, stop):
            doc = load32(cursor + DOCS + 4 * i)
            at = doc - start
            score = share(table, idf, load32(cursor + WEIGHTS + 4 * i), doc, slope)
            score += load_float(sums + 8 * at)
            store_float(sums + 8 * at, score)
            store32(added, at)
            added += 4
            if score * HIGHEST_PRIOR + rest > least:
                word = promising + 8 * (at >> 6)
                store64(word, load_signed64(word) | np.int64(1) << (at & 63))
        store64(cursor + PLACE, stop)
        if block_end >= end:
            break
        block_end = go(cursor, block_end + 1)
    return added


@njit(cache=True, nogil=True)
def _window(
    table: Any, n: int, mean: float, slope: float, banned: Any, best: Any, found: Any, held: int,
    least: float, start: int, end: int, idle: int,
) -> tuple[int, float]:  # fmt: skip
    """Search a window in which several lists matter: their scores are added up document by document."""
    most, order = len(best), table[SCRATCH] + ORDER
    sums, promising = table[SCRATCH] + SUMS, table[SCRATCH] + PROMISING
    first = table[SCRATCH] + ADDED
    rest, added = load_float(table[SCRATCH] + REACHES + 8 * idle), first
    for i in range(idle, n):
        cursor = load_signed64(order + 8 * i)
        if load_float(cursor + REACH) > 0.0:
            added = _add_up(table, cursor, slope, start, end, added, rest, least if held == most else -1.0)
    for word in range(((end - start) >> 6) + 1):
        bits = load64(promising + 8 * word)
        if bits == np.uint64(0):
            continue
        store64(promising + 8 * word, 0)
        while bits != np.uint64(0):
            at = (word << 6) + trailing_zeros(bits)
            bits &= bits - np.uint64(1)
            score = load_float(sums + 8 * at)
            doc = start + at
            prior = load_float(table[PRIORS] + 8 * doc)
            if held == most and score * prior + rest <= least:
                continue
            if idle:
                score = _complete(table, mean, slope, doc, score, prior, idle, least)
            if score * prior > least and not is_out(table, banned, doc):
                held = put(best, found, held, score * prior, doc)
                if held == most:
                    least = best[most - 1]
    while first < added:
        store_float(sums + 8 * load32(first), 0.0)
        first += 4
    return held, least
