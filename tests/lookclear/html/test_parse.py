import msgspec
import pytest

from lookclear.domain import Page
from lookclear.html import zones
from lookclear.html.parse import UnparsablePage, parse

URL = "http://example.org/crops/rice"


def test_every_token_has_a_zone_and_invisible_ones_follow():
    page = parse(
        b"<html lang=en><head><title>Rice</title><meta name=keywords content='paddy'></head>"
        b"<body><h1>Growing rice</h1><p>It <b>needs</b> water.</p><script>var x</script></body></html>",
        URL,
    )
    assert list(zip(page.tokens, page.zones, strict=True)) == [
        ("growing", zones.H1),
        ("rice", zones.H1),
        ("it", zones.BODY),
        ("needs", zones.STRONG),
        ("water", zones.BODY),
        ("rice", zones.TITLE),
        ("paddy", zones.META_KEYWORDS),
        ("crops", zones.URL),
        ("rice", zones.URL),
    ]
    assert (page.title, page.language, page.text) == ("Rice", "en", "Growing rice\nIt needs water.")


def test_a_word_broken_by_markup_stays_one_word():
    page = parse("<p>Lo<b>ok</b>Clear 主题<em>爬虫</em></p>".encode(), URL)
    assert page.tokens[:3] == ("lookclear", "主题", "爬虫")


def test_text_after_the_end_of_the_page_is_read():
    page = parse(b"<html><body><p>first</p></body></html>\n<p>second <a href=/x>link</a></p></body>", URL)
    assert page.text == "first\nsecond link"
    assert len(page.links) == 1


def test_the_sign_that_links_a_heading_to_itself_is_no_text():
    page = parse(
        '<h1>概述<a class="headerlink" href="#x">#</a></h1><p>Item # 5 <a href="#y">¶</a></p>'.encode(), URL
    )
    assert page.text == "概述\nItem # 5"


def test_hidden_text_is_not_read():
    page = parse(
        b"<p>seen</p><p style='display: none'>spam</p><div hidden>spam</div><noscript>no</noscript>", URL
    )
    assert page.text == "seen"


def test_navigation_stays_out_of_the_text_and_counts_little():
    menu = "".join(f'<li><a href="/{n}">menu item</a></li>' for n in range(8))
    page = parse(f"<ul>{menu}</ul><article><p>{'wheat field harvest ' * 20}</p></article>".encode(), URL)
    assert "menu" not in page.text
    assert {zone for word, zone in zip(page.tokens, page.zones, strict=True) if word == "menu"} == {
        zones.NAVIGATION
    }


def test_chinese_is_recognised_whatever_is_declared():
    assert parse("<html lang=en><p>土壤与肥料的关系</p></html>".encode(), URL).language == "zh"


def test_directives_come_from_meta_and_header():
    page = parse(
        b"<meta name=robots content='NOARCHIVE, follow'><p>x</p>", URL, headers={"X-Robots-Tag": "noindex"}
    )
    assert page.directives == {"noarchive", "follow", "noindex"}


def test_all_robots_tags_count_and_none_is_short_for_two():
    page = parse(b"<meta name=robots content=nosnippet><meta name=LookClear content=none><p>x</p>", URL)
    assert page.directives == {"nosnippet", "none", "noindex", "nofollow"}
    other = parse(b"<p>x</p>", URL, headers={"X-Robots-Tag": "LookClear: noindex, otherbot: nofollow"})
    assert "noindex" in other.directives
    assert "nofollow" not in other.directives


@pytest.mark.parametrize("levels", [300, 3_000])
@pytest.mark.parametrize("tag", ["div", "font", "b"])
def test_what_nests_deep_is_not_lost(levels, tag):
    nested = f"{f'<{tag}>' * levels}deep 深 <a href=/2>two</a>{f'</{tag}>' * levels}"
    page = parse(f"<p>first <a href=/1>one</a></p>{nested}<p>last <a href=/3>three</a></p>".encode(), URL)
    assert page.text.split() == ["first", "one", "deep", "深", "two", "last", "three"]
    assert [link.url[-1] for link in page.links] == ["1", "2", "3"]


@pytest.mark.parametrize("tag", ["div", "b"])
def test_what_nests_beyond_all_measure_keeps_its_text_and_is_flagged(tag):
    nested = f"{f'<{tag}>' * 51_000}deep 深 <a href=/2>two</a>{f'</{tag}>' * 51_000}"
    page = parse(f"<p>first <a href=/1>one</a></p>{nested}<p>last</p>".encode(), URL)
    assert page.text.split() == ["first", "one", "deep", "深", "two", "last"]
    assert page.links[0].url.endswith("/1")
    assert "many-elements" in page.flags


def test_unclosed_tags_do_not_hide_the_rest():
    page = parse(b"<p>a</p>" + b"<font>" * 5_000 + b"text <a href=/x>link</a>", URL)
    assert page.text.split() == ["a", "text", "link"]
    assert len(page.links) == 1


def test_characters_that_no_page_may_hold_are_replaced():
    page = parse(b"<p>nul\x00 and &#xD800; and &#0;</p>", URL)
    page.text.encode()


@pytest.mark.parametrize("body", [b"", b"   ", b"<!-- only a comment -->"])
def test_bytes_without_html_are_an_error_of_their_own(body):
    with pytest.raises(UnparsablePage):
        parse(body, URL)


def test_a_page_survives_being_stored():
    page = parse("<h1>水稻</h1><p>Rice <a href=/x>种植</a></p>".encode(), URL)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(page), type=Page) == page


@pytest.mark.parametrize(
    "first", ["<nav>菜单 menu</nav>", "<main>菜单 menu</main>", "<header>菜单 menu</header>"]
)
def test_text_is_read_where_body_is_left_out(first):
    page = parse(f"<!doctype html><title>t</title>{first}<p>body text</p>".encode(), "http://example.org/")
    assert page.tokens[:4] == ("菜单", "menu", "body", "text")


def test_noscript_counts_only_when_there_is_nothing_else():
    alone = parse(
        b"<script>go()</script><noscript>Please <b>allow</b> scripts</noscript>", "http://example.org/"
    )
    assert alone.text == "Please allow scripts"
    beside = parse(b"<p>soil</p><noscript>Please allow scripts</noscript>", "http://example.org/")
    assert beside.text == "soil"


@pytest.mark.parametrize(
    "markup",
    [
        "<iframe src=/e><p>Frames are not supported</p></iframe>",
        "<noembed><b>Plug-in</b></noembed>",
        '<p style="position:absolute; left:-9999px">secret</p>',
        '<p style="text-indent: -999em">secret</p>',
        '<p style="clip: rect(0, 0, 0, 0)">secret</p>',
        '<p style="color:#FFF; background-color:#fff">secret</p>',
        "<dialog>secret</dialog>",
    ],
)
def test_what_readers_do_not_see_is_not_read(markup):
    page = parse(f"<p>soil 土壤</p>{markup}".encode(), URL)
    assert page.text == "soil 土壤"


@pytest.mark.parametrize(
    "style", ["opacity:0", "font-size:0", "color:#fff;background:#000", "left:-5px", "color:red", "clip:auto"]
)
def test_what_may_be_seen_is_read(style):
    assert "shown" in parse(f'<p>soil</p><p style="{style}">shown</p>'.encode(), URL).text


def test_a_page_of_frames_has_the_text_for_those_who_see_none():
    page = parse(
        b"<frameset><frame src=/1><noframes><body>No <b>frames</b> here</body></noframes></frameset>", URL
    )
    assert page.tokens[:3] == ("no", "frames", "here")
    assert [link.kind for link in page.links] == ["frame"]
