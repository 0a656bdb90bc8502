"""Sites that show one page under many addresses, crawled over real HTTP."""

import os
import random
import re
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from indexer import Index
from lookclear.frontier.inspect import FrontierView
from lookclear.replay.pages import RecordedPages
from lookclear.replay.simulator import simulate
from lookclear.replay.web import RecordedWeb
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace
from lookclear.visit import FeatureReader
from tests.web.site import Answer, Asked, Pages, Site

pytestmark = pytest.mark.any_scrapy

NewTopic = Callable[..., Any]
ONE_BY_ONE = {"delay_s": 0, "concurrency": 1}
NAMES = "compost tomato mulch pruning 堆肥 番茄 园艺 土壤".split()


def text_of(name: str, words: int = 60) -> str:
    return " ".join(
        random.Random(name).choices([f"{name}{n}" for n in range(90)] + ["garden", "园艺"], k=words)
    )


def ids(kind: str) -> Iterator[str]:
    chance = random.Random(7)
    for number in count(1):
        yield str(number) if kind == "counted" else f"{chance.getrandbits(64):x}a1"


class Visited(dict[str, Any]):
    """Pages named n0, n1, … whose links carry something new each time they are shown."""

    def __init__(self, pattern: str, kind: str, numbers: int = 8) -> None:
        super().__init__()
        self._new, self._pattern, self._numbers = ids(kind), pattern, numbers

    def __contains__(self, key: object) -> bool:
        return re.search(r"/n\d", str(key)) is not None

    def __getitem__(self, key: str) -> str:
        found = re.search(r"/n(\d)", key)
        assert found is not None
        return self._shown(int(found[1]))

    def link(self, number: int) -> str:
        return self._pattern.format(page=f"n{number}", id=next(self._new))

    def _shown(self, number: int) -> str:
        links = "".join(
            f'<p>garden 园艺 {NAMES[n]} <a href="{self.link(n)}">{NAMES[n]}</a></p>'
            for n in ((number + step) % self._numbers for step in (1, 2, 3))
        )
        return f"<title>{NAMES[number]}</title><body><p>{text_of(NAMES[number])}</p>{links}</body>"


def site_of(pages: dict[str, Any]) -> Site:
    site = Site({})
    site.pages = pages
    return site


def documents(folder: Path) -> list[str]:
    with PageStore.open(folder / "data" / "pages.sqlite", read_only=True) as pages:
        return [record.title for record in pages]


@pytest.mark.parametrize("kind", ["random", "counted"])
@pytest.mark.parametrize(
    "pattern",
    ["/{page}?visit={id}", "/{page};from={id}?x=1", "/(V({id}))/{page}"],
    ids=["query", ";", "path"],
)
def test_site_that_marks_every_link_anew_is_crawled_to_its_end(
    new_topic: NewTopic, pattern: str, kind: str
) -> None:
    pages = Visited(pattern, kind)
    with site_of(pages) as site:
        topic = new_topic([site.url(pages.link(0))], ONE_BY_ONE)
        report = topic.crawl(pages=200)
    assert report["stop_reason"] == "done"
    assert set(documents(topic.folder)) == set(NAMES)
    assert report["fetched"] <= len(NAMES) + 6  # a few twice, until it is clear
    with Index.open(topic.folder / "data" / "index", read_only=True) as index:
        results = index.search("garden", limit=50)
    assert results.total == len(NAMES)
    assert sorted(hit.title for hit in results.hits) == sorted(NAMES)


def test_parameter_that_changes_the_page_is_kept(new_topic: NewTopic) -> None:
    def shown(asked: Asked) -> str:
        number = int(asked.path.partition("n=")[2] or 0)
        links = "".join(
            f'<p><a href="/list?n={n}">garden {n}</a></p>' for n in (number + 1, number + 2) if n < 30
        )
        # Behind the tenth page there is nothing, in so many words.
        text = text_of(f"page{number}") if number < 10 else text_of("nothing")
        return f"<title>Garden</title><body><p>{text}</p>{links}</body>"

    with Site({"/robots.txt": Answer("", 404), "*": shown}) as site:
        topic = new_topic([site.url("/list?n=0")], ONE_BY_ONE)
        report = topic.crawl(pages=100)
    assert report["fetched"] == 30
    assert report["copies"] == 19


