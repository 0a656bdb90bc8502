import pytest

from indexer import Document, Index, Options, Within


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    with Index.open(tmp_path_factory.mktemp("within")) as index:
        index.add(Document("http://a.org/1", body="marsh salt", language="en", kind="article"))
        index.add(Document("http://b.org/2", body="marsh 盐沼", language="zh", kind="hub"))
        yield index


@pytest.mark.parametrize(
    ("query", "within", "expected"),
    [
        ("marsh", Within(), "12"),
        ("marsh", Within(site="a.org"), "1"),
        ("marsh", Within(language="zh"), "2"),
        ("marsh OR", Within(kind="hub"), "2"),  # nothing of the query reaches over the border
        ("title: marsh", Within(kind="hub"), ""),
        ("salt OR 盐沼", Within(site="b.org", language="zh"), "2"),
        ("", Within(language="zh"), "2"),
        ("", Within(), ""),
        ("marsh", Within(dates="soon"), "12"),
        ("marsh", Within(dates="2024"), ""),
        ("-salt", Within(language="en"), ""),
        ("((", Within(language="en"), ""),
        ("mar*", Within(site="http://b.org/x"), "2"),
    ],
)
def test_pages_within(index, query, within, expected):
    results = index.search(query, options=Options(within=within))
    assert sorted(hit.key[-1] for hit in results.hits) == list(expected)


def test_suggestions_find_pages_within(index):
    options = Options(suggest=True, within=Within(site="a.org"))
    assert index.search("slat", options=options).suggestion == "salt"
    assert index.search("盐沿", options=options).suggestion is None
