"""The only way from an index to the disk: few operations, so that tests can simulate a disk.

What each operation promises after a power cut is what POSIX promises: content lasts from `File.sync` on, the
names in a folder (made, renamed, removed) from `Disk.sync_folder` on; before that any part of it may be
there, in any order. All operations raise OSError.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import NamedTuple, Protocol

_FLAGS = os.O_CLOEXEC
_PERMISSIONS = 0o644
_sync_content = getattr(os, "fdatasync", os.fsync)  # content and size; not every system has it


class Status(NamedTuple):
    """What tells one state of a file from another: which file it is, its size in bytes, when it changed."""

    file: int
    size: int
    changed: int


class File(Protocol):
    """An open file, read and written at byte offsets."""

    def read(self, count: int, offset: int) -> bytes:
        """Return `count` bytes, fewer only at the end of the file."""

    def write(self, data: bytes | memoryview, offset: int) -> None:
        """Write all of `data`; when OSError is raised, some of it may have been written."""

    def truncate(self, size: int) -> None:
        """Cut the file off, or fill it up with zeros."""

    def status(self) -> Status:
        """Return what the file is like now."""

    def sync(self) -> None:
        """Wait until the disk has the content. After a failure nothing is known of what it has."""

    def lock(self) -> bool:
        """Take the file for this process until it is closed; False when another process has it."""

    def close(self) -> None:
        """Let go of the file, and of its lock."""


class Disk(Protocol):
    """Names of files, by path."""

    def open(self, path: Path, *, write: bool = False, create: bool = False, empty: bool = False) -> File:
        """Open a file, to be made if it is missing (`create`) and without its old content (`empty`)."""

    def status(self, path: str) -> Status:
        """Return what the file of a name is like now; a text is quicker than a Path."""

    def exists(self, path: Path) -> bool:
        """Return whether there is a file or folder of a name."""

    def rename(self, path: Path, new: Path) -> None:
        """Give a file another name in one step, in place of the file that has it."""

    def unlink(self, path: Path) -> None:
        """Take a name away."""

    def make_folder(self, path: Path) -> None:
        """Make a folder unless it is there; those above it are."""

    def sync_folder(self, path: Path) -> None:
        """Wait until the disk has the names in a folder."""


class RealFile:
    """A file of the operating system."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def read(self, count: int, offset: int) -> bytes:
        """Return `count` bytes, fewer only at the end of the file."""
        data = os.pread(self._descriptor, count, offset)
        if len(data) == count or not data:
            return data
        pieces = [data]  # a read of more than 2 GB, or one that a signal cut short
        missing = count - len(data)
        while missing and (data := os.pread(self._descriptor, missing, offset + count - missing)):
            pieces.append(data)
            missing -= len(data)
        return b"".join(pieces)

    def write(self, data: bytes | memoryview, offset: int) -> None:
        """Write all of `data`."""
        view, done = memoryview(data), 0
        while done < len(view):
            done += os.pwrite(self._descriptor, view[done:], offset + done)

    def truncate(self, size: int) -> None:
        """Cut the file off, or fill it up with zeros."""
        os.ftruncate(self._descriptor, size)

    def status(self) -> Status:
        """Return what the file is like now."""
        found = os.fstat(self._descriptor)
        return Status(found.st_ino, found.st_size, found.st_mtime_ns)

    def sync(self) -> None:
        """Wait until the disk has the content."""
        _sync_content(self._descriptor)

    def lock(self) -> bool:
        """Take the file for this process until it is closed."""
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        """Let go of the file, and of its lock."""
        os.close(self._descriptor)


class RealDisk:
    """The file system of this machine."""

    def open(self, path: Path, *, write: bool = False, create: bool = False, empty: bool = False) -> RealFile:
        """Open a file."""
        flags = _FLAGS | (os.O_RDWR if write else os.O_RDONLY)
        flags |= (os.O_CREAT if create else 0) | (os.O_TRUNC if empty else 0)
        return RealFile(os.open(path, flags, _PERMISSIONS))

    def status(self, path: str) -> Status:
        """Return what the file of a name is like now."""
        found = os.stat(path)  # noqa: PTH116 - a Path would cost more than the question
        return Status(found.st_ino, found.st_size, found.st_mtime_ns)

    def exists(self, path: Path) -> bool:
        """Return whether there is a file or folder of a name."""
        return path.exists()

    def rename(self, path: Path, new: Path) -> None:
        """Give a file another name in one step."""
        path.replace(new)

    def unlink(self, path: Path) -> None:
        """Take a name away."""
        path.unlink()

    def make_folder(self, path: Path) -> None:
        """Make a folder unless it is there."""
        path.mkdir(exist_ok=True)

    def sync_folder(self, path: Path) -> None:
        """Wait until the disk has the names in a folder."""
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


REAL_DISK = RealDisk()