@pytest.mark.parametrize("title", ["Just a moment…", "登录", "Garden"])
def test_a_wall_before_some_pages_hides_no_others(new_topic: NewTopic, title: str) -> None:
    keys = [f"k3h5v9x2q{n}" for n in range(6)]

    def shown(asked: Asked) -> str:
        number = keys.index(asked.path.partition("key=")[2])
        if number in {0, 1, 3}:
            return f"<title>{title}</title><body><h1>{title}</h1><p>{text_of('wall', 40)}</p>"
        return f"<title>Garden {number}</title><body><p>{text_of(NAMES[number])}</p>"

    links = "".join(f'<p>garden 园艺 <a href="/read?key={key}">garden {key}</a></p>' for key in keys)

    with Site({"/robots.txt": Answer("", 404), "/": links, "*": shown}) as site:
        topic = new_topic([site.url("/")], ONE_BY_ONE)
        report = topic.crawl(pages=50)
    assert report["outcomes"] == {"fetched": 7}


def expiring(first: str, *, delay_s: float = 0.0) -> dict[str, Any]:
    """Return a site that marks links with ids, of which the first to /A is not valid (any more).

    The home page links to the pages in the order of `first`; the other links to /A come last.
    """

    def marked(name: str, number: int) -> str:
        return f"/{name}?visit=k3h5v9x2q{number}"

    paths = [marked(name, number) for name in first for number in ((1,) if name == "A" else (1, 2))]
    paths += [marked("A", number) for number in (2, 3, 4)]
    pages: dict[str, Any] = {
        path: f"<title>{path[1]}</title><body><p>{text_of(NAMES['ASTU'.index(path[1])])}</p>"
        for path in paths
    }
    pages[marked("A", 1)] = Answer("expired", 404, delay_s=delay_s)
    pages["/"] = "".join(f'<p>garden 园艺 <a href="{path}">garden</a></p>' for path in paths)
    return pages


IN_ORDER = {"delay_s": 0, "concurrency": 1, "strategy": "breadth-first"}


@pytest.mark.parametrize(
    ("first", "crawl", "delay_s"),
    [
        ("AST", IN_ORDER, 0.0),
        ("STA", IN_ORDER, 0.0),
        ("AST", {**IN_ORDER, "concurrency": 2}, 4.0),
    ],
    ids=["failed before", "waits", "in flight"],
)
def test_an_address_that_fails_does_not_take_its_page_with_it(
    new_topic: NewTopic, first: str, crawl: dict[str, Any], delay_s: float
) -> None:
    with Site(expiring(first, delay_s=delay_s)) as site:
        topic = new_topic([site.url("/")], crawl)
        topic.crawl(pages=50)
        asked = [path for path in site.asked() if path.startswith("/A")]
        assert asked == ["/A?visit=k3h5v9x2q1", "/A?visit=k3h5v9x2q2"]
        assert sorted(set(documents(topic.folder))) == ["", "A", "S", "T"]
        for number in (3, 4):
            alias = topic.state(site.url(f"/A?visit=k3h5v9x2q{number}"))
            assert (alias.outcome, alias.final_key) == ("alias", site.url("/A?visit=k3h5v9x2q2"))
        workspace = Workspace.open(topic.folder)
        trace = simulate(
            RecordedPages(RecordedWeb.open(next((topic.folder / "data" / "warc").glob("*.warc.gz")))),
            workspace.topic,
            strategy="breadth-first",
            budget=100,
            settings=workspace.file,
            reader=FeatureReader(),
        )
        fetched = [site.url(path) for path in ("/A?visit=k3h5v9x2q2",)]
        assert [key for key in trace.fetched if "/A" in key and key not in fetched] in (
            [],
            [site.url("/A?visit=k3h5v9x2q1")],
        )
        assert fetched[0] in trace.fetched


@pytest.mark.parametrize("first", ["AST", "STA"])
def test_a_failure_is_remembered_when_a_crawl_is_taken_up_again(new_topic: NewTopic, first: str) -> None:
    with Site(expiring(first)) as site:
        topic = new_topic([site.url("/")], IN_ORDER)
        for _ in range(7):
            topic.crawl(pages=1)
        asked = [path for path in site.asked() if path.startswith("/A")]
    assert asked == ["/A?visit=k3h5v9x2q1", "/A?visit=k3h5v9x2q2"]
    assert sorted(set(documents(topic.folder))) == ["", "A", "S", "T"]


def test_an_address_that_a_crash_left_aside_is_asked_for_the_next_time(new_topic: NewTopic) -> None:
    with Site(expiring("STA")) as site:
        topic = new_topic([site.url("/")], IN_ORDER)
        topic.crawl(pages=50)
        with sqlite3.connect(topic.folder / "data" / "frontier.sqlite") as db:  # as before it was reopened
            db.execute(
                "UPDATE address SET outcome = 'alias', completed = NULL WHERE key LIKE '%/A?visit=k3h5v9x2q2'"
            )
        db.close()
        before = len(site.asked())
        topic.crawl(pages=50)
        assert site.asked()[before:] == ["/A?visit=k3h5v9x2q2"]


