"""The real disk, and that nothing else in the index touches files."""

import ast
from pathlib import Path

import pytest

import indexer
from indexer.disk import REAL_DISK

ROOM = Path(indexer.__file__).parent
# What may be called on a path or on `os` by others: none of it changes or reads a file of the index.
ALLOWED = {"os.urandom", "os.getpid", "os.environ", "os.environ.get", "os.path"}
OF_FILES = {
    "open", "rename", "replace", "unlink", "mkdir", "touch", "write_bytes", "write_text", "read_bytes",
    "read_text", "stat", "exists", "rmdir", "truncate", "fsync", "iterdir",
}  # fmt: skip
# The compiled code has a cache of its own, which is no part of an index.
OTHERS = {"disk.py", "compiled.py"}


def calls(module):
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Call):
            yield node


def touches_files(call):
    name = ast.unparse(call.func)
    if name in ("open", "io.open") or (name.startswith(("os.", "shutil.", "fcntl.")) and name not in ALLOWED):
        return True
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in OF_FILES:
        return False
    owner = ast.unparse(call.func.value).lower()
    return any(word in owner for word in ("path", "folder", "temporary"))


@pytest.mark.parametrize(
    "module", [path for path in sorted(ROOM.rglob("*.py")) if path.name not in OTHERS], ids=lambda p: p.name
)
def test_only_the_disk_module_touches_files(module):
    assert [f"{ast.unparse(call)}, line {call.lineno}" for call in calls(module) if touches_files(call)] == []


@pytest.mark.parametrize(
    "code",
    ["open(x)", "path.open('rb')", "os.rename(a, b)", "self._path.unlink()", "(folder / 'x').exists()"],
)
def test_what_touches_files_is_recognised(code):
    assert touches_files(ast.parse(code).body[0].value)


def test_a_file_is_read_and_written_at_its_offsets(tmp_path):
    path = tmp_path / "file"
    file = REAL_DISK.open(path, write=True, create=True)
    file.write(b"salt marsh", 2)
    file.sync()
    assert file.read(100, 0) == b"\0\0salt marsh"
    assert file.read(4, 2) == b"salt"
    assert file.status() == REAL_DISK.status(str(path))
    assert file.status().size == 12
    file.truncate(6)
    file.close()
    assert path.read_bytes() == b"\0\0salt"
    REAL_DISK.open(path, write=True, empty=True).close()
    assert path.read_bytes() == b""


def test_a_lock_is_held_until_the_file_is_closed(tmp_path):
    first = REAL_DISK.open(tmp_path / "lock", write=True, create=True)
    second = REAL_DISK.open(tmp_path / "lock", write=True)
    assert first.lock()
    assert not second.lock()
    first.close()
    assert second.lock()
    second.close()


def test_names_come_and_go(tmp_path):
    folder = tmp_path / "new"
    REAL_DISK.make_folder(folder)
    REAL_DISK.make_folder(folder)
    REAL_DISK.open(folder / "a", write=True, create=True).close()
    REAL_DISK.rename(folder / "a", folder / "b")
    REAL_DISK.sync_folder(folder)
    assert (REAL_DISK.exists(folder / "a"), REAL_DISK.exists(folder / "b")) == (False, True)
    REAL_DISK.unlink(folder / "b")
    with pytest.raises(FileNotFoundError):
        REAL_DISK.open(folder / "b")
