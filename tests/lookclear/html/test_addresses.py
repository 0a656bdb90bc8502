import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lookclear.html.addresses import Addresses, _resolved

BASES = [
    "http://example.org/dir/page.html?x=/y/",
    "https://a.b-c.example",
    "http://例子.example/a/",
    "http://10.0.0.1:81/x",
]
_PIECES = st.sampled_from(
    ["a", "B7", "..", ".", "/", "//", "?", "&", "=", "#", "!", "%41", "%zz", "%e4", ";", "http:", "https://x.example",
     "HTTP://X.example", "中", " ", "+", "~", "-", "_", ":", "@", ",", "\\", "index.html", "../"]
)  # fmt: skip


@pytest.mark.parametrize("base", BASES)
@given(href=st.lists(_PIECES, max_size=8).map("".join))
@example(href="https://x.example?a=1")
@example(href="../../../up")
@example(href="?only=query")
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
