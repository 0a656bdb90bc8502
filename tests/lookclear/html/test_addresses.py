import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import html

from lookclear.html.addresses import Addresses, _resolved, base_of, resolve

BASES = [
    "http://example.org/dir/page.html?x=/y/",
    "https://a.b-c.example",
    "http://例子.example/a/",
    "http://10.0.0.1:81/x",
]
_PIECES = st.sampled_from(
    ["a", "B7", "..", ".", "/", "//", "?", "&", "=", "#", "!", "%41", "%zz", "%e4", ";", "http:", "https://x.example",
     "HTTP://X.example", "中", " ", "+", "~", "-", "_", ":", "@", ",", "\\", "index.html", "../",
     "https:", "///", "\t"]
)  # fmt: skip


@pytest.mark.parametrize("base", BASES)
@given(href=st.lists(_PIECES, max_size=8).map("".join))
@example(href="https://x.example?a=1")
@example(href="../../../up")
@example(href="?only=query")
@example(href="https:///x.example/a")
def test_the_shortcut_gives_what_the_long_way_gives(base, href):
    quick = Addresses(base, base, "utf-8")._quickly(href)
    assert quick is None or quick == _resolved(href, base, "utf-8")


@pytest.mark.parametrize(
    "href", ["/a/b.html", "b.html?p=2", "../c/", "https://x.example/%E4%B8%AD", "/x#part"]
)
def test_plain_addresses_take_the_shortcut(href):
    assert Addresses(BASES[0], BASES[0], "gbk")._quickly(href) is not None


@pytest.mark.parametrize(
    ("charset", "query"),
    [
        ("utf-8", "%E4%B8%AD"),
        ("gb18030", "%D6%D0"),
        ("utf-16-le", "%E4%B8%AD"),
        ("UTF-32", "%E4%B8%AD"),
        ("big5", "%A4%A4"),
    ],
)
def test_a_query_is_written_in_the_page_charset_and_wide_ones_count_as_utf_8(charset, query):
    addresses = Addresses(BASES[0], BASES[0], charset)
    assert addresses.resolve("/中?k=中") == f"http://example.org/%E4%B8%AD?k={query}"


# What browsers do (WHATWG URL), on a page of https://page.example/dir/.
SLASHES = [
    ("https://host.example/x", "https://host.example/x"),
    ("https:///host.example/x", "https://host.example/x"),
    ("HTTPS://///host.example/x", "https://host.example/x"),
    (r"https:\/\/host.example\/", "https://host.example//"),
    (r"http:\\host.example\a\b?q=\c", "http://host.example/a/b?q=%5Cc"),
    ("http:/host.example/x", "http://host.example/x"),
    ("http:host.example", "http://host.example"),
    ("//host.example/x", "https://host.example/x"),
    ("///host.example/x", "https://host.example/x"),
    (r"\\host.example", "https://host.example"),
    ("https:/x", "https://page.example/x"),
    ("https:x/中", "https://page.example/dir/x/%E4%B8%AD"),
    ("https:a:b", "https://page.example/dir/a:b"),
    ("https:?q", "https://page.example/dir/?q"),
    ("ht\ntps:\t//host.example/x", "https://host.example/x"),
    ("\x01 https:///host.example/x \x02", "https://host.example/x"),
    ("https:///", None),
    ("https:///?q", None),
    ("//#part", None),
    ("http:", None),
]


@pytest.mark.parametrize(("href", "address"), SLASHES)
def test_slashes_after_a_scheme_mean_what_they_mean_to_browsers(href, address):
    assert resolve(href, "https://page.example/dir/", "utf-8") == address


@pytest.mark.parametrize(
    ("href", "base"),
    [
        ("https:///b.example/d/", "https://b.example/d/"),
        (r"http:\\b.example\d/", "http://b.example/d/"),
        ("up/", "https://page.example/dir/up/"),
        ("https:///", "https://page.example/dir/"),
        ("data:,", "https://page.example/dir/"),
    ],
)
def test_a_base_is_read_as_browsers_read_it(href, base):
    root = html.fromstring(f'<html><head><base href="{href}"></head></html>')
    assert base_of(root, "https://page.example/dir/") == base
