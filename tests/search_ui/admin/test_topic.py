"""The topic editor over a workspace that was really crawled."""

from lxml import html

from lookclear.config import load_topic_file
from tests.search_ui.admin.conftest import Admin, becomes


def fields(admin: Admin) -> dict[str, str]:
    tree = admin.page("/admin/topic")
    return {one.get("name"): one.value or "" for one in tree.cssselect(".fields input, .fields textarea")}


def shown(tree: html.HtmlElement) -> str:
    return " ".join(tree.text_content().split())


def test_a_saved_change_keeps_comments_and_the_file_before(admin: Admin) -> None:
    path = admin.folder / "topic.toml"
    path.write_text("# mine 我的\n" + path.read_text())
    page = admin.post(
        "/admin/topic",
        **fields(admin) | {"keywords": "salt marsh\n 盐沼 \n\nsalt marsh", "relevance.threshold": "0.6"},
        do="save",
    )
    assert "The topic is saved" in shown(page)
    saved = load_topic_file(path)
    assert saved.keywords == ("salt marsh", "盐沼")
    assert saved.relevance.threshold == 0.6
    assert saved.crawl.web == "../web.warc.gz"
    assert path.read_text().startswith("# mine 我的\n")
    assert "wetland" in (admin.folder / "topic.toml.1").read_text()


def test_a_mistake_is_said_above_the_form_as_it_was_filled_in(admin: Admin) -> None:
    before = (admin.folder / "topic.toml").read_text()
    for wrong, said in (
        ({"seeds": "nowhere"}, "http"),
        ({"relevance.threshold": "much"}, "number"),
        ({"relevance.threshold": "7"}, "from 0 to 1"),
        ({"name": ""}, "name"),
    ):
        page = admin.post("/admin/topic", status=400, **fields(admin) | wrong, do="save")
        assert said in shown(page.cssselect("[role=alert]")[0])
        name, value = next(iter(wrong.items()))
        assert page.cssselect(f'[name="{name}"]')[0].value == value
    assert (admin.folder / "topic.toml").read_text() == before


def test_saving_over_a_file_that_was_edited_by_hand_is_refused(admin: Admin) -> None:
    seen = fields(admin)
    path = admin.folder / "topic.toml"
    path.write_text(path.read_text() + "# by hand\n")
    page = admin.post("/admin/topic", status=400, **seen | {"name": "Mud"}, do="save")
    assert "meanwhile" in shown(page)
    assert "by hand" in path.read_text()


def test_nothing_changed_is_said(admin: Admin) -> None:
    assert "Nothing was changed" in shown(admin.post("/admin/topic", **fields(admin), do="save"))
    assert not (admin.folder / "topic.toml.1").exists()


def test_trying_a_change_shows_terms_judgements_and_places_and_changes_nothing(admin: Admin) -> None:
    before = {path: path.read_bytes() for path in admin.folder.glob("*.toml")}
    relevance = {"keywords": "tea\nbread\n茶", "relevance.threshold": "0.01"}
    page = admin.post("/admin/topic", **fields(admin) | relevance, do="try")
    assert "being tried" in shown(page)
    assert becomes(lambda: "On topic, of 4 stored pages" in shown(admin.page("/admin/topic?tried=1")))
    page = admin.page("/admin/topic?tried=1")
    assert "tea" in shown(page.cssselect(".tried")[0])
    assert "→ 4" in shown(page.cssselect(".tried td")[0])
    assert page.cssselect("#order tbody tr")
    assert page.cssselect('[name="keywords"]')[0].value == "tea\nbread\n茶"
    assert {path: path.read_bytes() for path in admin.folder.glob("*.toml")} == before
