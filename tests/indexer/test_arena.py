import numpy as np
import pytest

from indexer import arena
from indexer.arena import Arena, Column
from indexer.errors import IndexFull


def test_column_keeps_its_values_while_it_grows():
    column = Column(np.int64, room=2)
    for value in range(1000):
        assert column.append(value) == value
    assert column.view.tolist() == list(range(1000))
    assert column.append_many(np.array([7, 8])) == 1000
    assert column.view[-2:].tolist() == [7, 8]


def test_view_taken_before_a_growth_keeps_its_values():
    column = Column(np.int64, np.arange(4), room=4)
    view = column.view
    column.extend(100)
    assert view.tolist() == [0, 1, 2, 3]


def test_arena_hands_out_zeroed_stretches_that_do_not_overlap():
    memory = Arena()
    first = memory.allocate(np.array([16, 32]))
    second = memory.allocate(np.array([16]))
    assert first[0] > 0  # address 0 means none
    assert [first[1] - first[0], second[0] - first[1]] == [16, 32]
    assert not memory.words.any()


def test_arena_says_when_it_is_full(monkeypatch):
    monkeypatch.setattr(arena, "_MAX_ADDRESS", 100)
    with pytest.raises(IndexFull, match="two workspaces"):
        Arena().allocate(np.array([97]))
