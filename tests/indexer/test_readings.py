"""Chinese is found however the page was cut."""

import pytest

from indexer import Document, Index
from indexer.compounds import Compounds
from indexer.lexicon import Lexicon


@pytest.fixture
def index(tmp_path):
    with Index.open(tmp_path) as index:
        yield index


def total(index, query):
    return index.search(query).total


def test_unknown_word_is_found_in_pieces_that_stand_together(index):
    index.add(Document("together", {"body": ["搜索", "引擎", "技术"]}))
    index.add(Document("apart", {"body": ["搜索", "的", "引擎"]}))
    results = index.search("搜索引擎")
    assert [hit.key for hit in results.hits] == ["together"]
    assert results.terms == ("搜索", "引擎")


def test_known_word_is_not_taken_apart(index):
    index.add(Document("whole", {"body": ["搜索引擎"]}))
    index.add(Document("pieces", {"body": ["搜索", "引擎"]}))
    assert [hit.key for hit in index.search("搜索引擎").hits] == ["whole"]


def test_deleted_word_counts_as_unknown(index):
    index.add(Document("whole", {"body": ["搜索引擎"]}))
    index.add(Document("pieces", {"body": ["搜索", "引擎"]}))
    index.delete("whole")
    assert [hit.key for hit in index.search("搜索引擎").hits] == ["pieces"]


def test_word_inside_a_longer_one_is_found(index):
    index.add(Document("long", {"body": ["武汉长江大桥"]}))
    assert total(index, "长江大桥") == 1
    assert total(index, '"武汉长江"') == 1
    assert total(index, '"武汉大桥"') == 0


def test_phrase_may_run_over_the_edges_of_longer_words(index):
    index.add(Document("page", {"body": ["武汉长江大桥", "建成通车"], "title": ["武汉长江大桥"]}))
    assert total(index, '"长江 大桥 建成"') == 1
    assert total(index, '"武汉 长江 建成"') == 0
    assert total(index, 'title:"武汉 长江"') == 1
    assert total(index, 'title:"大桥 建成"') == 0


def test_phrase_of_other_scripts_is_taken_as_it_is(index):
    index.add(Document("page", body="salt water"))
    assert total(index, '"salt unknown"') == 0
    assert total(index, '"salt 长江"') == 0


def test_compounds_follow_the_lexicon():
    lexicon = Lexicon(["武汉长江大桥", "长江", "title\x1f长江大桥", "changjiang"])
    compounds = Compounds(lexicon)
    assert compounds.containing("长江") == ["武汉长江大桥"]
    lexicon.assign("长江三峡")
    assert compounds.containing("长江") == ["武汉长江大桥", "长江三峡"]
    assert compounds.containing("长江三峡") == []
    assert compounds.containing("江") == []
