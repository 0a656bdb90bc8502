import pytest

from lookclear.domain import Refusal
from lookclear.urls.address import Address, NotAnAddressError, read_address


def test_an_address_is_taken_apart_into_canonical_parts():
    assert read_address("https://a@例子.测试:8443/%7ex?q=%d6%d0&a") == Address(
        "https", "xn--fsqu00a.xn--0zwm56d", 8443, "/~x", (("a", ""), ("q", "%D6%D0"))
    )


@pytest.mark.parametrize(
    ("url", "reason", "told"),
    [
        ("ftp://example.org/", Refusal.SCHEME, "http"),
        ("http:example.org", Refusal.SCHEME, "http"),
        ("http:///a", Refusal.MALFORMED, "no host"),
        ("http://example.org:70000/", Refusal.MALFORMED, "70000"),
        ("http://a b.example/", Refusal.MALFORMED, "a b.example"),
        ("http://[::1]x/", Refusal.MALFORMED, "host or port is not one"),
    ],
)
def test_what_is_no_address_is_told_with_the_reason(url, reason, told):
    with pytest.raises(NotAnAddressError, match=told) as caught:
        read_address(url)
    assert caught.value.reason is reason
