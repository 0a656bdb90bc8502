"""The index as its users see it: add, search, commit, replace, delete, reopen, follow."""

import os
import threading
from datetime import UTC, datetime
from itertools import chain

import pytest

from indexer import Document, Index
from indexer.errors import (
    IndexBusy,
    IndexClosed,
    IndexFormatError,
    IndexNotWritable,
)

MARSH = Document(
    "http://example.org/marsh",
    title="Salt marsh",
    body="The salt water marsh is a wetland. Crawlers never visit it.",
    language="en",
    fetched=datetime(2026, 11, 30, 12, tzinfo=UTC),
    relevance=0.9,
    authority=0.1,
)
BRIDGE = Document(
    "http://zh.example.com/bridge",
    title="长江大桥",
    body="武汉长江大桥建成于1957年。马克思主义。搜索引擎技术。第3章 GPU显卡 C++ 教程",
    language="zh",
)


@pytest.fixture
def index(tmp_path):
    with Index.open(tmp_path / "index") as index:
        yield index


def keys(results):
    return [hit.key for hit in results.hits]


def test_page_is_found_as_soon_as_it_is_added(index):
    index.add(MARSH)
    assert keys(index.search("wetland")) == [MARSH.key]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("marsh", [MARSH]),
        ("MARSHES crawler", [MARSH]),
        ("ＭＡＲＳＨ", [MARSH]),
        ('"salt water"', [MARSH]),
        ('"water salt"', []),
        ('"marsh the"', []),
        ("marsh -wetland", []),
        ("marsh 大桥", []),
        ("marsh OR 大桥", [MARSH, BRIDGE]),
        ("title:salt", [MARSH]),
        ("title:wetland", []),
        ("title:大桥", [BRIDGE]),
        ("site:example.org", [MARSH]),
        ("site:example.com 技术", [BRIDGE]),
        ("site:com", [BRIDGE]),
        ("技术 -site:example.com", []),
        ("长江", [BRIDGE]),
        ("长江大桥", [BRIDGE]),
        ('"武汉长江"', [BRIDGE]),
        ('"大桥建成"', [BRIDGE]),
        ('"大桥武汉"', []),
        ("马克思", [BRIDGE]),
        ("显卡gpu", [BRIDGE]),
        ("C++", [BRIDGE]),
        ("第3章", [BRIDGE]),
        ("第4章", []),
        ("the", [MARSH]),
        ("is a", [MARSH]),
    ],
)
def test_query_finds(index, query, found):
    index.add(MARSH)
    index.add(BRIDGE)
    results = index.search(query)
    assert sorted(keys(results)) == sorted(document.key for document in found)
    assert results.total == len(found)


def test_many_documents_are_added_as_one_by_one(index):
    documents = [Document(f"k{number % 90}", body=f"salt w{number} 盐沼") for number in range(150)]
    assert index.add_all(documents) == list(range(150))
    assert len(index) == 90
    assert index.search("盐沼", limit=0).total == 90
    assert keys(index.search("w10")) == []  # replaced in the same batch
    assert keys(index.search("w100")) == ["k10"]
    assert index.get("k10").body == "salt w100 盐沼"


def test_a_refused_document_takes_none_of_its_batch_with_it_into_the_index(index):
    with pytest.raises(ValueError, match="relevance"):
        index.add_all([Document("a", body="salt"), Document("b", body="new", relevance=2.0)])
    index.add(Document("c", body="new words"))
    assert (len(index), keys(index.search("new"))) == (1, ["c"])


def test_hit_shows_what_was_stored(index):
    index.add(MARSH)
    (hit,) = index.search("marsh").hits
    assert (hit.url, hit.title, hit.language) == (MARSH.key, "Salt marsh", "en")
    assert (hit.fetched, hit.relevance) == (MARSH.fetched, 0.9)
    assert hit.title_pieces == (("Salt ", False), ("marsh", True))
    assert ("marsh", True) in hit.snippet


