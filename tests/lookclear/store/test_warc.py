import gzip
import os
import random
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lookclear.errors import StoreError
from lookclear.replay.web import RecordedWeb
from lookclear.store.warc import WarcFolder, end_of_records

NOON = datetime(2026, 5, 17, 12, tzinfo=UTC)
HTML = [("Content-Type", "text/html; charset=utf-8")]


def urls(folder: Path) -> list[str]:
    found: list[str] = []
    for path in sorted(folder.glob("*.warc.gz")):
        web = RecordedWeb.open(path)
        found += list(web)
        web.close()
    return found


def test_answers_can_be_replayed_as_they_came(tmp_path: Path) -> None:
    body = "<p>Salt marsh 盐沼</p>".encode()
    folder = WarcFolder(tmp_path)
    folder.append("http://a.example/", 200, HTML, body, NOON)
    zipped = [*HTML, ("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked"), ("Content-Length", "7")]
    folder.append("http://a.example/gzip", 200, zipped, gzip.compress(body), NOON)
    folder.append("http://a.example/old", 301, [("Location", "/")], b"", NOON)
    folder.append("http://a.example/robots.txt", 404, [], b"", NOON)
    folder.close()
    web = RecordedWeb.open(tmp_path / "pages-00001.warc.gz")
    plain, packed, moved = (web.get(f"http://a.example/{path}") for path in ("", "gzip", "old"))
    assert plain is not None
    assert packed is not None
    assert moved is not None
    assert (plain.status, plain.body, plain.header("content-type")) == (200, body, "text/html; charset=utf-8")
    assert packed.body == body
    assert (moved.status, moved.header("location")) == (301, "/")
    assert web.skipped == []
    web.close()


def test_each_record_is_one_gzip_member(tmp_path: Path) -> None:
    folder = WarcFolder(tmp_path)
    folder.append("http://a.example/1", 200, HTML, b"one", NOON)
    size = (tmp_path / "pages-00001.warc.gz").stat().st_size  # before close: the record is out already
    folder.append("http://a.example/2", 200, HTML, b"two", NOON)
    folder.close()
    data = (tmp_path / "pages-00001.warc.gz").read_bytes()
    assert b"one" in gzip.decompress(data[:size])
    assert b"two" in gzip.decompress(data[size:])


@pytest.mark.parametrize("cut", [1, 5, 60, -1])
def test_torn_last_record_is_cut_off_when_continuing(tmp_path: Path, cut: int) -> None:
    folder = WarcFolder(tmp_path)
    folder.append("http://a.example/1", 200, HTML, b"one", NOON)
    whole = (tmp_path / "pages-00001.warc.gz").stat().st_size
    folder.append("http://a.example/2", 200, HTML, random.Random(1).randbytes(3_000), NOON)
    folder.close()
    path = tmp_path / "pages-00001.warc.gz"
    os.truncate(path, whole + cut if cut > 0 else path.stat().st_size + cut)
    folder = WarcFolder(tmp_path)
    assert folder.warning.endswith(
        " bytes of an unfinished record were cut off the end of pages-00001.warc.gz"
    )
    folder.append("http://a.example/3", 200, HTML, b"three", NOON)
    folder.close()
    assert urls(tmp_path) == ["http://a.example/1", "http://a.example/3"]


def test_whole_file_is_left_as_it_is(tmp_path: Path) -> None:
    folder = WarcFolder(tmp_path)
    for number in range(40):
        folder.append(f"http://a.example/{number}", 200, HTML, random.Random(number).randbytes(60_000), NOON)
    folder.close()
    path = tmp_path / "pages-00001.warc.gz"
    before = path.read_bytes()
    assert end_of_records(path) == len(before)
    folder = WarcFolder(tmp_path)
    folder.close()
    assert folder.warning == ""
    assert path.read_bytes() == before


def ten_records(folder: Path) -> tuple[Path, list[int]]:
    """Write ten records; return the file, and where each begins."""
    archive, starts = WarcFolder(folder), []
    path = folder / "pages-00001.warc.gz"
    for number in range(10):
        starts.append(path.stat().st_size)
        archive.append(f"http://a.example/{number}", 200, HTML, random.Random(number).randbytes(900), NOON)
    archive.close()
    return path, starts


