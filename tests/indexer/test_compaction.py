"""Compaction frees what is dead and loses nothing, whatever happens beside it."""

import os
import random
import signal
import subprocess
import sys
import threading

import pytest

from indexer import Document, Index
from indexer.compaction import STEP, Compaction
from indexer.disk import RealDisk
from indexer.errors import IndexNotWritable, IndexWriteFailed
from indexer.recovery import COMPACTING_NAME


def page(key, version):
    return Document(key, title=f"Salt {key} 盐沼", body=f"marsh version{version} " * 5, relevance=0.5)


def contents(index):
    found = index.search("marsh", limit=1000)
    assert found.total == len(index)
    return {hit.key: index.get(hit.key).body for hit in found.hits}


@pytest.fixture
def index(tmp_path):
    with Index.open(tmp_path / "index") as index:
        for version in range(4):
            index.add_all([page(f"k{number}", version) for number in range(3 * STEP)])
        for number in range(0, 3 * STEP, 2):
            index.delete(f"k{number}")
        yield index


def test_what_is_dead_is_gone_and_what_lives_is_found(index):
    before = contents(index)
    stats = index.stats()
    freed = index.compact()
    after = index.stats()
    assert freed > stats.log_bytes / 2
    assert after.log_bytes < stats.log_bytes / 2
    assert (after.replaced, after.documents) == (0, len(before))
    assert after.terms < stats.terms  # those of old versions alone
    assert contents(index) == before
    assert index.search("version2").total == 0
    assert after.generation > stats.generation


def test_a_compacted_index_goes_on(index, tmp_path):
    index.compact()
    index.add(page("new", 9))
    index.add(page("k1", 9))
    index.delete("k3")
    expected = contents(index)
    assert "version9" in expected["k1"]
    index.close()
    with Index.open(tmp_path / "index") as again:
        assert contents(again) == expected
        assert again.stats().discarded_bytes == 0
        again.compact()
        assert contents(again) == expected


def test_an_index_opens_from_the_compacted_log_alone(index, tmp_path):
    index.compact()
    expected = contents(index)
    index.close()
    (tmp_path / "index" / "checkpoint").unlink()
    with Index.open(tmp_path / "index") as again:
        assert contents(again) == expected


def test_a_reader_follows_into_the_new_log(index, tmp_path):
    index.commit()
    with Index.open(tmp_path / "index", read_only=True) as reader:
        before = contents(reader)
        generation = reader.generation
        index.compact()
        assert contents(reader) == before
        assert reader.generation > generation
        index.add(page("new", 1))
        index.commit()
        assert "new" in contents(reader)
        with pytest.raises(IndexNotWritable):
            reader.compact()


def test_changes_between_the_steps_are_in_the_new_log(index, monkeypatch):
    changes = iter(["add", "replace", "delete", "delete-new", "replace-again"])
    real = Compaction.step

    def step(self):
        more = real(self)
        change = next(changes, None)
        if change == "add":
            index.add(page("new", 1))
        elif change == "replace":
            index.add(page("k1", 8))
        elif change == "delete":
            index.delete("k3")
        elif change == "delete-new":
            index.delete("new")
        elif change == "replace-again":
            index.add(page("k1", 9))
        return more or change is not None

    expected = contents(index)
    monkeypatch.setattr(Compaction, "step", step)
    index.compact()
    del expected["k3"]
    expected["k1"] = page("k1", 9).body
    assert contents(index) == expected


def test_other_threads_add_and_search_meanwhile(index):
    failures, stop = [], threading.Event()

    def work(name):
        rng = random.Random(name)
        try:
            number = 0
            while not stop.is_set():
                index.add(page(f"{name}{number}", 1))
                number += 1
                assert index.search(f"k{rng.randrange(1, 3 * STEP, 2)}").total == 1
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b")]
    for thread in threads:
        thread.start()
    index.compact()
    stop.set()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(contents(index)) == min(1000, len(index))


def test_a_full_disk_leaves_the_index_as_it_was(index, tmp_path, monkeypatch):
    before, files = contents(index), sorted((tmp_path / "index").iterdir())
    index.commit()

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "pwrite", full)
    with pytest.raises(IndexWriteFailed, match="No space left"):
        index.compact()
    monkeypatch.undo()
    assert sorted((tmp_path / "index").iterdir()) == files
    assert contents(index) == before
    index.compact()
    assert contents(index) == before


def test_a_rename_that_may_not_last_takes_no_more(index, tmp_path, monkeypatch):
    before = contents(index)

    def broken(disk, folder):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(RealDisk, "sync_folder", broken)
    with pytest.raises(IndexWriteFailed, match="takes nothing more"):
        index.compact()
    assert contents(index) == before
    with pytest.raises(IndexWriteFailed):
        index.commit()
    index.close(commit=False)
    monkeypatch.undo()
    with Index.open(tmp_path / "index") as again:
        assert contents(again) == before


KILLED = """
import sys
from indexer import Document, Index
with Index.open(sys.argv[1]) as index:
    print("ready", flush=True)
    while True:
        index.compact()
"""


def test_killed_while_compacting_nothing_is_lost(index, tmp_path):
    expected = contents(index)
    index.close()
    rng = random.Random(4)
    folder = tmp_path / "index"
    for _ in range(8):
        worker = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert worker.stdout.readline() == b"ready\n"
        try:
            worker.wait(rng.random() * 0.3)
        except subprocess.TimeoutExpired:
            worker.send_signal(signal.SIGKILL)
        worker.wait()
        worker.stdout.close()
        with Index.open(folder, read_only=True) as reader:
            assert contents(reader) == expected
    with Index.open(folder) as writer:
        assert not (folder / COMPACTING_NAME).exists()
        writer.compact()
        assert contents(writer) == expected
