"""What an index folder survives: kills, torn and damaged files, full disks, read-only folders."""

import os
import resource
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

import indexer
from indexer import Document, Index
from indexer.errors import IndexBusy, IndexDamaged, IndexFormatError, IndexNotWritable, IndexWriteFailed
from indexer.log import FILE_HEADER, FRAME_HEADER

KILLS = int(os.environ.get("INDEX_KILLS", "25"))  # kill -9 of a writer; the full number is 200

WRITER = """
import random, sys
from indexer import Document, Index

def write(folder, seed, tell):
    rng = random.Random(seed)
    index = Index.open(folder)
    number = len(index)
    tell(number)
    while True:
        if number and rng.random() < 0.3:
            again = rng.randrange(number)
            index.add(Document(f"key{again}", title=f"page {again}", body=f"common word{again} " * 40))
        for _ in range(rng.randint(1, 4)):
            index.add(Document(f"key{number}", title=f"page {number}", body=f"common word{number} " * 40))
            number += 1
        index.commit(sync=rng.random() < 0.3)
        tell(number)
        if rng.random() < 0.1:
            index.checkpoint()
        if rng.random() < 0.1:
            index.compact()

if __name__ == "__main__":
    if "main" in globals():
        main()
    else:
        write(sys.argv[1], 1, lambda number: print(number, flush=True))
"""

# Forks writers and kills them; prints for each what it opened with, acknowledged, and what was found.
KILLER = """
import os, random, signal, time
from lookclear.text.segment import words

def main():
    rng = random.Random(1)
    words("loads the dictionary 一次")
    for seed in range(int(sys.argv[2])):
        folder = f"{sys.argv[1]}/{seed // 10}"  # begun anew for every ten
        read, told = os.pipe()
        child = os.fork()
        if not child:
            write(folder, seed, lambda number: os.write(told, b"%d " % number))
        os.close(told)
        wanted = rng.randint(1, 8) if seed % 2 else 0  # every other one is left to work for a while
        first = b""
        while first.count(b" ") < wanted:
            first += os.read(read, 64)
        time.sleep(rng.random() * 0.1)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        acknowledged = [int(number) for number in (first + os.read(read, 1 << 20)).split()]
        os.close(read)
        with Index.open(folder, read_only=True) as index:
            found = len(index)
            for number in rng.sample(range(found), min(3, found)):
                assert [hit.key for hit in index.search(f"word{number}").hits] == [f"key{number}"]
            first, last = (acknowledged[0], acknowledged[-1]) if acknowledged else (found, found)
            print(first, last, found, index.search("common", limit=0).total)
"""


