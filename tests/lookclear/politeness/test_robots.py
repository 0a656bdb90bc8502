"""The table of robots.txt: what each file allows us, and by which line."""

from __future__ import annotations

import pytest

from lookclear.politeness.robots import LARGEST, RobotsRules, token

AGENT = "LookClear/0.1.0 (+https://example.org/bot)"
SITE = "http://example.org"


def allowed(said: str | bytes, path: str) -> bool:
    body = said.encode() if isinstance(said, str) else said
    return RobotsRules.parse(body, AGENT).verdict(SITE + path).allowed


@pytest.mark.parametrize(
    ("said", "forbidden", "free"),
    [
        ("", [], ["/", "/x"]),
        ("User-agent: *\nDisallow: /a", ["/a", "/ab"], ["/", "/b"]),
        ("User-agent: *\nDisallow:", [], ["/"]),
        (b"\xef\xbb\xbfUser-agent: *\nDisallow: /a", ["/a"], ["/b"]),
        ("User-agent: *\rDisallow: /a\rDisallow: /b", ["/a", "/b"], ["/c"]),
        (b"User-agent: *\nDisallow: /\x00a", ["/a"], ["/b"]),
        # whose group
        ("User-agent: LookClear\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", ["/a"], ["/b"]),
        ("User-agent: *\nDisallow: /b\n\nUser-agent: lookclear\nDisallow: /a", ["/a"], ["/b"]),
        ("User-agent: LookClear/2.0\nDisallow: /a", ["/a"], ["/b"]),
        ("User-agent: LookClear/2.0 (+http://x)\nDisallow: /a", ["/a"], ["/b"]),
        ("User-agent: LookClear*\nDisallow: /a", ["/a"], ["/b"]),
        ("user agent: LookClear\nDisallow: /a", ["/a"], ["/b"]),
        ("User-agent LookClear\nDisallow /a", ["/a"], ["/b"]),
        ("User-agent: LookClearNews\nDisallow: /", [], ["/a"]),
        ("User-agent: Look\nDisallow: /", [], ["/a"]),
        ("User-agent: someone-else\nDisallow: /", [], ["/a"]),
        ("User-agent: 别人\nDisallow: /", [], ["/a"]),
        ("Disallow: /", [], ["/a"]),  # of nobody
        # groups that come in pieces
        (
            "User-agent: LookClear\nDisallow: /a\nUser-agent: X\nDisallow: /x\n"
            "User-agent: lookclear\nDisallow: /b",
            ["/a", "/b"],
            ["/x"],
        ),
        ("User-agent: X\nUser-agent: LookClear\nDisallow: /a", ["/a"], ["/b"]),
        ("User-agent: X\nCrawl-delay: 5\nUser-agent: LookClear\nDisallow: /a", ["/a"], ["/b"]),
        ("User-agent: LookClear\nCrawl-delay: 5\nUser-agent: X\nDisallow: /a", ["/a"], ["/b"]),
        (
            "User-agent: LookClear\n\n# note\nSitemap: http://example.org/s\nUser-agent: X\nDisallow: /a",
            ["/a"],
            [],
        ),
        ("User-agent: LookClear\nCrawl-delay: 5\nDisallow: /a", ["/a"], ["/b"]),
        (
            "User-agent: LookClear\nFoo: bar\nUser-agent: X\nDisallow: /a\nUser-agent: *\nDisallow: /",
            ["/a"],
            ["/b"],
        ),
        # which rule
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", ["/a", "/a/c"], ["/a/b", "/a/b/c"]),
        ("User-agent: *\nDisallow: /a\nAllow: /a", [], ["/a"]),
        ("User-agent: *\nDisallow: /*.php$", ["/x.php"], ["/x.php?a", "/x.phpx"]),
        ("User-agent: *\nDisallow: /*?*id=", ["/x?id=1", "/x?a=1&id=2"], ["/x"]),
        ("User-agent: *\nDisallow: /园艺", ["/%E5%9B%AD%E8%89%BA/1"], ["/x"]),
        ("User-agent: *\nDisallow: /%E5%9B%AD", ["/%e5%9b%ad%E8"], ["/x"]),
        ("User-agent: *\nDisalow: /a", ["/a"], ["/b"]),  # a usual mistake
        ("<html><body>Not found</body></html>", [], ["/"]),
        ("User-agent: *\nDisallow: /\nAllow: /robots.txt", ["/"], ["/robots.txt"]),
    ],
)
def test_what_a_file_allows(said: str | bytes, forbidden: list[str], free: list[str]) -> None:
    assert [path for path in forbidden if allowed(said, path)] == []
    assert [path for path in free if not allowed(said, path)] == []


