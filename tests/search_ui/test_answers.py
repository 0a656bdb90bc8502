"""What the site tells besides a list of pages, over HTTP: feeds, completions, reasons, hosts and facets."""

from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree, html
from starlette.testclient import TestClient

from indexer import Document
from search_ui.routes import search
from tests.search_ui.sample import build_index, documents

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def page(site: TestClient, address: str) -> html.HtmlElement:
    response = site.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return html.fromstring(response.text)


def languages(tree: html.HtmlElement) -> set[str]:
    return {article.get("lang") for article in tree.cssselect("article")}


def test_every_facet_leads_to_as_many_pages_as_it_says(site: TestClient) -> None:
    tree = page(site, "/search?q=financial+OR+会计")
    values = tree.cssselect(".facet li")
    assert len(values) >= 6
    for value in values:
        (link,) = value.cssselect("a")
        status = page(site, link.get("href")).cssselect("[role=status]")[0].text_content()
        assert status.startswith(f"{value.cssselect('.quiet')[0].text} page"), link.get("href")


def test_restrictions_survive_the_form_paging_the_language_switch_and_the_twins(site: TestClient) -> None:
    tree = page(site, "/search?q=会计&lang=zh&type=article&sort=date&ui=en")
    hidden = {field.get("name"): field.get("value") for field in tree.cssselect(".search input[type=hidden]")}
    assert hidden == {"lang": "zh", "type": "article", "sort": "date", "ui": "en"}
    for address in (
        tree.cssselect(".paging [rel=next]")[0].get("href"),
        tree.cssselect("footer a[hreflang]")[0].get("href"),
        tree.cssselect("link[type='application/json']")[0].get("href"),
    ):
        assert "lang=zh" in address
        assert "type=article" in address
    assert languages(tree) == {"zh"}
    answer = site.get("/search.json?q=会计&lang=zh").json()
    assert answer["restrictions"] == {"lang": "zh"}
    assert answer["facets"]["language"] == {"zh": answer["total"]}


@pytest.mark.parametrize(
    "restriction",
    ["site=x%22%3E", "lang=%00", "type=../..", "from=soon", "to=2024..2025", "sort=up", "site=" + "a" * 999],
)
def test_a_restriction_that_is_none_restricts_nothing(site: TestClient, restriction: str) -> None:
    tree = page(site, f"/search?q=accounting&{restriction}")
    assert "22 pages" in tree.cssselect("[role=status]")[0].text_content()
    assert not tree.cssselect(".chips")


def test_restrictions_alone_list_pages(site: TestClient) -> None:
    assert languages(page(site, "/search?lang=zh")) == {"zh"}


def test_nothing_within_offers_what_is_without(site: TestClient) -> None:
    tree = page(site, "/search?q=goodwill&lang=zh")
    (wider,) = tree.xpath("//a[text()='Search without restrictions']")
    assert page(site, wider.get("href")).cssselect("article")
    tree = page(site, "/search?q=inventry&lang=zh")
    assert any("q=inventory" in link.get("href") for link in tree.cssselect(".message a"))


def test_a_better_spelling_is_offered_and_not_forced(site: TestClient) -> None:
    tree = page(site, "/search?q=inventry+OR+会计课目")
    assert not tree.cssselect("article")
    (link,) = tree.cssselect(".meant a")
    assert link.text_content() == "inventory OR 会计科目"
    assert page(site, link.get("href")).cssselect("article")


def test_at_most_two_pages_of_a_host_while_others_have_some(
    tmp_path: Path, make_client: Callable[..., TestClient]
) -> None:
    entries = [
        Document(f"http://big.org/{n}", title=f"Marsh {n}", body="marsh " * (40 - n)) for n in range(20)
    ]
    entries += [Document(f"http://small{n}.org/", title="Small", body="a marsh far away") for n in range(12)]
    with make_client(build_index(tmp_path / "index", entries)) as site:
        tree = page(site, "/search?q=marsh")
        hosts = [host.text for host in tree.cssselect(".address .host")]
        assert hosts.count("big.org") == 2
        (more,) = tree.cssselect(".more a")
        assert more.text_content() == "18 more pages from big.org"
        assert "20 pages" in page(site, more.get("href")).cssselect("[role=status]")[0].text_content()


