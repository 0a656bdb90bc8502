"""One writer at a time: an advisory lock that ends with its process."""

from __future__ import annotations

import os
from pathlib import Path

from indexer.disk import Disk
from indexer.errors import IndexBusy, IndexNotWritable


class WriterLock:
    """Held from creation to `release`; the file names the process that holds it.

    Raises IndexBusy, or IndexNotWritable when the folder cannot be written to.
    """

    def __init__(self, disk: Disk, path: Path) -> None:
        try:
            self._file = disk.open(path, write=True, create=True)
        except OSError as error:
            raise IndexNotWritable(
                f"cannot write to the index in {path.parent}: {error.strerror}",
                hint="get write access to the folder, or open it with read_only=True to search only",
            ) from error
        if not self._file.lock():
            owner = self._file.read(32, 0).decode("ascii", "replace").strip() or "unknown"
            self._file.close()
            raise IndexBusy(
                f"process {owner} is writing to the index in {path.parent}",
                hint="wait until it ends or stop it; searching with read_only=True works meanwhile",
            )
        self._name_owner()

    def _name_owner(self) -> None:
        try:
            self._file.truncate(0)
            self._file.write(b"%d\n" % os.getpid(), 0)
        except OSError:
            return  # a full disk must not keep anyone from opening; only the message loses the number

    def release(self) -> None:
        """Let the next writer in."""
        self._file.close()
