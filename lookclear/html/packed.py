"""A page as few bytes, as it is stored: msgpack, deflated."""

from __future__ import annotations

import zlib

import msgspec

from lookclear.domain import Page

_LEVEL = 1  # measured on pages of 25 KB: 0.21 ms; level 6 saves a tenth more bytes and takes 0.49 ms
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Page)


def pack(page: Page) -> bytes:
    """Return a page as bytes; raises UnicodeEncodeError for half a character."""
    return zlib.compress(_encoder.encode(page), _LEVEL)


def unpack(packed: bytes) -> Page:
    """Return the page that was packed; raises zlib.error or msgspec.MsgspecError for anything else."""
    return _decoder.decode(zlib.decompress(packed))