def test_too_little_time_is_said(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SECONDS", 0.0)
    address = "?q=financial+OR+会计+OR+goodwill+OR+cash*"
    assert "Time was short" in page(site, f"/search{address}").text_content()
    assert site.get(f"/search.json{address}").json()["partial"] is True


def test_feed_is_atom_with_the_newest_first(site: TestClient) -> None:
    response = site.get("/search.atom?q=accounting")
    assert response.headers["content-type"].startswith("application/atom+xml")
    feed = etree.fromstring(response.content)
    assert feed.findtext("a:title", namespaces=ATOM) == "accounting – Accounting"
    assert feed.find("a:link[@rel='self']", ATOM).get("href").endswith("/search.atom?q=accounting")
    entries = feed.findall("a:entry", ATOM)
    assert len(entries) == 10
    dates = [entry.findtext("a:updated", namespaces=ATOM) for entry in entries]
    dated = {document.title: document.date for document in documents()}
    newest = [dated[entry.findtext("a:title", namespaces=ATOM)] for entry in entries]
    known = [moment for moment in newest if moment]
    assert known == sorted(known, reverse=True)
    assert all(dates)
    assert all(entry.find("a:link", ATOM).get("href").startswith("https://") for entry in entries)


def test_suggestions_have_the_format_of_browsers(site: TestClient) -> None:
    response = site.get("/suggest?q=balance+sh")
    assert response.headers["content-type"] == "application/x-suggestions+json"
    typed, offered = response.json()
    assert typed == "balance sh"
    assert "balance sheet" in offered
    assert site.get("/suggest?q=会").json()[1]
    for nothing in ("", "?q=", "?q=a", "?q=" + "x" * 9999, "?q=%FF", "?q=-cash"):
        assert site.get(f"/suggest{nothing}").json()[1] == []
    template = etree.fromstring(site.get("/opensearch.xml").content)
    assert (
        template.find("{*}Url[@rel='suggestions']").get("template")
        == "http://testserver/suggest?q={searchTerms}"
    )


def test_why_adds_up_and_says_when_a_page_is_no_result(site: TestClient) -> None:
    card = page(site, "/search?q=cash+flow").cssselect("article")[0]
    why = card.xpath(".//a[text()='why this result']")[0].get("href")
    tree = page(site, why)
    assert "cash" in tree.cssselect(".parts")[0].text_content()
    name = why.split("?")[0]
    assert "not a result" in page(site, f"{name}?q=goodwill").text_content()
    assert "not a result" in page(site, name).text_content()
    assert site.get("/why/aaaaaaaaaaaaaaaa?q=x").status_code == 404
    assert site.get("/why/..%2f..%2fetc").status_code == 404


def test_a_host_has_a_page(site: TestClient) -> None:
    tree = page(site, "/site/glossary.example.org")
    assert tree.cssselect("h1")[0].text_content() == "glossary.example.org"
    assert "22 pages can be found" in tree.text_content()
    assert len(tree.cssselect(".brief li")) == 10
    assert page(site, tree.cssselect(".host p a")[0].get("href")).cssselect("article")
    assert tree.cssselect("form.here input[name=site]")[0].get("value") == "glossary.example.org"
    for unknown in ("nowhere.org", "%22%3E", "a" * 300, "[::1"):
        assert site.get(f"/site/{unknown}").status_code == 404


def test_dates_are_set_by_a_form_that_keeps_the_rest(site: TestClient) -> None:
    tree = page(site, "/search?q=accounting&lang=en&sort=date&from=2024-13")
    assert "not a date" in tree.cssselect(".notes")[0].text_content()
    (form,) = tree.cssselect("form.dates")
    assert {field.get("name"): field.get("value") for field in form.cssselect("input")} == {
        "q": "accounting",
        "lang": "en",
        "sort": "date",
        "from": "",
        "to": "",
    }
    within = page(site, "/search?q=accounting&from=2025-06&to=2026")
    assert within.cssselect("form.dates input[name=from]")[0].get("value") == "2025-06"
    days = [time.get("datetime") for time in within.cssselect(".facts time")]
    assert days
    assert all("2025-06-01" <= day <= "2026-12-31" for day in days)