def copies() -> Pages:
    """Return one article at five addresses, one other article, and a page that links to all."""
    article = text_of("marsh", 400)
    around = [text_of(f"around{n}", 10) for n in range(5)]
    paths = [
        "/marsh-garden",
        "/news/marsh-garden",
        "/2026/marsh-garden",
        "/marsh-garden?view=print",
        "/m/marsh",
    ]
    bodies = {
        path: f"<title>Marsh garden</title><body><p>{article}</p><p>{around[n]}</p>"
        for n, path in enumerate(paths)
    }
    bodies["/m/marsh"] = '<link rel=canonical href="/marsh-garden">' + bodies["/m/marsh"]
    bodies["/other"] = f"<title>Other</title><body><p>garden marsh1 {text_of('other', 300)}</p>"
    links = "".join(f'<p>garden <a href="{path}">garden 园艺</a></p>' for path in reversed(bodies))
    return {"/": f"<title>Garden</title><body>{links}", **bodies}


def answer(folder: Path) -> dict[str, tuple[str, ...]]:
    with Index.open(folder / "data" / "index", read_only=True) as index:
        return {hit.key: hit.similar for hit in index.search("marsh1").hits}


def test_same_article_at_five_addresses_is_one_result_with_four_similar(new_topic: NewTopic) -> None:
    with Site(copies()) as site:
        topic = new_topic([site.url("/")], ONE_BY_ONE)
        report = topic.crawl(pages=50)
        found = answer(topic.folder)
        assert set(found) == {site.url("/marsh-garden"), site.url("/other")}
        assert len(found[site.url("/marsh-garden")]) == 4
        assert found[site.url("/other")] == ()
        with Index.open(topic.folder / "data" / "index", read_only=True) as index:
            assert index.search("marsh1 site:127.0.0.1 title:other").total == 1
    assert (report["fetched"], report["copies"]) == (7, 4)
    assert report["relevant"] <= 3


def test_kill_9_and_again_makes_the_same_groups_and_learns_the_same(new_topic: NewTopic) -> None:
    whole, cut = (Visited("/{page}?visit={id}", "random") for _ in range(2))
    with site_of(whole) as site:
        undisturbed = new_topic([site.url("/n0?visit=first00001")], ONE_BY_ONE)
        undisturbed.crawl(pages=200)
    with Site(copies()) as site:
        slow = {path: Answer(str(body), delay_s=0.15) for path, body in site.pages.items()}
        site.pages = slow
        killed = new_topic([site.url("/")], ONE_BY_ONE)
        process = killed.start(pages=50)
        while process.poll() is None and not _has(killed.folder, 4):
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        report = killed.crawl()
        assert answer(killed.folder).keys() == {site.url("/marsh-garden"), site.url("/other")}
    assert (report["fetched"], report["copies"]) == (7, 4)
    with site_of(cut) as site:
        resumed = new_topic([site.url("/n0?visit=first00001")], ONE_BY_ONE)
        resumed.crawl(pages=4)
        resumed.crawl(pages=5)
        resumed.crawl(pages=200)
    assert documents(resumed.folder) == documents(undisturbed.folder)


def _has(folder: Path, wanted: int) -> bool:
    try:
        with PageStore.open(folder / "data" / "pages.sqlite", read_only=True) as pages:
            return len(pages) >= wanted
    except Exception:
        return False


def test_simulator_fetches_the_same_pages_as_the_spider(new_topic: NewTopic) -> None:
    pages = Visited("/{page}?visit={id}", "random")
    with site_of(pages) as site:
        topic = new_topic([site.url(pages.link(0))], ONE_BY_ONE)
        topic.crawl(pages=200)
    web = next((topic.folder / "data" / "warc").glob("*.warc.gz"))
    workspace = Workspace.open(topic.folder)
    trace = simulate(
        RecordedPages(RecordedWeb.open(web)),
        workspace.topic,
        strategy=workspace.file.crawl.strategy,
        budget=100,
        settings=workspace.file,
        reader=FeatureReader(),
    )
    assert len(trace.fetched) == len(topic.visited()) - 1
    assert [key.partition("?")[0] for key in trace.fetched] == [
        key.partition("?")[0] for key in topic.visited()[1:]
    ]
    with FrontierView(topic.folder / "data" / "frontier.sqlite") as view:
        assert view.stats().outcomes.get("alias", 0) > 0
