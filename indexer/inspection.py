"""Look at every byte of an index folder, and say which are not what was written."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from indexer import log
from indexer.checkpoint import read_checkpoint
from indexer.disk import REAL_DISK, Disk, File
from indexer.errors import IndexDamaged, IndexFormatError, IndexNotReadable
from indexer.log import Kind
from indexer.records import decode_add, stored_document
from indexer.recovery import CHECKPOINT_NAME, LOG_NAME
from indexer.schema import fingerprint


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was looked at, and each thing that is wrong, with file and byte; none when all is well."""

    folder: str
    log_bytes: int
    changes: int  # committed additions and deletions in the log
    checkpoint: bool  # whether there is one for this log
    problems: tuple[str, ...]


def inspect(folder: Path, disk: Disk = REAL_DISK) -> Inspection:
    """Check an index without changing it; a writer may be at work. Raises IndexNotReadable without one."""
    path = folder / LOG_NAME
    try:
        file = disk.open(path)
    except OSError as error:
        raise IndexNotReadable(
            f"cannot read {path}: {error.strerror}", hint="name a folder that holds an index"
        ) from error
    try:
        size = file.status().size
        try:
            identity = log.check_file_header(path, file.read(log.FILE_HEADER.size, 0), fingerprint())
        except (IndexDamaged, IndexFormatError) as error:
            return Inspection(str(folder), size, 0, False, (error.message,))
        changes, end, problems = _frames(path, file, size)
        has_checkpoint, wrong = _checkpoint(disk, folder, identity, end)
        return Inspection(str(folder), size, changes, has_checkpoint, (*problems, *wrong))
    finally:
        file.close()


def _frames(path: Path, file: File, size: int) -> tuple[int, int, list[str]]:
    """Return how many changes were committed, where the last commit ends, and what is wrong."""
    changes, waiting, committed = 0, 0, log.FILE_HEADER.size
    try:
        for frame in log.scan(path, file, committed, 0):
            if frame.kind is Kind.ADD and (wrong := _record(frame.payload)):
                return changes, committed, [IndexDamaged(path, frame.offset, wrong).message]
            if frame.kind in (Kind.ADD, Kind.DELETE):
                waiting += 1
            elif frame.kind is Kind.COMMIT or not waiting:
                changes, waiting, committed = changes + waiting, 0, frame.end
    except IndexDamaged as error:
        return changes, committed, [error.message]
    if committed == size:
        return changes, committed, []
    rest = (
        f"{path}: the {size - committed} bytes from byte {committed} on are damaged or were never committed"
    )
    return changes, committed, [rest]


def _record(payload: bytes) -> str:
    """Return what is wrong with a document, empty if nothing is."""
    try:
        record = decode_add(payload)
        stored_document(0, record)
    except (msgspec.DecodeError, zlib.error) as error:
        return f"a record cannot be decoded: {error}"
    packed = record.packed_words()
    if len(packed) != len(record.term_numbers()) or int((packed >> 16).sum()) != len(record.position_words()):
        return "a record's terms and positions do not go together"
    return ""


def _checkpoint(disk: Disk, folder: Path, identity: bytes, end: int) -> tuple[bool, list[str]]:
    path = folder / CHECKPOINT_NAME
    try:
        loaded = read_checkpoint(disk, path, identity)
    except IndexDamaged as error:
        return False, [error.message]
    if loaded is None:
        return False, []
    if loaded[1].offset > end:
        return True, [f"{path} is ahead of the log, which ends at byte {end}"]
    return True, []
