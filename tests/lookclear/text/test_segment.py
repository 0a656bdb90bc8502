import importlib.util
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.text import segment
from lookclear.text.chinese import HAN
from lookclear.text.normalize import fold
from lookclear.text.segment import Words, cut, iter_tokens, subwords, tokenize, words

PASSAGES = [
    "搜索引擎的主题爬虫从种子页面出发，优先抓取与主题相关的链接。",
    "中华人民共和国成立于一九四九年，首都北京。",
    "Java 虚拟机的内存模型与 GPU显卡 的并行计算，以及 C++ 教程",
    "他来到了网易杭研大厦，小明硕士毕业于中国科学院计算所",
    "農業與糧食安全：水稻、小麥、玉米的種植面積",
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Growing maize, quickly!", ["growing", "maize", "quickly"]),
        ("don’t O'Reilly", ["don't", "o'reilly"]),
        ("ＦＵＬＬ　ｗｉｄｔｈ ５Ｇ", ["full", "width", "5g"]),
        ("C++ and C# on .NET", ["c++", "and", "c#", "on", ".net"]),
        ("co\u00adoperate zero\u200bwidth", ["cooperate", "zerowidth"]),
        (
            "C\u200b++, C+\u2060+, F\u00ad#; .\u200bNET .N\u200bET C\u200b",
            ["c++", "c++", "f#", ".net", ".net", "c"],
        ),
        ("soft\u202eware \u202eabc\u202c \u200e", ["software", "abc"]),
        ("snake_case 3.5", ["snake", "case", "3", "5"]),
        ("搜索引擎与 GPU显卡", ["搜索引擎", "与", "gpu", "显卡"]),
        ("第3章", ["第", "3", "章"]),
        ("軟體與網頁", ["软体", "与", "网页"]),
        ("圖書館 ⾞站", ["图书馆", "车站"]),
        ("C#语言、使用.NET框架和C++11", ["c#", "语言", "使用", ".net", "框架", "和", "c++", "11"]),
        ("cafe\u0301s nai\u0308ve", ["cafés", "naïve"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("！？……", []),
        ("", []),
    ],
)
def test_words_of(text, expected):
    assert words(text) == expected


@given(st.text(max_size=200) | st.sampled_from(PASSAGES))
def test_offsets_slice_back_to_the_word(text):
    end = 0
    for token in tokenize(text):
        assert token.start >= end
        end = token.end
        assert fold(text[token.start : token.end]) == token.text


AWKWARD = "\u202e\u0301aCcfJj#+＋＃.nNeEtT'’\u00ad\u200b _\n中国人民々〇㐀\U00020000ΣσϹİKÉ１Ｃｃ😀٣ก็豈"


def one_by_one(text):
    tokens = list(iter_tokens(text))
    return Words([t.text for t in tokens], [t.start for t in tokens], [t.end for t in tokens])


@given(st.lists(st.sampled_from(AWKWARD) | st.sampled_from(PASSAGES) | st.text(max_size=20)).map("".join))
def test_a_page_is_cut_like_its_words_one_by_one(text):
    assert words(text) == one_by_one(text).texts
    page = text + " " * segment._SHORT  # long enough for the way pages are cut
    assert cut(page) == one_by_one(page)


@pytest.mark.parametrize(
    "text",
    [
        "Don’t use C++11, C# or F# on .NET: .NET's name is no c.net; abc++ d'c++ rock'n'roll'",
        "搜索引擎与 GPU显卡 的 C++ 教程，第3章：豈⼈々",
        "Ünïcödé ἈΧΙΛΛΕΎΣ ΣΑΣ naïve ﬁeld Ⅻ",
        "".join(chr(code) for code in range(0x3000)),
    ],
)
def test_a_page_has_the_words_of_its_lines(text):
    page = "\n".join([text] * 40)
    assert cut(page).texts == one_by_one(text).texts * 40
    assert cut(page) == one_by_one(page)


def test_each_character_counts_the_same_on_a_page_as_alone():
    page = " ".join(map(chr, range(0x110000)))
    assert cut(page) == one_by_one(page)


def test_subwords_are_dictionary_words_inside_a_longer_one():
    assert subwords("搜索引擎") == ["搜索", "索引", "引擎"]
    assert subwords("引擎") == []
    assert subwords("engine") == []


def test_marks_without_end_are_no_part_of_a_word():
    found = words("e" + "\u0301\u0323" * 50_000 + "x")
    assert found[1:] == ["x"]
    assert len(found[0]) < 10


def various_chinese(seed, count):
    """Return lines of random dictionary words with what else stands in Chinese text between them."""
    rng = random.Random(seed)
    folder = Path(importlib.util.find_spec("jieba").submodule_search_locations[0])
    dictionary = [line.split(" ")[0] for line in (folder / "dict.txt").read_text("utf-8").splitlines()]
    between = [
        "",
        "",
        "",
        "",
        "的",
        "，",
        "3",
        "２０２４年",
        "GPU",
        "ＡＰＰ",
        " ",
        "々",
        "〇",
        "㐀",
        "\U00020000",
        "豈",
    ]
    for _ in range(count):
        line = "".join(rng.choice(dictionary) + rng.choice(between) for _ in range(rng.randint(1, 30)))
        letters = "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(rng.randint(0, 6)))
        yield line + letters


@pytest.mark.skipif(importlib.util.find_spec("rjieba") is None, reason="rjieba is not installed")
@pytest.mark.parametrize("cut", ["lcut", "lcut_for_search"])
def test_the_fast_segmenter_cuts_exactly_like_jieba(cut):
    jieba = segment._jieba()
    fast = segment._cut_han() if cut == "lcut" else segment._cut_search()
    for passage in (*PASSAGES, *various_chinese(seed=1, count=1500)):
        stretches = re.sub(f"[^{HAN}]+", "\n", passage)  # what the segmenter is given
        assert fast(stretches) == getattr(jieba, cut)(stretches)


def test_words_are_the_same_without_the_fast_segmenter(monkeypatch):
    text = "，".join(various_chinese(seed=3, count=30))
    fast = cut(text)
    monkeypatch.setattr(segment, "_rjieba", lambda: None)
    segment._cut_han.cache_clear()
    try:
        assert cut(text) == fast
    finally:
        segment._cut_han.cache_clear()


def test_stretches_are_cut_together_as_they_are_alone():
    for passage in various_chinese(seed=2, count=50):
        assert cut(passage * 12) == one_by_one(passage * 12)


@pytest.mark.parametrize("around", ["", "The soil of a garden. " * 20])
def test_what_is_hidden_between_chinese_characters_parts_no_word(around):
    text = f"{around}搜索\u200b引擎 and 土\u00ad\u2060壤"
    found = tokenize(text)[len(tokenize(around)) :]
    assert [token.text for token in found] == ["搜索引擎", "and", "土壤"]
    assert [text[token.start : token.end] for token in found] == ["搜索\u200b引擎", "and", "土\u00ad\u2060壤"]
