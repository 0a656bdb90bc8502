"""Where things are kept that could be made again at any time, and how a file there is written and trusted."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

_DIGEST = 16  # bytes


def cache_folder(name: str) -> Path:
    """Return the folder for caches of one kind on this system; it need not exist."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "lookclear" / name


def read_kept(file: Path) -> bytes | None:
    """Return what was kept in a file; None when there is nothing, or not all of it."""
    try:
        data = file.read_bytes()
        file.touch()
    except OSError:
        return None
    kept = data[_DIGEST:]
    return kept if _digest(kept) == data[:_DIGEST] else None


def keep(file: Path, data: bytes) -> None:
    """Keep data in a file, whole or not at all; a cache that cannot be written is no reason to stop."""
    part = file.with_name(f"{file.name}.{os.getpid()}")  # others may be writing the same
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(_digest(data) + data)
        part.replace(file)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST).digest()
