"""What can go wrong with an index folder, each with what to do about it."""

from __future__ import annotations

from pathlib import Path

from lookclear.errors import LookClearError

REMAKE = "`lookclear index rebuild DIR` makes it anew from the stored pages"  # the end of a hint


class IndexingError(LookClearError):
    """An index cannot be used, or not in the way that was asked."""


class IndexBusy(IndexingError):
    """Another process is writing to the index."""


class IndexNotWritable(IndexingError):
    """The index folder cannot be written to, or the index was opened for reading only."""


class IndexNotReadable(IndexingError):
    """The index files cannot be read."""


class IndexClosed(IndexingError):
    """The index was used after `close`."""


class IndexWriteFailed(IndexingError):
    """The disk did not take what was committed; the last commit stays searchable."""


class IndexFormatError(IndexingError):
    """The folder holds something this version cannot read: another format, or no index at all."""


class IndexFull(IndexingError):
    """A 32-bit address space of the index is used up."""


class IndexDamaged(IndexingError):
    """Bytes that were safely written are not what was written."""

    def __init__(self, file: Path, offset: int, what: str) -> None:
        super().__init__(
            f"{file} is damaged at byte {offset} ({what})",
            hint=f"restore the index folder from a copy; or {REMAKE}",
        )
        self.file = file
        self.offset = offset
