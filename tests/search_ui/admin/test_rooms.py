"""Frontier, labels, model, index and system, over a workspace that was really crawled."""

import json
from collections.abc import Callable

import pytest
from lxml import html

from lookclear.session.labels import labels_of
from lookclear.store.labels import Verdict
from search_ui.admin.system import settings
from tests.search_ui.admin.conftest import Admin, becomes

MARKUP = "<script>alert(1)</script>"


def shown(tree: html.HtmlElement) -> str:
    return " ".join(tree.text_content().split())


@pytest.mark.parametrize(
    "room", ["", "/frontier", "/labels", "/model", "/topic", "/index", "/queries", "/system"]
)
@pytest.mark.parametrize("ui", ["en", "zh"])
def test_every_room_opens_in_both_languages_and_names_itself(admin: Admin, room: str, ui: str) -> None:
    tree = admin.page(f"/admin{room}?ui={ui}")
    assert len(tree.cssselect("h1")) == 1
    assert tree.cssselect(".rooms [aria-current=page]")[0].text == tree.cssselect("h1")[0].text
    assert tree.get("lang") == {"en": "en", "zh": "zh-Hans"}[ui]
    assert all("ui=" in link.get("href") for link in tree.cssselect(".rooms a"))


def test_the_frontier_stands_in_the_order_of_scores_with_their_parts(admin: Admin) -> None:
    tree = admin.page("/admin/frontier")
    scores = [float(one.text_content()) for one in tree.cssselect(".links .score")]
    assert len(scores) >= 3
    assert scores == sorted(scores, reverse=True)
    assert tree.cssselect("details table.parts")
    narrowed = admin.page("/admin/frontier?host=zh.test")
    urls = [link.text_content() for link in narrowed.cssselect(".links .url")]
    assert all("zh.test" in url for url in urls)
    assert admin.page("/admin/frontier?text=nowhere-to-be-found").cssselect(".message")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://marsh.test/", "a seed"),
        ("http://never.test/seen", "never came across"),
        ("mailto:a@b.test", "no web address"),
        ("not an address", "not the address"),
        (f"http://marsh.test/{MARKUP}", "never came across"),
        ("http://盐沼.test/页", "never came across"),
    ],
)
def test_an_address_is_checked_and_explained(admin: Admin, url: str, said: str) -> None:
    response = admin.client.get("/admin/frontier", params={"url": url})
    assert response.status_code == 200
    assert said in shown(html.fromstring(response.text))
    assert MARKUP not in response.text


def test_a_label_is_given_listed_and_taken_back(admin: Admin) -> None:
    tree = admin.page("/admin/labels")
    first = tree.cssselect("article input[name=url]")[0].get("value")
    page = admin.post("/admin/labels", url=first, verdict="no")
    assert "No crawl is running" in shown(page.cssselect(".done")[0])
    assert [(one.url, one.verdict, one.by) for one in labels_of(admin.workspace)[0]] == [
        (first, Verdict.NO, "site")
    ]
    assert first not in [one.get("value") for one in page.cssselect("article input[name=url]")]
    admin.post("/admin/labels", url=first, verdict="forget")
    assert labels_of(admin.workspace)[0] == []
    assert "not the address" in shown(admin.post("/admin/labels", status=400, url="x y", verdict="yes"))
    assert "does not say" in shown(admin.post("/admin/labels", status=400, url=first, verdict="maybe"))


