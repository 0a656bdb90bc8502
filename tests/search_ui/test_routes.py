"""All pages, asked over HTTP, against a real index."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree, html
from starlette.testclient import TestClient

from indexer import Document, Index
from search_ui.paging import PER_PAGE
from search_ui.params import MAX_PAGE
from search_ui.routes.opensearch import SHORT_NAME_CHARACTERS
from tests.search_ui.sample import build_index, documents, stored_page


def page(site: TestClient, address: str, **headers: str) -> html.HtmlElement:
    response = site.get(address, headers=headers)
    assert response.status_code == 200, (address, response.status_code)
    return html.fromstring(response.text)


def titles(tree: html.HtmlElement) -> list[str]:
    return [heading.text_content().strip() for heading in tree.cssselect("article h2")]


def text(tree: html.HtmlElement) -> str:
    return " ".join(tree.text_content().split())


def test_home_says_what_the_site_is_and_how_much_it_knows(site: TestClient) -> None:
    tree = page(site, "/")
    assert tree.cssselect("h1")[0].text_content().strip() == "Accounting"
    assert "Terms of accounting." in text(tree)
    assert f"{len(documents())} pages to search" in text(tree)
    assert tree.cssselect(".examples a")[0].get("href") == "/search?q=balance+sheet"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("cash flow", "Cash flow statement"),
        ("CASH-FLOW", "Cash flow statement"),
        ('"balance sheet"', "Balance sheet"),
        ("资产负债表", "资产负债表"),
        ("“现金流量”", "现金流量表"),
        ("ＡＵＤＩＴ opinions", "Audit opinion"),
    ],
)
def test_best_page_comes_first_in_both_languages(site: TestClient, query: str, first: str) -> None:
    assert titles(page(site, f"/search?q={query}"))[0] == first


def test_results_page_keeps_the_query_and_states_count_and_time(site: TestClient) -> None:
    tree = page(site, "/search?q=accounting")
    assert tree.cssselect("input[name=q]")[0].get("value") == "accounting"
    assert re.fullmatch(r"22 pages, (under 1|\d+) ms", text(tree.cssselect("[role=status]")[0]))
    assert tree.cssselect("title")[0].text == "accounting – Accounting"


def test_a_card_has_its_language_marks_date_relevance_and_stored_text(site: TestClient) -> None:
    tree = page(site, "/search?q=商誉")
    article = tree.cssselect("article")[0]
    link = article.cssselect("h2 a")[0]
    assert article.get("lang") == "zh"
    assert link.get("rel") == "noopener noreferrer nofollow"
    assert link.get("href") == "https://cidian.example.cn/术语/商誉"
    assert "商誉" in [mark.text_content() for mark in article.cssselect(".snippet mark")]
    assert article.cssselect("time")[0].get("datetime").startswith("2026-10-08")
    assert "on topic 0.80" in text(article)
    assert text(article.cssselect(".address")[0]) == "cidian.example.cn › 术语 › 商誉"
    stored = article.cssselect(".facts a")[0].get("href")
    assert "商誉" in text(page(site, stored).cssselect("article")[0])


def test_pages_of_results_are_disjoint_and_together_complete(site: TestClient) -> None:
    pages = [page(site, f"/search?q=accounting&page={number}") for number in (1, 2, 3)]
    seen = [title for tree in pages for title in titles(tree)]
    assert len(seen) == len(set(seen)) == 22


def test_paging_has_previous_next_and_the_current_page(site: TestClient) -> None:
    tree = page(site, "/search?q=accounting&page=2")
    nav = tree.cssselect("nav.paging")[0]
    assert nav.cssselect("a[rel=prev]")[0].get("href") == "/search?q=accounting"
    assert nav.cssselect("a[rel=next]")[0].get("href") == "/search?q=accounting&page=3"
    assert nav.cssselect("[aria-current=page]")[0].text_content() == "2"
    assert tree.cssselect("ol.results")[0].get("start") == "11"
    last = page(site, "/search?q=accounting&page=3")
    assert last.cssselect("a[rel=next]") == []


@pytest.mark.parametrize("number", ["4", "101", "1000000000", "9" * 5000])
def test_page_past_the_end_is_a_clear_message_with_a_way_back(site: TestClient, number: str) -> None:
    tree = page(site, f"/search?q=accounting&page={number}")
    assert "the results end with page 3" in text(tree)
    assert tree.cssselect(".message a")[0].get("href") == "/search?q=accounting&page=3"


def test_nothing_found_gives_searches_that_do_find_something(site: TestClient) -> None:
    tree = page(site, '/search?q="goodwill bond" -cost')
    assert "No page has all of this" in text(tree)
    offered = tree.cssselect(".easier a")
    assert [link.text_content() for link in offered] == ["goodwill OR bond"]
    assert "2 pages" in text(tree.cssselect(".easier")[0])
    assert set(titles(page(site, offered[0].get("href")))) == {"Goodwill", "Sinking fund"}


def test_no_query_asks_for_one(site: TestClient) -> None:
    for address in ("/search", "/search?q=", "/search?q=++%20", "/search?page=3"):
        assert "Type one or more words" in text(page(site, address))


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ('"cash', "quotation mark without a partner"),
        ("(cash", "bracket without a partner"),
        ("cash AND OR", "operator with nothing to work on"),
        ("-cash", "only says what to leave out"),
        ("?!。", "no word to search for"),
        ("cash " * 300, "only its first part"),
        ("caf%E9", "could not be read"),
    ],
)
def test_what_was_repaired_in_a_query_is_said(site: TestClient, query: str, words: str) -> None:
    assert words in text(page(site, f"/search?q={query}").cssselect(".notes")[0])


@pytest.mark.parametrize(
    "query",
    [
        "((((" * 60,
        '"' * 99,
        "- -a",
        "AND OR NOT",
        "*",
        "a*",
        "?????",
        "{}\\%",
        "{n} {query}",
        "%s %(x)s",
        "site:",
        "title:()",
        "x" * 60_000,
        "会计" * 3_000,
        "\u202e\u200b\ufeff",
        "🇨🇳👩‍👩‍👧" + "\u0301" * 1000,
        "C++ 教程 .NET 5G",
        "\x00\x1b[31m",
    ],
)
def test_no_query_is_an_error(site: TestClient, query: str) -> None:
    response = site.get("/search", params={"q": query})
    assert response.status_code == 200
    assert len(response.text) < 50_000
    assert site.get("/search.json", params={"q": query}).status_code == 200


def test_json_has_the_documented_fields(site: TestClient) -> None:
    answer = site.get("/search.json?q=accounting&page=2").json()
    assert (answer["query"], answer["total"], answer["page"], answer["pages"]) == ("accounting", 22, 2, 3)
    assert answer["took_ms"] > 0
    hit = answer["hits"][0]
    assert set(hit) == {
        "id",
        "url",
        "key",
        "title",
        "snippet",
        "snippet_pieces",
        "score",
        "relevance",
        "language",
        "kind",
        "host",
        "more_from_host",
        "date",
        "fetched",
        "similar",
        "stored",
    }
    assert hit["snippet"] == "".join(piece for piece, _ in hit["snippet_pieces"])
    assert any(match for _, match in hit["snippet_pieces"])
    assert site.get(hit["stored"]).status_code == 200


@pytest.mark.parametrize("number", ["99", "1000000000"])
def test_json_is_utf8_and_tells_notes_and_the_end(site: TestClient, number: str) -> None:
    response = site.get(f'/search.json?q="会计&page={number}')
    answer = response.json()
    assert "会计" in response.content.decode("utf-8")
    assert (answer["total"] > 0, answer["hits"]) == (True, [])
    assert [note["code"] for note in answer["notes"]] == ["quote-ignored", "page-beyond-end"]


def test_what_is_too_far_down_to_be_listed_is_said(
    tmp_path: Path, make_client: Callable[..., TestClient]
) -> None:
    listed = MAX_PAGE * PER_PAGE
    many = [Document(key=f"https://example.org/{number}", title="marsh") for number in range(listed + 1)]
    with make_client(build_index(tmp_path / "index", many)) as site:
        tree = page(site, f"/search?q=marsh&page={MAX_PAGE}")
        assert len(titles(tree)) == PER_PAGE
        assert "Only the first 1,000 results are listed" in text(tree)
        assert tree.cssselect("a[rel=next]") == []
        assert f"the results end with page {MAX_PAGE}" in text(page(site, "/search?q=marsh&page=101"))
        assert site.get("/search.json?q=marsh&page=101").json()["hits"] == []


def test_stored_text_marks_the_query_and_links_to_the_page_itself(site: TestClient) -> None:
    address = page(site, "/search?q=cash flow").cssselect(".facts a")[0].get("href")
    tree = page(site, address)
    assert {mark.text_content().lower() for mark in tree.cssselect(".text mark")} == {"cash", "flow"}
    live, back = tree.cssselect(".banner a")
    assert live.get("href") == "https://glossary.example.org/terms/Cash-flow-statement"
    assert live.get("rel") == "noopener noreferrer nofollow"
    assert back.get("href") == "/search?q=cash+flow"
    assert "4 Oct 2026" in text(tree.cssselect(".banner")[0])
    assert len(tree.cssselect(".text p")) == 2


def test_stored_text_without_a_query_has_no_marks(site: TestClient) -> None:
    number = site.get("/search.json?q=goodwill").json()["hits"][0]["id"]
    assert page(site, f"/page/{number}").cssselect("mark") == []


def test_a_page_that_asks_for_no_copy_or_no_snippet_gets_none(
    tmp_path: Path, make_client: Callable[..., TestClient]
) -> None:
    wishes = {"archive": {"noarchive", "nofollow"}, "snippet": {"nosnippet"}, "neither": {"none"}}
    pages = [
        Document(
            f"https://example.org/{name}", title=name, body="盐沼 Salt marsh.", directives=frozenset(wish)
        )
        for name, wish in wishes.items()
    ]
    with make_client(build_index(tmp_path / "index", pages)) as site:
        hits = {hit["title"]: hit for hit in site.get("/search.json?q=盐沼").json()["hits"]}
        quoted = {name for name, hit in hits.items() if hit["snippet"]}
        copied = {name for name, hit in hits.items() if "Salt marsh." in site.get(hit["stored"]).text}
        assert (quoted, copied) == ({"archive", "neither"}, {"snippet", "neither"})
        assert len(page(site, "/search?q=盐沼").cssselect(".snippet")) == 2
        assert "asks not to be shown from a store" in site.get(hits["archive"]["stored"]).text


@pytest.mark.parametrize(
    "wanted",
    [
        "a" * 16,
        "A" * 16,
        "a" * 17,
        "0",
        "12",
        "-1",
        "abc",
        "1.5",
        "9" * 30,
        "9" * 5000,
        "..%2f..%2fetc%2fpasswd",
        "%00",
        "１",
        "",
    ],
)
def test_an_unknown_stored_page_is_our_404(site: TestClient, wanted: str) -> None:
    response = site.get(f"/page/{wanted}")
    assert response.status_code == 404
    assert "Go to the first page" in response.text


def test_an_address_of_stored_text_outlives_a_rebuild_in_another_order(
    tmp_path: Path, make_client: Callable[..., TestClient]
) -> None:
    addresses = []
    for name, entries in (("first", documents()), ("second", documents()[:0:-1])):
        with make_client(build_index(tmp_path / name, entries)) as site:
            addresses.append(
                {hit["key"]: hit["stored"] for hit in site.get("/search.json?q=会计").json()["hits"]}
            )
            gone = site.get(stored_page(0)).status_code
    first, second = addresses
    common = first.keys() & second.keys()
    assert len(common) > 5
    assert {key: first[key] for key in common} == {key: second[key] for key in common}
    assert gone == 404


def test_result_and_stored_pages_are_not_for_robots(site: TestClient) -> None:
    number = site.get("/search.json?q=goodwill").json()["hits"][0]["id"]
    for address in ("/search?q=goodwill", f"/page/{number}", "/search?q=zzz"):
        assert page(site, address).cssselect("meta[name=robots]")[0].get("content") == "noindex, nofollow"
    assert page(site, "/").cssselect("meta[name=robots]") == []


def test_help_examples_find_something(site: TestClient) -> None:
    examples = page(site, "/help").cssselect(".operators a")
    assert len(examples) == 13
    found = {link.text_content(): len(titles(page(site, link.get("href")))) for link in examples}
    assert all(count > 0 for query, count in found.items() if " -" not in query), found


def test_opensearch_description_names_this_host(site: TestClient) -> None:
    response = site.get("/opensearch.xml?ui=zh", headers={"host": "search.example.org"})
    assert response.headers["content-type"].startswith("application/opensearchdescription+xml")
    root = etree.fromstring(response.content)
    space = {"o": "http://a9.com/-/spec/opensearch/1.1/"}
    assert len(root.findtext("o:ShortName", namespaces=space)) <= SHORT_NAME_CHARACTERS
    template = root.find("o:Url[@rel='results']", namespaces=space).get("template")
    assert template == "http://search.example.org/search?ui=zh&q={searchTerms}"


def test_health_counts_what_can_be_found(site: TestClient) -> None:
    assert site.get("/healthz").json() == {"status": "ok", "documents": len(documents())}


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/", "可搜索 42 个网页"),
        ("/search?q=会计", "20 个网页"),
        ("/search?q=zzzz", "没有网页同时符合"),
        ("/search", "请在搜索框中输入"),
        ("/help", "搜索写法"),
        (f"{stored_page(0)}?q=会计", "返回搜索结果"),
    ],
)
def test_pages_are_chinese_when_the_browser_is(site: TestClient, address: str, words: str) -> None:
    tree = page(site, address, **{"accept-language": "zh-CN"})
    assert words in text(tree)
    assert tree.get("lang") == "zh-Hans"
    switch = tree.cssselect("footer a[hreflang=en]")[0].get("href")
    assert page(site, switch, **{"accept-language": "zh-CN"}).get("lang") == "en"


def test_a_chosen_language_survives_the_form_and_every_own_link(site: TestClient) -> None:
    tree = page(site, "/search?q=会计&ui=zh")
    assert tree.cssselect("form input[name=ui]")[0].get("value") == "zh"
    own = [link.get("href") for link in tree.cssselect("a[href^='/']") if not link.get("hreflang")]
    assert len(own) > 12
    assert [address for address in own if "ui=zh" not in address] == []


def test_an_index_that_is_not_there_yet_is_said_kindly(empty_site: TestClient, tmp_path: Path) -> None:
    assert "Nothing to search yet" in text(page(empty_site, "/"))
    assert "Nothing to search yet" in text(page(empty_site, "/search?q=cash"))
    assert empty_site.get(stored_page(0)).status_code == 404
    assert empty_site.get("/search.json?q=cash").json()["total"] == 0
    assert page(empty_site, "/help") is not None


def test_pages_are_found_as_soon_as_they_are_committed(empty_site: TestClient, tmp_path: Path) -> None:
    assert empty_site.get("/search.json?q=accounting").json()["total"] == 0
    build_index(tmp_path / "index", documents()[:1])
    assert empty_site.get("/search.json?q=accounting").json()["total"] == 1
    build_index(tmp_path / "index", documents()[1:3])
    assert empty_site.get("/search.json?q=accounting").json()["total"] == 3
    assert empty_site.get("/healthz").json()["documents"] == 3
    assert "Still reading the web" in text(page(empty_site, "/"))


def test_an_unreadable_index_is_503_without_details(
    tmp_path: Path, make_client: Callable[..., TestClient], caplog: pytest.LogCaptureFixture
) -> None:
    folder = build_index(tmp_path / "index", documents()[:3])
    for file in folder.iterdir():
        file.write_bytes(b"\x00garbage" * 50)
    with make_client(folder) as site:
        response = site.get("/search?q=cash")
        assert response.status_code == 503
        assert str(tmp_path) not in response.text
        assert site.get("/healthz").status_code == 503
    assert str(tmp_path) in caplog.text


@pytest.mark.parametrize(("ui", "words"), [("en", "2 similar pages"), ("zh", "2 个相似网页")])
def test_pages_that_say_the_same_are_one_card_that_lists_the_others(
    make_client: Callable[..., TestClient], tmp_path: Path, ui: str, words: str
) -> None:
    keys = [
        "http://a.org/marsh",
        "http://a.org/湿地/marsh?print=1",
        "javascript:alert(1)//a.long.address/of/no/page",
    ]
    with Index.open(tmp_path / "index") as index:
        for key in keys:
            index.add(Document(key=key, title="Salt marsh 盐沼", body="reeds and gulls", group=keys[0]))
    with make_client(tmp_path / "index") as site:
        text = site.get(f"/search?q=reeds&ui={ui}").text
        assert text.count("<article") == 1
        assert words in text
        assert 'href="http://a.org/湿地/marsh?print=1"' in text
        assert 'href="javascript' not in text
        answer = site.get("/search.json?q=reeds").json()
    assert answer["total"] == 1
    assert answer["hits"][0]["similar"] == keys[1:]
