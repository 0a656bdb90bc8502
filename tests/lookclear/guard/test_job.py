"""Whatever bytes a server sends, what the parser makes of them can be sent and kept."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookclear.guard import Job, Understood
from lookclear.guard.frames import LENGTH_BYTES
from lookclear.guard.job import Reply, framed, received, run
from lookclear.html.packed import unpack
from lookclear.html.parse import parse
from lookclear.text.terms import WordTerms

URL = "http://garden.test/2024/05/01/soil.html"
LD = b'<script type="application/ld+json">'
JSON = [
    (
        b'{"@type":"BreadcrumbList","itemListElement":[{"position":1,"name":"',
        b'"},{"position":2,"name":"b"}]}',
    ),
    (b'{"@type":"Article","headline":"', b'","datePublished":"2024-05-01"}'),
    (b'{"@type":"Article","datePublished":"', b'"}'),
    (b'{"@graph":[{"@type":"Article","dateModified":', b"}]}"),
    (b'{"@type":"WebPage","url":"', b'"'),
]
VALUES = [
    *(
        b"soil",
        "土壤和水稻".encode(),
        "堆肥 compost".encode("gbk"),
        b"",
        b" ",
        b"/x",
        b"//x",
        b"http://[::1",
        b"ht tp:",
    ),
    *(
        b"\\ud83d",
        b"a \\udc00 b",
        b"\\u0000",
        b"&#xd83d;",
        b"&#55357;",
        b"&#0;",
        b"&#x110000;",
        b"&#xfffe;",
        b"&",
    ),
    *(
        b"\x00",
        b"\xed\xa0\xbd",
        b"\xf0\x9f",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\x1b$B",
        b"\xc2\x85",
        b"%ED%A0%BD",
    ),
    *(
        b"2024-05-01",
        b"2024-02-30T25:61",
        b"2024-05-01T10:00:00.123456789+08:05",
        b"5 May 2024",
        b"2024-13-01",
    ),
    *(
        b"0001-01-01T00:00:00+14:00",
        b"9999-12-31T23:59:59-12:00",
        "2024年5月1日".encode(),
        b"99999999999999999999",
    ),
    *(b"noindex, max-snippet:-1, unavailable_after: 99 Foo 2024", b"1e400", b"0;url=", b"zh-Hant", b"[" * 50),
]
AROUND = [  # what a value can stand in
    *(
        (b"<p>", b""),
        (b"<title>", b"</title>"),
        (b"<nav><a href='", b"'>x</a></nav>"),
        (b"<a href=/x>", b"</a>"),
    ),
    *(
        (b"<h1>", b"</h1>"),
        (b"<ul><li>", b""),
        (b"<table><tr><td>", b""),
        (b"<pre>", b"</pre>"),
        (b"<!--", b"-->"),
    ),
    *((b"<time datetime='", b"'>x</time>"), (b"<time>", b"</time>"), (b"<meta charset='", b"'>"), (b"", b"")),
    *(
        (b"<base href='", b"'>"),
        (b"<link rel=canonical href='", b"'>"),
        (b"<html lang='", b"'>"),
        (b"<", b">"),
    ),
    *((b"<link rel=alternate hreflang='", b"' href=/x>"), (b"<link rel=alternate hreflang=de href='", b"'>")),
    *(
        (b"<meta name=keywords content='", b"'>"),
        (b"<meta name=robots content='", b"'>"),
        (b"<script>", b"</script>"),
    ),
    (b'<meta property="article:published_time" content="', b'">'),
    (b'<meta property="article:modified_time" content="', b'">'),
    (b"<meta http-equiv=refresh content='", b"'>"),
    (
        b"<div itemscope itemtype='https://schema.org/Article'><i itemprop=datePublished content='",
        b"'>x</i></div>",
    ),
    (b"<nav aria-label=breadcrumb><a href=/>Home</a> &gt; <a href=/y>", b"</a> &gt; <a href=/z>z</a></nav>"),
    *((LD + start, end + b"</script>") for start, end in JSON),
]
pieces = st.tuples(st.sampled_from(AROUND), st.one_of(st.sampled_from(VALUES), st.binary(max_size=8)))
pages = st.lists(pieces.map(lambda piece: piece[1].join(piece[0])), max_size=12).map(b"".join)
TYPES = [
    "",
    "text/html",
    "text/html; charset=utf-16",
    "text/html; charset=gb18030",
    "text/html; charset=utf-7",
]


def sent(reply: Reply) -> Reply:
    return received(framed(reply)[LENGTH_BYTES:])


@settings(max_examples=600, deadline=None)
@given(pages, st.sampled_from(TYPES), st.sampled_from([{}, {"X-Robots-Tag": "noarchive"}, {"Date": "never"}]))
def test_any_bytes_are_a_page_or_none_and_arrive_as_they_were(
    body: bytes, content_type: str, headers: dict[str, str]
) -> None:
    reply = run(parse, Job(body, URL, content_type, headers))
    assert not reply.broke
    assert sent(reply) == reply


@pytest.mark.parametrize(("before", "after"), AROUND)
def test_a_page_arrives_whatever_stands_in_a_place(before: bytes, after: bytes) -> None:
    for value in VALUES:
        reply = run(parse, Job(b"<p>soil</p>" + before + value + after + b"<p>rice", URL))
        assert not reply.broke
        assert sent(reply) == reply, value


@pytest.mark.parametrize("text", ["soil \ud83d", "土壤 \udc00", "soil 土壤 \ud800 水稻"])
def test_what_cannot_be_sent_is_an_error_that_can(text: str) -> None:
    page = parse(b"<p>soil", URL)
    for field in ("title", "text", "description"):
        broken: Any = {field: text}
        answer = sent(Reply(page=replace(page, **broken), is_last=True))
        assert "UnicodeEncodeError" in answer.broke
        assert answer.is_last
        assert answer.page is None


def test_a_job_may_name_the_rule_by_which_links_get_their_words():
    body = b"<p>all about <a href=/x>soil</a> and crop</p>"
    by_rule = [run(parse, Job(body, "http://a.example/", context=rule)) for rule in ("zeta-idom", "anchor")]
    contexts = [reply.result().links[0].context for reply in by_rule]
    assert contexts == [(0, 5), (2, 3)]


@pytest.mark.parametrize("text", ["soils and soil", "土壤 和 水稻", "GPU显卡 the soils"])
def test_what_depends_on_the_page_alone_arrives_with_it(text: str) -> None:
    found = sent(run(parse, Job(f"<title>{text}</title><p>{text}".encode(), URL))).understood()
    assert isinstance(found, Understood)
    assert found.words == WordTerms.of(found.page.tokens)
    assert unpack(found.packed) == found.page
