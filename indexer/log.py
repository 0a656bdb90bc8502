"""The write-ahead log: an append-only file of checksummed frames, the only truth of an index.

File header (64 bytes): magic, format version, schema fingerprint, identity of the index, checksum. Frame:
magic, kind, payload length, sequence number, the offset known to be on disk when it was written, checksum
of the payload, checksum of the frame header; then the payload.

What counts as damage: a frame that does not check is an *error* when anything after it says that its bytes
were already on disk (a frame's or checkpoint's synced offset lies beyond it), and otherwise the torn end of
writing that was never acknowledged as durable. Each durable commit is followed by a small unsynced mark
that says so.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from indexer.disk import File
from indexer.errors import REMAKE, IndexDamaged, IndexFormatError

MAGIC = b"LCINDEX\n"
FORMAT = 2  # 2: records carry what a page asks of robots
FILE_HEADER = struct.Struct("<8sII16s28xI")
FRAME_MAGIC = b"\xf1LCr"
FRAME_HEADER = struct.Struct("<4sB3xIQQII")
_CHECKED_HEADER = struct.Struct("<4sB3xIQQI")  # what its own checksum, the last word, is of
MAX_PAYLOAD = 1 << 30
_SEARCH_BYTES = 1 << 20


class Kind(IntEnum):
    """What a frame holds."""

    ADD = 1
    DELETE = 2
    COMMIT = 3  # what came before belongs together and counts from here on
    SYNCED = 4  # nothing but its synced offset


@dataclass(frozen=True, slots=True)
class Frame:
    """One checked frame; `offset` is where its header starts, `end` where the next one does."""

    kind: Kind
    sequence: int
    synced: int
    offset: int
    end: int
    payload: bytes


def encode_file_header(fingerprint: int, identity: bytes) -> bytes:
    """Return the first 64 bytes of a log."""
    head = FILE_HEADER.pack(MAGIC, FORMAT, fingerprint, identity, 0)[:-4]
    return head + struct.pack("<I", zlib.crc32(head))


def encode_frame(kind: Kind, sequence: int, synced: int, payload: bytes = b"") -> bytes:
    """Return a frame's bytes."""
    head = _CHECKED_HEADER.pack(FRAME_MAGIC, kind, len(payload), sequence, synced, zlib.crc32(payload))
    return head + zlib.crc32(head).to_bytes(4, "little") + payload


def check_file_header(path: Path, data: bytes, fingerprint: int) -> bytes:
    """Return the identity of the index; raises IndexFormatError or IndexDamaged."""
    if data[: len(MAGIC)] != MAGIC:
        raise IndexFormatError(
            f"{path} is not an index log", hint="point to another folder, or empty this one"
        )
    if len(data) < FILE_HEADER.size:
        raise IndexDamaged(path, len(data), "the header is cut short")
    _, version, stored, identity, checksum = FILE_HEADER.unpack(data)
    if version != FORMAT:
        raise IndexFormatError(
            f"{path} has index format {version}; this version reads format {FORMAT}",
            hint=f"use the version that wrote it; or {REMAKE}",
        )
    if zlib.crc32(data[:-4]) != checksum:
        raise IndexDamaged(path, 0, "the header's checksum does not match")
    if stored != fingerprint:
        raise IndexFormatError(
            f"{path} was made with other field weights or another way to cut words",
            hint=REMAKE,
        )
    return identity  # type: ignore[no-any-return]


def read_frame(file: File, offset: int, size: int) -> Frame | None:
    """Return the frame at `offset`, or None if no whole, checked frame stands there."""
    if offset + FRAME_HEADER.size > size:
        return None
    head = file.read(FRAME_HEADER.size, offset)
    if len(head) < FRAME_HEADER.size:
        return None
    magic, kind, length, sequence, synced, payload_crc, head_crc = FRAME_HEADER.unpack(head)
    end = offset + FRAME_HEADER.size + length
    if magic != FRAME_MAGIC or zlib.crc32(head[:-4]) != head_crc or length > MAX_PAYLOAD or end > size:
        return None
    payload = file.read(length, offset + FRAME_HEADER.size)
    if len(payload) != length or zlib.crc32(payload) != payload_crc:
        return None
    return Frame(Kind(kind), sequence, synced, offset, end, payload)


def scan(path: Path, file: File, offset: int, sequence: int) -> Iterator[Frame]:
    """Yield the frames from `offset` on, numbered from `sequence`; stop at the torn end.

    Raises IndexDamaged when the end is not a torn one.
    """
    size = file.status().size
    while offset < size:
        frame = read_frame(file, offset, size)
        if frame is None or frame.sequence != sequence:
            safe = _synced_beyond(file, offset, size)
            if safe > offset:
                raise IndexDamaged(path, offset, "a record's checksum or number does not match")
            return
        yield frame
        offset, sequence = frame.end, sequence + 1


def _synced_beyond(file: File, offset: int, size: int) -> int:
    """Return the largest synced offset that any whole frame after `offset` tells of."""
    best, at, start = 0, offset + 1, -1
    chunk = b""
    while at + FRAME_HEADER.size <= size:
        if not start <= at <= start + len(chunk) - FRAME_HEADER.size:
            start, chunk = at, file.read(_SEARCH_BYTES, at)
            if len(chunk) < FRAME_HEADER.size:
                break
        found = chunk.find(FRAME_MAGIC, at - start)
        if found < 0:
            at = start + len(chunk) - len(FRAME_MAGIC) + 1
            continue
        frame = read_frame(file, start + found, size)
        if frame is not None:
            best = max(best, frame.synced)
        at = start + found + 1 if frame is None else frame.end
    return best
