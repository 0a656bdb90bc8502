"""A checkpoint: the state of an index up to a place in its log, so that opening need not replay all of it.

It is derived data. It is written beside the old one and renamed over it; a damaged one is left aside and
the log is replayed from its start.

Layout: magic, place, length and checksum of the header, checksum of these; the sections one after the other;
the header (msgpack), which has a checksum for each section.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from indexer.arena import Column
from indexer.disk import Disk, File
from indexer.doctable import COLUMNS, DocumentTable
from indexer.errors import IndexDamaged, IndexWriteFailed
from indexer.lexicon import Lexicon
from indexer.memory import Memory
from indexer.postings import Postings
from indexer.state import State

MAGIC = b"LCCHECK8"
_OLD_MAGIC = b"LCCHECK\n"  # up to format 7
FORMAT = 8  # 6: tails in linked slots; 7: labels and dates of documents; 8: the header stands at the end
_PREFIX = struct.Struct("<8sQII")
_CHECKSUM = struct.Struct("<I")
_START = _PREFIX.size + _CHECKSUM.size
_LIST_HEADER = struct.Struct(">BI")  # of a msgpack array: 0xdd, number of entries
_TEMPORARY = ".tmp"
_LISTS = "lists-"
_DOCUMENTS = "document-"
# What grows at its end and never changes before it: it need not be copied to stay as it was.
_STEADY = {"lists-sealed", *(f"{_DOCUMENTS}{name}" for name in COLUMNS if name != "alive")}
_STEP_BYTES = 1 << 20
_STEP_TEXTS = 1 << 12

Array = npt.NDArray[Any]
Texts = tuple[Callable[[int, int], Sequence[str]], int]  # gives those from one number to another; how many


class Section(msgspec.Struct, array_like=True, frozen=True):
    """One array or list: `dtype` is a numpy type, or "msgpack"."""

    name: str
    dtype: str
    length: int  # bytes
    checksum: int


class Header(msgspec.Struct, array_like=True, frozen=True):
    """Stands for the log `identity` up to byte `offset`, where frame `sequence` will be."""

    format: int
    identity: bytes
    offset: int
    sequence: int
    generation: int
    sections: list[Section]


class Checkpoint:
    """A state as it is now, to be written in steps while the state itself goes on changing.

    Making one takes a copy of what may change: the state must stand still so long, and not later.
    """

    def __init__(
        self, disk: Disk, path: Path, state: State, *, identity: bytes, offset: int, sequence: int
    ) -> None:
        self._disk, self._path = disk, path
        self._temporary = path.with_name(path.name + _TEMPORARY)
        self._stands_for = (FORMAT, identity, offset, sequence, state.generation)
        self.offset = offset
        self._parts = _parts(state)
        self._end = _START
        self._sections: list[Section] = []

    def write(self, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Write it durably; `stopped` is asked after each megabyte. Return whether it was completed.

        Raises IndexWriteFailed and leaves the old checkpoint in place.
        """
        try:
            with closing(self._disk.open(self._temporary, write=True, create=True, empty=True)) as file:
                for name, part in self._parts.items():
                    if self._write_section(file, name, part, stopped):
                        self._disk.unlink(self._temporary)
                        return False
                self._write_header(file)
                file.sync()
            self._disk.rename(self._temporary, self._path)
            self._disk.sync_folder(self._path.parent)
        except OSError as error:
            with suppress(OSError):
                self._disk.unlink(self._temporary)
            raise IndexWriteFailed(
                f"cannot write {self._path}: {error.strerror}",
                hint="free some space; nothing is lost, opening only takes longer",
            ) from error
        return True

    def _write_section(self, file: File, name: str, part: Array | Texts, stopped: Callable[[], bool]) -> bool:
        """Write a section, unless `stopped`; return whether it was."""
        start, checksum = self._end, 0
        for data in _array_pieces(part) if isinstance(part, np.ndarray) else _text_pieces(*part):
            file.write(data, self._end)
            checksum = zlib.crc32(data, checksum)
            self._end += len(data)
            if stopped():
                return True
        dtype = part.dtype.str if isinstance(part, np.ndarray) else "msgpack"
        self._sections.append(Section(name, dtype, self._end - start, checksum))
        return False

    def _write_header(self, file: File) -> None:
        header = msgspec.msgpack.encode(Header(*self._stands_for, self._sections))
        file.write(header, self._end)
        prefix = _PREFIX.pack(MAGIC, self._end, len(header), zlib.crc32(header))
        file.write(prefix + _CHECKSUM.pack(zlib.crc32(prefix)), 0)


