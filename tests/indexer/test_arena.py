import mmap

import numpy as np
import pytest

from indexer.arena import Column, Reserve
from indexer.errors import IndexFull


@pytest.fixture
def refused(monkeypatch):
    """A system that gives no more than so many bytes at a time."""
    real = mmap.mmap

    def limit(most):
        def limited(fd, size, **options):
            if size > most:
                raise OSError(12, "Cannot allocate memory")
            return real(fd, size, **options)

        monkeypatch.setattr(mmap, "mmap", limited)

    return limit


def test_column_keeps_its_values_while_it_grows():
    column = Column(np.int64)
    address = column.address
    for value in range(3000):
        assert column.append(value) == value
    assert column.view.tolist() == list(range(3000))
    assert column.append_many(np.array([7, 8])) == 3000
    assert column.view[-2:].tolist() == [7, 8]
    assert column.address == address


def test_view_taken_before_a_growth_keeps_its_values():
    column = Column(np.int64, np.arange(4))
    view = column.view
    column.extend(100)
    assert view.tolist() == [0, 1, 2, 3]


def test_where_little_can_be_reserved_growing_copies(refused):
    refused(100_000)
    column = Column(np.uint32)
    for value in range(16_000):
        column.append(value)
    address = column.address
    refused(1_000_000)
    column.append_many(np.arange(16_000, 50_000))
    assert column.view.tolist() == list(range(50_000))
    assert column.address != address


def test_memory_says_when_it_is_full():
    memory = Reserve(np.uint32, 100)
    memory.ensure(100, 0)
    with pytest.raises(IndexFull, match="two workspaces"):
        memory.ensure(101, 100)


def test_a_system_without_memory_says_so(refused):
    refused(10)
    with pytest.raises(OSError, match="Cannot allocate"):
        Reserve(np.uint8, 1 << 30)


def test_a_small_index_keeps_small_pages(monkeypatch):
    asked = []

    class Pages(mmap.mmap):
        def madvise(self, option, start, length):  # noqa: ARG002 - as the system calls it
            asked.append((start, length))
            raise OSError("no large pages here")

    monkeypatch.setattr(mmap, "mmap", Pages)
    Reserve(np.uint8, 1 << 19)
    assert asked == []
    Reserve(np.uint8, 1 << 24)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        ((start, length),) = asked
        assert start == 1 << 20
        assert start + length > 1 << 24
