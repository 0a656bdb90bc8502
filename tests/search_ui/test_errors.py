from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from search_ui.security import HEADERS
from search_ui.site import CrawlStatus
from tests.search_ui.sample import stored_page


def fail() -> CrawlStatus:
    raise RuntimeError("secret detail in /srv/private")


@pytest.fixture
def failing_site(glossary_index: Path, make_client: Callable[..., TestClient]) -> TestClient:
    return make_client(glossary_index, read_status=fail)


@pytest.mark.parametrize(
    ("method", "address", "status", "english", "chinese"),
    [
        ("GET", "/nothing/here", 404, "There is no such page", "没有这个页面"),
        ("GET", "//evil.example/%2e%2e", 404, "There is no such page", "没有这个页面"),
        ("GET", "/static/none.css", 404, "There is no such page", "没有这个页面"),
        ("GET", "/static/%2e%2e/app.py", 404, "There is no such page", "没有这个页面"),
        ("GET", f"/page/{'a' * 16}", 404, "not in the index", "索引中没有这个网页"),
        ("POST", "/search", 405, "can only be opened", "只能直接打开"),
        ("DELETE", "/", 405, "can only be opened", "只能直接打开"),
        ("POST", "/static/site.css", 405, "can only be opened", "只能直接打开"),
    ],
)
def test_refusals_are_our_pages_in_the_visitors_language(
    site: TestClient, method: str, address: str, status: int, english: str, chinese: str
) -> None:
    for language, words in (("en", english), ("zh-CN", chinese)):
        response = site.request(method, f"http://testserver{address}", headers={"accept-language": language})
        assert response.status_code == status
        assert words in response.text
        assert 'content="noindex, nofollow"' in response.text


def test_405_says_what_is_allowed(site: TestClient) -> None:
    assert "GET" in site.post("/search").headers["allow"]


def test_500_is_our_page_and_shows_nothing_of_the_inside(failing_site: TestClient) -> None:
    response = failing_site.get("/", headers={"accept-language": "zh"})
    assert response.status_code == 500
    assert "这里出了点问题" in response.text
    assert "secret" not in response.text
    assert "Traceback" not in response.text


@pytest.mark.parametrize("address", ["/search.json", "/nothing.json"])
def test_programs_get_errors_as_json(site: TestClient, address: str) -> None:
    response = site.post(address)
    assert response.status_code in (404, 405)
    assert set(response.json()) == {"error", "message"}


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("GET", "/"),
        ("HEAD", "/"),
        ("GET", "/search?q=accounting"),
        ("GET", "/search.json?q=accounting"),
        ("GET", stored_page(0)),
        ("GET", "/help"),
        ("GET", "/healthz"),
        ("GET", "/opensearch.xml"),
        ("GET", "/static/site.css"),
        ("GET", "/static/icon.svg"),
        ("GET", "/static/none"),
        ("GET", "/none"),
        ("POST", "/search"),
        ("POST", "/search.json"),
    ],
)
def test_every_answer_carries_the_security_headers(site: TestClient, method: str, address: str) -> None:
    response = site.request(method, address)
    assert {name: response.headers.get(name) for name in HEADERS} == HEADERS


def test_the_500_page_carries_them_too(failing_site: TestClient) -> None:
    response = failing_site.get("/")
    assert response.status_code == 500
    assert {name: response.headers.get(name) for name in HEADERS} == HEADERS


def test_policy_allows_own_files_and_nothing_inline() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src 'self';" in policy
    assert "connect-src 'self';" in policy
    assert "img-src 'self';" in policy


def test_no_cookie_is_ever_set(site: TestClient) -> None:
    for address in ("/", "/search?q=accounting&ui=zh", f"{stored_page(0)}?ui=en"):
        assert "set-cookie" not in site.get(address).headers


def test_style_is_kept_for_long_only_under_its_version(site: TestClient) -> None:
    assert "immutable" in site.get("/static/site.css?v=1").headers["cache-control"]
    assert "immutable" not in site.get("/static/site.css").headers["cache-control"]