def read_checkpoint(disk: Disk, path: Path, identity: bytes) -> tuple[State, Header] | None:
    """Return the state in a checkpoint, or None if there is none for this log and format.

    Raises IndexDamaged.
    """
    try:
        file = disk.open(path)
    except FileNotFoundError:
        return None
    with closing(file):
        header = _read_header(path, file)
        if header is None or header.identity != identity:
            return None
        parts: dict[str, Any] = {}
        offset = _START
        for section in header.sections:
            data = file.read(section.length, offset)
            if len(data) != section.length or zlib.crc32(data) != section.checksum:
                raise IndexDamaged(path, offset, f"section {section.name} does not match its checksum")
            is_list = section.dtype == "msgpack"
            parts[section.name] = (
                msgspec.msgpack.decode(data) if is_list else np.frombuffer(data, section.dtype)
            )
            offset += section.length
    return _assemble(parts, header.generation), header


def _read_header(path: Path, file: File) -> Header | None:
    """Return the header, None if it is of another format; raises IndexDamaged."""
    size = file.status().size
    prefix = file.read(_START, 0)
    if prefix.startswith(_OLD_MAGIC):
        return None
    if len(prefix) < _START:
        raise IndexDamaged(path, 0, "the file is cut short")
    magic, start, length, checksum = _PREFIX.unpack(prefix[: -_CHECKSUM.size])
    if magic != MAGIC or _CHECKSUM.pack(zlib.crc32(prefix[: -_CHECKSUM.size])) != prefix[-_CHECKSUM.size :]:
        raise IndexDamaged(path, 0, "the first bytes do not match their checksum")
    head = file.read(length, start) if start + length == size else b""
    if zlib.crc32(head) != checksum:
        raise IndexDamaged(path, start, "the header does not match its checksum")
    header = msgspec.msgpack.decode(head, type=Header)
    return header if header.format == FORMAT else None


def _parts(state: State) -> dict[str, Array | Texts]:
    """Return everything in a state by name, such that it stays as it is now."""
    postings, documents = state.postings, state.documents
    arrays: dict[str, Array] = {"df": state.df.view}
    arrays.update({f"{_LISTS}{name}": part for name, part in postings.memory.parts().items()})
    arrays.update({f"{_DOCUMENTS}{name}": column.view for name, column in documents.columns.items()})
    keys, labels = documents.keys, documents.labels
    return {
        "terms": (state.lexicon.terms_from, len(state.lexicon)),
        "keys": (lambda start, end: keys[start:end], len(keys)),
        "labels": (lambda start, end: labels[start:end], len(labels)),
        **{name: part if name in _STEADY else part.copy() for name, part in arrays.items()},
    }


def _array_pieces(array: Array) -> Iterator[memoryview]:
    data = np.ascontiguousarray(array).view(np.uint8).reshape(-1).data
    for start in range(0, len(data), _STEP_BYTES):
        yield data[start : start + _STEP_BYTES]


def _text_pieces(texts: Callable[[int, int], Sequence[str]], count: int) -> Iterator[bytes]:
    """Yield one msgpack array, piece by piece."""
    yield _LIST_HEADER.pack(0xDD, count)
    for start in range(0, count, _STEP_TEXTS):
        some = texts(start, min(start + _STEP_TEXTS, count))
        yield b"".join(map(msgspec.msgpack.encode, some))


def _assemble(parts: dict[str, Any], generation: int) -> State:
    columns = {name: Column(dtype, parts[f"{_DOCUMENTS}{name}"]) for name, dtype in COLUMNS.items()}
    documents = DocumentTable(columns, parts["keys"], parts["labels"])
    memory = Memory(
        documents,
        {name.removeprefix(_LISTS): part for name, part in parts.items() if name.startswith(_LISTS)},
    )
    df = Column(np.int64, parts["df"])
    return State(Lexicon(parts["terms"]), Postings(memory), df, generation)
