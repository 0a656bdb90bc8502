"""One writer at a time: an advisory lock that ends with its process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from indexer.errors import IndexBusy, IndexNotWritable


class WriterLock:
    """Held from creation to `release`; the file names the process that holds it.

    Raises IndexBusy, or IndexNotWritable when the folder cannot be written to.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise IndexNotWritable(
                f"cannot write to the index in {path.parent}: {error.strerror}",
                hint="get write access to the folder, or open it with read_only=True to search only",
            ) from error
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            owner = os.pread(self._fd, 32, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(self._fd)
            raise IndexBusy(
                f"process {owner} is writing to the index in {path.parent}",
                hint="wait until it ends or stop it; searching with read_only=True works meanwhile",
            ) from error
        self._name_owner()

    def _name_owner(self) -> None:
        try:
            os.ftruncate(self._fd, 0)
            os.pwrite(self._fd, b"%d\n" % os.getpid(), 0)
        except OSError:
            return  # a full disk must not keep anyone from opening; only the message loses the number

    def release(self) -> None:
        """Let the next writer in."""
        os.close(self._fd)
