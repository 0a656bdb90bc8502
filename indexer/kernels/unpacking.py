"""Read numbers that are packed to the bits they need, compiled."""

from __future__ import annotations

import numpy as np
from numba import njit

from indexer.kernels.machine import load64, store32
from indexer.layout import BLOCK


@njit(cache=True, nogil=True)
def unpack(start: int, width: int, out: int) -> None:
    """Decode 128 numbers of `width` bits to an address; a load of 64 bits gives several if they are small."""
    mask = (np.uint64(1) << np.uint64(width)) - np.uint64(1)
    bits = np.uint64(width)
    if width == 0:
        for i in range(BLOCK):
            store32(out + 4 * i, 0)
    elif width <= 8:
        for group in range(BLOCK // 8):
            word = load64(start + group * width)
            for i in range(8):
                store32(out + 32 * group + 4 * i, np.int64((word >> (np.uint64(i) * bits)) & mask))
    elif width <= 16:
        half, shift = (4 * width) >> 3, np.uint64((4 * width) & 7)
        for group in range(BLOCK // 8):
            word = load64(start + group * width)
            other = load64(start + group * width + half) >> shift
            for i in range(4):
                store32(out + 32 * group + 4 * i, np.int64((word >> (np.uint64(i) * bits)) & mask))
            for i in range(4):
                store32(out + 32 * group + 16 + 4 * i, np.int64((other >> (np.uint64(i) * bits)) & mask))
    else:
        for i in range(BLOCK):
            bit = i * width
            store32(out + 4 * i, np.int64((load64(start + (bit >> 3)) >> np.uint64(bit & 7)) & mask))


@njit(cache=True, nogil=True)
def bits_at(bit: int, width: int) -> int:
    """Return the number of `width` bits, up to 56, that begins at a bit of memory."""
    word = load64(bit >> 3) >> np.uint64(bit & 7)
    return np.int64(word & ((np.uint64(1) << np.uint64(width)) - np.uint64(1)))