def test_wishes_of_a_page_are_kept_and_it_is_not_quoted_against_them(tmp_path):
    wishes = {"plain": [], "snippet": ["nosnippet"], "none": ["none", "noarchive"], "zero": ["max-snippet:0"]}
    with Index.open(tmp_path) as index:
        for key, directives in wishes.items():
            index.add(Document(key, title="Marsh 盐沼", body="salt 盐沼", directives=frozenset(directives)))
    with Index.open(tmp_path, read_only=True) as index:
        assert {key: sorted(index.get(key).directives) for key in wishes} == {
            key: sorted(directives) for key, directives in wishes.items()
        }
        hits = index.search("盐沼").hits
        assert {hit.key for hit in hits if hit.snippet} == {"plain", "none"}
        assert all(("盐沼", True) in hit.title_pieces for hit in hits)


def test_score_is_text_times_prior(index):
    index.add(MARSH)
    (hit,) = index.search("marsh").hits
    assert hit.score == pytest.approx(
        hit.parts["text"] * (1 + hit.parts["relevance"] + hit.parts["authority"])
    )
    assert hit.parts["relevance"] == pytest.approx(0.45)
    assert hit.parts["authority"] == pytest.approx(0.03)


def test_topical_page_comes_first_among_equal_texts(index):
    index.add(Document("a", body="salt marsh", relevance=0.1))
    index.add(Document("b", body="salt marsh", relevance=0.8))
    index.add(Document("c", body="salt marsh", relevance=0.8))
    assert keys(index.search("marsh")) == ["b", "c", "a"]


def test_title_word_outweighs_body_word(index):
    index.add(Document("body", title="other words", body="marsh land"))
    index.add(Document("title", title="marsh words", body="other land"))
    assert keys(index.search("marsh")) == ["title", "body"]


def test_same_key_replaces(index):
    index.add(MARSH)
    name = index.search("marsh").hits[0].id
    index.add(Document(MARSH.key, title="Desert", body="sand"))
    assert len(index) == 1
    assert keys(index.search("marsh")) == []
    assert keys(index.search("sand")) == [MARSH.key]
    assert index.search("sand").hits[0].id == name
    assert index.document(name) == index.get(MARSH.key)
    assert index.get(MARSH.key).title == "Desert"


def test_deleted_page_is_gone(index):
    index.add(MARSH)
    name = index.get(MARSH.key).id
    assert index.delete(MARSH.key)
    assert not index.delete(MARSH.key)
    assert index.search("marsh").total == len(index) == 0
    assert index.document(name) is None
    assert index.get(MARSH.key) is None


def test_commit_lasts_and_reopening_gives_the_same_answers(tmp_path):
    with Index.open(tmp_path) as index:
        for document in (MARSH, BRIDGE):
            index.add(document)
        index.commit()
        before = index.search("marsh OR 大桥"), index.stats().generation
    with Index.open(tmp_path) as index:
        after = index.search("marsh OR 大桥"), index.stats().generation
        assert after[0].hits == before[0].hits
        assert after[1] == before[1]
        assert index.get(BRIDGE.key).body == BRIDGE.body


def test_checkpoint_gives_the_same_state_as_the_log(tmp_path):
    with Index.open(tmp_path) as index:
        index.add(MARSH)
        index.add(Document(MARSH.key, body="changed marsh"))
        index.checkpoint()
        index.add(BRIDGE)
        index.commit()
        before = index.search("marsh OR 大桥").hits
    with Index.open(tmp_path) as index:
        assert index.stats().checkpoint_bytes
        assert index.search("marsh OR 大桥").hits == before
        index.delete(MARSH.key)
        assert keys(index.search("marsh OR 大桥")) == [BRIDGE.key]


def test_with_block_that_fails_keeps_only_what_was_committed(tmp_path):
    def fail():
        with Index.open(tmp_path) as index:
            index.add(MARSH)
            index.commit()
            index.add(BRIDGE)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with Index.open(tmp_path) as index:
        assert len(index) == 1


