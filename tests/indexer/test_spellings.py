"""Names and numbers stay findable by every spelling people type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer import Document, Index
from indexer.spellings import joined_words, variants


@pytest.mark.parametrize(
    ("term", "others"),
    [
        ("café", ("cafe",)),
        ("straße", ("strass",)),
        ("o'reilli", ("oreilli",)),
        ("marsh", ()),
        ("москвой", ()),
        ("搜索", ()),
    ],
)
def test_variants_of_a_term(term, others):
    assert variants(term) == others


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("E-mail, Wi-Fi!", [(0, "email"), (8, "wifi")]),
        ("COVID-19 and X-rays", [(0, "covid19"), (13, "xrays")]),
        ("Vue.js or node.JS", [(0, "vuejs"), (10, "nodejs")]),
        ("使用Node.js框架 Wi-Fi网络", [(2, "nodejs"), (12, "wifi")]),
        ("naïve-x Éa-b", []),
        ("well-known state-of-the-art 3-4 -x x- a--b co-operation-s jsx.jsx", []),
        ("e-" + "x" * 100, []),
    ],
)
def test_joined_words(text, joined):
    assert joined_words(text) == joined


@given(st.text(st.sampled_from("aé3-.js '网\n")))
def test_joined_words_begin_where_they_stand(text):
    for start, word in joined_words(text):
        assert text[start].lower() == word[0]


SPELLINGS = [
    ("C++11 templates", ["C++", "c++", "Ｃ＋＋"]),
    ("学习C++教程", ["C++", "C++教程", "c++ 教程"]),
    ("The C# language", ["C#", "c#"]),
    ("C#语言入门", ["C#", "C#语言"]),
    ("Use .NET today", [".NET", ".net"]),
    ("使用.NET框架", [".NET", ".NET框架"]),
    ("ASP.NET Core", ["ASP.NET", "asp.net"]),
    ("F# functions", ["F#", "f#"]),
    ("5G networks", ["5G", "5g", "５Ｇ"]),
    ("5G网络的基站", ["5G", "5G网络"]),
    ("4K电视", ["4K", "4K电视"]),
    ("第3章 内存", ["第3章", "第３章", "第 3 章"]),
    ("第三章 内存", ["第三章"]),
    ("感染H5N1病毒", ["H5N1", "h5n1", "H5N1病毒"]),
    ("GPU显卡评测", ["GPU", "显卡", "GPU显卡", "gpu 显卡", "ＧＰＵ显卡", "GPU顯卡"]),
    ("Wi-Fi router", ["Wi-Fi", "wi-fi", "wifi", "WiFi", "Wi Fi"]),
    ("WiFi router", ["Wi-Fi", "wifi"]),
    ("家里的Wi-Fi网络", ["Wi-Fi", "wifi", "Wi-Fi网络"]),
    ("send e-mail now", ["e-mail", "email", "E-Mail", "e mail"]),
    ("send email now", ["e-mail", "email"]),
    ("3D打印技术", ["3D", "3D打印", "３Ｄ打印", "打印"]),
    ("Node.js server", ["Node.js", "node.js", "nodejs", "node js"]),
    ("NodeJS server", ["Node.js", "nodejs"]),
    ("AT&T network", ["AT&T", "at&t"]),
    ("R&D budget", ["R&D", "r&d", "R & D"]),
    ("O'Reilly books", ["O'Reilly", "O’Reilly", "oreilly"]),
    ("O’Reilly books", ["O'Reilly", "O’Reilly"]),
    ("the U.S. government", ["U.S.", "U.S"]),
    ("在2024年发布", ["2024", "2024年", "２０２４年"]),
    ("在２０２４年发布", ["2024年", "2024"]),
    ("增长10.5%", ["10.5%", "10.5"]),
    ("１０年前", ["10年", "１０年"]),
    ("10年前", ["10年", "１０年"]),
    ("résumé, café", ["résumé", "resume", "café", "cafe"]),
    ("x86_64 and snake_case", ["x86_64", "snake_case"]),
    ("TCP/IP stack", ["TCP/IP", "tcp ip"]),
    ("卡拉OK和AA制", ["卡拉OK", "AA制"]),
    ("中国·北京", ["中国·北京", "中国北京"]),
    ("soft\u00adware zero\u200bwidth \u202eabc\u202c", ["software", "zerowidth", "abc"]),
]


@pytest.mark.parametrize(("text", "queries"), SPELLINGS)
def test_text_is_found_by_each_spelling_with_and_without_quotes(tmp_path, text, queries):
    with Index.open(tmp_path) as index:
        index.add(Document("other", body="Something else. 别的内容。"))
        index.add(Document("page", body=f"First words. {text}. 最后的话。"))
        for query in queries:
            for typed in (query, f'"{query}"'):
                assert [hit.key for hit in index.search(typed).hits] == ["page"], typed


def test_accents_are_taken_as_typed_in_quotes_only(tmp_path):
    with Index.open(tmp_path) as index:
        index.add(Document("page", body="a cheap cafe"))
        assert index.search("café").total == index.search("cafe\u0301").total == 1
        assert index.search('"café"').total == 0


def test_typed_spelling_comes_first(tmp_path):
    with Index.open(tmp_path) as index:
        index.add(Document("one word", body="A wifi router"))
        index.add(Document("hyphen", body="A Wi-Fi router"))
        assert [hit.key for hit in index.search("Wi-Fi").hits] == ["hyphen", "one word"]
        hyphen = index.search("wifi").hits
        marks = {hit.key: [part for part, is_match in hit.snippet if is_match] for hit in hyphen}
        assert marks == {"one word": ["wifi"], "hyphen": ["Wi-Fi"]}
