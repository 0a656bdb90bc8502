import pytest

from lookclear.config import Scope
from lookclear.domain import Refusal
from lookclear.urls.scope import refusal


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.org/a", None),
        ("http://example.org/report.pdf?x=1", Refusal.FILE_TYPE),
        ("http://example.org/photo.JPG", Refusal.FILE_TYPE),
        ("ftp://example.org/", Refusal.SCHEME),
        ("file:///etc/passwd", Refusal.SCHEME),
        ("http:///nohost", Refusal.MALFORMED),
        ("http://[::1/", Refusal.MALFORMED),
        ("http://example.org:99999/", Refusal.MALFORMED),
        ("http://example.org/" + "a" * 2100, Refusal.TOO_LONG),
        ("http://example.org/a/b/a/b/a/b/", Refusal.TRAP),
        ("http://example.org/x/x/x", Refusal.TRAP),
        ("http://example.org/2016/05/05/post", None),
    ],
)
def test_what_may_be_queued(url, expected):
    assert refusal(url) == expected


def test_scope_keeps_to_hosts_and_their_subdomains():
    scope = Scope(hosts=("example.org",), exclude_hosts=("old.example.org",), exclude=("/print/", "登录"))
    assert refusal("http://www.example.org/a", scope) is None
    assert refusal("http://notexample.org/a", scope) is Refusal.SCOPE
    assert refusal("http://old.example.org/a", scope) is Refusal.SCOPE
    assert refusal("http://example.org/print/a", scope) is Refusal.SCOPE
    assert refusal("http://example.org/%E7%99%BB%E5%BD%95", scope) is Refusal.SCOPE
