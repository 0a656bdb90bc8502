import os

import pytest

from indexer import log
from indexer.errors import IndexDamaged, IndexFormatError
from indexer.log import FILE_HEADER, FRAME_HEADER, Kind, check_file_header


def flip(path, offset):
    data = bytearray(path.read_bytes())
    data[offset] ^= 1
    path.write_bytes(data)


def commit_two(writer):
    for payload in (b"first" * 20, b"second" * 20):
        writer.append(Kind.ADD, payload)
        writer.commit()
    return FILE_HEADER.size


def test_frames_come_back_in_order(log_path, writer, frames):
    offset = writer.append(Kind.ADD, b"one")
    writer.append(Kind.DELETE, b"two")
    writer.commit(sync=False)
    found = frames(log_path)
    assert [(frame.kind, frame.payload) for frame in found] == [
        (Kind.ADD, b"one"),
        (Kind.DELETE, b"two"),
        (Kind.COMMIT, b""),
    ]
    assert found[0].offset == offset == FILE_HEADER.size
    assert [frame.sequence for frame in found] == [0, 1, 2]


@pytest.mark.parametrize("cut", [1, 5, FRAME_HEADER.size, FRAME_HEADER.size + 1, FRAME_HEADER.size + 40])
def test_cut_tail_is_taken_as_torn(log_path, writer, cut, frames):
    commit_two(writer)
    whole = frames(log_path)
    end = whole[-3].end  # the second document's frame
    with log_path.open("r+b") as file:
        file.truncate(end - cut)
    assert frames(log_path) == whole[:-3]


@pytest.mark.parametrize("where", ["magic", "length", "sequence", "checksum", "payload"])
def test_flipped_bit_in_the_middle_is_an_error_that_names_the_place(log_path, writer, where, frames):
    at = commit_two(writer)
    shift = {"magic": 1, "length": 9, "sequence": 13, "checksum": 29, "payload": FRAME_HEADER.size + 3}[where]
    flip(log_path, at + shift)
    with pytest.raises(IndexDamaged, match=f"log is damaged at byte {at} ") as caught:
        frames(log_path)
    assert (caught.value.file, caught.value.offset) == (log_path, at)


def test_flipped_bit_in_the_last_durable_commit_is_an_error(log_path, writer, frames):
    commit_two(writer)
    second = [frame for frame in frames(log_path) if frame.kind is Kind.ADD][1]
    flip(log_path, second.offset + FRAME_HEADER.size)
    with pytest.raises(IndexDamaged):
        frames(log_path)


def test_bad_bytes_that_nobody_called_safe_are_a_torn_tail(log_path, writer, frames):
    """After a power loss, unsynced writes may be there in part, later ones without earlier ones."""
    writer.append(Kind.ADD, b"safe")
    writer.commit(sync=True)
    kept = len(frames(log_path))
    torn = writer.append(Kind.ADD, b"x" * 50)
    writer.commit(sync=False)
    writer.append(Kind.ADD, b"y" * 50)
    writer.commit(sync=False)
    flip(log_path, torn + FRAME_HEADER.size)
    assert len(frames(log_path)) == kept


def test_frame_that_was_left_out_is_noticed(log_path, writer, frames):
    commit_two(writer)
    first, second = [frame for frame in frames(log_path) if frame.kind is Kind.ADD]
    data = log_path.read_bytes()
    log_path.write_bytes(data[: first.offset] + data[second.offset :])
    with pytest.raises(IndexDamaged):
        frames(log_path)


def test_search_for_later_frames_works_across_its_chunks(log_path, writer, monkeypatch, frames):
    monkeypatch.setattr(log, "_SEARCH_BYTES", 64)
    writer.append(Kind.ADD, os.urandom(1000))
    writer.commit()
    flip(log_path, FILE_HEADER.size + 3)
    with pytest.raises(IndexDamaged):
        frames(log_path)


def test_header_tells_what_is_wrong(log_path):
    good = log_path.read_bytes()
    assert check_file_header(log_path, good, 7) == b"i" * 16
    with pytest.raises(IndexFormatError, match="not an index log"):
        check_file_header(log_path, b"x" + good[1:], 7)
    with pytest.raises(IndexFormatError, match="format 9; this version reads format 2"):
        check_file_header(log_path, good[:8] + b"\x09" + good[9:], 7)
    with pytest.raises(IndexFormatError, match="other field weights"):
        check_file_header(log_path, good, 8)
    with pytest.raises(IndexDamaged, match="byte 0"):
        check_file_header(log_path, good[:20] + b"?" + good[21:], 7)
    with pytest.raises(IndexDamaged, match="cut short"):
        check_file_header(log_path, good[:30], 7)