def test_pages_of_results_join_up(index):
    for number in range(25):
        index.add(Document(f"k{number}", body="marsh " * (number % 7 + 1) + "word"))
    everything = keys(index.search("marsh", limit=100))
    pages = [keys(index.search("marsh", limit=10, offset=offset)) for offset in (0, 10, 20, 30)]
    assert list(chain(*pages)) == everything
    assert len(set(everything)) == 25
    assert index.search("marsh", limit=3).total == 25


def test_tokens_are_indexed_as_they_are(index):
    index.add(Document("k", {"body": ["running", "搜索引擎"], "title": ["Head"]}))
    assert index.search("搜索引擎").total == 1
    assert index.search("running").total == 0  # a query's words are stemmed, given tokens are not


@pytest.mark.parametrize(
    ("address", "query", "total"),
    [
        ("http://www.example.org/x", "site:example.org", 1),
        ("http://example.org/x", "site:www.example.org", 1),
        ("http://blog.example.org/x", "site:example.org", 1),
        ("http://example.org/x", "site:blog.example.org", 0),
        ("http://myexample.org/x", "site:example.org", 0),
        ("http://example.org:8080/x", "site:example.org:8080", 1),
        ("http://example.org:8080/x", "site:example.org", 1),
        ("http://example.org:8080/x", "site:example.org:9090", 0),
        ("http://10.0.0.1/x", "site:10.0.0.1", 1),
        ("http://10.0.0.1/x", "site:0.1", 0),
        ("http://例子.中国/x", "site:例子.中国", 1),
        ("http://xn--fsqu00a.xn--fiqs8s/x", "site:例子.中国", 1),
        ("http://example.org/x", "site：ＥＸＡＭＰＬＥ．org", 1),
        ("http://example.org/x", "site:https://example.org/other", 1),
    ],
)
def test_site_means_a_host_and_what_is_under_it(index, address, query, total):
    index.add(Document(address, body="words"))
    assert index.search(f"words {query}").total == total
    assert index.search(query).total == total


def test_site_alone_ranks_by_relevance(index):
    index.add(Document("http://example.org/1", body="one", relevance=0.2))
    index.add(Document("http://example.org/2", body="two", relevance=0.9))
    assert keys(index.search("site:example.org")) == ["http://example.org/2", "http://example.org/1"]


def test_stop_words_do_not_narrow_but_count_in_phrases(index):
    index.add(Document("a", body="marsh of salt"))
    index.add(Document("b", body="salt marsh"))
    assert index.search("the marsh").total == 2
    assert keys(index.search('"marsh of salt"')) == ["a"]


def test_generation_changes_with_every_change_only(index):
    start = index.generation
    index.search("marsh")
    index.commit()
    assert index.generation == start
    index.add(MARSH)
    assert index.generation == start + 1
    index.delete("unknown")
    assert index.generation == start + 1


def test_empty_and_strange_documents_are_taken(index):
    index.add(Document("empty"))
    index.add(Document("nul\x00key", title="a\x00b", body="NUL \x00 \ud800 lone 🚀 word\u200bless"))
    index.add(Document("http://[broken", body="unusual address"))
    assert len(index) == 3
    assert index.get("nul\x00key").body == "NUL \x00 \ufffd lone 🚀 word\u200bless"
    assert keys(index.search("wordless lone")) == ["nul\x00key"]
    assert keys(index.search("unusual")) == ["http://[broken"]


def test_document_that_cannot_be_taken_leaves_no_trace(tmp_path):
    with Index.open(tmp_path) as index, Index.open(tmp_path, read_only=True) as reader:
        with pytest.raises(TypeError):
            index.add(Document("bad", title="unheard words", body=7))
        with pytest.raises(ValueError, match=r"in 0\.\.1"):
            index.add(Document("bad", body="other", relevance=float("nan")))
        index.add(MARSH)
        index.commit()
        assert reader.search("marsh").total == 1
        assert reader.search("unheard").total == index.search("unheard").total == 0
        assert reader.stats().terms == index.stats().terms


