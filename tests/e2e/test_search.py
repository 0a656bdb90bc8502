"""What a visitor does, in a browser with scripts switched off."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext

from tests.e2e.steps import follow, search
from tests.search_ui.sample import stored_page

pytestmark = pytest.mark.browser

Contexts = Callable[..., BrowserContext]


@pytest.mark.parametrize(
    ("locale", "query", "total", "first", "next_page"),
    [
        ("en-GB", "accounting", "22 pages", "Accrual accounting", "Next"),
        ("zh-CN", "会计", "20 个网页", "会计科目", "下一页"),
    ],
)
def test_search_page_2_stored_text_and_back(
    glossary: str, open_context: Contexts, locale: str, query: str, total: str, first: str, next_page: str
) -> None:
    page = open_context(locale=locale).new_page()
    page.goto(glossary)
    search(page, query)
    assert total in page.get_by_role("status").inner_text()
    articles = page.get_by_role("article")
    first_titles = articles.get_by_role("heading").all_inner_texts()
    assert first in first_titles
    assert page.get_by_role("searchbox").input_value() == query

    follow(page, page.get_by_role("navigation").get_by_role("link", name=next_page))
    second_titles = articles.get_by_role("heading").all_inner_texts()
    assert len(second_titles) == 10
    assert not set(first_titles) & set(second_titles)

    wanted = second_titles[0]
    follow(page, articles.first.locator(".facts a").first)
    assert page.get_by_role("heading", level=1).inner_text() == wanted
    assert query in page.locator(".text mark").all_inner_texts()
    follow(page, page.locator(".ways a").last)
    assert page.get_by_role("searchbox").input_value() == query


def test_a_result_leads_to_the_page_itself(glossary: str, open_context: Contexts) -> None:
    context = open_context()
    context.route("https://glossary.example.org/**", lambda route: route.fulfill(body="the page itself"))
    page = context.new_page()
    page.goto(f"{glossary}/search?q=goodwill")
    follow(page, page.get_by_role("article").first.get_by_role("link", name="Goodwill", exact=True))
    assert page.url == "https://glossary.example.org/terms/Goodwill"
    assert page.inner_text("body") == "the page itself"


def test_the_language_is_switched_and_stays(glossary: str, open_context: Contexts) -> None:
    page = open_context().new_page()
    page.goto(f"{glossary}/search?q=goodwill")
    follow(page, page.get_by_role("link", name="中文"))
    assert page.get_by_role("button").inner_text() == "搜索"
    search(page, "商誉")
    assert "个网页" in page.get_by_role("status").inner_text()
    follow(page, page.get_by_role("link", name="搜索说明"))
    assert page.get_by_role("heading", level=1).inner_text() == "搜索说明"


def test_an_example_and_an_easier_query_are_one_click_away(glossary: str, open_context: Contexts) -> None:
    page = open_context().new_page()
    page.goto(glossary)
    follow(page, page.get_by_role("link", name="资产负债表"))
    assert page.get_by_role("article").first.get_by_role("heading").inner_text() == "资产负债表"
    search(page, "goodwill bond")
    follow(page, page.get_by_role("link", name="goodwill OR bond"))
    assert page.get_by_role("article").count() == 2


def test_the_first_tab_stop_skips_to_the_results(glossary: str, open_context: Contexts) -> None:
    context = open_context()
    context.route("https://glossary.example.org/**", lambda route: route.fulfill(body="the page itself"))
    page = context.new_page()
    page.goto(f"{glossary}/search?q=goodwill")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.url.endswith("#content")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("https://glossary.example.org/terms/Goodwill")


def test_no_page_asks_for_anything_elsewhere(glossary: str, open_context: Contexts) -> None:
    asked: list[str] = []
    for scripts in (False, True):
        page = open_context(java_script_enabled=scripts).new_page()
        page.on("request", lambda request: asked.append(request.url))
        for address in (
            "/",
            "/search?q=accounting",
            "/search?q=zzz",
            f"{stored_page(3)}?q=cost",
            "/help",
            "/nothing",
        ):
            page.goto(glossary + address)
    hosts = {urlsplit(url).netloc for url in asked}
    assert hosts == {urlsplit(glossary).netloc}
    assert any(url.endswith(".svg") or "site.css" in url for url in asked)


def test_no_page_needs_the_policy_to_block_anything(glossary: str, open_context: Contexts) -> None:
    complaints: list[str] = []
    page = open_context(java_script_enabled=True).new_page()
    page.on("console", lambda message: complaints.append(message.text))
    for address in ("/", "/search?q=accounting", "/search?q=zzz", f"{stored_page(3)}?q=cost", "/help"):
        page.goto(glossary + address)
    assert complaints == []


@pytest.mark.parametrize("width", [320, 360, 1280])
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_nothing_is_wider_than_the_window(
    glossary: str, open_context: Contexts, width: int, locale: str
) -> None:
    page = open_context(
        java_script_enabled=True, viewport={"width": width, "height": 700}, locale=locale
    ).new_page()
    queries = ("会计&page=2", "accounting", "x" * 200)
    for address in (
        "/",
        f"{stored_page(3)}?q=cost",
        "/help",
        "/none",
        *(f"/search?q={query}" for query in queries),
    ):
        page.goto(glossary + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
