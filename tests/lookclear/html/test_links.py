import pytest

from lookclear.html.links import MOST_LINKS, resolve
from lookclear.html.parse import parse

BASE = "http://example.org/dir/page.html"


def links(markup, charset="utf-8"):
    return parse(markup.encode(charset), BASE, content_type=f"text/html; charset={charset}").links


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("other.html", "http://example.org/dir/other.html"),
        ("/x?b=2&a=1", "http://example.org/x?b=2&a=1"),
        ("//cdn.example.org/x", "http://cdn.example.org/x"),
        ("page.html#part", BASE),
        (" \n x\ty.html ", "http://example.org/dir/xy.html"),
        ("#top", None),
        ("", None),
        ("javascript:alert(1)", None),
        ("mailto:a@example.org", None),
        ("http://[bad/", None),
        (r"..\x\y?z=a\b", r"http://example.org/x/y?z=a%5Cb"),
        (r"\\other.example\x", "http://other.example/x"),
        ("https://user:secret@other.example/@me?to=a@b", "https://other.example/@me?to=a@b"),
        ("/app#!/inbox", "http://example.org/app#!/inbox"),
    ],
)
def test_addresses_are_resolved_as_a_browser_does(href, expected):
    assert resolve(href, BASE, "utf-8") == expected


def test_a_query_is_sent_in_the_page_charset():
    found = links('<p>go</p><a href="/q?k=中文">查</a>', "gbk")
    assert found[0].url == "http://example.org/q?k=%D6%D0%CE%C4"


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("/app/", "http://example.org/app/x"),
        ("javascript:1", "http://example.org/dir/x"),
        ("http://other.example/", "http://other.example/x"),
    ],
)
def test_only_a_base_that_is_a_web_address_counts(base, expected):
    assert links(f'<base href="{base}"><a href="x">y</a>')[0].url == expected


def test_a_link_carries_anchor_context_and_hidden_words():
    page = parse(
        b'<p>Grow <a href="/r" title="Oryza sativa">rice <img src=i alt="paddy field"></a> in water</p>', BASE
    )
    (link,) = page.links
    assert link.anchor == "rice"
    assert " ".join(page.tokens[slice(*link.context)]) == "grow rice in water"
    assert link.extra == ("oryza", "sativa", "paddy", "field")


def test_a_bare_link_takes_the_heading_above_it():
    page = parse("<h2>水稻种植</h2><ul><li><a href=/a>一</a></ul>".encode(), BASE)
    (link,) = page.links
    assert page.tokens[slice(*link.heading)] == ("水稻", "种植")


def test_name_and_password_never_leave_the_page():
    assert resolve("http://user:pw@example.org/a", BASE, "utf-8") == "http://example.org/a"


@pytest.mark.parametrize("content", ["1" * 300_000, " " * 300_000, "1" * 3_000 + ";url=/x", ";" * 300_000])
def test_a_refresh_of_any_length_is_read_in_bounded_time(content):
    assert links(f'<meta http-equiv=refresh content="{content}"><p>x</p>') == ()


def test_frames_and_refresh_are_links_and_nofollow_is_noted():
    found = links(
        '<meta http-equiv=refresh content="3; url=/next">'
        '<iframe src="/f"></iframe><a rel=nofollow href="/n">n</a>'
    )
    assert {(link.url.rpartition("/")[2], link.nofollow) for link in found} == {
        ("f", False),
        ("n", True),
        ("next", False),
    }


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ('<area href="/m" alt="north field">', [("/m", "anchor", ("north", "field"))]),
        ('<a href="/i"><img src=i.png alt="稻田"></a>', [("/i", "anchor", ("稻田",))]),
        ('<iframe src="/f" title="Map"></iframe>', [("/f", "frame", ("map",))]),
        ("<frameset><frame src=/1><frame src=/2></frameset>", [("/1", "frame", ()), ("/2", "frame", ())]),
        ('<link rel="next" href="/p2"><p>x</p>', [("/p2", "relation", ())]),
        ('<link rel="next stylesheet" href="/s"><p>x</p>', []),
        ('<link rel="canonical" href="/c"><link rel="alternate" hreflang="de" href="/de"><p>x</p>', []),
        ('<meta http-equiv="Refresh" content="0, /r"><p>x</p>', [("/r", "refresh", ())]),
        ('<img src="/i.png" srcset="/i2.png 2x"><video src="/v"></video><embed src="/e"><p>x</p>', []),
        ('<a href="/a" rel="UGC nofollow">x</a>', [("/a", "anchor", ())]),
        ("<svg><a href=/s>x</a></svg><p>x</p>", []),
    ],
)
def test_each_element_has_its_rule(markup, expected):
    found = [(link.url.removeprefix("http://example.org"), link.kind, link.extra) for link in links(markup)]
    assert found == expected


def test_relations_are_kept_in_lower_case():
    (link,) = links('<a href="/a" rel="UGC nofollow">x</a>')
    assert link.rel == ("ugc", "nofollow")
    assert link.nofollow


def test_of_too_many_links_new_targets_in_content_are_kept():
    menu = "<ul>" + "".join(f"<li><a href=/menu{n}>m</a>" for n in range(MOST_LINKS)) + "</ul>"
    text = "".join(
        f"<p>grain and 稻米 number {n} is told of in <a href=/text{n}>field {n}</a>.</p>" for n in range(30)
    )
    page = parse(f"<body><nav>{menu}</nav><article>{text}{text}</article></body>".encode(), BASE)
    kept = [link.url.rpartition("/")[2] for link in page.links]
    assert [name for name in kept if name.startswith("text")] == [f"text{n}" for n in range(30)]
    assert len(kept) == MOST_LINKS
    assert page.links_dropped == 60
    assert "many-links" in page.flags


@pytest.mark.parametrize(
    ("markup", "anchors"),
    [
        ("<a href=/1>Home</a><a href=/2>About</a><a href=/3>Docs</a>", ["Home", "About", "Docs"]),
        ("<a href=/1>中国</a><a href=/2>人民</a><a href=/3>银行</a>", ["中国", "人民", "银行"]),
        ("<a href=/1><b>Home</b></a><a href=/2>About</a>", ["Home", "About"]),
        ("<p>black<a href=/1>bird</a>s", ["bird"]),
    ],
)
def test_links_that_touch_are_words_of_their_own(markup, anchors):
    assert [link.anchor for link in links(markup)] == anchors


def test_a_link_inside_a_word_leaves_the_word_whole():
    page = parse(b"<p>black<a href=/1>bird</a>s", BASE)
    assert page.tokens[:1] == ("blackbirds",)


def test_where_a_script_sends_to_is_a_link():
    (link,) = links('<script>location.href="/next"</script>')
    assert (link.url, link.kind) == ("http://example.org/next", "refresh")
    assert len(links('<script>location.href="/next"</script><a href="/next">go</a>')) == 1


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("\\\\o.test\\p\\", "http://o.test/p/y"),
        ("ftp://o.test/", "http://example.org/dir/y"),
    ],
)
def test_links_and_canonical_address_have_the_same_base(base, expected):
    page = parse(f'<base href="{base}"><link rel=canonical href=y><a href=y>z</a>'.encode(), BASE)
    assert (page.canonical, page.links[0].url) == (expected, expected)


@pytest.mark.parametrize("around", ["svg", "template", "math"])
def test_a_base_inside_an_image_or_a_template_is_none(around):
    found = links(f'<{around}><base href="http://evil.test/"></base></{around}><a href=y>z</a>')
    assert [link.url for link in found] == ["http://example.org/dir/y"]
