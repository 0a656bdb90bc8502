"""Writes the log: in batches that count as a whole or not at all, and as far as the disk has confirmed."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

from indexer.disk import File
from indexer.errors import IndexWriteFailed
from indexer.log import FRAME_HEADER, Kind, encode_frame


class LogWriter:
    """Appends frames to a log whose end is known to be sound.

    Frames are buffered until `commit` (or until the buffer is large); they reach the file in one write, or
    not at all.
    """

    SPILL_BYTES = 8 << 20

    def __init__(self, path: Path, file: File, end: int, sequence: int) -> None:
        self._path = path
        self._file = file
        self._written = end
        self._committed = end  # the end of the last COMMIT in the file
        self._synced = end
        self._marked = end  # up to where the file itself says that it is on disk
        self._sequence = sequence
        self._buffer: list[bytes] = []
        self._buffered = 0
        self._uncommitted = 0  # frames since the last COMMIT
        self._broken = False
        self._syncing = threading.Lock()

    @property
    def end(self) -> int:
        """Where the next frame will start."""
        return self._written + self._buffered

    @property
    def synced(self) -> int:
        """The offset up to which everything is known to be on disk."""
        return self._synced

    @property
    def sequence(self) -> int:
        """The number the next frame will have."""
        return self._sequence

    @property
    def uncommitted(self) -> int:
        """How many changes the next commit will make count."""
        return self._uncommitted

    def make_room(self) -> None:
        """Write out a large buffer (uncommitted); raises IndexWriteFailed when the disk does not take it."""
        self._check()
        if self._buffered > self.SPILL_BYTES:
            self._write_out()

    def append_header(self, header: bytes) -> None:
        """Begin an empty log."""
        self._buffer.append(header)
        self._buffered += len(header)

    @property
    def takes_more(self) -> bool:
        """Whether what is committed from now on can last."""
        return not self._broken

    def take_no_more(self) -> None:
        """Refuse all that would be committed from now on."""
        self._broken = True

    def append(self, kind: Kind, payload: bytes) -> int:
        """Buffer a frame and return the offset it will have in the file."""
        self._uncommitted += 1
        return self._push(kind, payload)

    def commit(self, *, sync: bool = True) -> None:
        """Hand everything to the operating system, and with `sync` to the disk; raises IndexWriteFailed."""
        end = self.hand_over()
        if sync:
            self.confirm(end)
            self.mark()

    def hand_over(self) -> int:
        """Give what is there to the operating system, as a whole; return what `confirm` takes.

        Raises IndexWriteFailed; then nothing of the batch counts, it is kept, and a later call tries again.
        """
        self._check()
        if self._uncommitted:
            self._push(Kind.COMMIT, b"")
            self._uncommitted = 0
        if self._buffer:
            self._write_out()
            self._committed = self._written
        return self._committed

    def confirm(self, end: int) -> None:
        """Wait until the disk has the file up to `end`; one wait serves all threads that ask meanwhile.

        Others may append and hand over during that time. Raises IndexWriteFailed; then the log takes nothing
        more.
        """
        with self._syncing:
            if self._synced >= end:
                return
            self._check()
            written = self._written
            try:
                self._file.sync()
            except OSError as error:
                self._broken = True
                raise IndexWriteFailed(
                    f"the disk did not confirm {self._path}: {error.strerror}",
                    hint="check the disk, then open the index again; what was committed before is safe",
                ) from error
            self._synced = written

    def mark(self) -> None:
        """Write down how far the disk has the file, unless that is there: it tells damage from a torn end."""
        if self._marked >= self._synced:
            return
        self._marked = self._synced
        self._push(Kind.SYNCED, b"")
        with suppress(IndexWriteFailed):  # then it goes with the next commit; this one is safe
            self._write_out()

    def spill(self) -> None:
        """Give what is buffered, uncommitted, to the disk: a later commit is quicker.

        Raises IndexWriteFailed.
        """
        self._check()
        self._write_out()
        self.confirm(self._written)

    def retire(self, *, lasting: bool) -> None:
        """Take nothing more, because another file has it all, on disk if it is `lasting`."""
        with self._syncing:
            self._broken = True
            if lasting:
                self._synced = self._written

    def read(self, offset: int) -> bytes | None:
        """Return the payload of a buffered frame, or None if it is in the file already."""
        at = self._written
        if offset < at:
            return None
        for data in self._buffer:
            if at == offset:
                return data[FRAME_HEADER.size :]
            at += len(data)
        return None

    def _push(self, kind: Kind, payload: bytes) -> int:
        offset = self.end
        data = encode_frame(kind, self._sequence, self._synced, payload)
        self._sequence += 1
        self._buffer.append(data)
        self._buffered += len(data)
        return offset

    def _write_out(self) -> None:
        data = b"".join(self._buffer)
        try:
            self._write_all(data)
        except OSError as error:
            raise IndexWriteFailed(
                f"cannot write to {self._path}: {error.strerror}",
                hint="free some space and commit again; the last commit stays searchable",
            ) from error
        self._written += len(data)
        self._buffer.clear()
        self._buffered = 0

    def _write_all(self, data: bytes) -> None:
        try:
            self._file.write(data, self._written)
        except OSError:
            self._file.truncate(self._written)
            raise

    def _check(self) -> None:
        if self._broken:
            raise IndexWriteFailed(
                f"{self._path} takes nothing more after a failed sync",
                hint="check the disk, then open the index again",
            )
