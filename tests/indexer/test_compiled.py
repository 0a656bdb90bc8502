import os
from pathlib import Path

import pytest

from indexer import compiled


@pytest.fixture(autouse=True)
def undecided(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(compiled.MODE, raising=False)
    monkeypatch.setattr(compiled, "load", lambda: "loaded")
    compiled.forget()
    yield
    compiled.forget()


@pytest.fixture
def warmed():
    compiled.keep(compiled.folder() / "ready", b"warm")


@pytest.fixture
def without_numba(monkeypatch):
    monkeypatch.setattr(compiled, "numba_version", lambda: None)


def test_a_small_index_does_not_wait_for_compiled_code(warmed):
    assert compiled.kernels(compiled.WORTH_IT - 1) is None
    assert compiled.kernels(compiled.WORTH_IT) == "loaded"
    assert compiled.kernels(0) == "loaded"


def test_nothing_is_compiled_unasked(caplog):
    caplog.set_level("INFO")
    for _ in range(3):
        assert compiled.kernels(10**6) is None
    assert [record.message for record in caplog.records] == [
        "searching and indexing with numpy; `lookclear warm` makes it faster"
    ]


def test_without_numba_everything_goes_on_and_says_so_once(without_numba, caplog):
    caplog.set_level("INFO")
    for _ in range(3):
        assert compiled.kernels(10**6) is None
    assert [record.message for record in caplog.records] == [
        "searching and indexing with numpy; pip install 'lookclear[fast]' makes it faster"
    ]


def test_numpy_can_be_asked_for(warmed, monkeypatch):
    monkeypatch.setenv(compiled.MODE, "numpy")
    assert compiled.kernels(10**6) is None


def test_numba_can_be_asked_for_at_once(monkeypatch):
    monkeypatch.setenv(compiled.MODE, "numba")
    assert compiled.kernels(0) == "loaded"


def test_numba_that_is_asked_for_and_missing_is_an_error(without_numba, monkeypatch):
    monkeypatch.setenv(compiled.MODE, "numba")
    with pytest.raises(compiled.KernelsUnavailable, match="not installed"):
        compiled.kernels(0)
    with pytest.raises(compiled.KernelsUnavailable, match="not installed"):
        compiled.warm()


def test_another_mode_is_an_error(monkeypatch):
    monkeypatch.setenv(compiled.MODE, "C")
    with pytest.raises(compiled.KernelsUnavailable, match="'C'"):
        compiled.kernels(10**6)


def test_other_code_is_kept_elsewhere(monkeypatch):
    before = compiled.folder()
    monkeypatch.setattr(compiled, "numba_version", lambda: "0.0.1")
    assert compiled.folder() != before


def test_code_that_was_written_again_is_compiled_again_before_it_counts_as_warm(warmed):
    source = Path(compiled.__file__).parent / "kernels" / "counting.py"
    written = source.stat()
    assert compiled.is_warm()
    try:
        os.utime(source, ns=(written.st_atime_ns, written.st_mtime_ns + 1_000_000))
        assert not compiled.is_warm()  # numba would compile in the middle of the first search
    finally:
        os.utime(source, ns=(written.st_atime_ns, written.st_mtime_ns))
    assert compiled.is_warm()
