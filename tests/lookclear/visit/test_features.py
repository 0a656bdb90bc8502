from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from lookclear.html.parse import parse
from lookclear.replay.web import RecordedWeb
from lookclear.sites.templates import with_template
from lookclear.text.terms import WordTerms
from lookclear.text.vectors import RowBatch, Vocabulary
from lookclear.visit import FeatureReader
from tests.lookclear import plain_features as plain

WEB = Path(__file__).parents[3] / "demo" / "web" / "pages.warc.gz"
PAGES = {
    "empty": "<html></html>",
    "no words of topic": "<title>the</title><p>and of the <a href=/x>7</a></p>",
    "stuffed": f"<title>{'loan ' * 9}</title><meta name=keywords content='{'loan, bank, ' * 8}'><p>x</p>",
    "english": """<title>Soils and soil</title><h1>Clay soil</h1>
        <div><h2>Marsh</h2><p>Marsh <a href=/a title="heavy soils">clays</a> <b>hold</b> water.</p></div>
        <ul><li><a href=/b><img src=x alt="crop field"></a><li><a href=/c>Banks</a></ul>
        <footer>Imprint</footer>""",
    "chinese": """<title>水稻种植</title><h2>土壤</h2><div><p>关于 <a href=/a title=水稻>贷款利率</a> 的说明，
        请看这里的文章。</p></div><p>水稻土壤和水</p>""",
    "mixed": """<title>GPU显卡 soil</title><div><h2>显卡 GPU GPU</h2><p>The 显卡 <a href=/q>GPU 价格</a>.</p>
        <p>C++ 使用.NET <a href=/r>more</a></p></div>""",
}


def recorded_pages():
    with closing(RecordedWeb.open(WEB)) as web:
        answers = [web.get(url) for url in list(web)[::25]]
    return [parse(one.body, one.url) for one in answers if one.status == 200 and b"<" in one.body]


def plain_rows(vocabulary, page):
    rows = [vocabulary.row(plain.page_weights(page)), vocabulary.row(plain.naming_weights(page))]
    blocks = RowBatch.of([vocabulary.row(one) for one in plain.block_weights(page)])
    both = zip(plain.anchor_weights(page), plain.context_weights(page), strict=True)
    links = [(vocabulary.row(anchor), vocabulary.row(context)) for anchor, context in both]
    return rows, (RowBatch.of([a for a, _ in links]), RowBatch.of([c for _, c in links]), blocks)


def assert_same(found, expected):
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        assert one.tobytes() == other.tobytes()


def assert_as_by_hand(reader, vocabulary, page, template=(), found=None):
    features = reader.read(page, template, found=found)
    (row, names), batches = plain_rows(vocabulary, with_template(page, template))
    assert_same(features.row, row)
    assert_same(features.names, names)
    links = (features.links.anchors, features.links.contexts, features.links.blocks)
    for one, other in zip(links, batches, strict=True):
        assert_same((one.numbers, one.weights, one.bounds), (other.numbers, other.weights, other.bounds))
    assert [vocabulary.term(n) for n in range(len(vocabulary))] == [
        reader.vocabulary.term(n) for n in range(len(reader.vocabulary))
    ]


@pytest.mark.parametrize("kind", PAGES)
def test_rows_are_those_counted_word_by_word(kind):
    reader, vocabulary = FeatureReader(), Vocabulary()
    page = parse(PAGES[kind].encode(), "http://a.example/marsh/水稻.html")
    for template in ((), tuple(range(len(page.blocks)))):
        assert_as_by_hand(reader, vocabulary, page, template)
        assert_as_by_hand(reader, vocabulary, page, template, WordTerms.of(page.tokens))


def test_rows_of_a_recorded_web_are_those_counted_word_by_word():
    reader, vocabulary = FeatureReader(), Vocabulary()
    pages = recorded_pages()
    assert len(pages) > 20
    for page in pages:
        assert_as_by_hand(reader, vocabulary, page, tuple(range(0, len(page.blocks), 3)))


def test_another_template_changes_only_the_blocks_of_a_kept_page():
    reader, vocabulary = FeatureReader(keep=True), Vocabulary()
    page = parse(PAGES["english"].encode(), "http://a.example/")
    assert_as_by_hand(reader, vocabulary, page)
    assert_as_by_hand(reader, vocabulary, page, (0,))
    assert reader.read(page, (0,)).links.anchors is reader.read(page).links.anchors
    assert np.any(reader.read(page, (0,)).links.blocks.weights != reader.read(page).links.blocks.weights)
