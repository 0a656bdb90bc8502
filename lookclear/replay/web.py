"""A recorded web: the responses of a WARC file, or of a folder of them, looked up by address.

Opening indexes the file once (address → place in the file); bodies are read when they are asked for. A record
that cannot be read is skipped and reported; it does not stop the rest.
"""

from __future__ import annotations

import io
import mmap
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urljoin

from w3lib.url import canonicalize_url
from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord

from lookclear.errors import UsageError, WebArchiveError

_GZIP_MEMBER = b"\x1f\x8b\x08"
_RECORD = re.compile(rb"WARC/1\.[01]\r?\n")
_IS_WARC = re.compile(r"\.warc(\.gz)?$")
_DECODED = frozenset({"content-encoding", "transfer-encoding", "content-length"})
_CUT = "the file ends inside this record"
_REDIRECTS = 5  # hops, as a live crawl


@dataclass(frozen=True, slots=True)
class Recorded:
    """One recorded response; content and transfer encodings of `body` are already undone.

    `date` is when it was recorded (aware), None when the record does not say.
    """

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    date: datetime | None = None

    def header(self, name: str) -> str:
        """Return the first header of that name, or an empty string."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")


@dataclass(frozen=True, slots=True)
class SkippedRecord:
    """A record that could not be read: where it starts in its file, and why."""

    offset: int
    reason: str
    file: str = ""


class NoRecordedWeb(WebArchiveError, UsageError):
    """There is no file where a recorded web should be."""

    exit_code = UsageError.exit_code


class RecordedWeb:
    """The responses of one WARC file (plain, or one gzip member a record), or of all in a folder.

    The first record of an address that is no error wins, files in the order of their names. Addresses are
    looked up in Scrapy's canonical form, without fragment.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files = _files(path)
        self.skipped: list[SkippedRecord] = []
        self._places: dict[str, tuple[mmap.mmap, int, int]] = {}
        self._data: list[mmap.mmap] = []
        failed: set[str] = set()  # addresses that only errors are known of so far
        for file in self.files:
            self._index(file, failed)
        if not self._places:
            raise WebArchiveError(
                f"{path} holds no readable response", hint="give a WARC file with response records"
            )

    @classmethod
    def open(cls, path: Path | str) -> RecordedWeb:
        """Open a WARC file, or a folder of them; raises WebArchiveError when nothing in it can be read."""
        return cls(Path(path))

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, url: str) -> bool:
        return lookup_key(url) in self._places

    def __iter__(self) -> Iterator[str]:
        """Yield the look-up keys in file order."""
        return iter(self._places)

    def get(self, url: str) -> Recorded | None:
        """Return the recorded response of an address, or None when it was not recorded.

        Raises WebArchiveError when the record was damaged after the file was opened.
        """
        place = self._places.get(lookup_key(url))
        if place is None:
            return None
        try:
            data, start, end = place
            return _recorded(_parse(data[start:end]))
        except _UNREADABLE as error:
            raise WebArchiveError(
                f"{self.path} is damaged at byte {place[1]}: {error}", hint="restore the file and start again"
            ) from error

    def fetch(self, url: str) -> Recorded | None:
        """Return what a browser would end up with: like `get`, following up to 5 recorded redirects.

        None when the address, or one it redirects to, was not recorded, or when it redirects for ever.
        """
        for _ in range(_REDIRECTS + 1):
            answer = self.get(url)
            target = answer.header("location") if answer is not None and 300 <= answer.status < 400 else ""
            if answer is None or not target:
                return answer
            url = urljoin(answer.url, target)
        return None

    def close(self) -> None:
        """Unmap the files."""
        for data in self._data:
            data.close()

    def _index(self, file: Path, failed: set[str]) -> None:
        data = _mapped(file)
        self._data.append(data)
        split = _members if data[:3] == _GZIP_MEMBER else _plain_records
        for number, (start, end, reason) in enumerate(split(data)):
            if number == 0 and not reason and _has_more(data[start:end]):
                raise WebArchiveError(
                    f"{file} is compressed as a whole, not record by record",
                    hint="unpack it with gunzip and give the .warc file",
                )
            if reason:
                self.skipped.append(SkippedRecord(start, reason, file.name))
                continue
            try:
                record = _parse(data[start:end])
                if record.rec_type != "response":
                    continue
                recorded = _recorded(record)
            except _UNREADABLE as error:
                self.skipped.append(SkippedRecord(start, str(error) or type(error).__name__, file.name))
                continue
            key = lookup_key(recorded.url)
            if key not in self._places or (recorded.status < 400 and key in failed):
                self._places[key] = (data, start, end)
                (failed.discard if recorded.status < 400 else failed.add)(key)


