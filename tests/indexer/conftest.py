import os

import pytest

from indexer.log import FILE_HEADER, encode_file_header, scan
from indexer.logwriter import LogWriter


@pytest.fixture
def log_path(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(encode_file_header(7, b"i" * 16))
    return path


@pytest.fixture
def writer(log_path):
    fd = os.open(log_path, os.O_RDWR)
    yield LogWriter(log_path, fd, FILE_HEADER.size, 0)
    os.close(fd)


@pytest.fixture
def frames():
    """Return a function that gives the sound frames of a log."""

    def read(path):
        fd = os.open(path, os.O_RDONLY)
        try:
            return list(scan(path, fd, FILE_HEADER.size, 0))
        finally:
            os.close(fd)

    return read
