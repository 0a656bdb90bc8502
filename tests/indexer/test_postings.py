import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer import layout
from indexer.doctable import Row
from indexer.memory import Memory
from indexer.plain import lists as plain
from indexer.postings import Postings
from tests.indexer.lists import Lists, filled


def test_lists_read_back_with_weights_and_positions():
    lists = filled(3000)
    for term, entries in lists.expected.items():
        assert lists.listed(lists.postings.read(term)) == entries


RUNS = st.lists(st.integers(0, 8_000_000), max_size=5, unique=True).map(sorted)
DOCUMENTS = st.lists(
    st.dictionaries(st.integers(0, 3), st.tuples(st.integers(0, 65535), RUNS), max_size=4), max_size=12
)


@settings(max_examples=60, deadline=None)
@given(DOCUMENTS, st.integers(1, 40))
def test_any_documents_read_back_again_and_again(documents, times):
    lists = Lists()
    for _ in range(times):
        for entries in documents:
            lists.add(entries)
    for term, entries in lists.expected.items():
        assert lists.listed(lists.postings.read(term)) == entries


@pytest.mark.parametrize("size", [1, 2, 3, 127, 128, 129, 255, 256, 1000])
def test_a_list_reads_back_at_every_stage_of_its_growth(size):
    lists = Lists()
    for number in range(size):
        lists.add({0: (4, [number % 7])} | ({1: (7, [0, 5])} if number % 3 == 0 else {}))
    for term, entries in lists.expected.items():
        assert lists.listed(lists.postings.read(term)) == entries


def test_reading_near_documents_gives_all_of_theirs():
    lists = filled(3000)
    rng = np.random.default_rng(5)
    for _ in range(10):
        docs = np.sort(rng.choice(3100, rng.integers(1, 6), replace=False))
        for term, entries in lists.expected.items():
            near = lists.listed(lists.postings.read_near(term, docs))
            assert [entry for entry in near if entry[0] in docs] == [
                entry for entry in entries if entry[0] in docs
            ]


def test_reading_near_one_document_reads_one_block():
    lists = filled(3000)
    near = lists.postings.read_near(0, np.array([1000])).docs
    assert len(near) == layout.BLOCK
    assert len(lists.postings.read(0).docs) == 3000


def test_unused_term_has_no_postings():
    lists = filled(3)
    lists.postings.grow_to(9)
    assert len(lists.postings.read(8).docs) == 0
    assert len(lists.postings.read_near(8, np.array([1])).docs) == 0
    assert len(lists.postings.positions(lists.postings.read(8))) == 0


def test_a_run_of_many_positions_reads_back():
    lists = Lists()
    for start in range(3):
        lists.add({0: (65535, range(start, 65535 + start)), 1: (4, [8_000_000])})
    for term in range(2):
        assert lists.listed(lists.postings.read(term)) == lists.expected[term]


def test_lists_made_from_parts_go_on_like_the_ones_that_gave_them():
    lists = filled(700)
    copy = Postings(
        Memory(
            lists.postings.memory.documents,
            {name: part.copy() for name, part in lists.postings.memory.parts().items()},
        )
    )
    lists.postings.memory.documents.append(Row("more", 0, 9, relevance=0.1))
    terms, packed = np.arange(5), np.full(5, 4 | 1 << 16, np.uint32)
    for postings in (lists.postings, copy):
        postings.append(700, terms, packed, np.arange(5, dtype=np.uint32))
    for name, part in lists.postings.memory.parts().items():
        assert np.array_equal(part, copy.memory.parts()[name]), name


def test_adding_costs_the_document_not_the_index():
    """The bytes of memory that one add changes do not grow with the index."""
    changed = []
    for size in (200, 6000):
        lists = filled(size)
        before = {name: part.copy() for name, part in lists.postings.memory.parts().items()}
        lists.add({term: (4, [0]) for term in range(3)})
        after = lists.postings.memory.parts()
        changed.append(
            sum(
                int((after[name][: len(part)] != part).sum()) + len(after[name]) - len(part)
                for name, part in before.items()
            )
        )
    assert changed[1] <= 3 * 2048


def test_sealed_blocks_never_change():
    lists = filled(1000)
    before = lists.postings.memory.parts()["sealed"].copy()
    for _ in range(500):
        lists.add({0: (4, [1]), 1: (12, [2, 3])})
    assert np.array_equal(lists.postings.memory.parts()["sealed"][: len(before)], before)


def test_slots_are_used_again():
    lists = filled(4000)
    memory = lists.postings.memory
    taken = int(memory.table[layout.SLOTS_END]) * layout.SLOT_UNIT
    assert taken < 5 * 128 * 60  # bytes: what the tails of five lists may take, not what was added
    assert len(memory.parts()["sealed"]) > taken


def test_a_term_that_occurs_once_takes_a_row_and_nothing_else():
    lists = Lists()
    for number in range(50):
        lists.add({number: (4, [3])})
    parts = lists.postings.memory.parts()
    assert len(parts["rows"]) == 50 * layout.ROW_BYTES
    assert (len(parts["sealed"]), len(parts["slots"])) == (0, layout.SLOT_UNIT)


def test_directory_tells_the_last_document_of_each_block():
    lists = filled(3000)
    directory = plain.directory_of(lists.postings.memory, 0)
    assert directory[:, 0].tolist() == [127 + 128 * block for block in range(3000 // 128)]
