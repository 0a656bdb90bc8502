import numpy as np
import pytest

from lookclear.html.parse import parse
from lookclear.links.words import link_features
from lookclear.text.vectors import Vocabulary

PAGE = parse(
    """<title>Farming 农业</title>
    <div><h2>Soil</h2>
    <p>Good <a href="/clay" title="heavy ground">clay soils</a> hold water for long.</p></div>
    <div><h2>银行</h2>
    <p>关于 <a href="/loan">贷款利率</a> 的说明，请看这里的文章和表格。</p></div>""".encode(),
    "http://example.org/",
)


def terms(vocabulary, row):
    return {vocabulary.term(int(number)): weight for number, weight in zip(*row, strict=True)}


def test_anchor_context_and_block_become_rows():
    vocabulary = Vocabulary()
    features = link_features(PAGE, vocabulary)
    assert terms(vocabulary, features.anchors[0]) == {"clay": 1, "soil": 1, "heavi": 1, "ground": 1}
    assert "water" in terms(vocabulary, features.contexts[0])
    assert "water" not in terms(vocabulary, features.anchors[0])
    assert set(terms(vocabulary, features.anchors[1])) == {"贷款", "利率"}


def test_the_title_speaks_softly_for_every_block():
    vocabulary = Vocabulary()
    features = link_features(PAGE, vocabulary)
    for block in list(features.blocks)[:-1]:
        assert terms(vocabulary, block)["农业"] == pytest.approx(0.25)


def test_every_link_has_a_block_row():
    features = link_features(PAGE, Vocabulary())
    assert len(features.block_of) == len(PAGE.links)
    assert max(features.block_of) < len(features.blocks)
    assert all(isinstance(row[1], np.ndarray) for row in features.blocks)
