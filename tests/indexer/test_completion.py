import pytest

from indexer import Document, Index


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    with Index.open(tmp_path_factory.mktemp("completion")) as index:
        index.add(Document("http://a.org/1", title="Salt marsh plants | Example", body="marshes and marshes"))
        index.add(Document("http://a.org/2", title="Salt marsh birds - Example", body="a marsh, a marsh"))
        index.add(Document("http://b.org/1", title="盐沼的植物：例子", body="盐沼 湿地"))
        index.add(Document("http://b.org/2", title="搜索引擎的原理_示例", body="搜索引擎"))
        yield index


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("mar", ["marsh", "marsh plants", "marsh birds"]),
        ("MAR", ["marsh", "marsh plants", "marsh birds"]),
        ("salt marsh p", ["salt marsh plants"]),
        ("盐", ["盐沼", "盐沼的植物"]),
        ("搜索引", ["搜索引擎", "搜索引擎的原理"]),
        ("引擎", ["引擎的原理"]),
        ("m", []),
        ("", []),
        ("mar ", []),
        ("zzz", []),
        ("site:a.org mar", []),
        ("-mar", []),
        ('"mar', []),
        ("mar*", []),
        ("x" * 5000, []),
        ("\ud800", []),
        ("盐\x00", []),
    ],
)
def test_completions(index, typed, expected):
    assert index.complete(typed) == expected


def test_every_completion_finds_pages(index):
    for typed in ("sa", "sal", "salt m", "盐", "沼", "植", "湿", "搜", "原理"):
        for offered in index.complete(typed):
            assert index.search(offered).total, offered


def test_no_more_than_asked_for(index):
    assert len(index.complete("mar", limit=2)) == 2
