"""Rows of addresses: what is asked for, what counts as one, what is refused."""

from __future__ import annotations

import pytest

from lookclear.config import Scope
from lookclear.domain import Refusal
from lookclear.html.parse import parse
from lookclear.urls.canonical import canonical
from lookclear.urls.scope import refusal
from tests.bad_input.rows import case

LONG = "http://example.org/" + "a" * 2_048
ORIGIN = "http://example.org"


def links(markup: str, charset: str = "utf-8") -> list[str]:
    page = parse(
        markup.encode(charset), f"{ORIGIN}/dir/page.html", content_type=f"text/html; charset={charset}"
    )
    return [link.url for link in page.links]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        case("B68", f"{ORIGIN}/a;jsessionid=1A2B3C4D5E6F", f"{ORIGIN}/a", True),
        case("B68", f"{ORIGIN}/a?PHPSESSID=0123456789abcdef", f"{ORIGIN}/a", True),
        case("B68", f"{ORIGIN}/a?id=7", f"{ORIGIN}/a", False),
        case("B69", f"{ORIGIN}/a?utm_source=x&fbclid=y&gclid=z&spm=1.2", f"{ORIGIN}/a", True),
        case("B69", f"{ORIGIN}/a?source=x", f"{ORIGIN}/a", False),
        case("B73", "http://EXAMPLE.org/a", f"{ORIGIN}/a", True),
        case("B73", f"{ORIGIN}/A", f"{ORIGIN}/a", False),
        case("B74", f"{ORIGIN}/%7Ea/%e4", f"{ORIGIN}/~a/%E4", True),
        case("B74", f"{ORIGIN}/a%2Fb", f"{ORIGIN}/a/b", False),
        case("B74", f"{ORIGIN}/50%", f"{ORIGIN}/50%25", True),
        case("B75", f"{ORIGIN}/a#b", f"{ORIGIN}/a", True),
        case("B78", "http://example.org:80/a", f"{ORIGIN}/a", True),
        case("B78", "https://example.org:443/a", "https://example.org/a", True),
        case("B78", "https://example.org:80/a", "https://example.org/a", False),
        case("B79", "http://example.org./a", f"{ORIGIN}/a", True),
        case("B80", "http://ann:pw@example.org/a", f"{ORIGIN}/a", True),
        case("B83", "http://例子.example/", "http://xn--fsqu00a.example/", True),
        case("B83", "http://ex\u200bample.org/a", f"{ORIGIN}/a", True),
        case("B83", "http://\u0430pple.example/", "http://apple.example/", False),
        case("B86", f"{ORIGIN}/a?y=2&a=1", f"{ORIGIN}/a?a=1&y=2", True),
        case("B86", f"{ORIGIN}/a?a=1;y=2", f"{ORIGIN}/a?a=1&y=2", False),
        case("B87", f"{ORIGIN}/a?b", f"{ORIGIN}/a?b=", True),
        case("B88", f" {ORIGIN}/a\tb\n ", f"{ORIGIN}/ab", True),
        case("F25", f"{ORIGIN}/./x/../a", f"{ORIGIN}/a", True),
        case("F25", "HTTP://example.org/a?", f"{ORIGIN}/a", True),
        case("F25", "http:\\\\example.org\\a", f"{ORIGIN}/a", True),
        case("F25", f"{ORIGIN}/a/", f"{ORIGIN}/a", False),
        case("F25", "https://example.org/a", f"{ORIGIN}/a", False),
        case("F18", f"{ORIGIN}/?f[0]=a&g=b", f"{ORIGIN}/?g=b&f[0]=a", True),
    ],
)
def test_spellings_of_one_address_are_one_and_others_stay_apart(one: str, other: str, same: bool) -> None:
    assert (canonical(one) == canonical(other)) is same


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        case("B75", f"{ORIGIN}/#!/inbox", Refusal.MALFORMED),
        case("B76", LONG, Refusal.TOO_LONG),
        case("B81", "http://example.org:22/", Refusal.PORT),
        case("B81", "http://example.org:6379/", Refusal.PORT),
        case("B81", "http://example.org:0/", Refusal.PORT),
        case("B81", "http://example.org:8080/", None),
        case("B89", "file:///etc/passwd", Refusal.SCHEME),
        case("B89", "ftp://example.org/", Refusal.SCHEME),
        case("B89", "s3://bucket/key", Refusal.SCHEME),
        case("B89", "gopher://example.org/", Refusal.SCHEME),
        case("B70", f"{ORIGIN}/calendar?year=2031&month=7", Refusal.TRAP),
        case("B72", f"{ORIGIN}/a/b/a/b/a/b/", Refusal.TRAP),
        case("F16", f"{ORIGIN}/infra/www/infra/www/infra/www/", Refusal.TRAP),
        case("F18", f"{ORIGIN}/?f[0]=a&f[1]=b&f[2]=c", Refusal.TRAP),
        case("F21", f"{ORIGIN}/?amp%25253Bp=2", Refusal.TRAP),
        case("F22", f"{ORIGIN}/?p=1&p=2&p=3&p=4", Refusal.TRAP),
    ],
)
def test_what_may_not_be_asked_for_is_refused_with_its_reason(url: str, reason: Refusal | None) -> None:
    assert refusal(url, Scope()) == reason


@pytest.mark.parametrize(
    ("markup", "charset", "expected"),
    [
        case("B28", '<base href="/app/"><a href=x>y</a>', "utf-8", [f"{ORIGIN}/app/x"]),
        case("B28", '<base href="javascript:1"><a href=x>y</a>', "utf-8", [f"{ORIGIN}/dir/x"]),
        case("B28", '<base href="http://o.example/"><a href=x>y</a>', "utf-8", ["http://o.example/x"]),
        case("B28", '<base href="/1/"><base href="/2/"><a href=x>y</a>', "utf-8", [f"{ORIGIN}/1/x"]),
        case("F24", '<a href=x>y</a><base href="/late/">', "utf-8", [f"{ORIGIN}/late/x"]),
        case(
            "F24",
            '<base target="_top"><base href="data:x"><base href="/3/"><a href=x>y</a>',
            "utf-8",
            [f"{ORIGIN}/3/x"],
        ),
        case(
            "B30",
            "".join(
                f'<a href="{s}:x">y</a>'
                for s in ("javascript", "data", "mailto", "tel", "blob", "JavaScript")
            ),
            "utf-8",
            [],
        ),
        case("B80", '<a href="http://ann:pw@example.org/a">y</a>', "utf-8", [f"{ORIGIN}/a"]),
        case("B84", '<a href="/路?q=中文">y</a>', "gbk", [f"{ORIGIN}/%E8%B7%AF?q=%D6%D0%CE%C4"]),
        case("F26", '<a href="/q?k=中文">y</a>', "utf-8", [f"{ORIGIN}/q?k=%E4%B8%AD%E6%96%87"]),
        case("F26", '<a href="/q?k=中文">y</a>', "gbk", [f"{ORIGIN}/q?k=%D6%D0%CE%C4"]),
        case("B86", '<a href="/q?b=2&a=1;y=2">y</a>', "utf-8", [f"{ORIGIN}/q?b=2&a=1;y=2"]),
        case("B88", '<a href=" /x\ty\n ">y</a>', "utf-8", [f"{ORIGIN}/xy"]),
        case("F21", '<a href="?&amp;p=2">y</a>', "utf-8", [f"{ORIGIN}/dir/page.html?&p=2"]),
    ],
)
def test_links_are_read_as_a_browser_would_follow_them(
    markup: str, charset: str, expected: list[str]
) -> None:
    assert links(f"<p>soil</p>{markup}", charset) == expected
