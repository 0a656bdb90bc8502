import pytest

from indexer import Document, Index, Options

SUGGEST = Options(suggest=True)


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    with Index.open(tmp_path_factory.mktemp("correction")) as index:
        for number in range(60):
            index.add(
                Document(
                    f"http://a.org/{number}", title="Salt marshes", body="libraries of a marsh 搜索引擎 盐沼"
                )
            )
        index.add(Document("http://a.org/rare", body="marhs"))
        yield index


@pytest.mark.parametrize(
    ("query", "suggestion"),
    [
        ("mashes", "marshes"),
        ("marhs", "marsh"),  # one page has it, sixty what was meant
        ("salt mrshes", "salt marshes"),
        ("librarys", None),  # its stem is found
        ("liberaries", "libraries"),
        ("slat mrashes", "salt marshes"),
        ("搜锁引擎", "搜索引擎"),
        ("盐召", "盐沼"),
        ("salt 盐召 site:a.org", "salt 盐沼 site:a.org"),
        ('"salt mrshes" -desert', '"salt marshes" -desert'),
        ("mashes site:b.org", None),  # nothing would be found either
        ("mashes -marshes", "marhs -marshes"),
        ("marshes", None),
        ("qqqqqqqq", None),
        ("xy", None),
        ("", None),
        ("m*hes~", None),
    ],
)
def test_suggestion(index, query, suggestion):
    assert index.search(query, options=SUGGEST).suggestion == suggestion


@pytest.mark.parametrize(
    "query", ["mrshes " * 30_000, "搜锁" * 50_000, "\ud800 mrshes", "(((mrshes", '"mrshes']
)
def test_odd_queries_are_no_trouble(index, query):
    suggestion = index.search(query, options=SUGGEST).suggestion
    assert suggestion is None or index.search(suggestion).total


def test_nothing_is_suggested_unless_asked(index):
    assert index.search("mashes").suggestion is None