def test_results_have_label_buttons_for_who_was_on_the_admin_pages_and_for_nobody_else(admin: Admin) -> None:
    address = "/search?q=salt"
    assert not admin.page(address).cssselect(".labels-inline")
    admin.page("/admin")
    tree = admin.page(address)
    forms = tree.cssselect(".labels-inline")
    assert len(forms) == len(tree.cssselect("article"))
    fields = {field.get("name"): field.get("value") for field in forms[0].cssselect("input")}
    answer = admin.client.post("/admin/labels", data={**fields, "verdict": "yes"})
    assert answer.url.path == "/search"
    assert answer.url.params["q"] == "salt"
    elsewhere = {**fields, "after": "//evil.example/search?q=x", "verdict": "yes"}
    assert admin.client.post("/admin/labels", data=elsewhere).url.path == "/admin/labels"
    assert "counts from the next start" in shown(html.fromstring(answer.text))
    assert labels_of(admin.workspace)[1:] == (1, 0)


def test_training_says_what_changed_and_is_undone(admin: Admin) -> None:
    first = admin.page("/admin/labels").cssselect("article input[name=url]")[0].get("value")
    admin.post("/admin/labels", url=first, verdict="no")
    assert "being trained" in shown(admin.post("/admin/model", do="train"))
    assert becomes(lambda: "What the last training changed" in shown(admin.page("/admin/model")))
    page = shown(admin.page("/admin/model"))
    assert "Version 2 is in use now" in page
    assert "0 on topic, 1 off topic" in page
    admin.post("/admin/model", do="undo")
    assert becomes(lambda: "Version 1 is in use now, and held" in shown(admin.page("/admin/model")))
    admin.post("/admin/model", do="to", version="2")
    assert becomes(lambda: "Version 2 is in use now, and held" in shown(admin.page("/admin/model")))
    admin.post("/admin/model", do="to", version="9")
    assert becomes(lambda: "there is no version 9" in shown(admin.page("/admin/model")))


def test_training_waits_for_the_crawl(admin: Admin) -> None:
    with admin.workspace.lock():
        assert "a crawl is running" in shown(admin.post("/admin/model", status=409, do="train"))
        assert admin.page("/admin/model").cssselect("button[value=train][disabled]")


def test_the_index_is_checked_compacted_and_measured(admin: Admin) -> None:
    assert "Pages that can be found 4" in shown(admin.page("/admin/index")).replace("found4", "found 4")
    admin.post("/admin/index", do="check")
    assert becomes(lambda: "Sound:" in shown(admin.page("/admin/index")))
    admin.post("/admin/index", do="compact")
    assert becomes(lambda: "Freed" in shown(admin.page("/admin/index")))
    kept = json.loads((admin.folder / "data" / "answers" / "compact.json").read_text())
    assert kept["result"]["log_bytes"] > 0


def test_the_system_page_tells_every_setting_and_where_it_comes_from(admin: Admin) -> None:
    found = {one.name: one for one in settings(admin.workspace)}
    assert found["crawl.pages"].value == "20"
    assert found["crawl.pages"].own
    assert not found["relevance.threshold"].own
    page = shown(admin.page("/admin/system"))
    assert "LookClear" in page
    assert "data/index" in page


def test_searches_are_listed_and_forgotten(admin: Admin) -> None:
    admin.client.get("/search?q=salt")
    admin.client.get("/search?q=zzzz")
    page = admin.page("/admin/queries")
    assert [one.text_content() for one in page.cssselect("section:last-of-type tbody th")] == ["zzzz"]
    assert "salt" in shown(page)
    assert "None so far" in shown(admin.post("/admin/queries"))
    assert "zzzz" not in shown(admin.page("/admin/queries"))


@pytest.mark.parametrize("room", ["", "/index", "/labels", "/frontier", "/system"])
def test_an_index_that_cannot_be_read_is_said_and_leaves_the_rest_to_work(
    admin: Admin, make_admin: Callable[[], Admin], room: str
) -> None:
    for path in (admin.folder / "data" / "index").iterdir():
        path.write_bytes(b"no index " * 1000)
    tree = make_admin().page(f"/admin{room}")  # as after a restart
    if room in {"", "/index"}:
        assert "The index cannot be read" in shown(tree.cssselect("[role=alert]")[0])
    if not room:
        assert tree.cssselect("button[value=start]")
