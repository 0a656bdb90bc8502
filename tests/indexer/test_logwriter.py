import os

import pytest

from indexer.disk import RealFile
from indexer.errors import IndexWriteFailed
from indexer.log import FILE_HEADER, Kind
from indexer.logwriter import LogWriter


def test_nothing_reaches_the_file_before_a_commit(log_path, writer):
    offset = writer.append(Kind.ADD, b"one")
    assert log_path.stat().st_size == FILE_HEADER.size
    assert writer.read(offset) == b"one"
    writer.commit(sync=False)
    assert log_path.stat().st_size == writer.end
    assert writer.read(offset) is None


def test_large_batch_is_written_before_its_commit_but_does_not_count(log_path, writer, monkeypatch, frames):
    monkeypatch.setattr(LogWriter, "SPILL_BYTES", 100)
    for _ in range(5):
        writer.make_room()
        writer.append(Kind.ADD, b"x" * 60)
    assert log_path.stat().st_size > FILE_HEADER.size
    assert Kind.COMMIT not in [frame.kind for frame in frames(log_path)]


def test_durable_commit_leaves_a_mark(log_path, writer, frames):
    writer.append(Kind.ADD, b"one")
    writer.commit(sync=True)
    last = frames(log_path)[-1]
    assert (last.kind, last.synced) == (Kind.SYNCED, last.offset)
    size = log_path.stat().st_size
    writer.commit(sync=True)
    assert log_path.stat().st_size == size or frames(log_path)[-1].kind is Kind.SYNCED


def test_failed_write_keeps_the_batch_for_the_next_commit(log_path, writer, monkeypatch, frames):
    writer.append(Kind.ADD, b"one")
    writer.commit()
    before = log_path.read_bytes()
    writer.append(Kind.ADD, b"two")
    real = os.pwrite

    def full(fd, data, offset):
        real(fd, data[:10], offset)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "pwrite", full)
    with pytest.raises(IndexWriteFailed, match="free some space and commit again"):
        writer.commit()
    assert log_path.read_bytes() == before
    monkeypatch.setattr(os, "pwrite", real)
    writer.append(Kind.ADD, b"three")
    writer.commit()
    added = [frame.payload for frame in frames(log_path) if frame.kind is Kind.ADD]
    assert added == [b"one", b"two", b"three"]


def test_failed_sync_ends_the_writer(writer, monkeypatch):
    def broken(fd):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(RealFile, "sync", broken)
    writer.append(Kind.ADD, b"one")
    with pytest.raises(IndexWriteFailed, match="did not confirm"):
        writer.commit()
    monkeypatch.undo()
    with pytest.raises(IndexWriteFailed, match="open the index again"):
        writer.commit()
