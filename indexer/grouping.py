"""From where all words of a batch stand to what each document holds: distinct terms, weights and positions.

A word's place comes as one number, document << 52 | term << 24 | place: sorting puts together what belongs
together. With compiled code one pass does the rest, else numpy does the same in several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer import compiled
from indexer.arena import Words
from indexer.compiled import Kernels
from indexer.layout import DOCUMENT_BITS, POSITION_BITS
from indexer.packing import Numbers
from indexer.schema import MAX_PACKED

_TERM_MASK = (1 << (DOCUMENT_BITS - POSITION_BITS)) - 1
_PLACE_MASK = (1 << POSITION_BITS) - 1
_NOTHING: Numbers = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Grouped:
    """The terms of each document of a batch, in order, with their positions one run after the other."""

    terms: Words
    packed: Words  # weight | occurrences << 16
    positions: Words
    first_terms: list[int]  # where a document begins, and the end
    first_positions: list[int]


def grouped(
    keys: Sequence[Numbers], halved: Sequence[Numbers], bases: Sequence[Sequence[int]], weights: Numbers
) -> Grouped:
    """Return what the documents of a batch hold.

    `keys` say where words stand, in any order and more than once; those in `halved` count half. `bases` has
    the first place of each field, field by field for each document; `weights` are those of the fields. Weight
    and occurrences of a term are 65,535 at most, and so many of its first positions are kept.
    """
    half = np.concatenate(halved) if halved else _NOTHING
    together = np.concatenate([*keys, half])
    together.sort()
    half.sort()
    kernels = compiled.loaded()
    if kernels is None:
        return plain(together, half, bases, weights)
    return with_kernels(kernels, together, half, bases, weights)


def with_kernels(
    kernels: Kernels, keys: Numbers, halved: Numbers, bases: Sequence[Sequence[int]], weights: Numbers
) -> Grouped:
    """Group ascending keys by compiled code."""
    documents = len(bases)
    terms, packed, positions = (np.empty(len(keys), np.uint32) for _ in range(3))
    first_terms, first_positions = (np.zeros(documents + 1, np.int64) for _ in range(2))
    places = np.array(bases, np.int64).ravel()
    kernels.group(keys, halved, places, weights, terms, packed, positions, first_terms, first_positions)
    found, placed = int(first_terms[-1]), int(first_positions[-1])
    return Grouped(
        terms[:found], packed[:found], positions[:placed], first_terms.tolist(), first_positions.tolist()
    )


def plain(keys: Numbers, halved: Numbers, bases: Sequence[Sequence[int]], weights: Numbers) -> Grouped:
    """Group ascending keys by numpy."""
    documents = len(bases)
    keys = keys[_is_first(keys)]
    places, groups = keys & _PLACE_MASK, keys >> POSITION_BITS
    starts = np.flatnonzero(_is_first(groups))
    counts = np.diff(starts, append=len(keys))
    documents_above = np.arange(documents)[:, None] << DOCUMENT_BITS
    firsts = (np.array(bases, np.int64) + documents_above).ravel()
    at = ((keys >> DOCUMENT_BITS) << DOCUMENT_BITS) + places
    each = weights[(np.searchsorted(firsts, at, side="right") - 1) % len(weights)]
    if len(halved):
        each[np.searchsorted(keys, halved[_is_first(halved)])] //= 2
    of_terms = np.minimum(np.add.reduceat(each, starts), MAX_PACKED) if len(keys) else _NOTHING
    of_document = groups[starts] >> (DOCUMENT_BITS - POSITION_BITS)
    if len(keys) and counts.max() > MAX_PACKED:
        rank = np.arange(len(keys)) - np.repeat(starts, counts)
        places = places[rank < MAX_PACKED]
        counts = np.minimum(counts, MAX_PACKED)
    first_terms = np.searchsorted(of_document, np.arange(documents + 1))
    return Grouped(
        (groups[starts] & _TERM_MASK).astype(np.uint32),
        (of_terms | (counts << 16)).astype(np.uint32),
        places.astype(np.uint32),
        first_terms.tolist(),
        np.append(0, np.cumsum(counts))[first_terms].tolist(),
    )


def _is_first(ascending: Numbers) -> npt.NDArray[np.bool_]:
    """Return which values differ from the one before."""
    is_first = np.ones(len(ascending), np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=is_first[1:])
    return is_first
