"""Raw answers as they came from the network, in WARC files that any WARC tool reads, and `--web` replays.

One gzip member a record, handed to the operating system at once. A record torn by the death of the process
is cut off when the file is continued; a file damaged in another way is left as it is, and a new one begun.
"""

from __future__ import annotations

import gzip
import mmap
import re
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from lookclear.errors import StoreError

MAX_BYTES = 256 * 1024 * 1024  # a file is closed and the next begun when it is this large
_CHUNK = 1 << 16
_LEVEL = 4  # measured on pages of 20 KB: 0.20 ms; level 6 saves 3 % more bytes and takes 0.31 ms
_MAGIC = b"\x1f\x8b\x08"  # begins a gzip member
_NAME = re.compile(r"pages-(\d{5,})\.warc\.gz")
_NOT_KEPT = frozenset({"transfer-encoding", "content-length"})  # they describe the transfer, not the body


class WarcFolder:
    """A folder of numbered WARC files of which the last is appended to."""

    def __init__(self, folder: Path, *, max_bytes: int = MAX_BYTES) -> None:
        """Continue the folder's last file, or begin the first.

        `warning` says what was wrong with the end of that file, if anything. Raises StoreError when it cannot
        be written.
        """
        self.folder = folder
        self.warning = ""
        self._max_bytes = max_bytes
        try:
            folder.mkdir(parents=True, exist_ok=True)
            numbers = [int(name[1]) for one in folder.iterdir() if (name := _NAME.fullmatch(one.name))]
            self._number = max(numbers, default=1)
            if numbers:
                self._mend(self._path())
            self._file = self._path().open("ab", buffering=0)
        except OSError as error:
            raise StoreError(
                f"cannot write raw pages to {folder}: {error}", hint="check space and permissions"
            ) from error

    def append(
        self, url: str, status: int, headers: Iterable[tuple[str, str]], body: bytes, fetched: datetime
    ) -> None:
        """Append one answer; `body` is as transferred, its Content-Encoding header with it.

        Raises StoreError when it cannot be written.
        """
        record = _member(url, status, headers, body, fetched)
        try:
            if self._file.tell() + len(record) > self._max_bytes and self._file.tell():
                self._file.close()
                self._number += 1
                self._file = self._path().open("ab", buffering=0)
            written = 0
            while written < len(record):
                written += self._file.write(record[written:])
        except OSError as error:
            raise StoreError(
                f"cannot write raw pages to {self.folder}: {error}",
                hint="free some space, then start again: nothing acknowledged is lost",
            ) from error

    def close(self) -> None:
        """Close the file in progress."""
        self._file.close()

    def _path(self) -> Path:
        return self.folder / f"pages-{self._number:05}.warc.gz"

    def _mend(self, path: Path) -> None:
        size, whole = path.stat().st_size, end_of_records(path)
        if whole is None:
            self._number += 1
            self.warning = (
                f"{path.name} is damaged at its end and was left as it is; raw pages go on in "
                f"{self._path().name}"
            )
        elif whole < size:
            with path.open("r+b") as file:
                file.truncate(whole)
            self.warning = f"{size - whole} bytes of an unfinished record were cut off the end of {path.name}"


def end_of_records(path: Path) -> int | None:
    """Return where the last whole record of a file ends; None when something else than a torn one follows.

    Reads the end of the file only, from the last record that begins there: damage before it is none of our
    business, since what follows it can be read.
    """
    if path.stat().st_size == 0:
        return 0
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        start = data.rfind(_MAGIC)
        while start > 0 and not _opens(data, start):
            start = data.rfind(_MAGIC, 0, start + len(_MAGIC) - 1)
        start = max(start, 0)
        try:
            end = _end_of_member(data, start)
            if end is None:
                return start
            return end if end == len(data) or _end_of_member(data, end) is None else None
        except zlib.error:
            return None


def _opens(data: mmap.mmap, start: int) -> bool:
    """Tell whether a record begins here; the magic bytes also occur inside compressed data."""
    try:
        return zlib.decompressobj(31).decompress(data[start : start + 4_096], 16).startswith(b"WARC/")
    except zlib.error:
        return False


def _end_of_member(data: mmap.mmap, start: int) -> int | None:
    """Return where a gzip member ends, None when the file ends first; raises zlib.error when it is none."""
    inflate, position = zlib.decompressobj(31), start
    while not inflate.eof:
        if position >= len(data):
            return None
        chunk = data[position : position + _CHUNK]
        inflate.decompress(chunk)
        position += len(chunk)
    return position - len(inflate.unused_data)


def _member(
    url: str, status: int, headers: Iterable[tuple[str, str]], body: bytes, fetched: datetime
) -> bytes:
    kept = [(name, value) for name, value in headers if name.lower() not in _NOT_KEPT]
    answer = _head(f"HTTP/1.1 {status} Recorded", [*kept, ("Content-Length", str(len(body)))]) + body
    record = _head(
        "WARC/1.0",
        [
            ("WARC-Type", "response"),
            ("WARC-Record-ID", f"<{uuid4().urn}>"),
            ("WARC-Target-URI", url),
            ("WARC-Date", fetched.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")),
            ("Content-Type", "application/http; msgtype=response"),
            ("Content-Length", str(len(answer))),
        ],
    )
    return gzip.compress(record + answer + b"\r\n\r\n", compresslevel=_LEVEL, mtime=0)


def _head(first: str, fields: list[tuple[str, str]]) -> bytes:
    lines = [first, *(f"{name}: {' '.join(value.splitlines())}" for name, value in fields)]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")