def start(code, *arguments):
    """Start a process that has this project on its path; the caller ends it."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(Path(indexer.__file__).parent.parent)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def run(code, *arguments):
    child = start(code, *arguments)
    return child.communicate(timeout=280)[0]


def filled(folder, count=10, **options):
    with Index.open(folder) as index:
        for number in range(count):
            index.add(Document(f"key{number}", body=f"common word{number}"))
            index.commit(**options)


def flip(path, offset):
    data = bytearray(path.read_bytes())
    data[offset] ^= 0x10
    path.write_bytes(data)


def test_killed_writer_loses_nothing_it_acknowledged(tmp_path):
    rounds = [tuple(map(int, line.split())) for line in run(KILLER + WRITER, tmp_path, KILLS).splitlines()]
    assert len(rounds) == KILLS
    before = 0
    for seed, (opened, acknowledged, found, answered) in enumerate(rounds):
        before = before if seed % 10 else 0
        assert before == opened <= acknowledged <= found == answered
        before = found
    assert sum(found for *_, found, _ in rounds) > KILLS // 2


def test_lock_ends_with_its_process(tmp_path):
    child = start(WRITER, tmp_path)
    child.stdout.readline()
    with pytest.raises(IndexBusy, match=f"process {child.pid} "):
        Index.open(tmp_path)
    child.kill()
    child.wait()
    child.stdout.close()
    Index.open(tmp_path).close()


def test_torn_end_is_cut_by_the_writer_only(tmp_path):
    filled(tmp_path, sync=False)
    log = tmp_path / "log"
    whole = log.read_bytes()
    log.write_bytes(whole + whole[FILE_HEADER.size : FILE_HEADER.size + 50])
    with Index.open(tmp_path, read_only=True) as reader:
        assert len(reader) == 10
    assert log.stat().st_size == len(whole) + 50
    with Index.open(tmp_path) as writer:
        assert len(writer) == 10
        assert writer.stats().discarded_bytes == 50
        assert log.stat().st_size == len(whole)
        writer.add(Document("more", body="common"))
    with Index.open(tmp_path, read_only=True) as reader:
        assert reader.search("common").total == 11


def test_cutting_the_log_anywhere_leaves_a_prefix_of_the_commits(tmp_path):
    filled(tmp_path, 6, sync=False)
    log = tmp_path / "log"
    whole = log.read_bytes()
    counts = []
    for size in range(FILE_HEADER.size, len(whole), 7):
        log.write_bytes(whole[:size])
        with Index.open(tmp_path, read_only=True) as reader:
            counts.append(len(reader))
            assert reader.search("common").total == len(reader)
    assert counts == sorted(counts)
    assert set(counts) == set(range(7))


def test_damaged_middle_is_an_error_for_readers_and_writers(tmp_path):
    filled(tmp_path)
    flip(tmp_path / "log", FILE_HEADER.size + FRAME_HEADER.size + 20)
    for read_only in (True, False):
        with pytest.raises(IndexDamaged, match=f"log is damaged at byte {FILE_HEADER.size} ") as caught:
            Index.open(tmp_path, read_only=read_only)
        assert "lookclear index rebuild" in caught.value.hint


def test_every_flipped_byte_of_a_closed_index_is_noticed_or_harmless(tmp_path):
    filled(tmp_path, 3)
    log = tmp_path / "log"
    whole = log.read_bytes()
    with Index.open(tmp_path, read_only=True) as reader:
        answer = reader.search("common").hits
    for offset in range(0, len(whole), 3):
        log.write_bytes(whole)
        flip(log, offset)
        try:
            with Index.open(tmp_path, read_only=True) as reader:
                assert reader.search("common").hits == answer, offset
        except (IndexDamaged, IndexFormatError):
            continue


def test_damaged_stored_document_is_an_error_when_it_is_read(tmp_path):
    with Index.open(tmp_path) as index:
        index.add(Document("key", body="common word"))
        index.checkpoint()
    flip(tmp_path / "log", FILE_HEADER.size + FRAME_HEADER.size + 20)
    with Index.open(tmp_path, read_only=True) as reader:
        assert reader.search("common", limit=0).total == 1
        with pytest.raises(IndexDamaged, match="stored document"):
            reader.get("key")


@pytest.mark.parametrize("where", [3, 14, 40, -3])
def test_damaged_checkpoint_is_passed_over(tmp_path, where, caplog):
    with Index.open(tmp_path) as index:
        index.add(Document("key", body="common word"))
        index.checkpoint()
    path = tmp_path / "checkpoint"
    flip(path, where)
    with Index.open(tmp_path) as index:
        assert index.search("common").total == 1
        assert index.stats().checkpoint_bytes == 0
        assert "damaged" in caplog.text
        index.checkpoint()
    with Index.open(tmp_path) as index:
        assert index.stats().checkpoint_bytes


def test_checkpoint_of_another_index_is_not_used(tmp_path):
    for name in ("one", "two"):
        with Index.open(tmp_path / name) as index:
            index.add(Document(name, body="common word"))
            index.checkpoint()
    (tmp_path / "one" / "checkpoint").replace(tmp_path / "two" / "checkpoint")
    with Index.open(tmp_path / "two") as index:
        assert [hit.key for hit in index.search("common").hits] == ["two"]


def test_log_older_than_its_checkpoint_is_an_error(tmp_path):
    filled(tmp_path, 3)
    old = (tmp_path / "log").read_bytes()
    with Index.open(tmp_path) as index:
        index.add(Document("more", body="common"))
        index.checkpoint()
    (tmp_path / "log").write_bytes(old)
    with pytest.raises(IndexDamaged, match="shorter than its checkpoint"):
        Index.open(tmp_path)


def test_interrupted_creation_leaves_no_trouble(tmp_path):
    (tmp_path / "log.tmp").write_bytes(b"half")
    (tmp_path / "checkpoint.tmp").write_bytes(b"half")
    filled(tmp_path, 2)
    with Index.open(tmp_path, read_only=True) as reader:
        assert len(reader) == 2


def test_closing_a_grown_index_writes_a_checkpoint(tmp_path, monkeypatch):
    monkeypatch.setattr("indexer.upkeep._ON_CLOSE", 1000)
    filled(tmp_path, 20)
    with Index.open(tmp_path, read_only=True) as reader:
        assert reader.stats().checkpoint_bytes > 1000
        assert reader.search("common").total == 20


def test_long_running_writer_checkpoints_now_and_then(tmp_path, monkeypatch):
    monkeypatch.setattr("indexer.upkeep._CHECKPOINT_LEAST", 1000)
    with Index.open(tmp_path) as index:
        for number in range(400):
            index.add(Document(f"key{number}", body="common word " * 20))
        index.commit()
        while not index.stats().checkpoint_bytes:  # it is written in the background
            time.sleep(0.001)
        assert index.stats().checkpoint_bytes == index.stats().log_bytes


@contextmanager
def file_size_limit(size):
    """Let no file grow beyond `size` bytes: the system writes what fits, then fails, like a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_full_disk_keeps_the_last_commit_and_the_batch(tmp_path):
    filled(tmp_path, 3)
    with Index.open(tmp_path) as index, Index.open(tmp_path, read_only=True) as reader:
        index.add(Document("more", title="More", body="common"))
        room = (tmp_path / "log").stat().st_size + 50
        with file_size_limit(room), pytest.raises(IndexWriteFailed, match="free some space and commit again"):
            index.commit()
        assert reader.search("common").total == 3
        assert index.search("common").total == 4
        assert index.get("more").title == "More"
        index.commit()
        assert reader.search("common").total == 4


