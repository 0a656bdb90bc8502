from datetime import UTC, datetime

import numpy as np
import pytest

from indexer import Document, Facet, Index, Options, Order
from indexer.budget import Budget
from indexer.facets import _STEP, MOST_VALUES, count


def page(number, **fields):
    return Document(f"http://h{number % 3}.example.org/{number}", body="marsh 盐沼", **fields)


@pytest.fixture
def index(tmp_path):
    with Index.open(tmp_path) as index:
        yield index


def test_copies_count_once(index):
    index.add(page(0, language="en"))
    index.add(page(1, language="en", group="http://h0.example.org/0"))
    (host, language, kind, year) = index.search("marsh", options=Options(facets=True)).facets
    assert host.counts == (("h0.example.org", 1),)
    assert language.counts == (("en", 1),)
    assert kind.counts == year.counts == ()


def test_only_so_many_values_are_named(index):
    index.add_all(Document(f"http://h{n:03}.org/", body="marsh") for n in range(MOST_VALUES + 5))
    facet = index.search("marsh", options=Options(facets=True)).facets[0]
    assert len(facet.counts) == MOST_VALUES
    assert facet.others == 5


def test_counting_stops_when_time_is_up_and_says_so(index):
    index.add_all(page(number, language="en") for number in range(3))
    documents = index._state.documents
    ticks = iter([0.0, 2.0, 2.0])
    facets, _ = count(documents, np.zeros(2 * _STEP, np.int64), Budget(1.0, lambda: next(ticks)))
    assert facets[1] == Facet("language", (("en", _STEP),), is_complete=False)


def test_labels_and_dates_outlive_reopening_compaction_and_replacement(tmp_path):
    options = Options(facets=True, order=Order.DATE)
    with Index.open(tmp_path) as index:
        for number in range(4):
            index.add(page(number, kind="hub", date=datetime(2020 + number, 1, 1, tzinfo=UTC)))
        index.delete("http://h1.example.org/1")
        index.add(page(0, language="zh", kind="article", date=datetime(2030, 1, 1, tzinfo=UTC)))
        before = index.search("marsh", options=options)
        index.checkpoint()
    with Index.open(tmp_path) as index:
        assert index.search("marsh", options=options).facets == before.facets
        index.compact()
        after = index.search("盐沼", options=options)
    assert after.facets == before.facets
    assert [hit.key for hit in after.hits] == [hit.key for hit in before.hits]
    assert [(hit.kind, hit.date.year) for hit in after.hits] == [
        ("article", 2030),
        ("hub", 2023),
        ("hub", 2022),
    ]
    assert after.facets[3].counts == (("2022", 1), ("2023", 1), ("2030", 1))
