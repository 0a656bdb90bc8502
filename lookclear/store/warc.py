"""Raw answers as they came from the network, in WARC files that any WARC tool reads, and `--web` replays.

One gzip member a record, handed to the operating system at once. A member torn by the death of the process is
cut off when the file is continued.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from lookclear.errors import StoreError

MAX_BYTES = 256 * 1024 * 1024  # a file is closed and the next begun when it is this large
_CHUNK = 1 << 20
_NOT_KEPT = frozenset({"transfer-encoding", "content-length"})  # they describe the transfer, not the body


class WarcFolder:
    """A folder of numbered WARC files of which the last is appended to."""

    def __init__(self, folder: Path, *, max_bytes: int = MAX_BYTES) -> None:
        """Continue the folder's last file, or begin the first.

        Raises StoreError when it cannot be written.
        """
        self.folder = folder
        self._max_bytes = max_bytes
        try:
            folder.mkdir(parents=True, exist_ok=True)
            files = sorted(folder.glob("pages-*.warc.gz"))
            self._number = len(files) or 1
            path = self._path()
            self.trimmed = trim(path) if path.exists() else 0  # torn bytes cut off
            self._file = path.open("ab", buffering=0)
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


def trim(path: Path) -> int:
    """Cut off what follows the last whole gzip member; return how many bytes were cut."""
    whole = 0
    with path.open("r+b") as file:
        inflate, position = zlib.decompressobj(31), 0
        while chunk := file.read(_CHUNK):
            position += len(chunk)
            while chunk:
                try:
                    inflate.decompress(chunk)
                except zlib.error:
                    position, chunk = file.seek(0, io.SEEK_END), b""
                    break
                if not inflate.eof:
                    break
                chunk = inflate.unused_data
                whole = position - len(chunk)
                inflate = zlib.decompressobj(31)
        if position > whole:
            file.truncate(whole)
    return position - whole


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
    return gzip.compress(record + answer + b"\r\n\r\n", compresslevel=6, mtime=0)


def _head(first: str, fields: list[tuple[str, str]]) -> bytes:
    lines = [first, *(f"{name}: {' '.join(value.splitlines())}" for name, value in fields)]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")