def test_read_only_folder_can_be_searched_but_not_written(tmp_path):
    """As another user when we are root, because root may write everywhere."""
    filled(tmp_path / "index", 3)
    for entry in [tmp_path / "index", *(tmp_path / "index").iterdir()]:
        entry.chmod(0o555 if entry.is_dir() else 0o444)
    code = (
        "import sys\n"
        "from indexer import Index\n"
        "from indexer.errors import IndexNotWritable\n"
        "with Index.open(sys.argv[1], read_only=True) as index: print(index.search('common').total)\n"
        "try: Index.open(sys.argv[1])\n"
        "except IndexNotWritable as error: print(error)\n"
        "try: Index.open(sys.argv[1] + '/new')\n"
        "except IndexNotWritable as error: print(error)\n"
    )
    tmp_path.chmod(0o755)
    step_down = "os.setuid(65534)" if os.geteuid() == 0 else ""
    code = f"import os, indexer.errors, indexer.index\nos.chdir({str(tmp_path)!r})\n{step_down}\n{code}"
    try:
        done = run(code, "index")
    finally:
        (tmp_path / "index").chmod(0o755)
    total, refused, new = done.splitlines()
    assert total == "3"
    assert "read_only=True" in refused
    assert "choose a folder you can write to" in new


def test_unreadable_checkpoint_place_does_not_lose_the_commit(tmp_path, monkeypatch):
    filled(tmp_path, 3)
    (tmp_path / "checkpoint.tmp").mkdir()
    with Index.open(tmp_path) as index:
        with pytest.raises(IndexWriteFailed, match="nothing is lost"):
            index.checkpoint()
        assert index.search("common").total == 3
    (tmp_path / "checkpoint.tmp").rmdir()
    with Index.open(tmp_path) as index:
        assert len(index) == 3


def test_not_writable_error_has_exit_code_and_hint(tmp_path):
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(IndexNotWritable) as caught:
        Index.open(file / "index")
    assert caught.value.exit_code == 1
    assert caught.value.hint
