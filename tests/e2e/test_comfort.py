"""What the script adds: completions that never act while an input method composes, and keys."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(glossary: str, open_context: Callable[..., BrowserContext]) -> Iterator[Page]:
    page = open_context(java_script_enabled=True).new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(glossary)
    yield page
    assert problems == []
    assert [url for url in asked if not url.startswith(glossary + "/")] == []


def test_completions_are_a_combobox(page: Page) -> None:
    box = page.get_by_role("combobox", name="Search")
    expect(box).to_have_attribute("aria-expanded", "false")
    box.press_sequentially("cash")
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "true")
    first = options.first.inner_text()
    box.press("ArrowDown")
    expect(box).to_have_value(first)
    expect(box).to_be_focused()
    expect(options.first).to_have_attribute("aria-selected", "true")
    assert box.get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    box.press("ArrowUp")
    expect(box).to_have_value("cash")
    box.press("Escape")
    expect(options).to_have_count(0)
    expect(box).to_have_value("cash")
    with page.expect_navigation():
        box.press("Enter")
    assert "q=cash" in page.url


def test_a_click_searches_for_a_completion(page: Page) -> None:
    page.get_by_role("combobox").press_sequentially("balance sh")
    with page.expect_navigation():
        page.get_by_role("option", name="balance sheet", exact=True).click()
    assert page.get_by_role("combobox").input_value() == "balance sheet"


def test_one_chinese_character_is_enough_and_one_letter_is_not(page: Page) -> None:
    box = page.get_by_role("combobox")
    box.fill("会")
    expect(page.get_by_role("option").first).to_contain_text("会")
    expect(page.locator("form.search [role=status]")).to_contain_text("completion")
    box.fill("c")
    page.wait_for_timeout(300)
    expect(page.get_by_role("option")).to_have_count(0)


def compose(page: Page, kind: str, data: str) -> None:
    page.evaluate(
        """([kind, data]) => document.querySelector("#q").dispatchEvent(
            new CompositionEvent(kind, { data, bubbles: true }))""",
        [kind, data],
    )


def test_nothing_happens_while_an_input_method_composes(page: Page) -> None:
    box = page.get_by_role("combobox")
    box.focus()
    compose(page, "compositionstart", "")
    page.evaluate(
        """() => { const box = document.querySelector("#q"); box.value = "huiji";
        box.dispatchEvent(new InputEvent("input", { isComposing: true, bubbles: true })); }"""
    )
    page.wait_for_timeout(300)
    expect(page.get_by_role("option")).to_have_count(0)
    address = page.url
    box.press("Enter")  # takes the candidate, and does not send half a word
    page.wait_for_timeout(200)
    assert page.url == address
    page.evaluate("""() => { document.querySelector("#q").value = "会计"; }""")
    compose(page, "compositionend", "会计")
    expect(page.get_by_role("option").first).to_contain_text("会计")
    with page.expect_navigation():
        box.press("Enter")
    assert page.get_by_role("combobox").input_value() == "会计"


def test_keys_of_a_composition_choose_no_completion(page: Page) -> None:
    box = page.get_by_role("combobox")
    box.press_sequentially("cash")
    expect(page.get_by_role("option").first).to_be_visible()
    page.evaluate(
        """() => document.querySelector("#q").dispatchEvent(
            new KeyboardEvent("keydown", { key: "ArrowDown", keyCode: 229, bubbles: true }))"""
    )
    expect(box).to_have_value("cash")


def test_keys_move_through_results_and_pages(page: Page, glossary: str) -> None:
    page.goto(f"{glossary}/search?q=accounting")
    links = page.locator(".results h2 a")
    page.keyboard.press("j")
    expect(links.nth(0)).to_be_focused()
    page.keyboard.press("j")
    expect(links.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(links.nth(0)).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("jn")  # in the box they are letters
    expect(page.get_by_role("combobox")).to_have_value("jn")
    page.locator("h1").evaluate("document.activeElement.blur()")
    with page.expect_navigation():
        page.keyboard.press("n")
    assert "page=2" in page.url
    with page.expect_navigation():
        page.keyboard.press("p")
    assert "page=" not in page.url


def test_keys_can_be_switched_off(page: Page, glossary: str) -> None:
    page.goto(f"{glossary}/help")
    switch = page.get_by_role("button", name="Switch these keys off")
    switch.click()
    expect(page.get_by_role("button", name="Switch these keys on")).to_be_visible()
    page.goto(f"{glossary}/search?q=accounting")
    page.keyboard.press("j")
    expect(page.locator(".results h2 a").first).not_to_be_focused()


def test_with_scripts_off_there_is_a_plain_form(
    glossary: str, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context().new_page()
    page.goto(f"{glossary}/help")
    assert page.get_by_role("combobox").count() == 0
    assert page.locator("button[data-keys]").is_hidden()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scripts", [False, True])
def test_results_are_narrowed_sorted_and_widened_again(
    glossary: str, open_context: Callable[..., BrowserContext], width: int, scripts: bool
) -> None:
    page = open_context(
        java_script_enabled=scripts, viewport={"width": width, "height": 800}, color_scheme="dark"
    ).new_page()
    page.goto(f"{glossary}/search?q=financial+OR+会计")
    total = page.get_by_role("status").first.inner_text()
    if width == 360:
        page.get_by_text("Narrow the results").click()
    with page.expect_navigation():
        page.locator(".facet").get_by_role("link", name="Chinese").click()
    assert page.locator("article:not([lang=zh])").count() == 0
    chip = page.get_by_role("link", name="Remove the restriction: Chinese")
    with page.expect_navigation():
        page.get_by_role("link", name="Newest first").click()
    dates = page.locator(".facts time").evaluate_all("times => times.map(time => time.dateTime)")
    dated = [date for date in dates if "T" not in date]  # the others say when they were read
    assert dated == sorted(dated, reverse=True) != []
    with page.expect_navigation():
        chip.click()
    with page.expect_navigation():
        page.get_by_role("link", name="Best first").click()
    assert page.get_by_role("status").first.inner_text().partition(",")[0] == total.partition(",")[0]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_misspelt_query_leads_to_the_right_one_and_to_its_reasons(
    glossary: str, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context().new_page()
    page.goto(f"{glossary}/search?q=inventry")
    with page.expect_navigation():
        page.locator(".meant a").click()
    assert page.get_by_role("searchbox").input_value() == "inventory"
    with page.expect_navigation():
        page.locator(".facts a").nth(1).click()
    assert page.get_by_role("heading", level=1).inner_text() == "Why this result?"
    shown = page.locator(".sum strong").inner_text()
    parts = [float(text.strip("+ ")) for text in page.locator(".parts td").all_inner_texts()]
    assert float(shown) == pytest.approx(sum(parts[:-2]) * (1 + sum(parts[-2:])), abs=0.005)
