import fcntl
import os
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from indexer import compiled
from indexer.disk import REAL_DISK
from indexer.log import FILE_HEADER, encode_file_header, scan
from indexer.logwriter import LogWriter


@pytest.fixture
def log_path(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(encode_file_header(7, b"i" * 16))
    return path


@pytest.fixture
def writer(log_path):
    file = REAL_DISK.open(log_path, write=True)
    yield LogWriter(log_path, file, FILE_HEADER.size, 0)
    file.close()


@pytest.fixture
def frames():
    """Return a function that gives the sound frames of a log."""

    def read(path):
        with closing(REAL_DISK.open(path)) as file:
            return list(scan(path, file, FILE_HEADER.size, 0))

    return read


@pytest.fixture(scope="session")
def kernels(tmp_path_factory):
    """The compiled functions: what is tested must be compiled, once for all processes that test."""
    if compiled.numba_version() is None:
        pytest.skip("numba is not installed")
    with (Path(tempfile.gettempdir()) / f"lookclear-warming-{os.getuid()}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not compiled.is_warm():
            compiled.warm()
    return compiled.load()


@pytest.fixture
def engine(request, monkeypatch):
    """Let a test run with numpy or with what is compiled: for indirect parameters."""
    monkeypatch.setenv(compiled.MODE, request.param)
    compiled.forget()
    if request.param == "numba":
        request.getfixturevalue("kernels")
    yield request.param
    compiled.forget()
