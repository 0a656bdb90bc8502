"""What is wrong with an answer that HTTP itself let pass: too many headers, cut short, packed to explode."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from enum import Enum

MOST_HEADERS = 200
LONGEST_HEADERS = 65_536  # bytes of all of them
HIGHEST_RATIO = 100  # bytes unpacked for one packed; text reaches 20, and no page needs more
_SURELY_FINE = 1 << 20  # bytes unpacked below which no ratio is a bomb
_PIECE = 1 << 16


class Trouble(Enum):
    """Why an answer is not taken."""

    HEADERS = f"more than {MOST_HEADERS} headers, or {LONGEST_HEADERS} bytes of them"
    PART = "only a part was sent, and the whole was asked for"
    CUT = "the answer is cut short"
    DAMAGED = "what was packed for the way cannot be unpacked"
    BOMB = f"it unpacks to more than {HIGHEST_RATIO} times its size"


def trouble_of(
    status: int,
    fields: Sequence[tuple[str, bytes]],
    body: bytes,
    *,
    asked_for_part: bool = False,
    largest: int = 0,
) -> Trouble | None:
    """Return what is wrong with an answer as it came, None when it may be read.

    `fields` are its headers, names in lower case. What is larger than `largest` bytes once unpacked (0 = no
    limit) is left to the one who unpacks it.
    """
    size = sum(len(name) + len(value) for name, value in fields)
    if len(fields) > MOST_HEADERS or size > LONGEST_HEADERS:
        return Trouble.HEADERS
    if status == 206 and not asked_for_part:
        return Trouble.PART
    coding = next((value for name, value in fields if name == "content-encoding"), b"").strip().lower()
    if coding in {b"gzip", b"x-gzip"} and body[:2] == b"\x1f\x8b":
        return _unpacked(body, zlib.MAX_WBITS | 16, largest)
    if coding == b"deflate" and body[:1] == b"\x78":  # raw deflate, which some send, has no mark to go by
        return _unpacked(body, zlib.MAX_WBITS, largest)
    return None


def _unpacked(body: bytes, wbits: int, largest: int) -> Trouble | None:
    """Unpack in pieces and throw them away: only whether it ends well is asked."""
    unpacking = zlib.decompressobj(wbits)
    size, rest = 0, body
    try:
        while rest and not unpacking.eof:
            size += len(unpacking.decompress(rest, _PIECE))
            rest = unpacking.unconsumed_tail
            if size > max(_SURELY_FINE, HIGHEST_RATIO * len(body)):
                return Trouble.BOMB
            if largest and size > largest:
                return None
        # What is left inside comes out without more input.
        while not unpacking.eof and (piece := unpacking.decompress(b"", _PIECE)):
            size += len(piece)
    except zlib.error:
        return Trouble.DAMAGED  # who unpacks it might be content with the beginning
    return None if unpacking.eof else Trouble.CUT
