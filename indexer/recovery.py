"""From files to a state: load the checkpoint, replay the log, and follow it later on."""

from __future__ import annotations

import logging
import os
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from indexer import log
from indexer.checkpoint import read_checkpoint
from indexer.disk import Disk, File, Status
from indexer.errors import IndexDamaged, IndexFormatError, IndexNotReadable, IndexNotWritable
from indexer.log import Frame, Kind
from indexer.records import AddRecord, decode_add
from indexer.schema import fingerprint
from indexer.state import State

LOG_NAME = "log"
CHECKPOINT_NAME = "checkpoint"
COMPACTING_NAME = "log.compacting"  # a second log, until it takes the first one's place
_logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Opened:
    """A log with the state it led to.

    `offset` and `sequence` say where the next frame after the last commit stands; `checkpoint_offset` up to
    where the checkpoint on disk covers the log.
    """

    path: Path
    file: File
    identity: bytes
    state: State
    offset: int
    sequence: int
    checkpoint_offset: int

    def read_record(self, offset: int) -> AddRecord:
        """Return the document written at `offset`; raises IndexDamaged."""
        frame = log.read_frame(self.file, offset, self.file.status().size)
        if frame is None or frame.kind is not Kind.ADD:
            raise IndexDamaged(self.path, offset, "a stored document does not match its checksum")
        return _decode(self.path, frame)

    def goes_on_in(self, status: Status) -> bool:
        """Tell whether the log with a status is this one, with all that was read of it."""
        return status.file == self.file.status().file and status.size >= self.offset

    def replay(self) -> bool:
        """Apply what was committed since; return whether anything was. Raises IndexDamaged."""
        pending: list[Frame] = []
        changed = False
        for frame in log.scan(self.path, self.file, self.offset, self.sequence):
            if frame.kind in (Kind.ADD, Kind.DELETE):
                pending.append(frame)
                continue
            if pending and frame.kind is not Kind.COMMIT:
                continue
            for change in pending:
                self._apply(change)
            changed = changed or bool(pending)
            pending.clear()
            self.offset, self.sequence = frame.end, frame.sequence + 1
        return changed

    def _apply(self, frame: Frame) -> None:
        if frame.kind is Kind.DELETE:
            self.state.delete(frame.payload.decode(), self.read_record)
            return
        try:
            self.state.add(_decode(self.path, frame), frame.offset, self.read_record)
        except ValueError as error:
            raise IndexDamaged(self.path, frame.offset, str(error)) from error


def _decode(path: Path, frame: Frame) -> AddRecord:
    try:
        return decode_add(frame.payload)
    except msgspec.DecodeError as error:
        raise IndexDamaged(path, frame.offset, "a record cannot be decoded") from error


def make_folder(disk: Disk, folder: Path) -> None:
    """Make a folder last, with those above it; raises IndexNotWritable."""
    try:
        missing = [path for path in (folder, *folder.parents) if not disk.exists(path)]
        for path in reversed(missing):
            disk.make_folder(path)
            disk.sync_folder(path.parent)
        disk.make_folder(folder)  # complains when a file is in its place
    except OSError as error:
        raise IndexNotWritable(
            f"cannot create the index folder {folder}: {error.strerror}",
            hint="choose a folder you can write to",
        ) from error


def create_log(disk: Disk, folder: Path) -> None:
    """Write an empty log, whole or not at all; raises IndexNotWritable."""
    path = folder / LOG_NAME
    temporary = path.with_name(LOG_NAME + ".tmp")
    try:
        with closing(disk.open(temporary, write=True, create=True, empty=True)) as file:
            file.write(log.encode_file_header(fingerprint(), os.urandom(16)), 0)
            file.sync()
        disk.rename(temporary, path)
        disk.sync_folder(folder)
    except OSError as error:
        with suppress(OSError):
            disk.unlink(temporary)
        raise IndexNotWritable(
            f"cannot create an index in {folder}: {error.strerror}", hint="choose a folder you can write to"
        ) from error


def open_log(disk: Disk, folder: Path, *, writable: bool) -> Opened:
    """Open an index and bring its state up to the last commit.

    Raises FileNotFoundError when there is no log yet, IndexFormatError, IndexDamaged.
    """
    path = folder / LOG_NAME
    file = disk.open(path, write=writable)
    try:
        identity = log.check_file_header(path, file.read(log.FILE_HEADER.size, 0), fingerprint())
        opened = _from_checkpoint(disk, path, file, identity)
        opened.replay()
    except BaseException:
        file.close()
        raise
    return opened


def _from_checkpoint(disk: Disk, path: Path, file: File, identity: bytes) -> Opened:
    start = log.FILE_HEADER.size
    try:
        loaded = read_checkpoint(disk, path.with_name(CHECKPOINT_NAME), identity)
    except IndexDamaged as error:
        _logger.warning("%s; the whole log is replayed instead", error.message)
        loaded = None
    if loaded is None:
        return Opened(path, file, identity, State(), start, 0, 0)
    state, header = loaded
    if header.offset > file.status().size:
        raise IndexDamaged(path, file.status().size, "the log is shorter than its checkpoint says")
    return Opened(path, file, identity, state, header.offset, header.sequence, header.offset)


def open_for_reading(disk: Disk, folder: Path) -> Opened | None:
    """Open an index without writing anything; None if there is none yet."""
    try:
        return open_log(disk, folder, writable=False)
    except FileNotFoundError:
        return None
    except NotADirectoryError as error:
        raise IndexFormatError(f"{folder} is not a folder", hint="name the folder of an index") from error
    except PermissionError as error:
        raise IndexNotReadable(
            f"cannot read the index in {folder}: {error.strerror}",
            hint="give yourself read access to the folder",
        ) from error


def open_for_writing(disk: Disk, folder: Path) -> tuple[Opened, int]:
    """Open or create an index and cut off what was never committed; return how many bytes that was.

    The caller holds the writer's lock.
    """
    if not disk.exists(folder / LOG_NAME):
        create_log(disk, folder)
    try:
        opened = open_log(disk, folder, writable=True)
    except OSError as error:
        raise IndexNotWritable(
            f"cannot write to the index in {folder}: {error.strerror}",
            hint="get write access to the folder, or open it with read_only=True to search only",
        ) from error
    with suppress(OSError):
        disk.unlink(folder / COMPACTING_NAME)  # of a compaction that was cut off
    discarded = opened.file.status().size - opened.offset
    try:
        if discarded:
            _logger.warning("%s: dropped %d bytes that were never committed", opened.path, discarded)
            opened.file.truncate(opened.offset)
        opened.file.sync()  # a process that was killed may not have: the writer builds on it
    except OSError as error:
        opened.file.close()
        raise IndexNotWritable(
            f"cannot write to the index in {folder}: {error.strerror}",
            hint="check the disk; searching with read_only=True works meanwhile",
        ) from error
    return opened, discarded
