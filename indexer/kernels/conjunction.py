"""The best documents with all of several words, compiled; words may have to stand side by side.

Block at a time: the documents of a block of the rarest word are met with one list after another. Blocks whose
bounds together cannot reach the least of the best are left out, unless all matches are to be counted.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer.kernels.ingest import read_varint
from indexer.kernels.lists import (
    AT,
    BLOCKS,
    CURSOR_WORDS,
    HELD,
    NEVER,
    PLACE,
    PLACED,
    bound_of,
    decode,
    entry_of,
    go,
    impact,
    last_of,
    list_impact,
    open_list,
    seek,
    tail_at,
    unpack,
    weigh,
)
from indexer.kernels.machine import load8, load32, load64, load_float
from indexer.kernels.scoring import STEP, is_out, put, share
from indexer.layout import BLOCK, HEADER_BYTES, PRIORS, SEALED, SUB_BLOCK, UNIT
from indexer.ranking import HIGHEST_PRIOR, K1, B

_MOST_BLOCKS = 64  # whose bounds are compared one by one
_WORTH = 1.3  # a block that is at most so much above the least of the best is looked at posting by posting
_FAR = 6  # places for each candidate: beyond, seeking is quicker than stepping
_IN_TAIL = -1


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
    n, most = len(terms), len(best)
    cursors = np.empty((n, CURSOR_WORDS), np.int64)
    docs, weights = np.empty((n, BLOCK), np.int32), np.empty((n, BLOCK), np.int32)
    scratch, kept = np.empty(BLOCK, np.int32), np.empty((n, BLOCK), np.int32)
    spots = np.empty((n, BLOCK), np.int64)  # block * 128 + place of each candidate in each list
    candidates = np.empty(BLOCK, np.int64)
    runs, counts = np.empty((n, BLOCK), np.int64), np.empty((n, BLOCK), np.int32)
    slope = K1 * B / mean
    for t in range(n):
        open_list(table, cursors, t, terms[t])
    held, total, least, start = 0, 0, -1.0, np.int64(0)
    lead = cursors[0]
    while True:
        end = go(lead, start)
        if end == NEVER:
            break
        first = max(start, last_of(lead, lead[AT] - 1) + 1) if lead[AT] > 0 else start
        prune, others, own = held == most and not all_count, 0.0, 0.0
        if prune:
            own = idfs[0] * impact(bound_of(lead, lead[AT]), mean) + STEP
            for t in range(1, n):
                others += _most_between(cursors[t], idfs[t], mean, first, end)
            if own + others <= least:
                start = end + 1
                continue
        narrow = least - others if prune and own + others < _WORTH * least else -1.0
        size = _candidates(
            table, lead, docs[0], weights[0], scratch, idfs[0], slope, start, narrow, candidates, spots
        )
        ended = False
        for t in range(1, n):
            if size == 0:
                break
            size, over = _meet(
                table, cursors[t], docs[t], weights[t], scratch, candidates, kept, spots, t, size
            )
            ended = ended or over
        if size:
            weigh(table, lead, weights[0], scratch)
            for i in range(size):
                kept[0, i] = weights[0, spots[0, i]]
                spots[0, i] += lead[AT] * BLOCK
            if len(phrases):
                size = _with_phrases(table, cursors, phrases, candidates, kept, spots, runs, counts, size)
            if all_count:
                size = _count(table, banned, matched, candidates, kept, size)
                total += size
            for i in range(size):
                score = 0.0
                for t in range(n):
                    if idfs[t] > 0.0:
                        score += share(table, idfs[t], np.int64(kept[t, i]), candidates[i], slope)
                score *= load_float(table[PRIORS] + 8 * candidates[i])
                if most and score > least and (all_count or not is_out(table, banned, candidates[i])):
                    held = put(best, found, held, score, candidates[i])
                    if held == most:
                        least = best[most - 1]
        if ended:
            break
        start = end + 1
    return held, total


@njit(cache=True, nogil=True)
def _candidates(
    table: Any, lead: Any, docs: Any, weights: Any, scratch: Any, idf: float, slope: float, start: int,
    narrow: float, candidates: Any, spots: Any,
) -> int:  # fmt: skip
    """Take the documents of the first list's block from `start` on; return how many.

    Those whose score in this list cannot exceed `narrow` are left out, none if it is negative.
    """
    decode(table, lead, docs, weights)
    place, size = seek(docs, lead[PLACE], lead[HELD], start), 0
    if narrow >= 0.0:
        weigh(table, lead, weights, scratch)
    while place < lead[HELD]:
        doc = np.int64(docs[place])
        candidates[size], spots[0, size] = doc, place
        keep = True
        if narrow >= 0.0:
            keep = share(table, idf, np.int64(weights[place]), doc, slope) * HIGHEST_PRIOR > narrow
        size += np.int64(keep)
        place += 1
    return size


@njit(cache=True, nogil=True)
def _count(table: Any, banned: Any, matched: Any, candidates: Any, kept: Any, size: int) -> int:
    """Leave only candidates that are neither dead nor banned, and mark them; return how many."""
    out = 0
    for i in range(size):
        doc = candidates[i]
        if is_out(table, banned, doc):
            continue
        if len(matched):
            matched[doc >> 6] |= np.uint64(1) << np.uint64(doc & 63)
        candidates[out] = doc
        for t in range(len(kept)):
            kept[t, out] = kept[t, i]
        out += 1
    return out


@njit(cache=True, nogil=True)
def _most_between(cursor: Any, idf: float, mean: float, first: int, end: int) -> float:
    """Return the most that a list can add to the score of a document in a stretch."""
    if go(cursor, first) == NEVER:
        return 0.0
    most, block = 0.0, cursor[AT]
    while True:
        most = max(most, impact(bound_of(cursor, block), mean))
        if block >= cursor[BLOCKS] or last_of(cursor, block) >= end:
            break
        block += 1
        if block > cursor[AT] + _MOST_BLOCKS:
            most = list_impact(cursor, mean)
            break
    return idf * most + STEP


@njit(cache=True, nogil=True)
def _meet(
    table: Any, cursor: Any, docs: Any, weights: Any, scratch: Any, candidates: Any, kept: Any, spots: Any,
    t: int, size: int,
) -> tuple[int, bool]:  # fmt: skip
    """Leave only the candidates that list `t` holds too; return how many, and whether the list has ended."""
    left, out = 0, 0
    while left < size:
        end = go(cursor, candidates[left])
        if end == NEVER:
            return out, True
        decode(table, cursor, docs, weights)
        place, held, before = cursor[PLACE], cursor[HELD], out
        far = held - place > _FAR * (size - left)
        while left < size and candidates[left] <= end:
            doc = candidates[left]
            if far:
                place = seek(docs, place, held, doc)
            else:
                while place < held and docs[place] < doc:
                    place += 1
            if place < held and docs[place] == doc:
                candidates[out] = doc
                for other in range(t):
                    spots[other, out] = spots[other, left]
                    kept[other, out] = kept[other, left]
                spots[t, out] = place
                out += 1
            left += 1
        cursor[PLACE] = place
        if out > before:
            weigh(table, cursor, weights, scratch)
            for i in range(before, out):
                kept[t, i] = weights[spots[t, i]]
                spots[t, i] += cursor[AT] * BLOCK
    return out, False


@njit(cache=True, nogil=True)
def _with_phrases(
    table: Any, cursors: Any, phrases: Any, candidates: Any, kept: Any, spots: Any, runs: Any, counts: Any,
    size: int,
) -> int:  # fmt: skip
    """Leave only the candidates in which each phrase stands; return how many."""
    parts = len(phrases) // 2
    where, width = np.empty(parts, np.int64), np.empty(parts, np.int64)
    left, value = np.empty(parts, np.int64), np.empty(parts, np.int64)
    out = 0
    for i in range(size):
        at, holds = 0, True
        while holds and at < len(phrases):
            words = phrases[at]
            for part in range(words):
                t = phrases[at + 1 + 2 * part]
                block, place = spots[t, i] // BLOCK, spots[t, i] % BLOCK
                _find_runs(table, cursors[t], block, runs[t], counts[t])
                where[part], left[part], value[part] = runs[t, place], counts[t, place], -1
                width[part] = _width_of_run(table, cursors[t], block, place)
            holds = _stands(phrases, at, words, where, width, left, value)
            at += 1 + 2 * words
        if holds:
            candidates[out] = candidates[i]
            for t in range(len(cursors)):
                kept[t, out] = kept[t, i]
            out += 1
    return out


@njit(cache=True, nogil=True)
def _stands(phrases: Any, at: int, words: int, where: Any, width: Any, left: Any, value: Any) -> bool:
    """Return whether the words stand in their places somewhere: each run is read forward once."""
    start, agreed, part = np.int64(-NEVER), 0, 0
    while agreed < words:
        place = phrases[at + 2 + 2 * part]
        while value[part] < start + place or value[part] < 0:
            if left[part] == 0:
                return False
            left[part] -= 1
            if width[part] == _IN_TAIL:
                distance, where[part] = read_varint(where[part])
            else:
                bit = where[part]
                mask = (np.int64(1) << width[part]) - 1
                distance = np.int64(load64(bit >> 3) >> np.uint64(bit & 7)) & mask
                where[part] = bit + width[part]
            value[part] += distance + 1
        if value[part] == start + place:
            agreed += 1
        else:
            start, agreed = value[part] - place, 1
        part = part + 1 if part + 1 < words else 0
    return True


@njit(cache=True, nogil=True, inline="always")
def _width_of_run(table: Any, cursor: Any, block: int, place: int) -> int:
    if block >= cursor[BLOCKS]:
        return _IN_TAIL
    return load8(table[SEALED] + UNIT * load32(entry_of(cursor, block) + 4) + 8 + place // SUB_BLOCK)


@njit(cache=True, nogil=True)
def _find_runs(table: Any, cursor: Any, block: int, runs: Any, counts: Any) -> None:
    """Write down where the positions of a block's postings begin (bits; bytes in a tail), and how many."""
    if cursor[PLACED] == block:
        return
    cursor[PLACED] = block
    if block >= cursor[BLOCKS]:
        at, end = tail_at(table, cursor)
        held = 0
        while at < end:
            value, at = read_varint(at)
            code = value & 3
            occurrences = code + 1
            if code >= 2:
                occurrences, at = read_varint(at)
            if code == 3:
                _, at = read_varint(at)
            runs[held], counts[held] = at, occurrences
            held += 1
            while occurrences > 0:
                occurrences -= np.int64(load8(at) < 128)
                at += 1
        return
    start = table[SEALED] + UNIT * load32(entry_of(cursor, block) + 4)
    widths, least = load32(start), np.int32(load32(start + 4) & 0xFFFF)
    columns = start + HEADER_BYTES
    unpack(columns + (BLOCK // 8) * (widths & 255), widths >> 8 & 255, counts)
    bit = 8 * columns + BLOCK * ((widths & 255) + (widths >> 8 & 255) + (widths >> 16 & 255))
    for i in range(BLOCK):
        counts[i] += least
        runs[i] = bit
        bit += np.int64(counts[i]) * load8(start + 8 + i // SUB_BLOCK)
