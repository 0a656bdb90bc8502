"""A checkpoint: the state of an index up to a place in its log, so that opening need not replay all of it.

It is derived data. It is written beside the old one and renamed over it; a damaged one is left aside and
the log is replayed from its start.

Layout: magic, length and checksum of the header, header (msgpack), then the sections one after the other.
"""

from __future__ import annotations

import os
import struct
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from indexer.arena import Column
from indexer.doctable import COLUMNS, DocumentTable
from indexer.errors import IndexDamaged, IndexWriteFailed
from indexer.lexicon import Lexicon
from indexer.memory import Memory
from indexer.postings import Postings
from indexer.state import State

MAGIC = b"LCCHECK\n"
FORMAT = 7  # 6: tails in linked slots; 7: labels and dates of documents
_PREFIX = struct.Struct("<8sII")
_TEMPORARY = ".tmp"
_LISTS = "lists-"


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


def write_checkpoint(path: Path, state: State, *, identity: bytes, offset: int, sequence: int) -> None:
    """Write `state` durably; raises IndexWriteFailed and leaves the old checkpoint in place."""
    temporary = path.with_name(path.name + _TEMPORARY)
    sections, payloads = [], []
    for name, value in _parts(state).items():
        if isinstance(value, list):
            data, dtype = msgspec.msgpack.encode(value), "msgpack"
        else:
            data, dtype = value.tobytes(), value.dtype.str
        sections.append(Section(name, dtype, len(data), zlib.crc32(data)))
        payloads.append(data)
    header = msgspec.msgpack.encode(Header(FORMAT, identity, offset, sequence, state.generation, sections))
    try:
        with temporary.open("wb") as file:
            file.write(_PREFIX.pack(MAGIC, len(header), zlib.crc32(header)))
            file.write(header)
            for data in payloads:
                file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise IndexWriteFailed(
            f"cannot write {path}: {error.strerror}",
            hint="free some space; nothing is lost, opening only takes longer",
        ) from error


def read_checkpoint(path: Path, identity: bytes) -> tuple[State, Header] | None:
    """Return the state in a checkpoint, or None if there is none for this log and format.

    Raises IndexDamaged.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return None
    with file:
        magic, length, checksum = _prefix(path, file.read(_PREFIX.size))
        head = file.read(length)
        if magic != MAGIC or zlib.crc32(head) != checksum:
            raise IndexDamaged(path, 0, "the header does not match its checksum")
        header = msgspec.msgpack.decode(head, type=Header)
        if header.format != FORMAT or header.identity != identity:
            return None
        parts: dict[str, Any] = {}
        for section in header.sections:
            offset = file.tell()
            data = bytearray(section.length)
            if file.readinto(data) != section.length or zlib.crc32(data) != section.checksum:
                raise IndexDamaged(path, offset, f"section {section.name} does not match its checksum")
            is_list = section.dtype == "msgpack"
            parts[section.name] = (
                msgspec.msgpack.decode(data) if is_list else np.frombuffer(data, section.dtype)
            )
    return _assemble(parts, header.generation), header


def _prefix(path: Path, data: bytes) -> tuple[bytes, int, int]:
    if len(data) < _PREFIX.size:
        raise IndexDamaged(path, 0, "the file is cut short")
    magic, length, checksum = _PREFIX.unpack(data)
    return magic, length, checksum


def _parts(state: State) -> dict[str, npt.NDArray[Any] | list[str]]:
    postings, documents = state.postings, state.documents
    parts: dict[str, npt.NDArray[Any] | list[str]] = {
        "terms": list(state.lexicon.terms_from(0)),
        "keys": documents.keys,
        "labels": documents.labels,
        "df": state.df.view,
    }
    parts.update({f"{_LISTS}{name}": part for name, part in postings.memory.parts().items()})
    parts.update({f"document-{name}": column.view for name, column in documents.columns.items()})
    return parts


def _assemble(parts: dict[str, Any], generation: int) -> State:
    columns = {name: Column(dtype, parts[f"document-{name}"]) for name, dtype in COLUMNS.items()}
    documents = DocumentTable(columns, parts["keys"], parts["labels"])
    memory = Memory(
        documents,
        {name.removeprefix(_LISTS): part for name, part in parts.items() if name.startswith(_LISTS)},
    )
    df = Column(np.int64, parts["df"])
    return State(Lexicon(parts["terms"]), Postings(memory), df, generation)


def sync_folder(folder: Path) -> None:
    """Make created and renamed names in a folder durable."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
