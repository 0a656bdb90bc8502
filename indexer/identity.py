"""A page's short name in addresses: made from its key alone, so it outlives every rebuild of the index."""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from hashlib import blake2b

_HASH_BYTES = 10  # 80 bits: in a hundred million pages, two share a name with a chance of 1 in 10^8
_MARK_BYTES = 8
_SHAPE = re.compile("[a-z2-7]{16}")


def page_id(key: str) -> str:
    """Return the name of a key: 16 letters and digits.

    >>> page_id("https://example.org/marsh")
    'he7s3mhbldzbmwg3'
    """
    return b32encode(blake2b(key.encode(), digest_size=_HASH_BYTES).digest()).decode().lower()


def first_bits(key: str) -> int:
    """Return `mark` of the name of a key."""
    return int.from_bytes(blake2b(key.encode(), digest_size=_HASH_BYTES).digest()[:_MARK_BYTES], "big")


def is_page_id(text: str) -> bool:
    """Return whether a text has the form of a name; whether a page has that name is another question."""
    return _SHAPE.fullmatch(text) is not None


def mark(name: str) -> int:
    """Return the first 64 of a name's 80 bits: what the document table is searched for."""
    return int.from_bytes(b32decode(name.upper())[:_MARK_BYTES], "big")
