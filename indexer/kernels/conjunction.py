"""The best documents with all of several words, compiled; words may have to stand side by side.

Block at a time: the documents of a block of the rarest word are met with one list after another. Blocks whose
bounds together cannot reach the least of the best are left out, unless all matches are to be counted.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer.kernels.candidates import count_live, keep, promising, score_of
from indexer.kernels.lists import (
    AT,
    BLOCKS,
    DOCS,
    HELD,
    IDF,
    KEPT,
    NEVER,
    PLACE,
    SPOTS,
    WEIGHTS,
    ask_for,
    bound_of,
    cursor_of,
    decode,
    go,
    impact,
    last_of,
    list_impact,
    open_list,
    seek,
    weigh,
    weight_of,
)
from indexer.kernels.machine import load8, load32, load_float, load_signed64, store8, store32, store64
from indexer.kernels.phrases import with_phrases
from indexer.kernels.scoring import STEP, is_out, put, share
from indexer.layout import (
    BLOCK,
    CANDIDATES,
    CURSOR_BYTES,
    MET,
    MET_PLACES,
    PRIORS,
    SCRATCH,
    SPREAD,
    SPREAD_DOCUMENTS,
)
from indexer.ranking import HIGHEST_PRIOR, K1, B

_MOST_BLOCKS = 64  # whose bounds are compared one by one
_WORTH = 1.3  # a block that is at most so much above the least of the best is looked at posting by posting
_FAR = 6  # places for each candidate: beyond, seeking is quicker than spreading all
_MANY = 16  # postings whose weights are wanted: beyond, decoding all of a block is quicker


@njit(cache=True, nogil=True)
def best_of_all(
    table: Any, terms: Any, idfs: Any, phrases: Any, mean: float, banned: Any, all_count: bool,
    matched: Any, best: Any, found: Any,
) -> tuple[int, int]:  # fmt: skip
    """Put the best documents with all the terms into `best` (scores) and `found`; return how many.

    The second number is how many match, if `all_count`; then `matched`, a bit a document, gets them unless it
    is empty. `terms` are rarest first; `idfs` have the factor K1 + 1 in them, 0 for what does not rank.
    `phrases` tell, one after the other, how many words each has, then cursor and place of each word.
    """
    n, most, slope = len(terms), len(best), K1 * B / mean
    for t in range(n):
        open_list(table, t, terms[t], idfs[t])
    lead, candidates = cursor_of(table, 0), table[SCRATCH] + CANDIDATES
    held, total, least, start = 0, 0, -1.0, np.int64(0)
    while True:
        end = go(lead, start)
        if end == NEVER:
            break
        narrow = -1.0
        if held == most and not all_count:
            at = load_signed64(lead + AT)
            first = max(start, last_of(lead, at - 1) + 1) if at > 0 else start
            own, others = idfs[0] * impact(bound_of(lead, at), mean) + STEP, 0.0
            for t in range(1, n):
                others += _most_between(lead + t * CURSOR_BYTES, mean, first, end)
            if own + others <= least:
                start = end + 1
                continue
            if own + others < _WORTH * least:
                narrow = least - others
        size, ended = _candidates(table, lead, slope, start, narrow), False
        for t in range(1, n):
            if size == 0:
                break
            size, over = _meet(table, lead, t, size)
            ended = ended or over
        if size:
            in_full = size > _MANY
            if in_full:
                weigh(table, lead)
            at = load_signed64(lead + AT) * BLOCK
            for i in range(size):
                place = load_signed64(lead + SPOTS + 8 * i)
                weight = load32(lead + WEIGHTS + 4 * place) if in_full else weight_of(table, lead, place)
                store32(lead + KEPT + 4 * i, weight)
                store64(lead + SPOTS + 8 * i, place + at)
            if len(phrases):
                if held == most and not all_count:
                    size = promising(table, lead, idfs, slope, least, size)
                size = with_phrases(table, lead, n, phrases, size)
            if all_count:
                size = count_live(table, lead, n, banned, matched, size)
                total += size
            for i in range(size):
                doc = load_signed64(candidates + 8 * i)
                score = score_of(table, lead, idfs, slope, i, doc)
                if score * HIGHEST_PRIOR <= least:
                    continue
                score *= load_float(table[PRIORS] + 8 * doc)
                if most and score > least and (all_count or not is_out(table, banned, doc)):
                    held = put(best, found, held, score, doc)
                    if held == most:
                        least = best[most - 1]
        if ended:
            break
        start = end + 1
    return held, total


@njit(cache=True, nogil=True)
def _candidates(table: Any, lead: int, slope: float, start: int, narrow: float) -> int:
    """Take the documents of the first list's block from `start` on; return how many.

    Those whose score in this list cannot exceed `narrow` are left out, none if it is negative.
    """
    candidates, idf = table[SCRATCH] + CANDIDATES, load_float(lead + IDF)
    decode(table, lead)
    place, size = seek(lead, load_signed64(lead + PLACE), start), np.int64(0)
    if narrow >= 0.0:
        weigh(table, lead)
    for i in range(place, load_signed64(lead + HELD)):
        doc = load32(lead + DOCS + 4 * i)
        store64(candidates + 8 * size, doc)
        store64(lead + SPOTS + 8 * size, i)
        if narrow < 0.0:
            size += 1
        else:
            score = share(table, idf, load32(lead + WEIGHTS + 4 * i), doc, slope)
            size += np.int64(score * HIGHEST_PRIOR > narrow)
    return size


@njit(cache=True, nogil=True)
def _most_between(cursor: int, mean: float, first: int, end: int) -> float:
    """Return the most that a list can add to the score of a document in a stretch."""
    if go(cursor, first) == NEVER:
        return 0.0
    block = load_signed64(cursor + AT)
    most, blocks, limit = 0.0, load_signed64(cursor + BLOCKS), block + _MOST_BLOCKS
    while True:
        most = max(most, impact(bound_of(cursor, block), mean))
        if block >= blocks or last_of(cursor, block) >= end:
            break
        block += 1
        if block > limit:
            most = list_impact(cursor, mean)
            break
    return load_float(cursor + IDF) * most + STEP


@njit(cache=True, nogil=True)
def _meet(table: Any, lead: int, t: int, size: int) -> tuple[int, bool]:
    """Leave only the candidates that list `t` holds too; return how many, and whether the list has ended."""
    candidates, cursor = table[SCRATCH] + CANDIDATES, lead + t * CURSOR_BYTES
    met, places = table[SCRATCH] + MET, table[SCRATCH] + MET_PLACES
    at, out, end = np.int64(0), np.int64(0), go(cursor, load_signed64(candidates))
    while at < size:
        if end == NEVER:
            return out, True
        decode(table, cursor)
        stop = at + 1
        while stop < size and load_signed64(candidates + 8 * stop) <= end:
            stop += 1
        block, found = load_signed64(cursor + AT) * BLOCK, _find(table, cursor, at, stop)
        if stop < size:
            end = go(cursor, load_signed64(candidates + 8 * stop))
            ask_for(table, cursor)
        in_full = found > _MANY
        if in_full:
            weigh(table, cursor)
        for i in range(found):
            one, place = load_signed64(met + 8 * i), load_signed64(places + 8 * i)
            if out != one:
                store64(candidates + 8 * out, load_signed64(candidates + 8 * one))
                keep(lead, t, out, one)
            store64(cursor + SPOTS + 8 * out, place + block)
            weight = load32(cursor + WEIGHTS + 4 * place) if in_full else weight_of(table, cursor, place)
            store32(cursor + KEPT + 4 * out, weight)
            out += 1
        at = stop
    return out, False


@njit(cache=True, nogil=True)
def _find(table: Any, cursor: int, at: int, stop: int) -> int:
    """Write down which candidates from `at` to `stop` the decoded block holds, and where; return how many.

    No step depends on whether a candidate is met: a processor would guess wrong half of the time.
    """
    candidates, spread = table[SCRATCH] + CANDIDATES, table[SCRATCH] + SPREAD
    met, places = table[SCRATCH] + MET, table[SCRATCH] + MET_PLACES
    docs, held, found = cursor + DOCS, load_signed64(cursor + HELD), np.int64(0)
    is_close = load32(docs + 4 * (held - 1)) - load32(docs) < SPREAD_DOCUMENTS
    if is_close and held < _FAR * (stop - at):
        for place in range(held):
            store8(spread + (load32(docs + 4 * place) & (SPREAD_DOCUMENTS - 1)), place)
        for i in range(at, stop):
            doc = load_signed64(candidates + 8 * i)
            place = load8(spread + (doc & (SPREAD_DOCUMENTS - 1)))
            store64(met + 8 * found, i)
            store64(places + 8 * found, place)
            found += np.int64(place < held) & np.int64(load32(docs + 4 * place) == doc)
        return found
    for i in range(at, stop):
        doc, place, step = load_signed64(candidates + 8 * i), np.int64(0), np.int64(BLOCK // 2)
        while step > 0:  # the last place whose document is not after the candidate
            further = place + step
            is_there = np.int64(further < held) & np.int64(load32(docs + 4 * further) <= doc)
            place += step * is_there
            step >>= 1
        store64(met + 8 * found, i)
        store64(places + 8 * found, place)
        found += np.int64(load32(docs + 4 * place) == doc)
    return found
