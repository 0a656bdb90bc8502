import numpy as np
import pytest

from lookclear.html.parse import parse
from lookclear.links.memory import LinkMemory
from lookclear.links.words import link_features
from lookclear.text.vectors import Concept, Vocabulary

HTML = """<div><h2>Soil</h2><p><a href=/a>clay soil</a> and <a href=/b>sand</a> in fields</p></div>
<div><h2>银行</h2><p><a href=/c>贷款 利率</a> 的 说明 在 这里</p></div>"""


def filled(pages=3):
    vocabulary, memory = Vocabulary(), LinkMemory()
    for page in range(pages):
        features = link_features(parse(HTML.encode(), f"http://a.example/{page}"), vocabulary)
        memory.add(features, page, np.arange(3), np.arange(3) + 3 * page)
    return vocabulary, memory


def alike(vocabulary, memory, word):
    topic = np.zeros(len(vocabulary))
    topic[vocabulary.number(word)] = 1.0
    return memory.anchors.similarities(Concept.of(topic, np.ones(len(vocabulary))))


def test_links_keep_page_place_and_target():
    _, memory = filled()
    assert memory.pages().tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert memory.ranks(3).tolist() == [0, 1, 2, 0, 1, 2]
    assert memory.targets(6).tolist() == [6, 7, 8]
    assert memory.links_to(4).tolist() == [4]


def test_links_to_what_waits_no_more_are_dropped_when_they_are_the_most():
    vocabulary, memory = filled()
    before = alike(vocabulary, memory, "贷款")
    waits = np.ones(9, np.bool_)
    waits[:4] = False
    assert not memory.forget(waits)
    waits[:7] = False
    assert memory.forget(waits)
    assert memory.targets().tolist() == [7, 8]
    assert memory.pages().tolist() == [2, 2]
    assert alike(vocabulary, memory, "贷款") == pytest.approx(before[[7, 8]])
    assert len(memory.blocks) == len(set(memory.block_rows().tolist())) == memory.block_rows().max() + 1


def test_little_is_not_worth_tidying():
    _, memory = filled()
    assert not memory.forget(np.zeros(9, np.bool_), least=9)


def test_a_page_without_links_adds_nothing():
    vocabulary, memory = filled(1)
    features = link_features(parse(b"<p>soil</p>", "http://a.example/x"), vocabulary)
    memory.add(features, 1, np.zeros(0, np.int64), np.zeros(0, np.int64))
    assert len(memory) == 3
