"""axe on every page, in both languages, at phone and desktop width, light and dark."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext

from search_ui.admin.pages import NAVIGATION
from tests.search_ui.sample import stored_page

pytestmark = pytest.mark.browser

PAGES = (
    "/",
    "/search?q=accounting&page=2",
    "/search?q=会计",
    '/search?q="goodwill+bond',
    "/search?q=accounting&page=99",
    "/search",
    f"{stored_page(0)}?q=balance",
    f"{stored_page(25)}?q=折旧",
    "/search?q=financial+OR+会计",
    "/search?q=会计&lang=zh&sort=date&from=2020",
    "/search?q=inventry&lang=zh",
    "/search?q=inventry+OR+会计课目",
    stored_page(0).replace("/page/", "/why/") + "?q=balance+OR+sheet",
    "/site/glossary.example.org",
    "/help",
    "/none",
)
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_axe_finds_nothing(
    glossary: str, open_context: Callable[..., BrowserContext], scheme: str, width: int, locale: str
) -> None:
    page = open_context(
        java_script_enabled=True,
        bypass_csp=True,  # axe is a script put into the page
        color_scheme=scheme,
        viewport={"width": width, "height": 800},
        locale=locale,
    ).new_page()
    found = {}
    for address in PAGES:
        page.goto(glossary + address)
        results = Axe().run(page, options=RULES)
        assert len(results.response["passes"]) > 10
        if results.violations_count:
            found[address] = results.generate_report()
    assert found == {}


ROOMS = ("", *(f"/{name}" for name in NAVIGATION[1:]))


@pytest.mark.parametrize(("width", "locale", "scheme"), [(360, "en-GB", "light"), (1280, "zh-CN", "dark")])
def test_axe_finds_nothing_on_admin_pages(
    crawled: str, open_context: Callable[..., BrowserContext], scheme: str, width: int, locale: str
) -> None:
    page = open_context(
        java_script_enabled=True,
        bypass_csp=True,
        color_scheme=scheme,
        viewport={"width": width, "height": 800},
        locale=locale,
    ).new_page()
    found = {}
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    addresses = [*ROOMS, "/frontier?url=http://crossoverjie.top/", "/frontier?url=nowhere", "/none"]
    for address in addresses:
        page.goto(f"{crawled}/admin{address}")
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        results = Axe().run(page, options=RULES)
        assert len(results.response["passes"]) > 10
        if results.violations_count:
            found[address] = results.generate_report()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (address, wide)
    assert found == {}
    assert asked == {urlsplit(crawled).netloc}  # nothing is loaded from elsewhere


def test_axe_would_find_something(glossary: str, open_context: Callable[..., BrowserContext]) -> None:
    page = open_context(java_script_enabled=True, bypass_csp=True).new_page()
    page.goto(glossary)
    page.evaluate("document.querySelector('label').remove()")
    page.evaluate("document.querySelector('h1').style.color = '#eee'")
    broken = {violation["id"] for violation in Axe().run(page, options=RULES).response["violations"]}
    assert {"label", "color-contrast"} <= broken
