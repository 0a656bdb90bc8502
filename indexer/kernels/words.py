"""Look words up and group what they are found to be, compiled: for `wordtable` and `grouping`.

A table of words has slots of 32 bytes: the word's bytes (24, zeros after its end), its length + 1 (0 if the
slot is free), its number. A word lies in the first free slot from where its hash points to; longer words are
in none.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from indexer.kernels.machine import load32, load64, prefetch, store32, store64, trailing_zeros
from indexer.layout import (
    DOCUMENT_BITS,
    POSITION_BITS,
    WORD_BYTES,
    WORD_LENGTH_AT,
    WORD_NUMBER_AT,
    WORD_SLOT_BYTES,
)
from indexer.schema import MAX_PACKED

_BATCH = 32  # words whose slots are asked for before the first of them is read
_UNKNOWN = -1
_ONES = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_SPREAD, _SPREAD_MORE, _SPREAD_LAST = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xC2B2AE3D27D4EB4F),
    np.uint64(0x165667B19E3779F9),
)
_PLACE_MASK = (1 << POSITION_BITS) - 1
_TERM_MASK = (1 << (DOCUMENT_BITS - POSITION_BITS)) - 1


@njit(cache=True, nogil=True)
def _piece(at: int, length: int) -> Any:
    """Return up to eight bytes at an address as a number, zeros for those from `length` on."""
    if length <= 0:
        return np.uint64(0)
    word = load64(at)
    return word if length >= 8 else word & ((np.uint64(1) << np.uint64(8 * length)) - np.uint64(1))


@njit(cache=True, nogil=True)
def _hash(first: Any, second: Any, third: Any, seed: Any) -> Any:
    """Return the hash of a word of three pieces; the seed keeps others from choosing words that collide."""
    mixed = (first ^ seed) * _SPREAD
    mixed = (mixed ^ (mixed >> np.uint64(32)) ^ second) * _SPREAD_MORE
    mixed = (mixed ^ (mixed >> np.uint64(29)) ^ third) * _SPREAD_LAST
    return mixed ^ (mixed >> np.uint64(32))


@njit(cache=True, nogil=True)
def _word_end(at: int, end: int, separator: Any) -> int:
    """Return where the word at an address ends: at the next separator, or `end`."""
    pattern = _ONES * separator
    while at < end:
        differences = load64(at) ^ pattern
        found = (differences - _ONES) & (differences ^ _ALL) & _HIGH
        if found != np.uint64(0):
            return min(end, at + (trailing_zeros(found) >> 3))
        at += 8
    return end


@njit(cache=True, nogil=True)
def _slot_of(slots: int, mask: int, at: int, first: Any, second: Any, third: Any, length: int) -> int:
    """Return the address of a word's slot, or of the free one where it belongs."""
    while True:
        slot = slots + at * WORD_SLOT_BYTES
        held = load32(slot + WORD_LENGTH_AT)
        if held == 0:
            return slot
        if (
            held == length + 1
            and load64(slot) == first
            and load64(slot + 8) == second
            and load64(slot + 16) == third
        ):
            return slot
        at = (at + 1) & mask


@njit(cache=True, nogil=True)
def look_up(
    slots: int, mask: int, seed: Any, text: int, ends: Any, separator: Any, skip_empty: bool, numbers: Any,
    counts: Any,
) -> int:  # fmt: skip
    """Put the numbers of all words into `numbers`, and how many words each text has into `counts`.

    The texts lie one after the other from the address `text` on, a byte between them; `ends` tells where each
    ends. A word that is not in the table gets -1 less the place where it begins. Return how many words there
    are. Eight bytes after the last text may be read.
    """
    pieces = np.empty(3 * _BATCH, np.uint64)
    places, lengths = np.empty(_BATCH, np.int64), np.empty(_BATCH, np.int64)
    begins = np.empty(_BATCH, np.int64)
    words, waiting, begin = np.int64(0), np.int64(0), np.int64(0)
    for run in range(len(ends)):
        before, end = words + waiting, ends[run]
        while begin <= end:
            stop = _word_end(text + begin, text + end, separator) - text
            length = stop - begin
            if length == 0 and skip_empty:
                begin = stop + 1
                continue
            first = _piece(text + begin, length)
            second, third = _piece(text + begin + 8, length - 8), _piece(text + begin + 16, length - 16)
            place = np.int64(_hash(first, second, third, seed) & np.uint64(mask))
            prefetch(slots + place * WORD_SLOT_BYTES)
            pieces[3 * waiting], pieces[3 * waiting + 1], pieces[3 * waiting + 2] = first, second, third
            places[waiting], lengths[waiting], begins[waiting] = place, length, begin
            waiting += 1
            if waiting == _BATCH:
                words = _find(slots, mask, pieces, places, lengths, begins, waiting, numbers, words)
                waiting = np.int64(0)
            begin = stop + 1
        counts[run] = words + waiting - before
        begin = end + 1
    return _find(slots, mask, pieces, places, lengths, begins, waiting, numbers, words)


