import random

import pytest

from indexer import Document, Index, analyser
from indexer.analysed import decode_analysed
from indexer.analyser import Analyser

TEXTS = [
    {"title": "Salt marshes", "body": "Wi-Fi on windows11 in the café; O'Reilly's C++ and .NET " * 9},
    {"title": "长江大桥", "body": "武汉长江大桥是第一座跨越长江的铁路公路两用桥。", "description": "大桥"},
    {"title": "GPU显卡 guide", "body": "用 iPhone15 拍的 GPU显卡 photos, node.js", "description": ""},
    {"title": "", "body": "soil\u200b土壤 \ud83d half ｆｕｌｌ　ｗｉｄｔｈ"},
    {"title": "a\x1fb", "body": "x" * 200 + " y"},
]


def mixed(count, seed=3):
    chance = random.Random(seed)
    words = " ".join(text for one in TEXTS for text in one.values()).split()
    return [
        {"title": chance.choice(words), "body": " ".join(chance.choices(words, k=80))} for _ in range(count)
    ]


def documents(texts, words):
    for at, (fields, found) in enumerate(zip(texts, words, strict=True)):
        yield Document(f"k{at}", analysed=found, anchors="links to 长江 pages", **fields)


def lists(folder, found):
    """Return all postings of an index of these documents, by term, and the lengths of the documents."""
    with Index.open(folder) as index:
        index.add_all(found)
        state = index._state
        read = {
            state.lexicon.term(number): state.postings.read(number) for number in range(len(state.lexicon))
        }
        return {
            term: (one.docs.tolist(), one.weights.tolist(), state.postings.positions(one).tolist())
            for term, one in read.items()
            if len(one.docs)
        }, state.documents.columns["length"].view.tolist()


@pytest.mark.parametrize("texts", [TEXTS, mixed(150)], ids=["kinds", "many"])
def test_an_index_of_analysed_documents_is_the_same(tmp_path, texts):
    one = Analyser()
    words = [decode_analysed(one.analyse(fields)) for fields in texts]
    cut = lists(tmp_path / "cut", documents(texts, [{}] * len(texts)))
    assert lists(tmp_path / "analysed", documents(texts, words)) == cut
    assert len(cut[0]) > 20


def test_the_words_of_another_text_are_not_taken(tmp_path):
    words = decode_analysed(Analyser().analyse({"title": "Marsh", "body": "盐沼 marsh"}))
    with Index.open(tmp_path) as index:
        index.add(Document("a", title="Marsh", body="soil without it", analysed=words))
        index.add(Document("b", title="Marsh", body="盐沼 marsh", analysed=words))
        assert [hit.key for hit in index.search("盐沼").hits] == ["b"]
        assert [hit.key for hit in index.search("soil").hits] == ["a"]
        assert index.search("title:marsh").total == 2


def test_what_is_analysed_depends_on_the_text_alone(monkeypatch):
    fresh = [Analyser().analyse(fields) for fields in TEXTS]
    one = Analyser()
    for fields in reversed(TEXTS):
        one.analyse(fields)
    assert [one.analyse(fields) for fields in TEXTS] == fresh
    monkeypatch.setattr(analyser, "_MOST_TERMS", 3)
    assert [one.analyse(fields) for fields in TEXTS] == fresh
    assert len(one._lexicon) < 100


def test_nothing_is_analysed_of_nothing():
    assert decode_analysed(b"") == {}
    assert decode_analysed(Analyser().analyse({"title": "", "body": ""})) == {}
