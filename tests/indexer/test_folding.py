import numpy as np
import pytest

from indexer import Document, Index
from indexer.folding import folded, shown, standing

TEXT = "salt marsh 盐沼 plants and birds of the coast"
ORIGINAL, PRINT, MIRROR, SECTION = (
    "http://a.org/marsh",
    "http://a.org/marsh?view=print",
    "http://b.org/m",
    "http://a.org/news/marsh",
)


def document(key, *, group="", body=TEXT, **more):
    return Document(key=key, title="Salt marsh", body=body, group=group, **more)


@pytest.fixture
def index(tmp_path):
    with Index.open(tmp_path / "index") as opened:
        yield opened


def fill(index):
    index.add(document(PRINT, names_other=True))
    index.add(document(ORIGINAL, group=PRINT))
    index.add(document(MIRROR, group=PRINT, names_other=True))
    index.add(document(SECTION, group=PRINT))
    index.add(document("http://c.org/", body="another salt marsh 盐沼"))


@pytest.mark.parametrize("query", ["salt marsh", "盐沼", "salt 盐沼"])
def test_pages_that_say_the_same_are_one_result(index, query):
    fill(index)
    results = index.search(query)
    assert results.total == 2
    by_key = {hit.key: hit.similar for hit in results.hits}
    assert by_key == {ORIGINAL: (SECTION, MIRROR, PRINT), "http://c.org/": ()}


def test_page_that_names_another_is_shown_only_when_it_alone_matches(index):
    fill(index)
    results = index.search("salt site:b.org")
    assert [(hit.key, hit.similar) for hit in results.hits] == [(MIRROR, ())]


def test_nothing_is_lost_when_the_first_page_of_a_group_is_deleted(index):
    fill(index)
    index.delete(PRINT)
    assert [hit.similar for hit in index.search("plants").hits] == [(SECTION, MIRROR)]


def test_groups_survive_log_and_checkpoint(index, tmp_path):
    fill(index)
    index.checkpoint()
    index.add(document("http://d.org/x", group=PRINT))
    index.commit()
    with Index.open(tmp_path / "index", read_only=True) as reader:
        found = {hit.key: hit.similar for hit in reader.search("marsh").hits}
    assert found == {"http://d.org/x": (ORIGINAL, SECTION, MIRROR, PRINT), "http://c.org/": ()}


def test_a_new_version_may_leave_its_group(index):
    fill(index)
    index.add(document(SECTION, body=f"{TEXT} rewritten"))
    assert index.search("plants").total == 2


def test_pages_of_results_do_not_overlap(index):
    for number in range(60):
        index.add(document(f"http://a.org/{number}", group=f"http://a.org/{number % 25}"))
    pages = [index.search("marsh", limit=10, offset=offset) for offset in (0, 10, 20, 30)]
    keys = [hit.key for page in pages for hit in page.hits]
    assert {page.total for page in pages} == {25}
    assert len(keys) == len(set(keys)) == 25
    assert sum(len(hit.similar) for page in pages for hit in page.hits) == 35


def test_the_shortest_address_stands_for_a_group():
    groups, marks = (np.array(values, np.uint64) for values in ([1, 2, 1, 2, 5], [1, 2, 3, 4, 5]))
    lengths = [
        standing("x" * n, names_other=other)
        for n, other in [(9, False), (3, True), (4, False), (8, False), (1, True)]
    ]
    standings = np.array(lengths, np.uint32)
    assert shown(groups, marks, standings).tolist() == [2, 3, 4]
    assert folded(3, groups, standings).tolist() == [1]
    assert shown(groups[:0], marks[:0], standings[:0]).tolist() == []
