"""What a visitor does on the site of a topic that was really crawled; scripts are off."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.e2e.steps import follow, search

pytestmark = pytest.mark.browser

Contexts = Callable[..., BrowserContext]


def titles(page: Page, query: str) -> list[str]:
    """Search and return the titles found."""
    search(page, query)
    return page.get_by_role("article").get_by_role("heading").all_inner_texts()


@pytest.mark.parametrize(
    ("locale", "query", "counted", "next_page"),
    [("en-GB", "java", "pages, ", "Next"), ("zh-CN", "线程", " 个网页", "下一页")],
)
def test_search_page_2_and_the_stored_text_of_a_crawled_page(
    crawled: str, open_context: Contexts, locale: str, query: str, counted: str, next_page: str
) -> None:
    page = open_context(locale=locale).new_page()
    page.goto(crawled)
    assert "60" in page.locator(".state").first.inner_text()
    first = titles(page, query)
    assert len(first) == 10
    assert query in first[0].lower()
    assert counted in page.get_by_role("status").inner_text()

    follow(page, page.get_by_role("navigation").get_by_role("link", name=next_page))
    second = page.get_by_role("article").get_by_role("heading").all_inner_texts()
    assert second
    address = page.get_by_role("article").first.locator("h2 a").get_attribute("href")
    assert address is not None
    assert address.startswith("http://crossoverjie.top/")

    follow(page, page.get_by_role("article").first.locator(".facts a").first)
    assert page.get_by_role("heading", level=1).inner_text() == second[0]
    assert query in {mark.lower() for mark in page.locator(".text mark").all_inner_texts()}
    assert page.locator(".ways a").first.get_attribute("href") == address


@pytest.mark.parametrize(
    ("locale", "phrase", "shown"),
    [("en-GB", '"Spring Bean"', r"(?i)spring\W+beans?\b"), ("zh-CN", '"线程 安全"', r"线程\s*安全")],
)
def test_a_phrase_of_two_words_is_found_side_by_side(
    crawled: str, open_context: Contexts, locale: str, phrase: str, shown: str
) -> None:
    page = open_context(locale=locale).new_page()
    page.goto(crawled)
    found = titles(page, phrase)
    assert len(found) >= 3
    assert len(found) < len(titles(page, phrase.strip('"')))
    search(page, phrase)
    follow(page, page.get_by_role("article").first.locator(".facts a").first)
    assert re.search(shown, page.locator(".text").inner_text())


def test_a_result_leads_to_the_crawled_page(crawled: str, open_context: Contexts) -> None:
    context = open_context(locale="zh-CN")
    context.route("http://crossoverjie.top/**", lambda route: route.fulfill(body="the page itself"))
    page = context.new_page()
    page.goto(crawled)
    search(page, "线程池")
    link = page.get_by_role("article").first.locator("h2 a")
    address = link.get_attribute("href")
    follow(page, link)
    assert page.inner_text("body") == "the page itself"
    assert page.url == address