_UNREADABLE = (ArchiveLoadFailed, zlib.error, EOFError, ValueError, AttributeError, KeyError, OSError)


def _files(path: Path) -> tuple[Path, ...]:
    """Return the WARC files at a path that are not empty; raises NoRecordedWeb when there is none."""
    if not path.is_dir():
        return (path,)
    found = tuple(
        file for file in sorted(path.iterdir()) if _IS_WARC.search(file.name) and file.stat().st_size
    )
    if not found:
        raise NoRecordedWeb(
            f"no recorded web in {path}", hint="give a WARC file, or a folder with .warc or .warc.gz files"
        )
    return found


def _mapped(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError as error:
        raise NoRecordedWeb(f"no recorded web at {path}", hint="check the path of the WARC file") from error
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "the file is empty"
        raise WebArchiveError(
            f"cannot read the recorded web {path}: {why}", hint="give a readable WARC file"
        ) from error


def lookup_key(url: str) -> str:
    """Return the form under which recorded addresses are found."""
    return str(canonicalize_url(url, keep_fragments=False))


def _parse(raw: bytes) -> ArcWarcRecord:
    return next(iter(ArchiveIterator(io.BytesIO(raw))))


def _has_more(raw: bytes) -> bool:
    """Tell whether a piece that should be one record holds several."""
    try:
        records = ArchiveIterator(io.BytesIO(zlib.decompress(raw, 31) if raw[:3] == _GZIP_MEMBER else raw))
        return sum(1 for _ in records) > 1
    except _UNREADABLE:
        return False


def _recorded(record: ArcWarcRecord) -> Recorded:
    url = record.rec_headers.get_header("WARC-Target-URI")
    if not url or record.http_headers is None:
        raise ValueError("the record has no address or no HTTP answer")
    status = int(record.http_headers.get_statuscode())
    declared = record.http_headers.get_header("Content-Length")
    body = record.content_stream().read()
    encoded = record.http_headers.get_header("Content-Encoding") or record.http_headers.get_header(
        "Transfer-Encoding"
    )
    if declared and not encoded and len(body) < int(declared):
        raise ValueError(f"the body is cut short: {len(body)} of {declared} bytes")
    headers = tuple(
        (name, value) for name, value in record.http_headers.headers if name.lower() not in _DECODED
    )
    return Recorded(url.strip("<>"), status, headers, body, _date(record.rec_headers.get_header("WARC-Date")))


def _date(text: str | None) -> datetime | None:
    try:
        date = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)


def _members(data: mmap.mmap) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, why unreadable) of each gzip member; go on after damage at the next that opens."""
    position, size = 0, len(data)
    while position < size:
        inflate = zlib.decompressobj(31)
        end = position
        try:
            while not inflate.eof and end < size:
                chunk = data[end : end + 65_536]
                inflate.decompress(chunk)
                end += len(chunk)
            if not inflate.eof:
                raise EOFError(_CUT)
        except (zlib.error, EOFError) as error:
            yield position, position, str(error)
            following = data.find(_GZIP_MEMBER, position + 1)
            while following != -1 and not _opens(data, following):
                following = data.find(_GZIP_MEMBER, following + 1)
            position = size if following == -1 else following
            continue
        end -= len(inflate.unused_data)
        yield position, end, ""
        position = end


def _opens(data: mmap.mmap, position: int) -> bool:
    """Tell whether a WARC record really starts here; the three magic bytes also occur inside data."""
    try:
        return zlib.decompressobj(31).decompress(data[position : position + 4_096], 16).startswith(b"WARC/")
    except zlib.error:
        return False


def _plain_records(data: mmap.mmap) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, why unreadable) of each record of an uncompressed file, and of what lies between."""
    starts = [match.start() for match in _RECORD.finditer(data)]
    if not starts:
        yield 0, 0, "this is not a WARC file"
        return
    position = 0
    told = False  # damage from `position` on is reported already
    for start in [*starts, len(data)]:
        if start < position:
            continue  # these words stand inside the body of the record before
        if not told and data[position:start].strip(b"\r\n"):
            yield position, position, "this is not the start of a record"
        if start == len(data):
            return
        head = data[start : start + 65_536].partition(b"\r\n\r\n")[0]
        length = re.search(rb"(?im)^content-length:\s*(\d+)", head)
        end = start + len(head) + 4 + int(length.group(1)) if length is not None else 0
        told = length is None or end > len(data)
        if told:
            position = start + 1
            yield start, start, "the record does not say how long it is" if not end else _CUT
        else:
            position = end
            yield start, end, ""
