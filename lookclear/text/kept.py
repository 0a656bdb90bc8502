"""Tables that take long to make, kept in the user's cache folder for the next process."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from lookclear.cachefolder import cache_folder, keep, read_kept

Value = TypeVar("Value", str, float)


def kept_table(
    name: str, kind: type[Value], made_of: str, code: str, make: Callable[[], dict[str, Value]]
) -> dict[str, Value]:
    """Return what `make` gives, from an earlier time if it is at hand.

    It is made anew when `made_of` (versions of what it is made from) or the file of code differs.
    """
    digest = hashlib.blake2b(made_of.encode() + Path(code).read_bytes(), digest_size=8).hexdigest()
    file = cache_folder("words") / f"{name}-{digest}.msgpack"
    if (kept := read_kept(file)) is not None:
        return msgspec.msgpack.decode(kept, type=dict[str, kind])  # type: ignore[valid-type]
    table = make()
    keep(file, msgspec.msgpack.encode(table))
    return table
