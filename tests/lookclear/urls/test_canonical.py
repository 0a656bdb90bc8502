import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.urls.canonical import canonical, host_of

SAME = [
    ("http://example.org", "http://EXAMPLE.org/"),
    ("http://example.org:80/a", "http://example.org/a"),
    ("https://example.org:443/a", "https://example.org/a"),
    ("http://example.org./a", "http://example.org/a"),
    ("http://user:secret@example.org/a", "http://example.org/a"),
    ("http://example.org/a/../b/./c", "http://example.org/b/c"),
    ("http://example.org/%7Eann", "http://example.org/~ann"),
    ("http://example.org/?b=2&a=1", "http://example.org/?a=1&b=2"),
    ("http://example.org/a#top", "http://example.org/a"),
    ("http://example.org/a?", "http://example.org/a"),
    ("http://例子.测试/页", "http://xn--fsqu00a.xn--0zwm56d/%E9%A1%B5"),
    ("  http://example.org/a ", "http://example.org/a"),
]
DIFFERENT = [
    ("http://example.org/a", "https://example.org/a"),
    ("http://example.org:8080/a", "http://example.org/a"),
    ("http://example.org/A", "http://example.org/a"),
    ("http://example.org/a/", "http://example.org/a"),
    ("http://example.org/?a=1", "http://example.org/?a=2"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_address_are_one(one, other):
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_addresses_stay_apart(one, other):
    assert canonical(one) != canonical(other)


@given(
    st.builds(
        "{}://{}{}/{}?{}#{}".format,
        st.sampled_from(["http", "HTTPS"]),
        st.sampled_from(["example.org", "user@Example.ORG.", "[::1]", "例子.测试"]),
        st.sampled_from(["", ":80", ":8080", ":443"]),
        st.text(max_size=20),
        st.text(max_size=20),
        st.text(max_size=5),
    )
)
def test_canonical_form_is_stable(url):
    try:
        once = canonical(url)
    except ValueError:
        return
    assert canonical(once) == once


def test_host_of_keeps_a_port_that_matters():
    assert host_of("http://Example.org:80/") == "example.org"
    assert host_of("http://example.org:8080/") == "example.org:8080"
