"""Labels in a crawl that runs, in one that is taken up again, and in what is stored."""

from pathlib import Path

import pytest

from lookclear.errors import UsageError
from lookclear.session import CrawlSession
from lookclear.session.labels import label_page, labels_of, next_to_label
from lookclear.store.labels import Verdict
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace
from tests.lookclear.session.crawling import NOW, PAGES, crawl, opened, run, write_topic

YES, NO, FORGET = Verdict.YES, Verdict.NO, Verdict.FORGET
FOOTBALL = [url for url, html in PAGES.items() if "足球" in html.partition("</p>")[0]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_topic(tmp_path / "topic")


def say(folder: Path, url: str, verdict: Verdict = YES) -> None:
    label_page(Workspace.open(folder), url, verdict, at=NOW, by="ann")


def judgements(session: CrawlSession) -> dict[str, tuple[float, float]]:
    """Return relevance in the page store and in the index, by key."""
    stored = session.stores.pages.relevances()
    found = {key: session.stores.index.get(key) for key in stored}
    return {key: (value, found[key].relevance) for key, value in stored.items() if found[key] is not None}  # type: ignore[union-attr]


def waiting(session: CrawlSession) -> dict[str, float]:
    states = {key: session.frontier.state(key) for key in PAGES}
    return {key: one.score for key, one in states.items() if one is not None and one.state == "pending"}


def test_a_label_counts_at_once_in_a_crawl_that_runs(folder: Path) -> None:
    with opened(folder, pages=110, strategy="mix") as session:
        fetched = run(session, 70)
        assert session.look_at_labels() == []
        before = waiting(session)
        off = next(url for url in fetched if judgements(session)[url][0] < 0.5)
        say(folder, off)
        assert [label.url for label in session.look_at_labels()] == [off]
        assert judgements(session)[off] == (1.0, 1.0)
        after = waiting(session)
        assert after.keys() == before.keys()
        football = [url for url in after if url in FOOTBALL]
        assert football
        assert sum(after[url] for url in football) > sum(
            before[url] for url in football
        )  # it learned from it
        say(folder, off, NO)
        session.look_at_labels()
        assert judgements(session)[off] == (0.0, 0.0)
        say(folder, off, FORGET)
        session.look_at_labels()
        assert 0 < judgements(session)[off][0] < 1
        assert sum(waiting(session)[url] for url in football) < sum(after[url] for url in football)


def test_a_label_given_while_nothing_runs_counts_from_the_next_crawl_on(folder: Path) -> None:
    fetched = crawl(folder, 12)
    on_topic = [url for url in fetched if url not in FOOTBALL][1]
    say(folder, on_topic, NO)
    with opened(folder) as session:
        assert judgements(session)[on_topic] == (0.0, 0.0)
        assert session.look_at_labels() == []


@pytest.mark.parametrize("early", [False, True])
def test_a_crawl_that_is_taken_up_again_comes_to_one_state_whenever_a_label_was_given(
    tmp_path: Path, early: bool
) -> None:
    folder = write_topic(tmp_path / "topic", pages=80)
    with opened(folder, strategy="breadth-first") as session:
        fetched = run(session, 10 if early else 30)
        off = next(url for url in fetched if url in FOOTBALL)
        say(folder, off, NO)
        session.look_at_labels()
        run(session, 40 - len(fetched))
    states = []
    for _ in range(2):
        with opened(folder) as session:
            assert session._mind is not None
            states.append((session._mind.rescored().by_key(), judgements(session)))
    assert states[0] == states[1]
    assert states[0][1][off] == (0.0, 0.0)


def test_a_page_said_to_be_on_topic_before_it_is_fetched_is_fetched_next(folder: Path) -> None:
    crawl(folder, 5)
    far = "http://b.test/119"
    said = label_page(Workspace.open(folder), far, YES, at=NOW)
    assert (said.fetched, said.note) == (False, "a crawl fetches it next")
    assert said.counts == "with the next crawl"
    with opened(folder) as session:
        assert run(session, 1) == [far]
        assert judgements(session)[far] == (1.0, 1.0)
    assert crawl(folder, 10, fresh=True)[:2] == ["http://a.test/0", far]  # a seed comes first


def test_a_page_said_to_be_off_topic_before_it_is_fetched_waits_behind_all_others(folder: Path) -> None:
    crawl(folder, 5)
    with opened(folder) as session:
        best = max(scores := waiting(session), key=lambda url: scores[url])
        say(folder, best, NO)
        session.look_at_labels()
        assert waiting(session)[best] == 0
        run(session, 20)  # the model changes meanwhile
        assert waiting(session)[best] == 0
    assert "waits behind" in label_page(Workspace.open(folder), best, NO, at=NOW).note


def test_a_seed_said_to_be_off_topic_teaches_nothing(tmp_path: Path) -> None:
    folder = write_topic(tmp_path / "topic", seeds=["http://a.test/0", FOOTBALL[0]])
    crawl(folder, 15)
    with opened(folder) as session:
        assert session._mind is not None
        assert {"footbal", "足球"} & {term for term, _ in session._mind.model.terms(30)}
        say(folder, FOOTBALL[0], NO)
        session.look_at_labels()
        assert not {"footbal", "足球"} & {term for term, _ in session._mind.model.terms(30)}
        assert judgements(session)[FOOTBALL[0]] == (0.0, 0.0)


def test_labels_and_copies_of_their_pages_outlive_a_fresh_start(folder: Path) -> None:
    crawl(folder, 15, strategy="breadth-first")
    with PageStore.open(folder / "data" / "pages.sqlite", read_only=True) as pages:
        off = next(key for key in pages.relevances() if key in FOOTBALL)
    say(folder, off)
    with opened(folder, fresh=True) as session:
        assert session._mind is not None
        run(session, 1)
        assert {"footbal", "足球"} & {term for term, _ in session._mind.model.terms(30)}


def test_the_queue_has_uncertain_pages_first_and_of_each_site_in_turn(folder: Path) -> None:
    assert next_to_label(Workspace.open(folder), 5).pages == []
    fetched = crawl(folder, 30)
    queue = next_to_label(Workspace.open(folder), 10)
    assert {one.host for one in queue.pages[:2]} == {"a.test", "b.test"}
    for host in ("a.test", "b.test"):
        far = [abs(one.relevance - queue.threshold) for one in queue.pages if one.host == host]
        assert far == sorted(far)
    assert "http://a.test/0" not in [one.url for one in queue.pages]  # the seed
    say(folder, queue.pages[0].url, NO)
    assert queue.pages[0].url not in [one.url for one in next_to_label(Workspace.open(folder), 50).pages]
    assert len(next_to_label(Workspace.open(folder), 50).pages) == len(fetched) - 2
    assert labels_of(Workspace.open(folder))[1:] == (0, 1)


@pytest.mark.parametrize("url", ["marsh", "ftp://a.test/", "javascript:alert(1)", "\udcff"])
def test_what_is_no_address_cannot_be_labelled(folder: Path, url: str) -> None:
    with pytest.raises(UsageError, match="not the address of a page"):
        say(folder, url)
    assert not (folder / "data" / "labels.sqlite").exists()


def test_only_what_was_said_can_be_forgotten(folder: Path) -> None:
    with pytest.raises(UsageError, match="nothing is said of"):
        say(folder, "http://a.test/1", FORGET)


def test_the_rules_of_the_crawl_hold_for_labelled_addresses_too(folder: Path) -> None:
    said = label_page(Workspace.open(folder), "http://a.test/logout", YES, at=NOW)
    assert "refuse it (action)" in said.note
    assert "http://a.test/logout" not in crawl(folder, 3)


def test_counter_examples_of_the_topic_file_take_their_words_out_of_the_topic(tmp_path: Path) -> None:
    text = "football league striker 足球 联赛 前锋 " * 20
    strengths = []
    for entries in ([], ["football.txt"]):
        folder = write_topic(
            tmp_path / f"topic{len(entries)}",
            seeds=["http://a.test/0", FOOTBALL[0]],
            counter_examples=entries,
        )
        (folder / "football.txt").write_text(text, encoding="utf-8")
        with opened(folder) as session:
            run(session, 5)
            assert session._mind is not None
            terms = dict(session._mind.model.terms(300))
            strengths.append(sum(terms.get(term, 0.0) for term in ("footbal", "足球", "联赛")))
    assert strengths[1] < 0.7 * strengths[0]
