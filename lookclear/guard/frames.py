"""Messages over a byte stream: four bytes of length, then msgpack."""

from __future__ import annotations

import struct
from typing import Any

import msgspec

_LENGTH = struct.Struct(">I")
LENGTH_BYTES = _LENGTH.size
MOST_BYTES = 268_435_456  # of one message; more is not a message of ours
_encoder = msgspec.msgpack.Encoder()


def frame(message: Any) -> bytearray:
    """Return a message as it is sent."""
    buffer = bytearray(LENGTH_BYTES)
    _encoder.encode_into(message, buffer, LENGTH_BYTES)
    _LENGTH.pack_into(buffer, 0, len(buffer) - LENGTH_BYTES)
    return buffer


def length_of(start: bytes | bytearray) -> int:
    """Return the length of the message that begins here; raises ValueError for one that is too long."""
    length: int = _LENGTH.unpack_from(start)[0]
    if length > MOST_BYTES:
        raise ValueError(f"{length} bytes are no message")
    return length
