import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from w3lib.url import canonicalize_url

from lookclear.urls.canonical import canonical, host_of

HASH = "0123456789abcdef0123456789abcdef"
SAME = [
    # host and port
    ("http://example.org", "HTTP://EXAMPLE.org/"),
    ("http://example.org:80/a", "http://example.org/a"),
    ("https://example.org:443/a", "https://example.org:/a"),
    ("http://example.org:0080/a", "http://example.org/a"),
    ("http://example.org./a", "http://example.org/a"),
    ("http://example.org.:8080/a", "http://example.org:8080/a"),
    ("http://user:secret@example.org/a", "http://example.org/a"),
    ("http://user@mail:secret@example.org/a", "http://example.org/a"),
    ("http://例子.测试/页", "http://xn--fsqu00a.xn--0zwm56d/%E9%A1%B5"),
    ("http://例子。测试/", "http://例子.测试/"),
    ("http://ｅｘａｍｐｌｅ.org/", "http://example.org/"),
    ("http://exam\u200bple.org/", "http://example.org/"),
    ("http://BÜCHER.example/", "http://xn--bcher-kva.example/"),
    ("http://[2001:DB8:0:0::1]:80/", "http://[2001:db8::1]/"),
    # white space, backslashes, fragments
    ("  http://example.org/a\n", "http://example.org/a"),
    ("http://exa\nmple.org/a\tb", "http://example.org/ab"),
    ("ht\ntp://example.org/a", "http://example.org/a"),
    (r"http:\\example.org\a\b?c=d", "http://example.org/a/b?c=d"),
    ("http://example.org/a#top", "http://example.org/a"),
    ("http://example.org/#!/inbox", "http://example.org/"),
    # path
    ("http://example.org/a/../b/./c", "http://example.org/b/c"),
    ("http://example.org/././a/.", "http://example.org/a/"),
    ("http://example.org/../../a", "http://example.org/a"),
    ("http://example.org/a/%2e%2E/b", "http://example.org/b"),
    ("http://example.org//a///b", "http://example.org/a/b"),
    ("http://example.org/%7Eann", "http://example.org/~ann"),
    ("http://example.org/%e4%b8%ad", "http://example.org/中"),
    ("http://example.org/%c4%e3", "http://example.org/%C4%E3"),
    ("http://example.org/C%2B%2B_%28x%29", "http://example.org/C++_(x)"),
    ("http://example.org/a b", "http://example.org/a%20b"),
    ("http://example.org/100%", "http://example.org/100%25"),
    ("http://example.org/%zz", "http://example.org/%25zz"),
    # query
    ("http://example.org/a?", "http://example.org/a"),
    ("http://example.org?a=1", "http://example.org/?a=1"),
    ("http://example.org/?b=2&a=1", "http://example.org/?a=1&b=2"),
    ("http://example.org/?a=1&&b=2&", "http://example.org/?a=1&b=2"),
    ("http://example.org/?a", "http://example.org/?a="),
    ("http://example.org/?q=a b", "http://example.org/?q=a+b"),
    ("http://example.org/?q=a%20b", "http://example.org/?q=a+b"),
    ("http://example.org/?q=%d6%d0", "http://example.org/?q=%D6%D0"),
    ("http://example.org/?q=中", "http://example.org/?q=%E4%B8%AD"),
    ("http://example.org/?q=%", "http://example.org/?q=%25"),
    ("http://example.org/?u=http://x/y", "http://example.org/?u=http%3A%2F%2Fx%2Fy"),
    ("http://example.org/?f[0]=x:1&f[1]=y:2", "http://example.org/?f%5B1%5D=x:1&f%5b0%5d=y:2"),
    # tracking and sessions
    ("http://example.org/a?utm_source=x&UTM_Medium=y", "http://example.org/a"),
    ("http://example.org/a?id=1&fbclid=x&gclid=y&msclkid=z", "http://example.org/a?id=1"),
    ("http://example.org/a?spm=a1.b2&id=1&from=timeline", "http://example.org/a?id=1"),
    ("http://example.org/a;", "http://example.org/a"),
    ("http://example.org/a;jsessionid=0A1B?x=1", "http://example.org/a?x=1"),
    ("http://example.org/a/;JSESSIONID=0A1B/b", "http://example.org/a/b"),
    ("http://example.org/a?PHPSESSID=1", "http://example.org/a"),
    (f"http://example.org/a?x=1&sid={HASH}", "http://example.org/a?x=1"),
    ("http://example.org/(S(lit3py55t21z5v55vlm25s55))/a", "http://example.org/a"),
]
DIFFERENT = [
    ("http://example.org/a", "https://example.org/a"),
    ("http://example.org/a", "http://www.example.org/a"),
    ("http://example.org:8080/a", "http://example.org/a"),
    ("http://example.org:443/a", "http://example.org/a"),
    ("http://example.org/A", "http://example.org/a"),
    ("http://example.org/a/", "http://example.org/a"),
    ("http://example.org/index.html", "http://example.org/"),
    ("http://example.org/a%2Fb", "http://example.org/a/b"),
    ("http://example.org/a%3Fb", "http://example.org/a?b"),
    ("http://example.org/a%3Bb", "http://example.org/a;b"),
    ("http://example.org/%25E4", "http://example.org/%E4"),
    ("http://example.org/a;b=1", "http://example.org/a"),
    ("http://example.org/web/http://x.org/", "http://example.org/web/http:/x.org/"),
    ("http://example.org/?a=1", "http://example.org/?a=2"),
    ("http://example.org/?q=%D6%D0", "http://example.org/?q=%E4%B8%AD"),
    ("http://example.org/?q=C%2B%2B", "http://example.org/?q=C++"),
    ("http://example.org/?a=1%26b=2", "http://example.org/?a=1&b=2"),
    ("http://example.org/?amp;a=1", "http://example.org/?a=1"),
    ("http://example.org/?a=1&a=1", "http://example.org/?a=1"),
    ("http://example.org/?id[1]=5", "http://example.org/?id[2]=5"),
    ("http://example.org/news?sid=123", "http://example.org/news"),
    ("http://example.org/news?sid=aWBbPZQhVWfA", "http://example.org/news"),
    ("http://example.org/list?from=2010", "http://example.org/list"),
    ("http://еxample.org/", "http://example.org/"),  # a Cyrillic е
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_address_are_one(one, other):
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_addresses_stay_apart(one, other):
    assert canonical(one) != canonical(other)


NO_ADDRESSES = [
    "",
    "readme",
    "mailto:a@example.org",
    "FTP://Example.org/",
    "http://",
    "http:///a",
    "http://[::1/a",
    "http://[v1.a]/",
    "http://example.org:99999/",
    "http://example.org:８０/",
    "http://a..b/",
    "http://ex%61mple.org/",
    "http://" + "a" * 64 + ".org/",
    "http://\ud800.org/",
]


@pytest.mark.parametrize("text", NO_ADDRESSES)
def test_what_is_no_address_comes_back_as_it_is(text):
    assert canonical(text) == text
    assert host_of(text) == ""


PIECES = st.sampled_from(
    "/ // . .. ; ? & = % %2 %25 %2e %2F %5B0%5D [0] [1] [] f @ : # + a A 页 ü http: \\ \ud800 utm_a= "
    ";jsessionid=1 (S(aaaaaaaaaaaaaaaaaaaa1)) sid=0123456789abcdef01234".split()
)
ADDRESSES = st.builds(
    "{}://{}{}{}".format,
    st.sampled_from(["http", "HTTPS"]),
    st.sampled_from(["example.org", "user@Example.ORG.", "[::1]", "[FE80::1%25a]", "例子.测试"]),
    st.sampled_from(["", ":80", ":8080", ":443"]),
    st.one_of(
        st.builds("/{}?{}#{}".format, st.text(max_size=20), st.text(max_size=20), st.text(max_size=5)),
        st.lists(PIECES, max_size=12).map(lambda pieces: "/" + "".join(pieces)),
    ),
)


@given(ADDRESSES)
@example("http://example.org/..;jsessionid=1/a")
@example("http://example.org/%%41")
def test_canonical_form_is_stable(url):
    once = canonical(url)
    assert canonical(once) == once


@given(st.one_of(st.text(), st.text().map("http://{}".format), ADDRESSES))
@example("http://a＼b.org/")
@example("http://℀/")
@example("http://[/")
def test_any_string_has_a_stable_identity(text):
    assert canonical(canonical(text)) == canonical(text)
    assert host_of(canonical(text)) == host_of(text)


def has_no_oddity_of_the_other_form(url):
    """Tell whether w3lib goes by the same rules: it takes "." before ";" as a dot segment, for one."""
    return "\ud800" not in url and ".;" not in url.replace("%2e", ".") and not any(ord(c) < 33 for c in url)


@given(ADDRESSES.filter(has_no_oddity_of_the_other_form))
def test_what_one_request_fetches_has_one_identity(url):
    """Recorded webs are looked up by w3lib's form: identities must never keep apart what it joins."""
    assert canonical(canonicalize_url(url)) == canonical(url)


def test_host_of_keeps_a_port_that_matters():
    assert host_of("http://Example.org:80/") == "example.org"
    assert host_of("http://example.org:8080/") == "example.org:8080"
