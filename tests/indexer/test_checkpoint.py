import pytest

from indexer import Document, Index
from indexer.checkpoint import Checkpoint, read_checkpoint
from indexer.disk import REAL_DISK, RealFile
from indexer.errors import IndexDamaged, IndexWriteFailed

IDENTITY = b"i" * 16


@pytest.fixture
def state(tmp_path):
    with Index.open(tmp_path / "index") as index:
        index.add(Document("a", title="Salt marsh", body="salt water"))
        index.add(Document("b", title="长江大桥", body="武汉长江大桥 bridge", relevance=0.5))
        index.add(Document("a", title="Salt marsh", body="marsh 盐沼"))
        yield index._state


@pytest.fixture
def written(tmp_path, state):
    path = tmp_path / "checkpoint"
    Checkpoint(REAL_DISK, path, state, identity=IDENTITY, offset=640, sequence=9).write()
    return path


def contents(state):
    return {
        "terms": list(state.lexicon.terms_from(0)),
        "df": state.df.view.tolist(),
        "keys": list(state.documents.keys),
        "lists": {name: part.tolist() for name, part in state.postings.memory.parts().items()},
        **{name: column.view.tolist() for name, column in state.documents.columns.items()},
    }


def test_what_is_read_is_what_was_written(written, state):
    found, header = read_checkpoint(REAL_DISK, written, IDENTITY)
    assert contents(found) == contents(state)
    assert (header.offset, header.sequence, found.generation) == (640, 9, 3)
    assert found.documents.live == 2
    assert found.documents.mean_length == state.documents.mean_length


def test_what_is_written_is_the_state_as_it_was_however_it_changes_meanwhile(tmp_path):
    path = tmp_path / "checkpoint"
    with Index.open(tmp_path / "index") as index:
        for number in range(400):
            index.add(Document(f"k{number}", body=f"salt marsh word{number} 盐沼"))
        before = contents(index._state)
        checkpoint = Checkpoint(REAL_DISK, path, index._state, identity=IDENTITY, offset=640, sequence=9)
        for number in range(200, 700):
            index.add(Document(f"k{number}", body=f"salt water {number} 长江 marsh"))
        index.delete("k1")
        assert checkpoint.write()
        assert contents(index._state) != before
    found, _ = read_checkpoint(REAL_DISK, path, IDENTITY)
    assert contents(found) == before


def test_writing_can_be_stopped_and_leaves_the_old_one(written, state):
    before = written.read_bytes()
    asked = iter([False, False, True])
    checkpoint = Checkpoint(REAL_DISK, written, state, identity=IDENTITY, offset=700, sequence=10)
    assert not checkpoint.write(lambda: next(asked))
    assert written.read_bytes() == before
    assert [path.name for path in written.parent.iterdir() if path.is_file()] == ["checkpoint"]


def test_a_state_that_was_read_can_grow(written):
    found, _ = read_checkpoint(REAL_DISK, written, IDENTITY)
    number = found.lexicon.assign("new")
    found.postings.grow_to(number + 1)
    found.df.extend(1)
    found.df.view[number] += 1
    assert found.df.view[number] == 1


def test_no_file_and_that_of_another_log_are_no_checkpoint(tmp_path, written):
    assert read_checkpoint(REAL_DISK, tmp_path / "none", IDENTITY) is None
    assert read_checkpoint(REAL_DISK, written, b"o" * 16) is None


def test_the_layout_before_is_no_checkpoint(written):
    written.write_bytes(b"LCCHECK\n" + written.read_bytes()[8:])
    assert read_checkpoint(REAL_DISK, written, IDENTITY) is None


def test_another_format_is_no_checkpoint(written, state, monkeypatch):
    monkeypatch.setattr("indexer.checkpoint.FORMAT", 99)
    assert read_checkpoint(REAL_DISK, written, IDENTITY) is None


def test_every_damaged_byte_is_noticed(written):
    sound = written.read_bytes()
    for at in range(0, len(sound), 7):
        written.write_bytes(sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :])
        with pytest.raises(IndexDamaged, match=str(written)):
            read_checkpoint(REAL_DISK, written, IDENTITY)


@pytest.mark.parametrize("kept", [0, 5, 12, 60, -1])
def test_a_file_cut_short_is_noticed(written, kept):
    written.write_bytes(written.read_bytes()[:kept])
    with pytest.raises(IndexDamaged):
        read_checkpoint(REAL_DISK, written, IDENTITY)


def test_a_disk_that_refuses_keeps_the_old_checkpoint(written, state, monkeypatch):
    before = written.read_bytes()

    def full(fd):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RealFile, "sync", full)
    with pytest.raises(IndexWriteFailed, match="No space left"):
        Checkpoint(REAL_DISK, written, state, identity=IDENTITY, offset=700, sequence=10).write()
    assert written.read_bytes() == before
    assert [path.name for path in written.parent.iterdir() if path.is_file()] == ["checkpoint"]
