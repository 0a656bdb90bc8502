import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from lookclear.html.structured import LONGEST, Structured, read_json_ld, read_microdata
from lookclear.html.tree import build
from tests.lookclear.html.fragments import MARKUP, SCRIPTS, TEXTS

ARTICLE = {"@type": "NewsArticle", "datePublished": "2024-03-05", "dateModified": "2024-03-06"}


def said(*scripts: object) -> Structured:
    return read_json_ld([one if isinstance(one, str) else json.dumps(one) for one in scripts])


@pytest.mark.parametrize(
    "script",
    [
        ARTICLE,
        [{"@type": "WebSite", "name": "x"}, ARTICLE],
        {"@graph": [{"@type": "Organization"}, ARTICLE]},
        {"@type": "WebPage", "mainEntity": ARTICLE},
        {
            "@type": ["Thing", "https://schema.org/BlogPosting"],
            **{k: v for k, v in ARTICLE.items() if k != "@type"},
        },
        "<!-- " + json.dumps(ARTICLE) + " -->",
        "//<![CDATA[\n" + json.dumps(ARTICLE) + "\n//]]>",
        json.dumps(ARTICLE)[:-1] + ",}",
        "/* a comment */ " + json.dumps(ARTICLE) + ";",
        "// a comment\n" + json.dumps(ARTICLE),
        json.dumps(ARTICLE) + "\n" + json.dumps({"@type": "Thing"}),
        '{"@type": "Article", "name": "a\nb", "datePublished": "2024-03-05", "dateModified": "2024-03-06"}',
        json.dumps(ARTICLE).replace('"', "&quot;"),
        '{"@type": "Article" "headline": x, "datePublished": "2024-03-05", "dateModified" : "2024-03-06"}',
    ],
)
def test_dates_are_found_wherever_json_ld_hides_them(script: object) -> None:
    assert (said(script).published, said(script).modified) == (("2024-03-05",), ("2024-03-06",))


def test_an_articles_dates_come_before_those_of_other_things() -> None:
    page = {"@type": "WebPage", "datePublished": "2001-01-01"}
    assert said(page, ARTICLE).published == ("2024-03-05", "2001-01-01")
    assert said({"@type": "Article", "dateCreated": "2003", "datePublished": "2004"}).published == (
        "2004",
        "2003",
    )


@pytest.mark.parametrize(
    "script",
    [
        {"@type": "Comment", "datePublished": "2024-03-05"},
        {"@type": "Product", "review": [{"@type": "Review", "datePublished": "2024-03-05"}]},
        {"@type": "Article", "comment": [{"datePublished": "2024-03-05"}]},
        {"@type": "ItemList", "itemListElement": [ARTICLE]},
        {"@type": "Article", "datePublished": 20240305},
        {"@type": "Article", "datePublished": None},
        '"text"', "[]", "1", "", "null", "{", '{"a":' * 10_000, "[" * 100_000, "1" * 10_000,
    ],
)  # fmt: skip
def test_dates_of_other_things_and_rubbish_do_not_count(script: object) -> None:
    assert said(script) == Structured()


def test_what_is_too_long_is_not_read_as_json_but_its_dates_are_found() -> None:
    script = json.dumps(ARTICLE)[:-1] + ', "articleBody": "' + "x" * (5 * 1024 * 1024) + '"}'
    assert len(script) > LONGEST
    assert said(script).published == ("2024-03-05",)


def step(position: object, **more: object) -> dict[str, object]:
    return {"@type": "ListItem", "position": position, **more}


def test_breadcrumbs_come_in_the_order_of_their_positions() -> None:
    crumbs = {
        "@type": "BreadcrumbList",
        "itemListElement": [
            step(3, name="水稻 &amp; 小麦"),
            step("1", item={"@id": "/", "name": "首页"}),
            step(2, name=" Crops\n", item="/crops"),
        ],
    }
    assert said({"@graph": [crumbs]}).breadcrumbs == ("首页", "Crops", "水稻 & 小麦")


@pytest.mark.parametrize(
    "elements", [None, 7, "x", [], ["x"], [step(1)], [step(1, name="only one")], [step([], name=5)]]
)
def test_a_list_without_two_names_is_no_way(elements: object) -> None:
    assert said({"@type": "BreadcrumbList", "itemListElement": elements}).breadcrumbs == ()


def microdata(markup: str) -> Structured:
    return read_microdata(html.document_fromstring(markup), markup)


@pytest.mark.parametrize(
    "markup",
    [
        "<div itemscope itemtype='//schema.org/Article'><meta itemprop=datePublished content=2024-03-05>",
        "<div itemscope itemtype='//schema.org/Article'><time itemprop=datePublished datetime=2024-03-05>",
        "<p itemprop=datePublished>2024-03-05</p>",
        "<div vocab='https://schema.org/' typeof=Article><b property=datePublished>2024-03-05</b></div>",
        "<div typeof='schema:Article'><b property='schema:datePublished' content='2024-03-05'></b></div>",
    ],
)
def test_microdata_and_rdfa_give_dates(markup: str) -> None:
    assert microdata(markup).published == ("2024-03-05",)


def test_a_comments_date_is_not_the_pages() -> None:
    scope = "<div itemscope itemtype='http://schema.org/Comment'>"
    comment = f"{scope}<time itemprop=datePublished datetime=2024-03-05></div>"
    assert microdata(comment) == Structured()


def test_microdata_gives_breadcrumbs_once() -> None:
    way = "".join(
        f"<li itemscope itemtype='https://schema.org/ListItem' itemprop=itemListElement>"
        f"<a itemprop=item><span itemprop=name>{name}</span></a></li>"
        for name in ("首页", "Crops", "水稻")
    )
    markup = f"<ol itemscope itemtype='https://schema.org/BreadcrumbList'>{way}</ol>"
    assert microdata(markup + markup).breadcrumbs == ("首页", "Crops", "水稻")
    assert (
        microdata(
            "<div itemscope itemtype='https://schema.org/Product'><b itemprop=name>x</b><b itemprop=name>y"
        )
        == Structured()
    )


def test_no_more_than_two_long_scripts_are_read() -> None:
    long = json.dumps({"@type": "Thing", "text": "x" * (LONGEST - 100)})
    assert said(long, ARTICLE).published == ("2024-03-05",)
    assert said(long, long, long, ARTICLE).published == ()


@settings(deadline=None)
@given(st.lists(SCRIPTS | TEXTS, max_size=3))
def test_no_script_breaks_the_reader(scripts: list[str]) -> None:
    assert isinstance(read_json_ld(scripts), Structured)


@settings(deadline=None)
@given(MARKUP)
def test_no_markup_breaks_the_reader(markup: str) -> None:
    assert isinstance(read_microdata(build(markup).root, markup), Structured)
