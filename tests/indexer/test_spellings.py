"""Names and numbers stay findable by every spelling people type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer import Document, Index
from indexer.spellings import joined_words, other_cuts, parts, variants


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
    ("word", "found"),
    [
        ("windows11", ("window", "11")),
        ("iphone15", ("iphon", "15")),
        ("usb3", ("usb", "3")),
        ("5kg", ("5", "kg")),
        ("30minutes", ("30", "minut")),
        ("мир2", ("мир", "2")),
        ("ファイル2", ("ファイル", "2")),
        *(
            (word, ())
            for word in ("h5n1", "3d", "5g", "p2p", "b2b", "x86", "1990s", "19th", "2nd", "c++", "marsh")
        ),
        *((word, ()) for word in ("2024", "d41d8cd98f", "abc1234567", "a" * 21 + "1", "东2", "o'neil2", "")),
    ],
)
def test_parts_of_a_word(word, found):
    assert parts(word) == found


@pytest.mark.parametrize(
    ("words", "cuts"),
    [
        (["iphone", "15"], [("iphone15",)]),
        (["iphone15"], [("iphon", "15")]),
        (["iphone15", "5", "kg"], [("iphon", "15", "5", "kg"), ("iphone15", "5kg")]),
        (["usb3", "0"], [("usb", "3", "0")]),
        (["usb", "3", "0"], [("usb3", "0")]),
        (["crawlers", "3"], [("crawlers3",)]),
        (["salt", "marsh"], []),
        (["h", "5"], []),
        ([], []),
    ],
)
def test_other_cuts_of_words(words, cuts):
    assert other_cuts(words) == cuts


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
    ("安装Windows11系统", ["windows", "Windows 11", "windows11", "11", "windows系统"]),
    ("新款iPhone15发布", ["iphone", "iPhone 15", "iphone15", "ｉＰｈｏｎｅ　１５"]),
    ("the new iPhone 15 Pro", ["iphone15", "iPhone15 Pro", "iphone 15 pro"]),
    ("接口USB3.0规格", ["usb", "USB3.0", "USB 3.0", "usb3"]),
    ("a USB 3.0 port", ["usb3.0", "USB3"]),
    ("代号ＡＢＣ１２３", ["abc", "123", "abc123", "ABC 123"]),
    ("weighs 5kg", ["5 kg", "kg"]),
    ("weighs 5 kg", ["5kg"]),
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


def test_the_word_itself_comes_before_a_part_of_another(tmp_path):
    with Index.open(tmp_path) as index:
        index.add(Document("joined", title="Windows11", body="About Windows11 only"))
        index.add(Document("apart", title="Windows 11", body="About Windows 11"))
        for query in ("windows", "windows 11", "11", "title:windows"):
            assert [hit.key for hit in index.search(query).hits] == ["apart", "joined"], query
        for query in ("windows11", "title:windows11"):
            assert [hit.key for hit in index.search(query).hits] == ["joined", "apart"], query


def test_parts_are_no_other_words(tmp_path):
    with Index.open(tmp_path) as index:
        index.add(Document("page", body="windows and 11 h5n1 3d 5g p2p b2b iPhone14"))
        for query in ("windows11", "h", "3", "5", "p", "iphone15"):
            assert index.search(query).total == 0, query


@pytest.mark.parametrize(
    ("text", "query", "marked"),
    [
        ("安装Windows11系统", "windows", ["Windows11"]),
        ("新款iPhone15发布", "15", ["iPhone15"]),
        ("新款iPhone15发布", "iphone 15", ["iPhone15"]),
        ("an iPhone 15 case", "iphone15", ["iPhone", "15"]),
        ("代号ＡＢＣ１２３。", "123", ["ＡＢＣ１２３"]),
        ("weighs 5kg", "kg", ["5kg"]),
    ],
)
def test_a_part_marks_its_word(tmp_path, text, query, marked):
    with Index.open(tmp_path) as index:
        index.add(Document("page", body=text))
        (hit,) = index.search(query).hits
        assert [part for part, is_match in hit.snippet if is_match] == marked
