import pytest

from indexer import Document, Index, WordShare


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    with Index.open(tmp_path_factory.mktemp("why")) as index:
        index.add(
            Document(
                "http://a.org/1",
                title="Salt marsh",
                body="salt water 武汉长江大桥",
                relevance=0.8,
                authority=0.5,
            )
        )
        index.add(Document("http://a.org/2", body="marsh water wetland"))
        yield index


@pytest.mark.parametrize(
    "query",
    (
        'salt|salt marsh|"salt marsh"|salt OR wetland|江大|长江 salt|mar*|watr~|site:a.org|marsh -wetland|'
        "(salt OR wetland) water|title:salt|type:x OR salt"
    ).split("|"),
)
def test_words_add_up_to_the_score_of_the_hit(index, query):
    for hit in index.search(query).hits:
        told = index.explain(query, hit.id)
        assert told.matches
        assert told.score == pytest.approx(hit.score)
        assert told.text == pytest.approx(sum(word.score for word in told.words) if told.words else 1.0)
        assert told.text * (1 + told.relevance + told.authority) == pytest.approx(told.score)


def test_words_say_how_rare_they_are(index):
    hit = index.search("salt").hits[0]
    (word,) = index.explain("salt", hit.id).words
    assert word == WordShare(("salt",), "", "word", 1, pytest.approx(hit.parts["text"]))


@pytest.mark.parametrize("query", ["desert", "", "-salt", "((("])
def test_a_page_that_is_no_result_says_so(index, query):
    hit = index.search("salt").hits[0]
    told = index.explain(query, hit.id)
    assert not told.matches
    assert told.words == ()


def test_an_unknown_page_has_no_explanation(index):
    assert index.explain("salt", "a" * 16) is None
    assert index.explain("salt", "../x") is None