@njit(cache=True, nogil=True)
def _find(
    slots: int, mask: int, pieces: Any, places: Any, lengths: Any, begins: Any, waiting: int, numbers: Any,
    words: int,
) -> int:  # fmt: skip
    for i in range(waiting):
        numbers[words] = _UNKNOWN - begins[i]
        if lengths[i] <= WORD_BYTES:
            slot = _slot_of(
                slots, mask, places[i], pieces[3 * i], pieces[3 * i + 1], pieces[3 * i + 2], lengths[i]
            )
            if load32(slot + WORD_LENGTH_AT):
                numbers[words] = load32(slot + WORD_NUMBER_AT)
        words += 1
    return words


@njit(cache=True, nogil=True)
def learn(slots: int, mask: int, seed: Any, text: int, begins: Any, stops: Any, numbers: Any) -> int:
    """Put words of a text into the table with their numbers, unless they are there; return how many came.

    There is room for all of them, and none is longer than a slot takes.
    """
    came = np.int64(0)
    for i in range(len(begins)):
        at, length = text + begins[i], stops[i] - begins[i]
        first, second, third = _piece(at, length), _piece(at + 8, length - 8), _piece(at + 16, length - 16)
        came += _put(slots, mask, seed, first, second, third, length, numbers[i])
    return came


@njit(cache=True, nogil=True)
def _put(
    slots: int, mask: int, seed: Any, first: Any, second: Any, third: Any, length: int, number: int
) -> int:
    place = np.int64(_hash(first, second, third, seed) & np.uint64(mask))
    slot = _slot_of(slots, mask, place, first, second, third, length)
    if load32(slot + WORD_LENGTH_AT):
        return 0
    store64(slot, first)
    store64(slot + 8, second)
    store64(slot + 16, third)
    store32(slot + WORD_LENGTH_AT, length + 1)
    store32(slot + WORD_NUMBER_AT, number)
    return 1


@njit(cache=True, nogil=True)
def move_words(old: int, old_slots: int, slots: int, mask: int, seed: Any) -> None:
    """Put all words of a table into a larger one."""
    for i in range(old_slots):
        slot = old + i * WORD_SLOT_BYTES
        held = load32(slot + WORD_LENGTH_AT)
        if held:
            first, second, third = load64(slot), load64(slot + 8), load64(slot + 16)
            _put(slots, mask, seed, first, second, third, held - 1, load32(slot + WORD_NUMBER_AT))


@njit(cache=True, nogil=True)
def group(
    keys: Any, halved: Any, bases: Any, weights: Any, terms: Any, packed: Any, positions: Any,
    first_terms: Any, first_positions: Any,
) -> None:  # fmt: skip
    """Tell distinct terms by document with weights, counts and positions: see `inversion._group`.

    `keys` and `halved` ascend; `bases` has the first place of each field, document by document. The last of
    `first_terms` and `first_positions` say how many terms and positions there are.
    """
    fields, documents = len(weights), len(first_terms) - 1
    found, placed, half, doc = np.int64(0), np.int64(0), np.int64(0), np.int64(-1)
    before, before_group = np.int64(-1), np.int64(-1)
    weight, count = np.int64(0), np.int64(0)
    most = np.int64(MAX_PACKED)
    for i in range(len(keys)):
        key = keys[i]
        if key == before:
            continue
        before = key
        if key >> POSITION_BITS != before_group:
            if before_group >= 0:
                packed[found] = np.int64(min(weight, most)) | count << 16
                found += 1
            before_group = key >> POSITION_BITS
            while doc < key >> DOCUMENT_BITS:
                doc += 1
                first_terms[doc], first_positions[doc] = found, placed
            terms[found] = before_group & _TERM_MASK
            weight, count = np.int64(0), np.int64(0)
        place, field = key & _PLACE_MASK, fields - 1
        while field > 0 and place < bases[doc * fields + field]:
            field -= 1
        while half < len(halved) and halved[half] < key:
            half += 1
        is_half = half < len(halved) and halved[half] == key
        weight += weights[field] >> 1 if is_half else weights[field]
        if count < MAX_PACKED:
            positions[placed] = place
            placed += 1
            count += 1
    if before_group >= 0:
        packed[found] = np.int64(min(weight, most)) | count << 16
        found += 1
    while doc < documents:
        doc += 1
        first_terms[doc], first_positions[doc] = found, placed
