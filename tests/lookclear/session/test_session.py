"""The session without Scrapy: pages are handed to it as a download would."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lookclear.cli.status import explain
from lookclear.domain import Outcome, StopReason
from lookclear.errors import ConfigError, UsageError, WorkspaceBusy
from lookclear.html.parse import parse
from lookclear.session import CrawlOptions, CrawlSession, Fetched
from lookclear.sitemaps.candidates import Source
from lookclear.sitemaps.listing import Entry
from lookclear.topics.workspace import Workspace
from lookclear.urls.canonical import canonical
from tests.lookclear.tunnel.test_planted import SITE, cluster, page
from tests.web.topical import FOOTBALL, GARDEN, record, topical

PAGES = topical(["http://a.test", "http://b.test"], 60)
NOW = datetime(2026, 5, 17, tzinfo=UTC)
Open = Callable[..., CrawlSession]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    words = json.dumps(["garden", "园艺"], ensure_ascii=False)
    text = f'name = "Gardening"\nseeds = ["http://a.test/0"]\nkeywords = {words}\n[crawl]\npages = 20\n'
    (tmp_path / "topic.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def opened(folder: Path) -> Iterator[Open]:
    sessions: list[CrawlSession] = []

    def make(**options: object) -> CrawlSession:
        for session in sessions:
            session.close()
        session = CrawlSession.open(Workspace.open(folder), CrawlOptions(**options))  # type: ignore[arg-type]
        sessions.append(session)
        session.begin()
        return session

    yield make
    for session in sessions:
        session.close()


def anywhere(host: str) -> bool:
    return True


def step(session: CrawlSession) -> str | None:
    """Fetch the next page; return its key."""
    if not session.may_lease(0):
        return None
    lease = session.frontier.lease(anywhere)
    if lease is None:
        return None
    page = parse(PAGES[lease.url].encode(), lease.url)
    judged = session.judge(Fetched(lease, lease.url, 200, "text/html", NOW, page))
    assert judged is not None
    session.store(judged)
    session.index(judged)
    session.acknowledge(judged)
    return lease.key


def run(session: CrawlSession, steps: int = 1_000) -> list[str]:
    keys: list[str] = []
    while len(keys) < steps and (key := step(session)) is not None:
        keys.append(key)
    return keys


def sids(path: str, count: int = 8) -> list[Entry]:
    return [Entry(f"http://a.test/{path}?sid={n:032x}", words="garden 园艺") for n in range(1, count + 1)]


def test_addresses_of_a_sitemap_are_scored_anew_and_merged_as_those_of_links(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [one for n in range(10) for one in sids(f"pages/{n}")]
    for at, entry in enumerate(entries):
        own = " ".join(f"{word}{at // 8}" for word in ("alpha", "beta", "gamma", "delta") * 9)
        monkeypatch.setitem(PAGES, entry.url, page(GARDEN[at // 8 :]) + f"<p>{own}</p>")
    session = opened(pages=200)
    run(session, 1)
    found = session.listed(entries, Source("http://a.test/sitemap.xml"), 100)
    assert len(found.candidates) == 80
    run(session, 120)
    fetched = [key for key, _ in session.frontier.visited() if "sid=" in key]
    assert len(fetched) <= 20  # ten pages, and what was needed to learn it
    stored = {one.key: one.score.value for one in found.candidates}
    again = [session.frontier.state(key) for key in stored]
    assert all(one is not None and one.outcome in {"fetched", "alias"} for one in again)


def test_an_interrupted_crawl_goes_on_with_what_sitemaps_named(
    opened: Open, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [Entry(f"http://a.test/new/{n}", words=f"garden {'园艺 soil' * (n % 3)}") for n in range(60)]
    for n, entry in enumerate(entries):
        monkeypatch.setitem(PAGES, entry.url, page(GARDEN[n % 5 :] if n % 2 else FOOTBALL))
    orders, scores = [], []
    first: dict[str, float] = {}
    for is_interrupted in (False, True):
        session = opened(pages=90, fresh=True)
        run(session, 10)
        found = session.listed(entries, Source("http://a.test/sitemap.xml"), 100)
        first = {one.url: one.score.value for one in found.candidates}
        run(session, 30)
        if is_interrupted:
            session = opened()
        run(session)
        orders.append([key for key, _ in session.frontier.visited()])
        scores.append([session.frontier.state(entry.url).score for entry in entries])  # type: ignore[union-attr]
    assert orders[0] == orders[1]
    assert scores[0] == scores[1]
    listed = [first[entry.url] for entry in entries]
    assert scores[0] != pytest.approx(listed, abs=1e-6)  # scored anew as the model changed


@pytest.mark.parametrize("strategy", ["mix+grey+black", "mix"])
def test_pages_of_a_tunnel_are_bridges_that_are_kept_and_not_found(
    folder: Path, opened: Open, monkeypatch: pytest.MonkeyPatch, strategy: str
) -> None:
    way = {"p1": page(FOOTBALL, ("p2", "next 下一页")), "p2": page(FOOTBALL, ("b0", "a garden 园艺"))}
    web = cluster("a", ("p1", "links 友情链接"), ("nowhere", "more")) | cluster("b") | way
    web["nowhere"] = page(FOOTBALL)
    for path, html in web.items():
        monkeypatch.setitem(PAGES, f"{SITE}/{path}", html)
    text = (folder / "topic.toml").read_text(encoding="utf-8")
    (folder / "topic.toml").write_text(text.replace("http://a.test/0", f"{SITE}/a0"), encoding="utf-8")
    tunnels = "black" in strategy
    passed = [f"{SITE}/{path}" for path in ("p1", "p2", "nowhere")]
    run(opened(strategy=strategy), 12)
    session = opened(strategy=strategy)  # as after an interruption
    run(session)
    session.finish(complete=True)
    assert len(session.stores.pages) == 15
    for path in web:
        key = canonical(f"{SITE}/{path}")
        state = session.frontier.state(key)
        assert state is not None
        assert state.outcome == "fetched"
        assert state.is_bridge is (tunnels and path.startswith("p"))
        is_passage = tunnels and f"{SITE}/{path}" in passed
        assert (key in session.stores.index) is not is_passage
    found = explain(session.workspace, f"{SITE}/b0")
    assert [father.is_bridge for father in found.fathers][-2:] == [tunnels, tunnels]


def test_budget_ends_the_run_and_the_next_fetches_as_many_more(opened: Open) -> None:
    session = opened()
    first = run(session)
    assert len(first) == 20
    assert session.finish(complete=True).stop_reason is StopReason.BUDGET
    second = opened()
    assert len(run(second)) == 20
    assert second.finish(complete=True).fetched == 20


def test_resuming_at_any_page_goes_on_as_if_nothing_had_happened(opened: Open, folder: Path) -> None:
    session = opened(pages=30)
    whole = run(session)
    for stop in (0, 1, 13, 26):
        parts = run(opened(pages=30, fresh=True), stop)
        parts += run(opened())
        assert parts == whole


@pytest.mark.parametrize("strategy", ["centroid", "apprentice", "topical-rank"])
def test_resuming_rebuilds_what_a_strategy_learned(opened: Open, strategy: str) -> None:
    whole = run(opened(pages=60, strategy=strategy))
    parts = run(opened(pages=60, strategy=strategy, fresh=True), 41)
    assert parts + run(opened()) == whole


def handed(session: CrawlSession, markup: str) -> str:
    """Hand the session a page of this markup for the next address."""
    lease = session.frontier.lease(anywhere)
    assert lease is not None
    judged = session.judge(
        Fetched(lease, lease.url, 200, "text/html", NOW, parse(markup.encode(), lease.url))
    )
    assert judged is not None
    session.store(judged)
    session.index(judged)
    session.acknowledge(judged)
    return lease.key


WITHOUT_CONTENT = "<title>页面不存在</title><body><p>garden 园艺</p><a href=/1>garden</a>"


def test_a_page_without_content_is_counted_and_kept_but_not_indexed(opened: Open) -> None:
    session = opened()
    run(session, 3)
    lost = handed(session, WITHOUT_CONTENT)
    assert lost not in session.stores.index
    assert session.stores.pages.get(lost) is not None
    assert (session.tally.fetched, session.tally.kinds["soft-404"]) == (4, 1)
    again = opened()  # resumed: counted once more, and still not indexed
    assert (again.tally.kinds["soft-404"], lost in again.stores.index) == (1, False)
    report = again.finish(complete=False)
    assert report.kinds["soft-404"] == 1
    assert "soft-404 1" in report.text()


def test_a_seed_without_content_is_a_warning(opened: Open) -> None:
    session = opened()
    handed(session, WITHOUT_CONTENT)
    assert session.warnings[-1] == "the seed http://a.test/0 teaches nothing: its kind is soft-404"
    assert len(session.frontier) == 1  # its link is followed


@pytest.mark.parametrize(
    ("directive", "indexed"),
    [("noindex", False), ("unavailable_after: 2026-05-01", False), ("unavailable_after: 2026-06-01", True)],
)
def test_a_page_is_found_as_long_as_it_allows(opened: Open, directive: str, indexed: bool) -> None:
    session = opened()
    key = handed(session, f"<meta name=robots content='{directive}'>{PAGES['http://a.test/0']}")
    assert (key in session.stores.index) is indexed


def test_interrupted_run_keeps_strategy_and_budget_unless_told_otherwise(opened: Open) -> None:
    assert len(run(opened(pages=30, strategy="breadth-first"), 5)) == 5
    resumed = opened()
    assert (resumed.strategy, resumed.run.budget) == ("breadth-first", 30)
    changed = opened(pages=8, strategy="best-first")
    assert (changed.strategy, changed.run.budget, changed.tally.fetched) == ("best-first", 8, 5)
    assert len(run(changed)) == 3


def test_interrupted_run_takes_over_what_was_changed_in_the_topic_file(opened: Open, folder: Path) -> None:
    run(opened(strategy="best-first"), 5)
    topic_file = folder / "topic.toml"
    topic_file.write_text(
        topic_file.read_text().replace("pages = 20", 'pages = 9\nstrategy = "breadth-first"')
    )
    resumed = opened()
    assert (resumed.strategy, resumed.run.budget, resumed.tally.fetched) == ("best-first", 9, 5)
    assert opened(pages=7).run.budget == 7
    assert opened().run.budget == 7


def test_interrupted_run_goes_on_after_the_folder_was_moved(folder: Path) -> None:
    inside = record(PAGES, folder / "recorded")
    with closing(CrawlSession.open(Workspace.open(folder), CrawlOptions(web=inside))) as session:
        session.begin()
        assert len(run(session, 5)) == 5
    moved = folder.rename(folder.with_name("moved"))
    with closing(CrawlSession.open(Workspace.open(moved))) as session:
        session.begin()
        assert session.tally.fetched == 5
        assert session.web is not None
        assert session.web.path == moved / "recorded" / inside.name


def test_seeds_that_failed_are_tried_again_by_the_next_run(opened: Open) -> None:
    session = opened()
    lease = session.frontier.lease(anywhere)
    assert lease is not None
    session.end(lease, Outcome.TIMEOUT)
    report = session.finish(complete=True)
    assert (report.stop_reason, report.outcomes) == (StopReason.STARVED, {"timeout": 1})
    again = opened()
    assert len(run(again)) == 20
    assert again.finish(complete=True).outcomes == {"fetched": 20}


def test_pages_that_did_not_answer_are_tried_by_new_runs_three_times_in_all(opened: Open) -> None:
    address = "http://a.test/2"
    tries = 0
    first = opened(pages=1)
    run(first)
    first.finish(complete=True)
    for _ in range(5):
        session = opened(pages=1, strategy="breadth-first")
        state = session.frontier.state(address)
        assert state is not None
        if state.state == "pending":
            tries += 1
            session.frontier.rescore({address: 1.0})
            lease = session.frontier.lease(anywhere)
            assert lease is not None
            assert lease.key == address
            session.end(lease, Outcome.TIMEOUT)
        if tries == 1:  # interrupted: the next session goes on with this run, and tries nothing again
            resumed = opened()
            assert resumed.frontier.stats().outcomes["timeout"] == 1
            session = resumed
        run(session)
        assert session.finish(complete=True).stop_reason is StopReason.BUDGET
    assert tries == 3
    assert session.frontier.stats().outcomes["timeout"] == 1


def test_page_that_a_power_cut_took_from_the_store_is_fetched_again(opened: Open, folder: Path) -> None:
    session = opened()
    keys = run(session, 10)
    session.close()
    with sqlite3.connect(folder / "data" / "pages.sqlite") as db:
        db.execute("DELETE FROM page WHERE key = ?", (keys[4],))
    db.close()
    again = opened()
    rest = run(again)
    assert keys[4] in rest
    assert again.finish(complete=True).fetched == 20


def test_page_that_a_power_cut_took_from_the_index_is_indexed_again(opened: Open) -> None:
    session = opened()
    keys = run(session, 10)
    session.stores.index.delete(keys[3])
    session.stores.index.commit()
    again = opened()
    assert keys[3] in again.stores.index
    assert len(again.stores.index) == 10


def test_two_addresses_in_flight_that_end_at_one_page_give_one_page(opened: Open) -> None:
    session = opened()
    run(session, 1)
    leases = [lease for _ in range(2) if (lease := session.frontier.lease(anywhere)) is not None]
    target = parse(PAGES["http://a.test/40"].encode(), "http://a.test/40")
    for lease in leases:
        judged = session.judge(Fetched(lease, target.url, 200, "text/html", NOW, target))
        if judged is not None:
            session.store(judged)
            session.acknowledge(judged)
    assert session.tally.fetched == 2
    assert session.frontier.stats().outcomes == {"fetched": 2, "redirected": 2}
    assert [final for _, final in session.frontier.visited()] == ["http://a.test/0", "http://a.test/40"]


def test_a_report_that_cannot_be_written_makes_the_run_a_failed_one(opened: Open, folder: Path) -> None:
    session = opened()
    assert len(run(session)) == 20
    (folder / "data" / "report.json").mkdir()
    report = session.finish(complete=True)
    assert (report.stop_reason, report.exit_code, report.fetched) == (StopReason.FAILED, 1, 20)
    assert report.warnings[-1].startswith(f"cannot write to {folder / 'data'}: Is a directory; check space")
    assert session.finish(complete=True) is report
    (folder / "data" / "report.json").rmdir()
    again = opened()
    assert run(again) == []  # the same run
    assert again.finish(complete=True).stop_reason is StopReason.BUDGET
    assert json.loads((folder / "data" / "report.json").read_text())["fetched"] == 20


def test_an_index_that_cannot_be_saved_makes_the_run_a_failed_one(opened: Open, folder: Path) -> None:
    session = opened()
    run(session)
    session.stores.index.close()
    report = session.finish(complete=True)
    assert (report.stop_reason, report.exit_code) == (StopReason.FAILED, 1)
    assert "closed" in report.warnings[-1]
    assert json.loads((folder / "data" / "report.json").read_text())["stop_reason"] == "failed"
    again = opened()
    assert run(again) == []
    assert again.finish(complete=True).stop_reason is StopReason.BUDGET


def test_second_session_on_a_workspace_is_refused(opened: Open, folder: Path) -> None:
    opened()
    with pytest.raises(WorkspaceBusy):
        CrawlSession.open(Workspace.open(folder))


@pytest.mark.parametrize("options", [CrawlOptions(pages=0), CrawlOptions(strategy="mixx")])
def test_what_cannot_be_done_is_refused_before_anything_is_touched(
    folder: Path, options: CrawlOptions
) -> None:
    with pytest.raises(UsageError):
        CrawlSession.open(Workspace.open(folder), options)
    assert not (folder / "data").exists()


def test_fresh_with_a_missing_recorded_web_deletes_nothing(opened: Open, folder: Path) -> None:
    run(opened(), 5)
    with pytest.raises(Exception, match="no recorded web"):
        opened(fresh=True, web=folder / "none.warc.gz")
    assert opened().tally.fetched == 5


def test_a_strategy_by_ontology_without_one_is_refused_and_deletes_nothing(opened: Open) -> None:
    run(opened(), 5)
    with pytest.raises(ConfigError, match=r"needs an ontology.*ontology = \"concepts\.ttl\""):
        opened(fresh=True, strategy="ontology")
    assert opened().tally.fetched == 5


def test_a_crawl_by_ontology_goes_on_after_an_interruption(opened: Open, folder: Path) -> None:
    topic_file = folder / "topic.toml"
    topic_file.write_text(topic_file.read_text().replace("[crawl]", 'ontology = "o.ttl"\n[crawl]'))
    terms = '"garden"@en , "园艺"@zh ; skos:altLabel "soil"@en , "compost"@en , "tomato"@en .'
    prefix = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> ."
    text = f"{prefix} <g:a> a skos:Concept ; skos:prefLabel {terms}"
    (folder / "o.ttl").write_text(text, encoding="utf-8")
    parts = run(opened(strategy="ontology"), 7) + run(opened())
    assert len(parts) == len(set(parts)) == 20


def test_a_missing_example_file_is_a_mistake_in_the_topic_file(folder: Path) -> None:
    topic_file = folder / "topic.toml"
    topic_file.write_text(topic_file.read_text().replace("[crawl]", 'examples = ["none.html"]\n[crawl]'))
    with pytest.raises(ConfigError, match=r"there is no example .*none\.html; examples in topic\.toml are"):
        CrawlSession.open(Workspace.open(folder))


def off_topic(count: int) -> dict[str, str]:
    """Return pages on football that are linked one from the other; the first one is on gardens."""
    pages = {}
    for n in range(count):
        words = (
            "garden soil compost" if n == 0 else f"football league striker match{n} goal{n * 7} team{n % 5}"
        )
        text = f"<p>{words} {words}</p><p><a href='/{n + 1}'>football {n + 1}</a></p>"
        pages[f"http://a.test/{n}"] = f"<title>{words}</title>{text}"
    return pages


@pytest.mark.parametrize(("early", "fetched"), [(False, 230), (True, 201)])
def test_a_crawl_that_finds_nothing_on_topic_says_so_and_ends_starved(
    opened: Open, folder: Path, monkeypatch: pytest.MonkeyPatch, early: bool, fetched: int
) -> None:
    monkeypatch.setattr(f"{__name__}.PAGES", off_topic(300))
    text = (folder / "topic.toml").read_text(encoding="utf-8")
    (folder / "topic.toml").write_text(text + f"stop_early = {str(early).lower()}\n", encoding="utf-8")
    session = opened(pages=230)
    run(session)
    report = session.finish(complete=True)
    assert report.fetched == fetched  # 200 beside the seed
    assert report.stop_reason is StopReason.STARVED
    assert report.exit_code == 3
    assert sum("from page 1 on: harvest 0% after 200 pages" in warning for warning in report.warnings) == 1
    assert "none of the seeds could be fetched" not in " ".join(report.warnings)
