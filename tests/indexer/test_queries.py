import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import indexer
from indexer import Document, Index, Options, Order
from indexer.plan import And, Literal, Not, Or, Phrase, Recall, Term
from indexer.queries import parse


def word(text, *, stop=False, field=""):
    return Term(field, text, stop)


SITE = Term("site", "example.org")


@pytest.mark.parametrize(
    ("query", "plan"),
    [
        ("marshes", word("marsh")),
        ("salt marsh", And((word("salt"), word("marsh")))),
        ("salt AND marsh", And((word("salt"), word("marsh")))),
        ("salt salt", word("salt")),
        ("salt OR marsh", Or((word("salt"), word("marsh")))),
        ("salt marsh OR water", And((word("salt"), Or((word("marsh"), word("water")))))),
        ("(salt marsh) OR water", Or((And((word("salt"), word("marsh"))), word("water")))),
        ("salt -marsh", And((word("salt"), Not(word("marsh"))))),
        ("salt NOT (marsh OR water)", And((word("salt"), Not(Or((word("marsh"), word("water"))))))),
        ("salt -(-marsh)", And((word("salt"), word("marsh")))),
        ("salt -(-marsh -water)", And((word("salt"), Or((word("marsh"), word("water")))))),
        ("NOT (NOT 搜索 NOT 技术) salt", And((Or((word("搜索"), word("技术"))), word("salt")))),
        ("-(-salt -marsh)", Or((word("salt"), word("marsh")))),
        ('"salt marshes"', Phrase("", ("salt", "marsh"))),
        ('"marsh"', word("marsh")),
        ('salt -"marsh water"', And((word("salt"), Not(Phrase("", ("marsh", "water")))))),
        ("title:marsh", word("marsh", field="title")),
        ('title:"salt marsh"', Phrase("title", ("salt", "marsh"))),
        ("title:(salt marsh)", And((word("salt", field="title"), word("marsh", field="title")))),
        ("marsh site:example.org", And((word("marsh"), SITE))),
        ("marsh site:http://www.Example.org/path", And((word("marsh"), SITE))),
        ("the marsh", word("marsh")),
        ("the marsh site:example.org", And((word("marsh"), SITE))),
        ("the site:example.org", And((word("the", stop=True), SITE))),
        ("to be", And((word("to", stop=True), word("be", stop=True)))),
        ("the OR marsh", Or((word("the", stop=True), word("marsh")))),
        ('"the" marsh', And((word("the"), word("marsh")))),
        ("搜索引擎技术", And((word("搜索引擎"), word("技术")))),
        ("GPU显卡", And((word("gpu"), word("显卡")))),
        ("第3章", Phrase("", ("第", "3", "章"))),
        ("我的电脑", word("电脑")),
        ("C++ 教程", And((word("c++"), word("教程")))),
        (".NET", word(".net")),
        ("5G", word("5g")),
        ("node.js", Recall(Phrase("", ("node", "js")), word("nodej"))),
        ('"Wi-Fi"', Recall(Phrase("", ("wi", "fi")), word("wifi"))),
        ("well-known", Phrase("", ("well", "known"))),
        ("café", Recall(word("café"), word("cafe"))),
        ("don't", word("don't", stop=True)),
        ("共和国成", Recall(And((word("共和国"), word("成"))), Literal("", ("共和国", "成")))),
        ("foo:bar", Phrase("", ("foo", "bar"))),
        ("10:30", Phrase("", ("10", "30"))),
        ('"AND"', word("and")),
    ],
)
def test_query_means(query, plan):
    assert parse(query).plan == plan
    assert parse(query).notes == ()


@pytest.mark.parametrize(
    "query", ["-marsh", "-salt -marsh", "NOT (salt OR marsh)", "-site:example.org", "-(salt marsh)"]
)
def test_query_of_exclusions_only_explains_itself(query):
    assert parse(query) == type(parse(query))(None, ("only-negative",))


def test_exclusion_inside_or_is_told():
    question = parse("salt OR -marsh")
    assert question.plan == word("salt")
    assert question.notes == ("operator-ignored",)


