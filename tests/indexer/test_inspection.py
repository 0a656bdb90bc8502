import pytest

from indexer import Document, Index
from indexer.errors import IndexNotReadable
from indexer.inspection import inspect


@pytest.fixture
def folder(tmp_path):
    with Index.open(tmp_path / "index") as index:
        index.add(Document("a", title="Salt marsh", body="salt water 盐沼 " * 30))
        index.commit()
        index.add(Document("b", title="长江大桥", body="bridge"))
        index.delete("a")
        index.checkpoint()
        index.add(Document("c", body="last"))
    return tmp_path / "index"


def test_a_sound_index_has_no_problems(folder):
    found = inspect(folder)
    assert (found.changes, found.checkpoint, found.problems) == (4, True, ())
    assert found.log_bytes == (folder / "log").stat().st_size


def test_looking_changes_nothing(folder):
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    inspect(folder)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()} == before


@pytest.mark.parametrize("name", ["log", "checkpoint"])
def test_every_flipped_bit_is_noticed_in_its_file(folder, name):
    path = folder / name
    sound = path.read_bytes()
    for at in range(len(sound)):
        bit = 1 << at % 8
        path.write_bytes(sound[:at] + bytes([sound[at] ^ bit]) + sound[at + 1 :])
        problems = inspect(folder).problems
        assert problems, (name, at)
        assert str(path) in problems[0]
        assert name != "log" or at < 64 or "byte" in problems[0]
    path.write_bytes(sound)
    assert inspect(folder).problems == ()


@pytest.mark.parametrize("name", ["log", "checkpoint"])
def test_a_file_cut_short_is_noticed(folder, name):
    path = folder / name
    sound = path.read_bytes()
    for kept in range(0, len(sound), 13):
        path.write_bytes(sound[:kept])
        assert inspect(folder).problems, kept


def test_what_was_never_committed_is_named(folder):
    path = folder / "log"
    size = path.stat().st_size
    with path.open("ab") as file:
        file.write(b"torn")
    assert f"byte {size}" in inspect(folder).problems[0]


def test_an_index_is_sound_while_it_is_written(tmp_path):
    with Index.open(tmp_path) as index:
        for number in range(20):
            index.add(Document(f"{number}", body="salt"))
            index.commit(sync=number % 2 == 0)
            assert inspect(tmp_path).problems == ()
        index.compact()
        assert inspect(tmp_path).problems == ()


def test_a_folder_without_an_index_is_an_error(tmp_path):
    with pytest.raises(IndexNotReadable, match="holds an index"):
        inspect(tmp_path)