@pytest.mark.parametrize("record", [0, 1, 8])
def test_damage_in_the_middle_costs_one_record_and_the_file_is_continued(tmp_path: Path, record: int) -> None:
    path, starts = ten_records(tmp_path)
    data = bytearray(path.read_bytes())
    data[starts[record] + 200] ^= 1
    path.write_bytes(data)
    folder = WarcFolder(tmp_path)
    folder.append("http://a.example/10", 200, HTML, b"ten", NOON)
    folder.close()
    assert urls(tmp_path) == [f"http://a.example/{number}" for number in range(11) if number != record]
    assert path.read_bytes().startswith(data)


@pytest.mark.parametrize("damage", ["flipped body", "flipped magic", "zeros", "foreign bytes"])
def test_file_damaged_at_its_end_is_left_alone_and_a_new_one_begun(tmp_path: Path, damage: str) -> None:
    path, starts = ten_records(tmp_path)
    data = bytearray(path.read_bytes())
    if damage.startswith("flipped"):
        data[starts[9] + (200 if damage == "flipped body" else 0)] ^= 1
    else:
        data += bytes(4_096) if damage == "zeros" else b"not a record"
    path.write_bytes(data)
    folder = WarcFolder(tmp_path)
    folder.append("http://a.example/10", 200, HTML, b"ten", NOON)
    folder.close()
    assert folder.warning.startswith("pages-00001.warc.gz is damaged at its end and was left as it is")
    assert path.read_bytes() == data
    assert urls(tmp_path)[-1] == "http://a.example/10"
    assert [one.name for one in sorted(tmp_path.iterdir())] == ["pages-00001.warc.gz", "pages-00002.warc.gz"]


def test_the_newest_file_is_continued_when_older_ones_were_moved_away(tmp_path: Path) -> None:
    folder = WarcFolder(tmp_path, max_bytes=1_000)
    for number in range(3):
        folder.append(f"http://a.example/{number}", 200, HTML, random.Random(number).randbytes(900), NOON)
    folder.close()
    (tmp_path / "pages-00001.warc.gz").unlink()
    folder = WarcFolder(tmp_path)
    folder.append("http://a.example/3", 200, HTML, b"three", NOON)
    folder.close()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["pages-00002.warc.gz", "pages-00003.warc.gz"]
    assert urls(tmp_path) == [f"http://a.example/{number}" for number in (1, 2, 3)]


def test_a_new_file_begins_when_the_last_is_large(tmp_path: Path) -> None:
    folder = WarcFolder(tmp_path, max_bytes=2_000)
    for number in range(5):
        folder.append(f"http://a.example/{number}", 200, HTML, random.Random(number).randbytes(900), NOON)
    folder.close()
    assert len(list(tmp_path.iterdir())) > 1
    assert urls(tmp_path) == [f"http://a.example/{number}" for number in range(5)]


def test_what_was_appended_survives_kill_9(tmp_path: Path) -> None:
    script = (
        "import sys; from datetime import datetime, UTC; from pathlib import Path\n"
        "from lookclear.store.warc import WarcFolder\n"
        f"folder = WarcFolder(Path({str(tmp_path)!r}))\n"
        "for n in range(10**6):\n"
        "    folder.append(f'http://a.example/{n}', 200, [], bytes(range(256)) * 200, datetime.now(UTC))\n"
        "    print(n, flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    said = [child.stdout.readline() for _ in range(100)]
    os.kill(child.pid, signal.SIGKILL)
    said += child.stdout.readlines()
    child.stdout.close()
    child.wait()
    told = sum(line.endswith("\n") for line in said)
    folder = WarcFolder(tmp_path)
    folder.close()
    assert told >= 100
    assert urls(tmp_path)[:told] == [f"http://a.example/{n}" for n in range(told)]


def test_unusable_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "warc").write_text("a file is in the way")
    with pytest.raises(StoreError, match="cannot write raw pages"):
        WarcFolder(tmp_path / "warc")
