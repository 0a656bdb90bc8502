"""Write the log anew without what was replaced or deleted, in bounded steps beside the work that goes on.

Live documents are copied in order into a second log, with terms numbered anew; what is added meanwhile is
copied when its turn comes. At the end the second log takes the first one's place by a rename: until then
nothing has changed, and from then on the old checkpoint belongs to no log and is passed over. Whoever reads
the old log goes on until it looks again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from indexer import log
from indexer.disk import Disk
from indexer.errors import IndexWriteFailed
from indexer.log import Kind
from indexer.logwriter import LogWriter
from indexer.records import AddRecord, decode_add, encode_add
from indexer.recovery import COMPACTING_NAME, LOG_NAME, Opened
from indexer.schema import fingerprint
from indexer.state import State

STEP = 64  # documents copied in one go: a few milliseconds
_SETTLE_BYTES = 4 << 20  # of the new log that may wait for the disk while others wait
_UNKNOWN = -1


class Compaction:
    """A second log of what is live, as far as it was copied; `read` gives a record of the first by offset."""

    def __init__(self, disk: Disk, folder: Path, old: State, read: Callable[[int], AddRecord]) -> None:
        self._disk = disk
        self._folder, self._old, self._read = folder, old, read
        self._path = folder / COMPACTING_NAME
        self._copied = 0  # documents of the old state that were looked at
        self._taken: list[npt.NDArray[np.int64]] = []  # those that were live then
        self._numbers: npt.NDArray[np.int64] = np.empty(0, np.int64)  # new number of an old term
        self._numbered = 0  # terms that have a new number
        self.state = State()
        self._identity = os.urandom(16)
        try:
            self._file = disk.open(self._path, write=True, create=True, empty=True)
        except OSError as error:
            raise IndexWriteFailed(
                f"cannot write {self._path}: {error.strerror}", hint="free some space; nothing has changed"
            ) from error
        self.writer = LogWriter(folder / LOG_NAME, self._file, 0, 0)
        self.writer.append_header(log.encode_file_header(fingerprint(), self._identity))

    def step(self) -> bool:
        """Copy the next documents; return whether there are more. Raises IndexWriteFailed."""
        documents = self._old.documents
        alive = documents.columns["alive"].view
        end = min(len(documents), self._copied + STEP)
        live = [doc for doc in range(self._copied, end) if alive[doc]]
        offsets = documents.columns["offset"].view
        self.writer.make_room()
        records = [self._renumbered(self._read(int(offsets[doc]))) for doc in live]
        places = [self.writer.append(Kind.ADD, encode_add(record)) for record in records]
        self.state.add_all(records, places, self._read_copy)
        self._taken.append(np.array(live, np.int64))
        self._copied = end
        return end < len(documents)

    def settle(self) -> None:
        """Let the disk have most of the new log already, so that `finish` is quick; others need not wait."""
        if self.writer.end - self.writer.synced > _SETTLE_BYTES:
            self.writer.spill()

    def finish(self) -> Opened:
        """Let the new log take the place of the old one; raises IndexWriteFailed, then nothing has changed.

        Nothing may have been added since `step` said that there is no more. When the rename may not last, the
        new log takes nothing more: what it would acknowledge could be lost with it.
        """
        documents = self._old.documents
        alive = documents.columns["alive"].view
        taken = np.concatenate([np.empty(0, np.int64), *self._taken])
        for doc in taken[~alive[taken]].tolist():
            key = documents.keys[doc]
            if documents.current(key) is None:
                self.writer.append(Kind.DELETE, key.encode())
                self.state.delete(key, self._read_copy)
        self.writer.commit(sync=True)
        path = self._folder / LOG_NAME
        try:
            self._disk.rename(self._path, path)
        except OSError as error:
            raise IndexWriteFailed(
                f"cannot replace {path}: {error.strerror}", hint="check the folder, then try again"
            ) from error
        try:
            self._disk.sync_folder(self._folder)
        except OSError:
            self.writer.take_no_more()
        self.state.generation += self._old.generation  # never the same number for another content
        writer = self.writer
        return Opened(path, self._file, self._identity, self.state, writer.end, writer.sequence, 0)

    def drop(self) -> None:
        """Leave everything as it was."""
        self._file.close()
        with suppress(OSError):
            self._disk.unlink(self._path)

    def _renumbered(self, record: AddRecord) -> AddRecord:
        """Return a record in terms of the new lexicon, with the terms that it brings there."""
        missing = len(self._old.lexicon) - len(self._numbers)
        self._numbers = np.append(self._numbers, np.full(missing, _UNKNOWN))
        old, first_new = record.term_numbers(), self._numbered
        fresh = old[self._numbers[old] == _UNKNOWN]
        self._numbers[fresh] = np.arange(first_new, first_new + len(fresh))
        self._numbered += len(fresh)
        return msgspec.structs.replace(
            record,
            first_new=first_new,
            new_terms=[self._old.lexicon.term(number) for number in fresh.tolist()],
            terms=self._numbers[old].astype("<u4").tobytes(),
        )

    def _read_copy(self, offset: int) -> AddRecord:
        buffered = self.writer.read(offset)
        if buffered is None:
            frame = log.read_frame(self._file, offset, self._file.status().size)
            assert frame is not None  # written by this process a moment ago
            buffered = frame.payload
        return decode_add(buffered)
