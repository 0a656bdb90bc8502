"""What people and programs type into a search box, asked of a site over HTTP: always an answer, and quick."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from lxml import html
from starlette.testclient import TestClient

from indexer import Document, Index
from search_ui.app import create_app
from tests.bad_input.rows import case

LONGEST_S = 5.0  # of processor time; what is not bounded takes minutes
PAGES = (
    Document(
        "https://a.org/1", title="Salt marsh ABC 5", body="to be or not to be, the salt water and C++ 教程"
    ),
    Document(
        "https://a.org/2", title="搜索引擎 .NET", body="5G networks 第3章 圖書館 e\u0301migr\u00e9 😀 marsh"
    ),
    Document("https://a.org/3", title="<b>bold</b>", body="regex [a-z]+ {} \\d % script alert 1"),
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("queries") / "index"
    with Index.open(folder) as index:
        index.add_all(PAGES)
    app = create_app(folder, title="Marshes")
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def asked(site: TestClient, query: str, **fields: object) -> dict[str, object]:
    """Return the answer as JSON, after the page itself was asked for as well; both must be quick."""
    started = time.process_time()
    page = site.get("/search", params={"q": query, **fields})
    answer = site.get("/search.json", params={"q": query, **fields})
    assert (page.status_code, answer.status_code) == (200, 200), query[:80]
    assert time.process_time() - started < LONGEST_S
    assert len(page.content) < 60_000
    return answer.json()


def found(site: TestClient, query: str) -> str:
    """Return the last characters of the pages found, in order."""
    return "".join(sorted(hit["key"][-1] for hit in asked(site, query)["hits"]))


def told(site: TestClient, query: str) -> set[str]:
    return {note["code"].partition(":")[0] for note in asked(site, query)["notes"]}


@pytest.mark.parametrize(
    ("query", "pages", "notes"),
    [
        case("B113", "marsh " * 9_000, "12", {"query-cut"}),
        case("B113", "搜" * 6_000, None, {"query-cut"}),
        case("B113", "marsh OR " * 1000 + "salt", "12", {"query-cut"}),
        case("B113", "site:" * 8_000, None, {"query-cut"}),
        case("B114", "the to be", "1", set()),
        case("B114", "?!,.;", "", {"empty"}),
        case("B114", "   ", "", set()),
        case("B115", '"salt marsh', "1", {"quote-ignored"}),
        case("B115", "AND OR", "", {"operator-ignored", "empty"}),
        case("B115", "- -marsh", "", {"only-negative"}),
        case("B115", "(" * 100 + "marsh" + ")" * 100, "12", {"parenthesis-ignored"}),
        case("B115", "((marsh) OR (salt", "12", {"parenthesis-ignored"}),
        case("B116", "m*", None, {"wildcard-ignored"}),
        case("B116", "*", "", {"wildcard-ignored", "empty"}),
        case("B116", "?????", "", {"empty"}),
        case("B116", "mar*", "12", set()),
        case("B117", "[a-z]+", "3", None),
        case("B117", "{} \\d %", None, None),
        case("B117", "{{7*7}} ${7*7}", None, None),
        case("B118", "<script>alert(1)</script>", "3", None),
        case("B118", '"><img onerror=alert(1)>', "", None),
        case("B120", "😀🏳️‍🌈👨‍👩‍👧", None, None),
        case("B120", "e" + "\u0301" * 1000, None, None),
        case("B120", "émigré", "2", set()),
        case("B121", "\u202emarsh\u202c sa\u200blt", "1", set()),
        case("B122", "ＡＢＣ ５", "1", set()),
        case("B122", "“ｓａｌｔ　ｍａｒｓｈ”", "1", set()),
        case("B123", "图书馆", "2", set()),
        case("B123", "圖書館", "2", set()),
        case("B124", "C++ 教程", "1", set()),
        case("B124", ".NET", "2", set()),
        case("B124", "5G", "2", set()),
        case("B124", "第3章", "2", set()),
    ],
)
def test_queries_are_answered_and_what_was_changed_is_told(
    site: TestClient, query: str, pages: str | None, notes: set[str] | None
) -> None:
    assert pages is None or found(site, query) == pages
    assert notes is None or told(site, query) == notes


@pytest.mark.parametrize(
    ("address", "status"),
    [
        case("B127", "/search?q=caf%E9+marsh", 200),
        case("B127", "/search?q=marsh&q=zzzz", 200),
        case("B127", "/search?q[]=marsh&q=marsh", 200),
        case("B127", "/search?q=marsh&page=1000000000", 200),
        case("B127", "/search?q=marsh&page=-1&page=2", 200),
        case("B127", "/search?" + "&".join(f"x{n}=1" for n in range(2000)), 200),
        case("B129", "/page/..%2f..%2fetc%2fpasswd", 404),
        case("B129", "/page/%00", 404),
        case("B129", "/why/..%2f..%2fetc%2fpasswd?q=marsh", 404),
        case("B129", "/site/..%2f..%2fetc%2fpasswd", 404),
        case("B130", "//evil.example/%2e%2e", 404),
        case("B130", "/search/?q=marsh", 404),
        case("B130", "/go?u=https://evil.example/", 404),
    ],
)
def test_odd_addresses_get_a_page_of_ours(site: TestClient, address: str, status: int) -> None:
    response = site.get(address, follow_redirects=False)
    assert response.status_code == status
    assert "location" not in response.headers
    assert "Traceback" not in response.text


@pytest.mark.parametrize("method", [case("B127", "POST"), case("B127", "PUT"), case("B127", "DELETE")])
def test_nothing_is_sent_to_the_search_side(site: TestClient, method: str) -> None:
    assert site.request(method, "/search?q=marsh").status_code == 405


@pytest.mark.parametrize("address", [case("B128", "/search?q=bold"), case("B128", "/search?q=<b>bold</b>")])
def test_markup_stays_text(site: TestClient, address: str) -> None:
    tree = html.fromstring(site.get(address).text)
    assert not tree.cssselect("b, main script, img")
    assert tree.cssselect("article h2")[0].text_content() == "<b>bold</b>"


@pytest.mark.parametrize(
    "address",
    [
        case("B132", path)
        for path in ("/", "/search?q=marsh", "/search.json?q=marsh", "/search.atom?q=marsh", "/suggest?q=ma",
                     "/why/x", "/site/a.org", "/static/site.js", "/none")
    ],
)  # fmt: skip
def test_every_answer_forbids_framing_sniffing_and_referrers(site: TestClient, address: str) -> None:
    headers = site.get(address).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "text", [case("B134", "marsh\r\nSet-Cookie: a=b"), case("B134", "\x1b[31mmarsh\x07")]
)
def test_control_characters_are_gone(
    site: TestClient, text: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    response = site.get(f"/search?q={quote(text)}&site={quote(text)}&ui={quote(text)}")
    assert response.status_code == 200
    assert "set-cookie" not in response.headers
    shown = response.text + caplog.text + "".join(capfd.readouterr())
    assert not set("\x1b\x07") & set(shown)


@pytest.mark.parametrize("typed", [case("B135", "secret")])
def test_what_others_asked_is_never_offered(site: TestClient, typed: str) -> None:
    for _ in range(20):
        asked(site, f"{typed} wish")
    assert site.get("/suggest", params={"q": typed[:4]}).json()[1] == []
