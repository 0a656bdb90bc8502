import numpy as np
import pytest

from indexer.arena import Arena
from indexer.blocks import Chains, block_capacity


def append_one(chains, number, *entry):
    chains.grow_to(number + 1)
    return chains.append(np.array([number]), np.array([entry], np.uint32))


def test_capacities_of_four_byte_entries_double_up_to_4096_bytes():
    assert [block_capacity(c, 1) for c in range(7)] == [12, 28, 60, 124, 252, 508, 1020]


def test_thirteen_entries_take_two_blocks_of_192_bytes():
    arena = Arena()
    before = arena.words.nbytes
    chains = Chains(arena, 1)
    for key in range(13):
        append_one(chains, 0, key)
    assert len(chains.walk(0)) == 2
    assert arena.words.nbytes - before == 192


@pytest.mark.parametrize("width", [1, 2, 3])
def test_chain_reads_back_what_was_appended(width):
    chains = Chains(Arena(), width)
    entries = np.arange(1, 5000 * width + 1, dtype=np.uint32).reshape(-1, width)
    for entry in entries:
        append_one(chains, 0, *entry)
    assert np.array_equal(chains.read(chains.walk(0)), entries)


def test_blocks_grow_to_the_largest_size_and_stay_there():
    chains = Chains(Arena(), 1)
    for key in range(12 + 28 + 60 + 124 + 252 + 508 + 2 * 1020 + 1):
        append_one(chains, 0, key)
    lengths = [len(chains.read([address])) for address in chains.walk(0)]
    assert lengths == [12, 28, 60, 124, 252, 508, 1020, 1020, 1]


def test_appending_touches_the_last_block_only():
    chains = Chains(Arena(), 1)
    for key in range(41):  # two full blocks and one entry
        append_one(chains, 0, key)
    before = chains.arena.words.copy()
    tail = chains.walk(0)[-1]
    append_one(chains, 0, 41)
    changed = np.flatnonzero(chains.arena.words != before)
    assert set(changed) <= set(range(tail, tail + 64))


def test_many_lists_in_one_append_stay_apart():
    rng = np.random.default_rng(1)
    chains = Chains(Arena(), 2)
    chains.grow_to(50)
    expected = {number: [] for number in range(50)}
    for key in range(300):
        lists = np.flatnonzero(rng.random(50) < 0.4)
        entries = np.column_stack([np.full(len(lists), key), rng.integers(0, 9, len(lists))]).astype(
            np.uint32
        )
        chains.append(lists, entries)
        for number, entry in zip(lists, entries.tolist(), strict=True):
            expected[int(number)].append(entry)
    for number, entries in expected.items():
        assert chains.read(chains.walk(number)).tolist() == entries


def test_append_tells_which_lists_got_a_further_block():
    chains = Chains(Arena(), 1)
    told = [append_one(chains, 0, key) for key in range(41)]
    further = {key: int(addresses[0]) for key, (lists, addresses) in enumerate(told) if len(lists)}
    assert list(further) == [12, 40]
    assert list(further.values()) == chains.walk(0)[1:]


def test_empty_list_has_no_block():
    chains = Chains(Arena(), 1)
    chains.grow_to(3)
    assert chains.walk(2) == []
    assert len(chains.read([])) == 0


def test_header_says_which_keys_a_block_holds():
    chains = Chains(Arena(), 1)
    for key in range(100, 150):
        append_one(chains, 0, key)
    for address in chains.walk(0):
        keys = chains.read([address])[:, 0]
        header = chains.arena.words[address : address + 4]
        assert header[1] & 0xFFFF == len(keys)
        assert header[2:].tolist() == [keys[0], keys[-1]]
