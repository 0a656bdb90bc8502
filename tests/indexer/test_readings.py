"""Chinese is found however the page was cut."""

import random

import pytest

from indexer import Document, Index
from indexer.analysis import is_han
from indexer.plan import And, Literal, Not, Or, Phrase, Recall, Term
from indexer.readings import expand


@pytest.fixture
def index(tmp_path):
    with Index.open(tmp_path) as index:
        yield index


def keys(index, query):
    return [hit.key for hit in index.search(query, limit=100).hits]


BRIDGE = Term("", "大桥")
LITERAL = Recall(BRIDGE, Literal("", ("大桥",)))


@pytest.mark.parametrize(
    ("plan", "expanded"),
    [
        (Term("", "salt"), Term("", "salt")),
        (BRIDGE, LITERAL),
        (Phrase("", ("salt", "marsh")), Phrase("", ("salt", "marsh"))),
        (
            Phrase("title", ("第", "3", "章")),
            Recall(Phrase("title", ("第", "3", "章")), Literal("title", ("第", "3", "章"))),
        ),
        (And((Term("", "salt"), Not(BRIDGE))), And((Term("", "salt"), Not(LITERAL)))),
        (Or((Term("", "salt"), BRIDGE)), Or((Term("", "salt"), LITERAL))),
        (Recall(BRIDGE, Literal("", ("桥",))), Recall(LITERAL, Literal("", ("桥",)))),
        (Recall(Term("", "桥"), Literal("", ("大桥",))), Recall(Term("", "桥"), Literal("", ("大桥",)))),
    ],
)
def test_chinese_is_also_looked_for_by_its_characters(plan, expanded):
    assert expand(plan) == expanded


def test_word_is_found_in_pieces_that_stand_together_after_the_word_itself(index):
    index.add(Document("together", {"body": ["搜索", "引擎", "技术"]}))
    index.add(Document("apart", {"body": ["搜索", "的", "引擎"]}))
    index.add(Document("whole", {"body": ["搜索引擎", "技术"]}))
    assert keys(index, "搜索引擎") == ["whole", "together"]
    assert index.search("搜索引擎").terms == ("搜索引擎",)


def test_word_inside_a_longer_one_is_found(index):
    index.add(Document("long", {"body": ["武汉长江大桥"]}))
    assert keys(index, "长江大桥") == ["long"]
    assert keys(index, '"武汉长江"') == ["long"]
    assert keys(index, "桥") == ["long"]
    assert keys(index, '"武汉大桥"') == []


def test_phrase_may_run_over_the_edges_of_longer_words(index):
    index.add(Document("page", {"body": ["武汉长江大桥", "建成通车"], "title": ["武汉长江大桥"]}))
    assert keys(index, '"长江 大桥 建成"') == ["page"]
    assert keys(index, '"武汉 长江 建成"') == []
    assert keys(index, 'title:"武汉 长江"') == ["page"]
    assert keys(index, 'title:"大桥 建成"') == []


def test_phrase_does_not_skip_words_inside_a_longer_one(index):
    index.add(Document("apart", body="供给市场需求"))
    index.add(Document("together", body="供给需求"))
    assert keys(index, '"供给需求"') == ["together"]


@pytest.mark.parametrize("query", ["共和国成", "人民共和国成", "国成立", '"和国成立于"', "民共"])
def test_query_that_is_cut_otherwise_than_the_page_finds_it(index, query):
    index.add(Document("page", body="中华人民共和国成立于一九四九年"))
    index.add(Document("other", body="人民的国家成立了"))
    assert keys(index, query) == ["page"]


def test_phrase_of_other_scripts_is_taken_as_it_is(index):
    index.add(Document("page", body="salt water"))
    assert keys(index, '"salt unknown"') == []
    assert keys(index, '"salt 长江"') == []


TEXTS = [
    "南京市长江大桥通车，市长出席了典礼。",
    "搜尋引擎與圖書館的網頁：GPU顯卡、第3章和C++教程。",
    "他来到了网易杭研大厦，小明硕士毕业于中国科学院计算所。",
    "乾隆年間的書籍，乾燥的天氣，看著天空發呆。",
    "２０２４年发布的３Ｄ打印机支持㐀和々字。",
]


@pytest.mark.parametrize("text", TEXTS)
def test_every_part_of_a_chinese_text_is_found_in_quotes(index, text):
    """Two characters or more, wherever the part begins and however it is cut alone."""
    for number, other in enumerate(TEXTS):
        index.add(Document(str(number), body=other))
    rng = random.Random(text)
    for _ in range(60):
        start = rng.randrange(len(text) - 1)
        part = text[start : start + rng.randint(2, 8)]
        if is_han(part[0]) and is_han(part[-1]) and len(part) > 1:
            assert str(TEXTS.index(text)) in keys(index, f'"{part}"'), part


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("搜尋引擎", ["traditional", "simplified"]),
        ("搜寻引擎", ["traditional", "simplified"]),
        ('"圖書館"', ["traditional", "simplified"]),
        ("图书馆网页", ["traditional", "simplified"]),
        ("title:網頁", ["traditional"]),
    ],
)
def test_traditional_and_simplified_pages_and_queries_meet(index, query, found):
    index.add(Document("traditional", title="網頁", body="搜尋引擎與圖書館的網頁"))
    index.add(Document("simplified", body="搜寻引擎与图书馆的网页"))
    assert set(keys(index, query)) == set(found)


def test_marks_fall_on_the_characters_of_the_page(index):
    index.add(Document("page", title="圖書館", body="本地圖書館的網頁"))
    hit = index.search("图书馆 网页").hits[0]
    assert [text for text, is_match in hit.snippet if is_match] == ["圖書館", "網頁"]
    assert hit.title_pieces == (("圖書館", True),)
