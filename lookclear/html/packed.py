"""A page as few bytes, as it is stored: msgpack, packed."""

from __future__ import annotations

import msgspec

from lookclear.compact import compact, expand
from lookclear.domain import Page

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Page)


def pack(page: Page) -> bytes:
    """Return a page as bytes; raises UnicodeEncodeError for half a character."""
    return compact(_encoder.encode(page))


def unpack(packed: bytes) -> Page:
    """Return the page that was packed; raises Damaged or msgspec.MsgspecError for anything else."""
    return _decoder.decode(expand(packed))