@pytest.mark.parametrize(
    ("said", "path", "why"),
    [
        ("User-agent: *\nDisallow: /a", "/a/1", "robots.txt line 2: Disallow: /a"),
        (
            "# 中文\nUser-agent: *\nDisallow: /a\nDisallow: /a/b # deep",
            "/a/b",
            "robots.txt line 4: Disallow: /a/b",
        ),
        (
            "User-agent: X\nDisallow: /\n\nUser-agent: LookClear/2\nDisallow: /*?",
            "/x?y",
            "robots.txt line 5: Disallow: /*?",
        ),
        (
            "User-agent: X\nCrawl-delay: 1\nUser-agent: lookclear\nDisallow: /园",
            "/%E5%9B%AD",
            "robots.txt line 4: Disallow: /园",
        ),
    ],
)
def test_a_refusal_names_its_line(said: str, path: str, why: str) -> None:
    assert RobotsRules.parse(said.encode(), AGENT).verdict(SITE + path).why == why


@pytest.mark.parametrize(
    ("said", "delay_s", "wanted_s"),
    [
        ("", 0, 0),
        ("User-agent: *\nCrawl-delay: 2.5", 2.5, 2.5),
        ("User-agent: *\nCrawl-delay: 86400", 60, 86_400),
        ("User-agent: *\nCrawl-delay: soon", 0, 0),
        ("User-agent: *\nCrawl-delay: -3", 0, 0),
        ("User-agent: *\nCrawl-delay: 9\nUser-agent: lookclear\nCrawl-delay: 1", 1, 1),
        ("User-agent: X\nCrawl-delay: 9\nUser-agent: lookclear\nDisallow: /a", 0, 0),
        ("User-agent: lookclear/7\nCrawl-delay: 3\nUser-agent: X\nDisallow: /a", 3, 3),
        ("User-agent: 别人\nCrawl-delay: 9", 0, 0),
    ],
)
def test_crawl_delay_is_read_for_us_and_never_over_a_minute(
    said: str, delay_s: float, wanted_s: float
) -> None:
    rules = RobotsRules.parse(said.encode(), AGENT)
    assert (rules.delay_s, rules.wanted_delay_s) == (delay_s, wanted_s)


def test_of_a_large_file_half_a_mebibyte_is_read_up_to_the_last_whole_line() -> None:
    head = "User-agent: *\nDisallow: /first\n"
    filler = "Disallow: /filler\n" * ((LARGEST - len(head)) // 18)
    cut = f"{head}{filler}Disallow: /a/very/long/path/that/stands/across/the/border\nDisallow: /behind\n"
    assert not allowed(cut, "/first")
    assert allowed(cut, "/a/very/long")
    assert allowed(cut, "/behind")


def test_a_file_that_alternates_without_end_is_read_at_once() -> None:
    said = "User-agent: a{}\nCrawl-delay: 1\n" * 15_000 + "User-agent: LookClear\nDisallow: /a"
    assert not allowed(said, "/a")


def test_sitemaps_are_told_whoever_they_are_for() -> None:
    said = "Sitemap: http://example.org/a.xml\nUser-agent: X\nDisallow: /\nSitemap: /b.xml"
    assert RobotsRules.parse(said.encode(), AGENT).sitemaps == ("http://example.org/a.xml", "/b.xml")


def test_only_the_first_product_of_a_name_counts() -> None:
    assert [token(name) for name in ("LookClear/1 X/2", "Mine (bot)", "  A* ")] == ["lookclear", "mine", "a"]


def test_a_crawler_with_a_name_of_its_own_goes_by_that() -> None:
    rules = RobotsRules.parse(b"User-agent: Mine\nDisallow: /a", "Mine/1.0")
    assert not rules.verdict(f"{SITE}/a").allowed