_ONE_LINERS = """
"|AND OR|((((|*|   |?!|-|""|()|site:|title:|site:[|site:::|title:-|site:*|((a) OR (b|[a TO b]|a^2|a~|'
<script>|😀 👨‍👩‍👧|NOT|OR OR OR|-(((|a"b"c|：：：|{}|%
"""
BROKEN = [
    *_ONE_LINERS.strip().replace("\n", "|").split("|"),
    "",
    "\x00",
    "\ud800",
    "a\ud800b",
    "\\",
    "\ue000",
    "site:\ue000",
    "a" * 100_000,
    "x OR " * 1000,
    "(" * 1000,
    "((a) OR (b" * 50,
    "e" + "\u0301" * 1000,
    "ﷺ" * 256,
    "ab*" * 80,
    "*".join("ab" * 60),
    "marsh~ " * 60,
    "date:[" * 60,
    "date:" + "9" * 100,
    "date:9999-12-31..0001-01-01",
    "lang:" * 60 + "zh",
    "(lang:zh OR " * 60,
    "搜" * 5000,
]


@pytest.mark.parametrize("query", BROKEN)
def test_broken_query_never_raises(tmp_path_factory, query):
    with Index.open(tmp_path_factory.mktemp("index")) as index:
        index.add(Document("http://example.org/a", title="Salt marsh", body="salt 搜索 a b x script"))
        results = index.search(query)
        assert results.hits or not results.total
        if not results.terms and not results.total:
            is_no_word = query.startswith(("site", "date", "lang", "(lang", "ab*"))
            assert {"empty", "only-negative"} & set(results.notes) or is_no_word


@pytest.fixture(scope="module")
def small_index(tmp_path_factory):
    with Index.open(tmp_path_factory.mktemp("small")) as index:
        index.add(
            Document("http://example.org/a", title="Salt marsh 盐沼", body="a b salt 搜索引擎 technology")
        )
        index.add(Document("http://zh.example.com/b", title="搜索", body="b marsh 搜索 引擎 盐 😀"))
        yield index


TOLD = Options(Order.DATE, facets=True, per_host=1, suggest=True)
_PIECES = (
    'a|b|salt|marsh|the|搜索|引擎|搜索引擎|盐沼|😀|👨‍👩‍👧|"|“|”|(|)|（|）|'
    "-|--|−| - |NOT |not | AND | OR | \\| |"
    "title:|site:|site:example.org|example.org|标题：| |\u3000|，|*|?|a\u0301|\ud800|mar*|sa?t|~|~2|marhs~|"
    "lang:|语言:|zh|type:|date:|after:|before:|2024|..|[|{| TO |]|}|>=|1|soon"
).split("|")
_HOSTILE = st.lists(st.sampled_from(_PIECES), max_size=24).flatmap(
    lambda pieces: st.sampled_from(("", " ")).map(lambda glue: glue.join(pieces))
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_HOSTILE | st.text(max_size=60))
@example("x -(-a -b)")
@example("NOT (NOT x NOT y) alpha")
@example("a -(-(-b -salt) -(NOT marsh))")
def test_any_text_can_be_asked(small_index, query):
    results = small_index.search(query)
    assert len(results.hits) == results.total <= 2
    told = small_index.search(query, options=TOLD)
    assert told.total == results.total
    assert {hit.key for hit in told.hits} == {hit.key for hit in results.hits}
    assert told.suggestion is None or small_index.search(told.suggestion).total
    assert all(small_index.search(offered).total for offered in small_index.complete(query))
    for hit in results.hits:
        why = small_index.explain(query, hit.id)
        assert why.score == pytest.approx(hit.score)
        assert not why.words or why.text == pytest.approx(sum(word.score for word in why.words))


def test_only_one_module_imports_whoosh():
    sources = {
        path.name: path.read_text(encoding="utf-8") for path in Path(indexer.__file__).parent.glob("*.py")
    }
    wanting = [name for name, text in sources.items() if re.search(r"(?m)^\s*(from|import) whoosh", text)]
    assert wanting == ["queries.py"]
