"""What a visitor does, each step done when the next page is there."""

from playwright.sync_api import Locator, Page


def search(page: Page, query: str) -> None:
    """Type a query and wait for the answer."""
    page.get_by_role("searchbox").fill(query)
    with page.expect_navigation():
        page.get_by_role("searchbox").press("Enter")


def follow(page: Page, link: Locator) -> None:
    """Click a link and wait for the page it leads to."""
    with page.expect_navigation():
        link.click()
