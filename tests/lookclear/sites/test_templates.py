from dataclasses import replace

import pytest

from lookclear.domain import Page
from lookclear.html import zones
from lookclear.html.parse import parse
from lookclear.sites import templates
from lookclear.sites.templates import SiteTemplates, TemplateRule, own_text, with_template
from tests.lookclear.plain_features import page_weights

FOOTER = "imprint privacy cookies 版权 所有 联系 我们 terms of use accessibility statement newsletter sitemap"
TOPICS = "tide mud crab gull reed eel 盐沼 芦苇 候鸟 潮汐 湿地 碱蓬".split()


def page(number: int, footer: str = FOOTER) -> Page:
    topic = TOPICS[number % len(TOPICS)]
    main = " ".join(f"{topic} {topic}{chr(97 + n)}{number}x" for n in range(30))
    html = (
        f"<body><main><h2>{topic}</h2><p>{main}</p></main>"
        f"<footer><h2>About</h2><p>{footer} 12:{number:02} 2026</p></footer></body>"
    )
    return parse(html.encode(), f"http://a.org/{number}")


def learned(pages: list[Page], rule: TemplateRule = TemplateRule.SHARE) -> SiteTemplates:
    site = SiteTemplates(rule)
    for one in pages:
        site.learn("a.org", one)
    return site


def last(one: Page) -> tuple[int, ...]:
    return (len(one.blocks) - 1,)


@pytest.mark.parametrize("rule", [TemplateRule.SHARE, TemplateRule.ENTROPY])
def test_a_block_on_every_page_is_template_from_the_fifth_page_on(rule: TemplateRule) -> None:
    pages = [page(n) for n in range(5)]
    assert learned(pages[:4], rule).blocks("a.org", pages[0]) == ()
    assert [learned(pages, rule).blocks("a.org", one) for one in pages] == [last(one) for one in pages]


@pytest.mark.parametrize(
    "text",
    [
        "Order code {code} fits P55A and P60C of the old series, delivery in three days, free of charge",
        "Order number {number}, price {number}.50 with tax, delivery in three days, free of charge to all",
        "订货 代码 {code} 价格 {number} 元 含税 三天 内 送货 免费 适用 老 系列 全部 机型 和 其他 设备 配件",
    ],
)
def test_what_pages_differ_in_by_codes_and_prices_alone_is_no_template(text: str) -> None:
    pages = []
    for n, topic in enumerate(TOPICS[:8]):
        sold = text.format(code=f"KX{7341 + 7 * n}B", number=7341 + 7 * n)
        main = " ".join(f"{topic} {topic}{chr(97 + m)}{n}x" for m in range(30))
        html = (
            f"<body><main><h2>{topic}</h2><p>{main}.</p><h2>Order</h2><p>{sold}.</p></main>"
            f"<footer><h2>About</h2><p>{FOOTER} visitors {n * 17} on {n + 1} May 2026</p></footer></body>"
        )
        pages.append(parse(html.encode(), f"http://a.org/{n}"))
    site = learned(pages)
    for n, one in enumerate(pages):
        template = site.blocks("a.org", one)
        assert template == last(one)  # the footer with its counter and date
        assert str(7341 + 7 * n) in own_text(one, template)


def test_what_is_on_fewer_than_two_pages_in_five_is_content() -> None:
    footers = [FOOTER] * 4 + [f"{FOOTER} {topic}" for topic in TOPICS[:6]]
    pages = [page(n, footer) for n, footer in enumerate(footers)]
    assert learned(pages).blocks("a.org", pages[0]) == last(pages[0])  # 4 of 10
    assert learned([*pages, page(11, "all is new here")]).blocks("a.org", pages[0]) == ()


def test_sites_have_their_own_templates_and_the_rule_can_be_switched_off() -> None:
    pages = [page(n) for n in range(6)]
    assert learned(pages).blocks("b.org", pages[0]) == ()
    assert learned(pages, TemplateRule.NONE).blocks("a.org", pages[0]) == ()


def test_a_page_is_never_all_template() -> None:
    same = [replace(page(1), url=f"http://a.org/{n}") for n in range(6)]
    assert learned(same).blocks("a.org", same[0]) == ()


def test_words_of_a_template_count_little() -> None:
    one = page(1)
    template = last(one)
    templated = with_template(one, template)
    assert page_weights(templated)["imprint"] == pytest.approx(zones.WEIGHTS[zones.TEMPLATE])
    assert page_weights(one)["imprint"] >= 1
    assert page_weights(templated)["mud"] == page_weights(one)["mud"]
    assert with_template(one, ()) is one


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ((), "menu 首页\nmarsh 盐沼\nimprint"),
        ((0,), "marsh 盐沼\nimprint"),
        ((0, 2), "marsh 盐沼"),
        ((1,), "menu 首页\nimprint"),
        ((3,), "menu 首页\nmarsh 盐沼\nimprint"),  # its text is not part of the page's
        ((0, 1, 2), "menu 首页\nmarsh 盐沼\nimprint"),  # never nothing
    ],
)
def test_text_without_template(template: tuple[int, ...], text: str) -> None:
    one = page(1)
    block = one.blocks[0]
    spans = [(0, 7), (8, 16), (17, 24), (0, 0)]
    whole = replace(
        one, text="menu 首页\nmarsh 盐沼\nimprint", blocks=tuple(replace(block, text=span) for span in spans)
    )
    assert own_text(whole, template) == text


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "MOST_PRINTS", 40)
    monkeypatch.setattr(templates, "MOST_SITES", 3)
    pages = [page(n) for n in range(60)]
    site = learned(pages)
    assert len(site._sites["a.org"].prints) <= 42
    assert site.blocks("a.org", pages[0]) == last(pages[0])
    for name in "bcd":
        site.learn(f"{name}.org", pages[0])
    assert list(site._sites) == ["b.org", "c.org", "d.org"]


def test_pages_beyond_the_limit_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "MOST_PAGES", 6)
    site = learned([page(n) for n in range(6)] + [page(n, "a new design of the site") for n in range(6, 40)])
    assert site.blocks("a.org", page(50)) == last(page(50))
