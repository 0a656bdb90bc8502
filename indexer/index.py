"""The index as others use it: add, delete, commit, search; one writer, any number of readers.

A page is searchable when `add` returns, at a cost that depends on the page and not on the index. `commit`
makes it last. Readers in other processes follow by replaying what the log got since they last looked.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from indexer.answers import answer, leading
from indexer.background import Background
from indexer.checkpoint import Checkpoint
from indexer.compaction import Compaction
from indexer.completion import complete
from indexer.disk import REAL_DISK, Disk, Status
from indexer.document import Document, IndexStats, Results, StoredDocument
from indexer.errors import IndexClosed, IndexNotWritable
from indexer.explanation import Explanation, explain
from indexer.identity import is_page_id
from indexer.inversion import MOST_DOCUMENTS, Inverter
from indexer.lock import WriterLock
from indexer.log import Kind
from indexer.logwriter import LogWriter
from indexer.options import PLAIN, Options
from indexer.prepared import prepare_for
from indexer.records import AddRecord, decode_add, encode_add, scrub, stored_document
from indexer.recovery import (
    CHECKPOINT_NAME,
    LOG_NAME,
    Opened,
    make_folder,
    open_for_reading,
    open_for_writing,
)
from indexer.state import State
from indexer.upkeep import is_checkpoint_due, is_compaction_due, is_due_on_close

LOCK_NAME = "lock"
KEPT_BACK = 2_000  # documents, some 15 MB; from so many on compiled code is loaded, which is quick at them


class Index:
    """Use `Index.open`; a context manager. Methods may be called from several threads."""

    def __init__(
        self, disk: Disk, folder: Path, opened: Opened | None, lock: WriterLock | None, discarded: int = 0
    ) -> None:
        self._disk = disk
        self._folder = folder
        self._opened = opened
        self._lock = lock
        self._discarded = discarded
        self._state = opened.state if opened else State()
        self._log_name = str(folder / LOG_NAME)
        self._seen: Status | None = None  # of the log when a reader last looked
        self._mutex = threading.RLock()
        self._upkeep = threading.RLock()  # of who writes a checkpoint or compacts; taken before the mutex
        self._background = Background(self._keep_up)
        self._closed = False
        self._writer = self._inverter = None
        if opened is not None and lock is not None:
            self._writer = LogWriter(opened.path, opened.file, opened.offset, opened.sequence)
            self._inverter = Inverter(self._state.lexicon)

    @classmethod
    def open(cls, path: str | Path, *, read_only: bool = False, disk: Disk = REAL_DISK) -> Self:
        """Open the index in a folder, creating it unless it is to be read only.

        A reader of a folder without an index sees an empty one, and picks up what a writer makes later.
        Raises IndexBusy, IndexNotWritable, IndexFormatError, IndexDamaged.
        """
        folder = Path(path)
        if read_only:
            return cls(disk, folder, open_for_reading(disk, folder), None)
        make_folder(disk, folder)
        lock = WriterLock(disk, folder / LOCK_NAME)
        try:
            opened, discarded = open_for_writing(disk, folder)
            return cls(disk, folder, opened, lock, discarded)
        except BaseException:
            lock.release()
            raise

    def add(self, document: Document) -> int:
        """Add a document, replacing the one with its key; it can be found at once. Return its number.

        It lasts from the next `commit` on. Raises IndexWriteFailed when many changes wait for a commit and
        the disk does not take them; nothing is added then.
        """
        (doc,) = self.add_all([document])
        return doc

    def add_all(self, documents: Iterable[Document]) -> list[int]:
        """Add documents as `add` does one by one, quicker when they are small; return their numbers.

        When one is refused, or the disk is full, those of the MOST_DOCUMENTS before it may have been added.
        """
        waiting, added = iter(documents), list[int]()
        with self._mutex:
            writer = self._writing()
            assert self._inverter is not None
            while batch := list(islice(waiting, MOST_DOCUMENTS)):
                writer.make_room()
                records = self._inverter.invert_all(batch)
                offsets = [writer.append(Kind.ADD, encode_add(record)) for record in records]
                added += self._state.add_all(records, offsets, self._read)
        return added

    def keep_back(self, documents: int = KEPT_BACK) -> None:
        """Let up to so many added documents wait outside the posting lists until somebody searches here.

        For who only adds. Everything else sees them at once, and readers in other processes do.
        """
        with self._mutex:
            self._state.keeps_back = documents

    def delete(self, key: str) -> bool:
        """Take the document with a key out; return whether there was one. `commit` makes it last."""
        with self._mutex:
            writer = self._writing()
            key = scrub(key)
            if self._state.documents.current(key) is None:
                return False
            writer.make_room()
            writer.append(Kind.DELETE, key.encode())
            return self._state.delete(key, self._read)

    def commit(self, *, sync: bool = True) -> None:
        """Make all changes last: with `sync` on disk, without it against the end of this process only.

        Threads that commit at the same time share one wait for the disk; others add and search meanwhile.
        Raises IndexWriteFailed; the last commit stays searchable, and a later commit tries again.
        """
        with self._mutex:
            writer = self._writing()
            end = writer.hand_over()
            if any(self._due()):
                self._background.wake()
        if sync:
            writer.confirm(end)
            with self._mutex:
                writer.mark()

    def checkpoint(self) -> None:
        """Write down the state, so that opening need not replay the log; also commits.

        Others may add and search meanwhile. Raises IndexWriteFailed; nothing is lost then.
        """
        self._write_checkpoint(lambda: False)

    def compact(self) -> int:
        """Free what replaced and deleted documents take; return how many bytes the log lost.

        It begins by itself when a quarter of the documents is dead. Others may add and search meanwhile: it
        is done in steps of a few milliseconds, and takes as long as indexing did. Raises IndexWriteFailed;
        then the index is as it was.
        """
        return self._compact(lambda: False)

    def _keep_up(self) -> None:
        """Do what is due, in the background."""
        with self._mutex:
            compaction, checkpoint = self._due()
        if compaction:
            self._compact(self._background.pause)
        elif checkpoint:
            self._write_checkpoint(self._background.is_stopped)

    def _due(self) -> tuple[bool, bool]:
        """Tell whether compacting is due, and whether a checkpoint is."""
        assert self._writer is not None
        documents, lists = self._state.documents, self._state.listed_bytes
        return (
            is_compaction_due(len(documents), documents.live, self._writer.end),
            is_checkpoint_due(self._logged_since_checkpoint(), lists),
        )

    def _write_checkpoint(self, stopped: Callable[[], bool]) -> None:
        with self._upkeep:
            with self._mutex:
                writer = self._writing()
                writer.hand_over()
                end = writer.end
            writer.confirm(end)  # most of it: others go on
            with self._mutex:
                writer, opened = self._writing(), self._opened
                assert opened is not None
                writer.hand_over()
                writer.confirm(writer.end)  # also of what came since, and of the mark: it stands for all
                checkpoint = Checkpoint(
                    self._disk,
                    self._folder / CHECKPOINT_NAME,
                    self._state,
                    identity=opened.identity,
                    offset=writer.end,
                    sequence=writer.sequence,
                )
            if checkpoint.write(stopped):
                opened.checkpoint_offset = checkpoint.offset

    def _compact(self, stopped: Callable[[], bool]) -> int:
        """Compact, unless `stopped` says so between two steps; return how many bytes the log lost."""
        with self._upkeep:
            with self._mutex:
                self._writing()
                compaction = Compaction(self._disk, self._folder, self._state, self._read)
            try:
                lost = self._copy(compaction, stopped)
            except BaseException:
                if self._state is not compaction.state:
                    compaction.drop()
                raise
            if lost is None:
                compaction.drop()
                return 0
            self._write_checkpoint(stopped)
            return lost

    def _copy(self, compaction: Compaction, stopped: Callable[[], bool]) -> int | None:
        """Copy in steps, and let the new log take over; None if it was stopped before."""
        while True:
            with self._mutex:
                writer = self._writing()
                if not compaction.step():
                    opened = compaction.finish()
                    self._take_over(opened, compaction.writer)
                    return writer.end - compaction.writer.end
            compaction.settle()
            if stopped():
                return None

    def _take_over(self, opened: Opened, writer: LogWriter) -> None:
        assert self._opened is not None
        opened.state.keeps_back = self._state.keeps_back
        assert self._writer is not None
        self._writer.retire(lasting=writer.takes_more)
        self._opened.file.close()
        self._opened, self._state, self._writer = opened, opened.state, writer
        self._inverter = Inverter(self._state.lexicon)

    def refresh(self) -> bool:
        """Take in what the writer committed; return whether anything was. False in the writer."""
        with self._mutex:
            self._check_open()
            if self._lock is not None:
                return False
            try:
                status = self._disk.status(self._log_name)
            except FileNotFoundError:
                return False
            if status == self._seen:
                return False
            if self._opened is None or not self._opened.goes_on_in(status):
                changed = self._reopen()
            else:
                changed = self._opened.replay()
            self._seen = status
            return changed

    def search(self, query: str, *, limit: int = 10, offset: int = 0, options: Options = PLAIN) -> Results:
        """Return hits `offset` to `offset + limit`, best first; equal ones by document number.

        Never raises for what the query says: it is repaired or cut, and `notes` tells. A reader refreshes
        first.
        """
        with self._mutex:
            self.refresh()
            return answer(self._state, self._stored, query, limit=limit, offset=offset, options=options)

    def explain(self, query: str, name: str) -> Explanation | None:
        """Return what the score of the page with a name (`Hit.id`) is made of; None without such a page."""
        document = self.document(name)
        with self._mutex:
            if document is None:
                return None
            return explain(self._state, prepare_for(self._state, query), document)

    def complete(self, typed: str, *, limit: int = 8) -> list[str]:
        """Return queries that go on from what was typed, from words and titles of the index, best first."""
        with self._mutex:
            self.refresh()
            return complete(self._state, self._stored, typed, limit)

    def leading(self, query: str, *, limit: int = 10, offset: int = 0) -> list[tuple[str, float]]:
        """Return keys and scores of the hits `search` would give, without counting matches or reading texts.

        It is the quick way for who shows nothing: a search that may stop early.
        """
        with self._mutex:
            self.refresh()
            return leading(self._state, query, limit=limit, offset=offset)

    def document(self, name: str) -> StoredDocument | None:
        """Return the current version of the page with a name (`Hit.id`), or None; any text may be asked."""
        with self._mutex:
            self._check_open()
            doc = self._state.documents.named(name) if is_page_id(name) else None
            return None if doc is None else self._stored(doc)

    def get(self, key: str) -> StoredDocument | None:
        """Return the document with a key, or None."""
        with self._mutex:
            self._check_open()
            doc = self._state.documents.current(scrub(key))
            return None if doc is None else self._stored(doc)

    def __contains__(self, key: str) -> bool:
        with self._mutex:
            return self._state.documents.current(scrub(key)) is not None

    def __len__(self) -> int:
        """Return how many documents can be found."""
        return self._state.documents.live

    @property
    def generation(self) -> int:
        """How many changes the index has seen: while it stays the same, answers do."""
        return self._state.generation

    def stats(self) -> IndexStats:
        """Return sizes."""
        with self._mutex:
            opened = self._opened
            end = self._writer.end if self._writer else (opened.offset if opened else 0)
            return self._state.stats(
                log_bytes=end,
                checkpoint_bytes=opened.checkpoint_offset if opened else 0,
                discarded_bytes=self._discarded,
            )

    def close(self, *, commit: bool = True) -> None:
        """Commit (unless told not to) and let go of the files; a second call does nothing."""
        self._background.stop()
        with self._upkeep, self._mutex:
            if self._closed:
                return
            try:
                if self._writer is not None and commit:
                    self._writer.commit(sync=True)
                    if is_due_on_close(self._logged_since_checkpoint()):
                        self.checkpoint()
            finally:
                self._closed = True
                if self._opened is not None:
                    self._opened.file.close()
                if self._lock is not None:
                    self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close; what was not committed when an exception came is dropped."""
        self.close(commit=kind is None)

    def _writing(self) -> LogWriter:
        self._check_open()
        if self._writer is None:
            raise IndexNotWritable(
                f"the index in {self._folder} was opened for reading only",
                hint="open it without read_only=True",
            )
        return self._writer

    def _check_open(self) -> None:
        if self._closed:
            raise IndexClosed(f"the index in {self._folder} is closed", hint="open it again with Index.open")

    def _read(self, offset: int) -> AddRecord:
        buffered = self._writer.read(offset) if self._writer is not None else None
        if buffered is not None:
            return decode_add(buffered)
        assert self._opened is not None  # only a row of the document table leads here
        return self._opened.read_record(offset)

    def _stored(self, doc: int) -> StoredDocument:
        return stored_document(doc, self._read(int(self._state.documents.columns["offset"].view[doc])))

    def _logged_since_checkpoint(self) -> int:
        assert self._writer is not None
        assert self._opened is not None
        return self._writer.end - self._opened.checkpoint_offset

    def _reopen(self) -> bool:
        opened = open_for_reading(self._disk, self._folder)
        if opened is None:
            return False
        if self._opened is not None:
            self._opened.file.close()
            opened.state.generation += self._state.generation  # never the same number for another content
        self._opened, self._state = opened, opened.state
        return True
