"""The crawl page: what it shows, and its buttons over a crawl in a process of its own."""

from lookclear.session.control import Phase, phase_of
from search_ui.admin.harvest import moments
from search_ui.admin.sentences import advice_of
from tests.search_ui.admin.conftest import Admin, becomes


def test_the_crawl_page_shows_figures_curves_queue_and_ends(admin: Admin) -> None:
    tree = admin.page("/admin")
    shown = " ".join(tree.text_content().split())
    assert "4 of 4" in shown
    assert "the page limit was reached" in shown
    assert len(tree.cssselect("svg[role=img] desc")) == 2
    fetched = [row[0].text_content() for row in tree.cssselect("#numbers tbody tr")]
    assert fetched == ["1", "2", "3", "4"]
    assert "marsh.test" in shown
    chinese = admin.page("/admin?ui=zh").text_content()
    assert "已抓网页" in chinese
    assert "达到页数上限" in chinese


def test_a_crawl_is_started_from_the_page_and_goes_on_to_its_end(admin: Admin) -> None:
    shown = admin.post("/admin/crawl", do="start", pages="20").text_content()
    assert "being started" in shown
    workspace = admin.workspace
    assert becomes(lambda: phase_of(workspace) is not Phase.IDLE or "nothing was left" in _text(admin))
    assert becomes(lambda: "nothing was left" in _text(admin))
    assert "9" in admin.page("/admin").cssselect(".figures dd")[-1].text_content()


def test_a_second_start_and_a_wish_without_a_crawl_are_refused_in_a_sentence(admin: Admin) -> None:
    with admin.workspace.lock():
        assert "at work already" in admin.post("/admin/crawl", status=409, do="start").text_content()
        assert "at work" in _text(admin)
    assert "no crawl is running" in admin.post("/admin/crawl", status=400, do="pause").text_content()


def test_a_crawl_that_cannot_begin_says_why_on_the_page(admin: Admin) -> None:
    topic = admin.folder / "topic.toml"
    topic.write_text(topic.read_text().replace("../web.warc.gz", "../nothing.warc.gz"))
    admin.post("/admin/crawl", do="start")
    assert becomes(lambda: "could not begin" in _text(admin))
    assert "nothing.warc.gz" in _text(admin)


def test_a_topic_file_with_a_mistake_is_said_and_does_not_take_the_site_down(admin: Admin) -> None:
    (admin.folder / "topic.toml").write_text("name = ")
    assert "topic.toml" in admin.page("/admin", status=400).text_content()
    assert admin.client.get("/").status_code == 200


def test_harvest_of_a_point_reaches_back_a_whole_window() -> None:
    curve = [(n, min(n, 100)) for n in range(1, 301)]
    found = moments(curve, window=200)
    assert found[99].harvest == 1
    assert found[-1].harvest == 0
    assert [one.harvest for one in moments([(200, 100), (400, 100)], window=200)] == [0.5, 0]


def test_warnings_are_cut_into_cause_and_advice() -> None:
    found = advice_of("the seed http://a.test/ gave no page: timeout")
    assert (found.cause, found.advice) == ("the seed http://a.test/ gave no page", "timeout")
    assert advice_of("主题没有词").advice == ""


def _text(admin: Admin) -> str:
    return " ".join(admin.page("/admin").text_content().split())
