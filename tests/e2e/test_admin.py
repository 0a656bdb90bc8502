"""A crawl over real HTTP that is run from the browser: with scripts off, and with keys and scripts on."""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page

from lookclear.cli.search import site_of
from lookclear.session.control import Phase, Wish, phase_of, wish
from lookclear.topics.workspace import Workspace
from search_ui.server import RunningSite
from tests.e2e.steps import follow
from tests.web.site import Site
from tests.web.topical import served, topical

pytestmark = pytest.mark.browser

Contexts = Callable[..., BrowserContext]


@pytest.fixture
def gardening(tmp_path: Path) -> Iterator[tuple[str, Workspace]]:
    """The address of a site over a workspace that crawls 400 pages of a small web, ten pages a second."""
    folder = tmp_path / "gardening"
    folder.mkdir()
    with Site({}) as web:
        web.pages.update(served(topical([web.url("")], 400)))
        lines = (
            'name = "Gardening 园艺"',
            f"seeds = [{json.dumps(web.url('/0'))}]",
            'keywords = ["garden", "园艺"]',
            "[crawl]",
            "delay_s = 0.1",
            "concurrency = 1",
            "latency_factor = 0",
            "[parsing]",
            "processes = 1",
        )
        (folder / "topic.toml").write_text("\n".join(lines), encoding="utf-8")
        workspace = Workspace.open(folder)
        with RunningSite(site_of(workspace), port=0) as site:
            yield site.url.rstrip("/"), workspace
        if workspace.is_locked:
            wish(workspace.data, Wish.STOP)
            assert _is_idle(workspace)


def _is_idle(workspace: Workspace) -> bool:
    end = time.monotonic() + 60
    while workspace.is_locked and time.monotonic() < end:
        time.sleep(0.1)
    return phase_of(workspace) is Phase.IDLE


def press(page: Page, name: str) -> None:
    """Press a button and wait for the next page."""
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).first.click()


def until(page: Page, address: str, pattern: str, within_s: float = 60.0) -> None:
    """Load a page again until it says something."""
    end = time.monotonic() + within_s
    while True:
        page.goto(address)
        if re.search(pattern, page.inner_text("main")):
            return
        assert time.monotonic() < end, (pattern, page.inner_text("main"))
        time.sleep(0.2)


def order(page: Page, site: str) -> list[str]:
    """Return the addresses that wait, as the frontier page lists them."""
    page.goto(f"{site}/admin/frontier")
    return page.locator(".links .url").all_inner_texts()


def figure(page: Page, name: str) -> int:
    """Return a number of the crawl page."""
    text = page.locator(".figures div", has_text=name).locator("dd").inner_text()
    return int(text.split()[0].replace(",", ""))


def test_a_crawl_is_run_from_the_browser_and_labels_change_its_order(
    gardening: tuple[str, Workspace], open_context: Contexts
) -> None:
    site, workspace = gardening
    context = open_context()
    asked: set[str] = set()
    context.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    page = context.new_page()

    page.goto(f"{site}/admin")
    page.get_by_label("Pages to fetch").fill("300")
    press(page, "Start")
    until(page, f"{site}/admin", r"(?<!not )running[\s\S]*Pages fetched")
    while figure(page, "Pages fetched") < 40:
        page.goto(f"{site}/admin")
    press(page, "Pause")
    until(page, f"{site}/admin", r"\bpaused\b")
    fetched = figure(page, "Pages fetched")
    assert page.locator("svg[role=img]").count() == 2

    before = order(page, site)
    assert len(before) >= 10
    assert order(page, site) == before  # nothing moves by itself while it is paused
    page.goto(f"{site}/admin/labels")
    for _ in range(3):
        press(page, "✗ off topic")
        assert "within a second" in page.locator(".done").inner_text()
    end = time.monotonic() + 30
    while order(page, site) == before:
        assert time.monotonic() < end, "three labels did not change the order of what waits"
        time.sleep(0.2)
    page.goto(f"{site}/admin")
    assert figure(page, "Pages fetched") == fetched

    press(page, "Resume")
    until(page, f"{site}/admin", rf"(?<!not )running[\s\S]*Pages fetched\s+(?!{fetched}\b)\d+")
    press(page, "Stop")
    until(page, f"{site}/admin", "not running[\\s\\S]*Stopped before the page limit")

    page.goto(f"{site}/admin/model")
    press(page, "Train now")
    until(page, f"{site}/admin/model", "What the last training changed")
    assert "0 on topic, 3 off topic" in page.inner_text("main")
    trained = order(page, site)
    page.goto(f"{site}/admin/model")
    press(page, "Undo")
    until(page, f"{site}/admin/model", "and held")
    assert sorted(order(page, site)) != trained  # it was scored anew by the version before
    assert asked == {urlsplit(site).netloc}
    assert _is_idle(workspace)


def test_keys_label_what_has_the_focus_and_figures_renew_themselves(
    gardening: tuple[str, Workspace], open_context: Contexts
) -> None:
    site, workspace = gardening
    page = open_context(java_script_enabled=True, locale="zh-CN").new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{site}/admin")
    press(page, "启动")
    page.wait_for_selector(".phase-running", timeout=60_000)  # without loading the page again
    while figure(page, "已抓网页") < 20:
        page.wait_for_timeout(200)
    press(page, "暂停")
    page.wait_for_selector(".phase-paused", timeout=60_000)

    page.goto(f"{site}/admin/labels")
    first = page.locator("article input[name=url]").first.input_value()
    second = page.locator("article input[name=url]").nth(1).input_value()
    page.keyboard.press("s")
    with page.expect_navigation():
        page.keyboard.press("y")
    assert page.locator(".links .url").all_inner_texts() == [second]
    assert first in page.locator("article input[name=url]").evaluate_all("all => all.map(one => one.value)")
    page.locator("#label-url").focus()
    page.keyboard.type("yn")  # in a field, keys are letters
    assert page.locator("#label-url").input_value() == "yn"
    page.locator("article").first.focus()
    page.evaluate(
        "document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', {key: 'n', isComposing: true, bubbles: true}))"
    )
    page.keyboard.press("Control+y")
    page.wait_for_timeout(300)
    assert page.locator(".links .url").count() == 1
    assert problems == []
    wish(workspace.data, Wish.STOP)


def test_the_site_sees_a_crawl_again_that_it_did_not_start(
    gardening: tuple[str, Workspace], open_context: Contexts
) -> None:
    site, workspace = gardening
    page = open_context().new_page()
    page.goto(f"{site}/admin")
    press(page, "Start")
    until(page, f"{site}/admin", r"(?<!not )running[\s\S]*Pages fetched")
    with RunningSite(site_of(workspace), port=0) as another:  # as after a restart
        page.goto(f"{another.url}admin")
        assert "running" in page.locator(".phase").inner_text()
        press(page, "Stop")
        until(page, f"{another.url}admin", "not running")
    assert _is_idle(workspace)


def test_what_is_tried_on_the_topic_is_shown_before_it_is_saved(crawled: str, open_context: Contexts) -> None:
    page = open_context().new_page()
    page.goto(f"{crawled}/admin/topic")
    page.get_by_label("Threshold").fill("0.95")
    press(page, "Try it")
    until(page, f"{crawled}/admin/topic?tried=1", "On topic, of 60 stored pages")
    assert page.get_by_label("Threshold").input_value() == "0.95"
    page.goto(f"{crawled}/admin/topic")
    assert page.get_by_label("Threshold").input_value() != "0.95"
    follow(page, page.get_by_role("link", name="System"))
    assert "topic.toml" in page.inner_text("main")