def test_very_long_words_and_fields_are_bounded(index):
    index.add(Document("long", body="x" * 100_000 + " " + "again " * 70_000 + "end"))
    assert keys(index.search("x" * 200)) == ["long"]
    assert keys(index.search('again "again end"')) == []  # beyond the 65,535th occurrence places are not kept
    assert keys(index.search('"again again" end')) == ["long"]


def test_second_writer_is_refused_by_name(tmp_path):
    with Index.open(tmp_path), pytest.raises(IndexBusy, match=f"process {os.getpid()} .*read_only=True"):
        Index.open(tmp_path)
    Index.open(tmp_path).close()


def test_reader_opened_before_the_writer_picks_it_up(tmp_path):
    folder = tmp_path / "later"
    with Index.open(folder, read_only=True) as reader:
        assert len(reader) == 0
        assert reader.search("marsh").total == 0
        assert not folder.exists()
        with Index.open(folder) as writer:
            writer.add(MARSH)
            assert reader.search("marsh").total == 0
            writer.commit(sync=False)
            assert reader.search("marsh").total == 1
            assert reader.generation == writer.generation
            assert reader.get(MARSH.key) == writer.get(MARSH.key)


def test_reader_follows_replacement_and_deletion(tmp_path):
    with Index.open(tmp_path) as writer, Index.open(tmp_path, read_only=True) as reader:
        writer.add(MARSH)
        writer.commit()
        assert reader.refresh()
        assert not reader.refresh()
        writer.add(Document(MARSH.key, body="sand"))
        writer.commit()
        assert reader.search("marsh").total == 0
        assert reader.search("sand").total == 1
        writer.delete(MARSH.key)
        writer.commit()
        assert reader.search("sand").total == 0


def test_reader_notices_an_index_that_was_made_anew(tmp_path):
    folder, away = tmp_path / "index", tmp_path / "old"
    with Index.open(folder) as writer:
        writer.add(MARSH)
    with Index.open(folder, read_only=True) as reader:
        assert reader.search("marsh").total == 1
        generation = reader.generation
        folder.rename(away)
        assert reader.search("marsh").total == 1  # until there is another, the old one serves
        with Index.open(folder) as writer:
            writer.add(BRIDGE)
        assert reader.search("marsh").total == 0
        assert reader.search("大桥").total == 1
        assert reader.generation != generation


def test_reader_cannot_write(tmp_path):
    with Index.open(tmp_path, read_only=True) as reader:
        for change in (
            lambda: reader.add(MARSH),
            lambda: reader.delete("k"),
            reader.commit,
            reader.checkpoint,
        ):
            with pytest.raises(IndexNotWritable, match="reading only"):
                change()


def test_closed_index_says_so(tmp_path):
    index = Index.open(tmp_path)
    index.close()
    index.close()
    with pytest.raises(IndexClosed):
        index.search("marsh")


def test_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "log").write_text("2026-11-30 started\n" * 10)
    for read_only in (True, False):
        with pytest.raises(IndexFormatError, match="not an index log"):
            Index.open(tmp_path, read_only=read_only)


def test_file_in_place_of_the_folder_is_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(IndexNotWritable, match="choose a folder"):
        Index.open(file)
    with pytest.raises(IndexFormatError, match="not a folder"):
        Index.open(file, read_only=True)


def test_threads_may_search_while_one_adds(tmp_path):
    problems = []
    with Index.open(tmp_path) as index:
        done = threading.Event()

        def search():
            last = 0
            while not done.is_set():
                results = index.search("common", limit=5)
                if results.total < last or len(results.hits) != min(5, results.total):
                    problems.append(results)
                last = results.total

        threads = [threading.Thread(target=search) for _ in range(3)]
        for thread in threads:
            thread.start()
        for number in range(200):
            index.add(Document(f"k{number}", body=f"common word{number}"))
        done.set()
        for thread in threads:
            thread.join()
        assert not problems
        assert index.search("common").total == 200
