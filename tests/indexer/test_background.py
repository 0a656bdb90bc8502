"""What an index does by itself while others work: shared waits for the disk, checkpoints, compactions."""

import threading
import time

import pytest

from indexer import Document, Index
from indexer.background import Background
from indexer.compaction import Compaction
from indexer.disk import RealFile
from indexer.errors import IndexWriteFailed
from indexer.recovery import COMPACTING_NAME


def wait_until(fact):
    for _ in range(20_000):
        if fact():
            return
        time.sleep(0.001)
    raise AssertionError("it did not happen")


VERSIONS = ("elder", "younger", "youngest")


def page(number, version=0):
    return Document(f"k{number}", title="Salt 盐沼", body=f"marsh {VERSIONS[version]} word{number} " * 8)


def contents(index):
    found = index.search("marsh", limit=5000)
    assert found.total == len(index)
    return {hit.key: (hit.score, index.get(hit.key).body) for hit in found.hits}


@pytest.fixture
def slow_disk(monkeypatch):
    """A disk whose syncs wait; gives (function that lets them go, list with an entry for each)."""
    gate, syncs = threading.Event(), []

    def sync(self):
        syncs.append(self)
        gate.wait()

    monkeypatch.setattr(RealFile, "sync", sync)
    yield gate, syncs
    gate.set()


def test_commits_share_one_wait_and_keep_nobody_from_adding(tmp_path, slow_disk):
    gate, syncs = slow_disk
    gate.set()
    with Index.open(tmp_path) as index:
        syncs.clear()
        gate.clear()

        def commit(number):
            index.add(page(number))
            index.commit()

        threads = [threading.Thread(target=commit, args=(number,)) for number in range(6)]
        threads[0].start()
        wait_until(lambda: len(syncs) == 1)
        for thread in threads[1:]:
            thread.start()
        wait_until(lambda: len(index) == 6 and index._writer.uncommitted == 0)
        assert index.search("marsh").total == 6  # while the disk keeps everyone waiting
        gate.set()
        for thread in threads:
            thread.join()
        assert len(syncs) == 2


def test_a_failed_shared_wait_is_told_to_all(tmp_path, monkeypatch):
    with Index.open(tmp_path) as index:

        def broken(file):
            raise OSError(5, "Input/output error")

        monkeypatch.setattr(RealFile, "sync", broken)
        index.add(page(1))
        with pytest.raises(IndexWriteFailed, match="did not confirm"):
            index.commit()
        with pytest.raises(IndexWriteFailed, match="takes nothing more"):
            index.commit()
        monkeypatch.undo()
        index.close(commit=False)


def test_others_add_and_search_while_a_checkpoint_is_written(tmp_path, monkeypatch):
    gate, syncs = threading.Event(), []

    def sync(self):
        if (tmp_path / "checkpoint.tmp").exists():
            syncs.append(self)
            gate.wait()

    monkeypatch.setattr(RealFile, "sync", sync)
    with Index.open(tmp_path) as index:
        index.add_all([page(number) for number in range(300)])
        index.commit()
        before = contents(index)
        thread = threading.Thread(target=index.checkpoint)
        thread.start()
        try:
            wait_until(lambda: len(syncs) == 1)
            index.add_all([page(number, 1) for number in range(250, 600)])
            assert index.delete("k3")
            assert index.search("younger").total == 350
        finally:
            gate.set()
            thread.join()
        after = contents(index)
        index._writer.hand_over()
        with Index.open(tmp_path, read_only=True) as reader:
            assert reader.stats().checkpoint_bytes < reader.stats().log_bytes
            assert contents(reader) == after
    assert before != after


def test_a_log_that_is_mostly_dead_is_compacted_by_itself(tmp_path, monkeypatch):
    monkeypatch.setattr("indexer.upkeep._COMPACT_LEAST", 1000)
    with Index.open(tmp_path) as index:
        index.add_all([page(number) for number in range(300)])
        index.commit()
        index.add_all([page(number, 1) for number in range(90)])
        index.commit(sync=False)
        assert not index._background._thread  # 90 of 390 are less than a quarter
        index.add_all([page(number, 1) for number in range(90, 150)])
        expected, log = {key: body for key, (_, body) in contents(index).items()}, index.stats().log_bytes
        index.commit(sync=False)
        wait_until(lambda: index.stats().replaced == 0 and index.stats().checkpoint_bytes)
        assert index.stats().log_bytes < log
        assert {key: body for key, (_, body) in contents(index).items()} == expected


def test_closing_stops_a_compaction_between_two_steps(tmp_path, monkeypatch):
    monkeypatch.setattr("indexer.upkeep._COMPACT_LEAST", 1000)
    started, real = threading.Event(), Compaction.step

    def step(self):
        started.set()
        real(self)
        return True  # it would never end

    monkeypatch.setattr(Compaction, "step", step)
    index = Index.open(tmp_path)
    for version in range(3):
        index.add_all([page(number, version) for number in range(100)])
    expected = contents(index)
    index.commit()
    started.wait()
    index.close()
    assert not (tmp_path / COMPACTING_NAME).exists()
    with Index.open(tmp_path, read_only=True) as reader:
        assert contents(reader) == expected


def test_work_that_fails_is_told_once_and_not_tried_again(caplog):
    def fail():
        raise IndexWriteFailed("no space", hint="free some")

    background = Background(fail)
    background.wake()
    background._thread.join()
    background.wake()
    assert not background._thread.is_alive()
    assert caplog.text.count("no space") == 1
    background.stop()


def test_work_does_not_begin_after_a_stop():
    background = Background(lambda: pytest.fail("it began"))
    background.stop()
    background.wake()
    assert background._thread is None
