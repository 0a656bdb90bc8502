import time

import pytest

from indexer import Document, Index, Options
from indexer.patterns import MOST_WORDS


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    with Index.open(tmp_path_factory.mktemp("patterns")) as index:
        index.add(Document("http://a.org/1", title="Marshes", body="wetlands libraries"))
        index.add(Document("http://a.org/2", title="盐沼湿地", body="搜索引擎 and marshland"))
        index.add(Document("http://a.org/3", body=" ".join(f"num{n}x" for n in range(500))))
        index.add(Document("http://a.org/gone", body="marshmallow"))
        index.delete("http://a.org/gone")
        yield index


def keys(results):
    return sorted(hit.key[-1] for hit in results.hits)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("mars*", "12"),
        ("MARSH*", "12"),
        ("marshm*", ""),
        ("libraries*", "1"),
        ("wet*nds", ""),
        ("wet*nd", "1"),
        ("title:mar*", "1"),
        ("盐*", "2"),
        ("搜索*", "2"),
        ("marhs~", "1"),
        ("wetlnads~", "1"),
        ("wtlnads~1", ""),
        ("搜锁引擎~", "2"),
        ("mars* -wet*", "2"),
        ("wet* OR 盐*", "12"),
        ("ｍａｒｓ＊", "12"),
    ],
)
def test_patterns_find(index, query, expected):
    results = index.search(query)
    assert keys(results) == list(expected)
    assert results.notes == ()


def test_words_beyond_the_most_frequent_are_told(index):
    results = index.search("num*")
    assert keys(results) == ["3"]
    assert results.notes == (f"pattern-cut:{MOST_WORDS}",)


@pytest.mark.parametrize("query", ["m*", "*", "*marsh", "a~", "x?y*z*", "?????", "~", "~2", "mars**?*?**"])
def test_patterns_that_say_too_little_are_told_or_plain(index, query):
    results = index.search(query)
    assert set(results.notes) <= {"wildcard-ignored", "fuzzy-ignored", "empty"}


def test_a_page_just_added_is_found_by_its_beginning(index):
    assert index.search("freshly*").total == 0
    index.add(Document("http://a.org/4", body="freshlyadded 新盐滩"))
    assert keys(index.search("freshly*")) == ["4"]
    assert keys(index.search("freshlyaded~")) == ["4"]
    index.delete("http://a.org/4")
    assert index.search("freshly*").total == 0


def test_hits_are_marked_where_the_words_stand(index):
    (hit,) = index.search("wetl*").hits
    assert ("wetlands", True) in hit.snippet


def test_a_pattern_of_many_stars_is_quick(index):
    index.add(Document("http://a.org/5", body="ab" + "a" * 60))
    started = time.process_time()
    index.search("ab" + "a*" * 60 + "b")
    assert time.process_time() - started < 5


def test_time_that_is_up_leaves_out_alternatives_and_says_so(index):
    results = index.search("mars* OR wet* OR 盐*", options=Options(seconds=0.0))
    assert results.is_partial
    assert results.total <= 2
    assert not index.search("marsh", options=Options(seconds=60.0)).is_partial
