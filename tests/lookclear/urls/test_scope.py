import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.config import Scope
from lookclear.domain import Refusal
from lookclear.urls.scope import decide, refusal


@pytest.mark.parametrize(
    ("url", "reason", "told"),
    [
        ("https://example.org/a", None, "no rule"),
        ("http://example.org/report.pdf?x=1", Refusal.FILE_TYPE, ".pdf"),
        ("http://example.org/photo.JPG;jsessionid=1", Refusal.FILE_TYPE, ".jpg"),
        ("ftp://example.org/", Refusal.SCHEME, "http"),
        ("file:///etc/passwd", Refusal.SCHEME, "http"),
        ("data:text/html,x", Refusal.SCHEME, "http"),
        ("readme", Refusal.SCHEME, "http"),
        ("http:///nohost", Refusal.MALFORMED, "no host"),
        ("http://[::1/", Refusal.MALFORMED, "host or port"),
        ("http://example.org:99999/", Refusal.MALFORMED, "99999"),
        ("http://example.org/#!/inbox", Refusal.MALFORMED, "#!"),
        ("http://example.org/" + "a" * 2100, Refusal.TOO_LONG, "2119 characters"),
        ("http://example.org/a/b/a/b/a/b/", Refusal.TRAP, "'a/b'"),
        ("http://example.org/logout", Refusal.ACTION, "logout"),
        ("http://example.org:22/", Refusal.PORT, "port 22"),
        ("http://example.org:0/", Refusal.PORT, "port 0"),
        ("http://example.org:6379/", Refusal.PORT, "port 6379"),
        ("http://example.org:9000/", Refusal.PORT, "port 9000"),
        ("https://example.org:80/", None, "no rule"),
        ("http://example.org:591/", None, "no rule"),
        ("http://example.org:8999/", None, "no rule"),
        ("http://localhost:40123/", None, "no rule"),
        ("http://127.0.0.1:5000/", None, "no rule"),
        ("http://[::1]:5000/", None, "no rule"),
        ("http://127.0.0.1.nip.example:5000/", Refusal.PORT, "port 5000"),
    ],
)
def test_what_may_be_queued_and_the_rule_that_decides(url, reason, told):
    decision = decide(url)
    assert decision.reason is reason
    assert told in decision.rule
    assert refusal(url) is reason


SCOPE = Scope(
    hosts=("example.org", "例子.测试", "wiki.example:3000"),
    exclude_hosts=("old.example.org",),
    exclude=("/print/", "登录"),
)


@pytest.mark.parametrize(
    ("url", "reason", "told"),
    [
        ("http://example.org/a", None, "hosts names example.org"),
        ("http://www.Example.org./a", None, "hosts names example.org"),
        ("http://notexample.org/a", Refusal.SCOPE, "does not name notexample.org"),
        ("http://old.example.org/a", Refusal.SCOPE, "exclude_hosts names old.example.org"),
        ("http://example.org/print/a", Refusal.SCOPE, "exclude has '/print/'"),
        ("http://example.org/%E7%99%BB%E5%BD%95", Refusal.SCOPE, "exclude has '登录'"),
        ("http://xn--fsqu00a.xn--0zwm56d/a", None, "hosts names 例子.测试"),
        ("http://wiki.example:3000/a", None, "hosts names wiki.example:3000"),
        ("http://wiki.example/a", Refusal.SCOPE, "does not name wiki.example"),
        ("http://example.org:3000/a", Refusal.PORT, "port 3000"),
        ("http://example.org/x/x/x", Refusal.TRAP, "'x'"),
        ("http://wiki.example:3000/logout", Refusal.ACTION, "logout"),
    ],
)
def test_scope_of_the_topic_decides_after_the_rules_of_every_crawl(url, reason, told):
    decision = decide(url, SCOPE)
    assert decision.reason is reason
    assert told in decision.rule


@given(st.one_of(st.text(), st.text().map("http://example.org{}".format)))
def test_every_string_gets_a_decision(text):
    assert decide(text, SCOPE).rule
