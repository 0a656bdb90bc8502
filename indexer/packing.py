"""Arrays of numbers in few bytes: of variable length for tails, at a fixed width for sealed blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
_LONGEST = 5  # bytes: 35 bits


def varint_sizes(values: Numbers) -> Numbers:
    """Return how many bytes each value takes, 7 bits a byte; values below 2³⁵."""
    sizes = np.ones(len(values), np.int64)
    for size in range(1, _LONGEST):
        sizes += values >> (7 * size) > 0
    return sizes


def encode_varints(values: Numbers, sizes: Numbers) -> Bytes:
    """Return the bytes of values one after the other, low bits first; the last byte of each is below 128."""
    ends = np.cumsum(sizes)
    encoded = np.empty(int(ends[-1]) if len(ends) else 0, np.uint8)
    starts = ends - sizes
    for at in range(int(sizes.max()) if len(sizes) else 0):
        longer = np.flatnonzero(sizes > at)
        more = (sizes[longer] > at + 1) << 7
        encoded[starts[longer] + at] = (values[longer] >> (7 * at)) & 127 | more
    return encoded


def decode_varints(encoded: Bytes) -> Numbers:
    """Return the values in bytes of `encode_varints`; those after the last whole value are left out.

    >>> decode_varints(encode_varints(np.array([5, 300]), np.array([1, 2]))).tolist()
    [5, 300]
    """
    ends = np.flatnonzero(encoded < 128)
    if not len(ends):
        return np.empty(0, np.int64)
    encoded = encoded[: ends[-1] + 1]
    starts = np.append(0, ends[:-1] + 1)
    place = np.arange(len(encoded)) - np.repeat(starts, ends - starts + 1)
    return np.add.reduceat((encoded & 127).astype(np.int64) << (7 * place), starts)


def width_of(values: Numbers) -> int:
    """Return how many bits the largest value takes; 0 if all are 0 or there are none."""
    return int(values.max()).bit_length() if len(values) else 0


def pack(values: Numbers, width: int) -> npt.NDArray[np.uint8]:
    """Return values as bits, `width` of each, low ones first: one 0 or 1 a byte."""
    return ((values[:, None] >> np.arange(width)) & 1).astype(np.uint8).ravel()


def unpack(words: npt.NDArray[np.uint32], bits: Numbers, widths: Any) -> Numbers:
    """Return the values that begin at bit numbers in memory; widths up to 32, one for all or one each.

    The word after the last one that is needed is read too.
    """
    at = bits >> 5
    pair = words[at].astype(np.uint64) | (words[at + 1].astype(np.uint64) << np.uint64(32))
    shifted = (pair >> (bits & 31).astype(np.uint64)).astype(np.int64)
    values: Numbers = shifted & ((np.int64(1) << np.asarray(widths, np.int64)) - 1)
    return values
