import os

import pytest

from indexer import log
from indexer.errors import IndexDamaged, IndexFormatError, IndexWriteFailed
from indexer.log import (
    FILE_HEADER,
    FRAME_HEADER,
    Kind,
    LogWriter,
    check_file_header,
    encode_file_header,
    scan,
)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(encode_file_header(7, b"i" * 16))
    return path


@pytest.fixture
def writer(path):
    fd = os.open(path, os.O_RDWR)
    yield LogWriter(path, fd, FILE_HEADER.size, 0)
    os.close(fd)


def frames(path):
    fd = os.open(path, os.O_RDONLY)
    try:
        return list(scan(path, fd, FILE_HEADER.size, 0))
    finally:
        os.close(fd)


def flip(path, offset):
    data = bytearray(path.read_bytes())
    data[offset] ^= 1
    path.write_bytes(data)


def commit_two(writer):
    for payload in (b"first" * 20, b"second" * 20):
        writer.append(Kind.ADD, payload)
        writer.commit()
    return FILE_HEADER.size


def test_frames_come_back_in_order(path, writer):
    offset = writer.append(Kind.ADD, b"one")
    writer.append(Kind.DELETE, b"two")
    writer.commit(sync=False)
    found = frames(path)
    assert [(frame.kind, frame.payload) for frame in found] == [
        (Kind.ADD, b"one"),
        (Kind.DELETE, b"two"),
        (Kind.COMMIT, b""),
    ]
    assert found[0].offset == offset == FILE_HEADER.size
    assert [frame.sequence for frame in found] == [0, 1, 2]


def test_nothing_reaches_the_file_before_a_commit(path, writer):
    offset = writer.append(Kind.ADD, b"one")
    assert path.stat().st_size == FILE_HEADER.size
    assert writer.read(offset) == b"one"
    writer.commit(sync=False)
    assert path.stat().st_size == writer.end
    assert writer.read(offset) is None


def test_large_batch_is_written_before_its_commit_but_does_not_count(path, writer, monkeypatch):
    monkeypatch.setattr(LogWriter, "SPILL_BYTES", 100)
    for _ in range(5):
        writer.make_room()
        writer.append(Kind.ADD, b"x" * 60)
    assert path.stat().st_size > FILE_HEADER.size
    assert Kind.COMMIT not in [frame.kind for frame in frames(path)]


def test_durable_commit_leaves_a_mark(path, writer):
    writer.append(Kind.ADD, b"one")
    writer.commit(sync=True)
    last = frames(path)[-1]
    assert (last.kind, last.synced) == (Kind.SYNCED, last.offset)
    size = path.stat().st_size
    writer.commit(sync=True)
    assert path.stat().st_size == size or frames(path)[-1].kind is Kind.SYNCED


@pytest.mark.parametrize("cut", [1, 5, FRAME_HEADER.size, FRAME_HEADER.size + 1, FRAME_HEADER.size + 40])
def test_cut_tail_is_taken_as_torn(path, writer, cut):
    commit_two(writer)
    whole = frames(path)
    end = whole[-3].end  # the second document's frame
    with path.open("r+b") as file:
        file.truncate(end - cut)
    assert frames(path) == whole[:-3]


@pytest.mark.parametrize("where", ["magic", "length", "sequence", "checksum", "payload"])
def test_flipped_bit_in_the_middle_is_an_error_that_names_the_place(path, writer, where):
    at = commit_two(writer)
    shift = {"magic": 1, "length": 9, "sequence": 13, "checksum": 29, "payload": FRAME_HEADER.size + 3}[where]
    flip(path, at + shift)
    with pytest.raises(IndexDamaged, match=f"log is damaged at byte {at} ") as caught:
        frames(path)
    assert (caught.value.file, caught.value.offset) == (path, at)


def test_flipped_bit_in_the_last_durable_commit_is_an_error(path, writer):
    commit_two(writer)
    second = [frame for frame in frames(path) if frame.kind is Kind.ADD][1]
    flip(path, second.offset + FRAME_HEADER.size)
    with pytest.raises(IndexDamaged):
        frames(path)


def test_bad_bytes_that_nobody_called_safe_are_a_torn_tail(path, writer):
    """After a power loss, unsynced writes may be there in part, later ones without earlier ones."""
    writer.append(Kind.ADD, b"safe")
    writer.commit(sync=True)
    kept = len(frames(path))
    torn = writer.append(Kind.ADD, b"x" * 50)
    writer.commit(sync=False)
    writer.append(Kind.ADD, b"y" * 50)
    writer.commit(sync=False)
    flip(path, torn + FRAME_HEADER.size)
    assert len(frames(path)) == kept


def test_frame_that_was_left_out_is_noticed(path, writer):
    commit_two(writer)
    first, second = [frame for frame in frames(path) if frame.kind is Kind.ADD]
    data = path.read_bytes()
    path.write_bytes(data[: first.offset] + data[second.offset :])
    with pytest.raises(IndexDamaged):
        frames(path)


def test_search_for_later_frames_works_across_its_chunks(path, writer, monkeypatch):
    monkeypatch.setattr(log, "_SEARCH_BYTES", 64)
    writer.append(Kind.ADD, os.urandom(1000))
    writer.commit()
    flip(path, FILE_HEADER.size + 3)
    with pytest.raises(IndexDamaged):
        frames(path)


def test_failed_write_keeps_the_batch_for_the_next_commit(path, writer, monkeypatch):
    writer.append(Kind.ADD, b"one")
    writer.commit()
    before = path.read_bytes()
    writer.append(Kind.ADD, b"two")
    real = os.pwrite

    def full(fd, data, offset):
        real(fd, data[:10], offset)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "pwrite", full)
    with pytest.raises(IndexWriteFailed, match="free some space and commit again"):
        writer.commit()
    assert path.read_bytes() == before
    monkeypatch.setattr(os, "pwrite", real)
    writer.append(Kind.ADD, b"three")
    writer.commit()
    assert [frame.payload for frame in frames(path) if frame.kind is Kind.ADD] == [b"one", b"two", b"three"]


def test_failed_sync_ends_the_writer(writer, monkeypatch):
    def broken(fd):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fdatasync", broken)
    writer.append(Kind.ADD, b"one")
    with pytest.raises(IndexWriteFailed, match="did not confirm"):
        writer.commit()
    monkeypatch.undo()
    with pytest.raises(IndexWriteFailed, match="open the index again"):
        writer.commit()


def test_header_tells_what_is_wrong(path):
    good = path.read_bytes()
    assert check_file_header(path, good, 7) == b"i" * 16
    with pytest.raises(IndexFormatError, match="not an index log"):
        check_file_header(path, b"x" + good[1:], 7)
    with pytest.raises(IndexFormatError, match="format 9; this version reads format 1"):
        check_file_header(path, good[:8] + b"\x09" + good[9:], 7)
    with pytest.raises(IndexFormatError, match="other field weights"):
        check_file_header(path, good, 8)
    with pytest.raises(IndexDamaged, match="byte 0"):
        check_file_header(path, good[:20] + b"?" + good[21:], 7)
    with pytest.raises(IndexDamaged, match="cut short"):
        check_file_header(path, good[:30], 7)
