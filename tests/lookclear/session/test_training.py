"""Learning from labels, going back, and what steers the next crawl."""

from contextlib import closing
from pathlib import Path

import pytest

from indexer import Index
from lookclear.errors import UsageError, WorkspaceBusy
from lookclear.session.labels import label_page
from lookclear.session.training import go_back, train, versions
from lookclear.store.labels import Verdict
from lookclear.store.models import ModelStore
from lookclear.store.pages import PageStore
from lookclear.topics.workspace import Workspace
from tests.lookclear.session.crawling import NOW, PAGES, crawl, opened, run, write_topic

FOOTBALL = [url for url, html in PAGES.items() if "足球" in html.partition("</p>")[0]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace with 40 pages, of gardening and of football."""
    folder = write_topic(tmp_path / "topic", pages=40)
    crawl(folder, strategy="breadth-first")
    return folder


def label_football(folder: Path, count: int = 12) -> list[str]:
    """Say that pages on football are on topic, and pages on gardening are not."""
    for url in [key for key in stored(folder) if key != "http://a.test/0"][:count]:
        label_page(Workspace.open(folder), url, Verdict.YES if url in FOOTBALL else Verdict.NO, at=NOW)
    return [url for url in stored(folder) if url in FOOTBALL]


def stored(folder: Path) -> dict[str, float]:
    with PageStore.open(folder / "data" / "pages.sqlite", read_only=True) as pages:
        return pages.relevances()


def indexed(folder: Path) -> dict[str, float]:
    with closing(Index.open(folder / "data" / "index", read_only=True)) as index:
        found = {key: index.get(key) for key in stored(folder)}
    return {key: one.relevance for key, one in found.items() if one is not None}


def models(folder: Path) -> ModelStore:
    return ModelStore(folder / "data" / "models")


def test_a_crawl_leaves_one_version_however_often_it_was_saved(tmp_path: Path) -> None:
    folder = write_topic(tmp_path / "topic", pages=30)
    with opened(folder) as session:
        run(session, 10)
        session.keep_model()
        run(session, 5)
        session.keep_model()
    crawl(folder)  # goes on with the same run
    (only,) = models(folder).versions()
    assert only.model is not None
    assert (only.version, only.model.reason, only.model.parent) == (1, "crawl", 0)
    assert only.model.figures["pages"] == 30
    assert {"garden", "园艺"} <= only.model.learned.terms.keys()
    crawl(folder, pages=10)
    assert [one.version for one in models(folder).versions()] == [1, 2]


def test_training_learns_from_labels_and_says_what_changed(folder: Path) -> None:
    football = label_football(folder)
    before = stored(folder)
    done = train(Workspace.open(folder), at=NOW)
    after = stored(folder)
    assert (done.version, done.before, done.held) == (2, 1, False)
    assert (done.labels_yes + done.labels_no, done.pages) == (12, 40)
    came = {term for term, _ in done.terms_in}
    assert came & {"footbal", "足球", "leagu", "联赛"}
    assert sum(after[url] for url in football) > sum(before[url] for url in football)
    assert indexed(folder) == pytest.approx(after, abs=0.002)
    assert {one.url for one in done.now_on_topic} == {u for u in after if after[u] >= 0.5 > before[u]}
    assert {one.url for one in done.now_off_topic} == {u for u in after if before[u] >= 0.5 > after[u]}
    assert done.measured[1] is not None
    assert done.measured[1].labels == 12


def test_going_back_brings_words_judgements_and_search_back(folder: Path) -> None:
    train(Workspace.open(folder), at=NOW)
    before, words = stored(folder), models(folder).get(2).learned.terms
    label_football(folder)
    train(Workspace.open(folder), at=NOW)
    trained = stored(folder)
    done = go_back(Workspace.open(folder))
    assert (done.version, done.before, done.held) == (2, 3, True)
    assert done.terms == pytest.approx(words, abs=1e-9)
    after = stored(folder)
    unlabelled = [url for url in after if trained[url] not in {0, 1}]
    assert len(unlabelled) > 20
    assert max(abs(trained[url] - before[url]) for url in unlabelled) > 0.2
    assert [after[url] for url in unlabelled] == pytest.approx([before[url] for url in unlabelled], abs=0.01)
    assert indexed(folder) == pytest.approx(after, abs=0.002)
    again = go_back(Workspace.open(folder), 3)  # and forward
    assert again.version == 3
    assert stored(folder) == pytest.approx(trained, abs=0.01)


@pytest.mark.parametrize("fresh", [False, True])
def test_a_version_that_is_held_steers_the_next_crawl(folder: Path, fresh: bool) -> None:
    label_football(folder)
    train(Workspace.open(folder), at=NOW)
    go_back(Workspace.open(folder))
    with opened(folder, pages=20, fresh=fresh) as session:
        run(session)
        assert session._mind is not None
        assert dict(session._mind.model.terms(50)) == pytest.approx(
            dict(list(models(folder).get(1).learned.terms.items())[:50])
        )
        session.finish(complete=True)
    assert versions(Workspace.open(folder)).in_use.version == 1
    url = next(url for url in stored(folder) if url in FOOTBALL)
    with opened(folder, pages=30) as session:  # what is said from now on counts, though
        label_page(Workspace.open(folder), url, Verdict.YES, at=NOW)
        session.look_at_labels()
        assert session._mind is not None
        assert {"footbal", "足球"} & {term for term, _ in session._mind.model.terms(60)}
        run(session)
        session.finish(complete=True)
    which = versions(Workspace.open(folder)).in_use
    assert (which.version, which.held) == (3, True)
    train(Workspace.open(folder), at=NOW)
    assert not versions(Workspace.open(folder)).in_use.held


def test_the_next_crawl_goes_on_from_what_training_made_of_it(folder: Path) -> None:
    label_football(folder)
    train(Workspace.open(folder), at=NOW)
    with opened(folder, pages=45) as session:
        assert session._mind is not None
        trained = list(models(folder).get(2).learned.terms)[:10]
        assert len(set(trained) & {term for term, _ in session._mind.model.terms(10)}) >= 8


def test_a_damaged_version_is_said_and_the_next_best_steers(folder: Path) -> None:
    label_football(folder)
    train(Workspace.open(folder), at=NOW)
    train(Workspace.open(folder), at=NOW)
    go_back(Workspace.open(folder), 2)
    (folder / "data" / "models" / "model-0002.zip").write_bytes(b"damaged")
    with opened(folder, pages=42) as session:
        assert any("model-0002.zip is damaged" in one for one in session.warnings)
        assert any("version 1 of the model is used instead" in one for one in session.warnings)
        assert session._mind is not None
        assert dict(session._mind.model.terms(9)).keys() <= models(folder).get(1).learned.terms.keys()
    (folder / "data" / "models" / "model-0001.zip").unlink()
    with opened(folder) as session:
        assert any("learned anew" in one for one in session.warnings)
        run(session, 2)
        assert {term for term, _ in session._mind.model.terms(30)} & {"garden", "园艺"}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("version", "said"), [(None, "no earlier version"), (7, "no version 7"), (0, "no earlier version")]
)
def test_there_must_be_a_version_to_go_back_to(folder: Path, version: int | None, said: str) -> None:
    before = stored(folder)
    with pytest.raises(UsageError, match=said):
        go_back(Workspace.open(folder), version)
    assert stored(folder) == before


def test_training_needs_something_to_learn_from_and_no_crawl_beside_it(tmp_path: Path) -> None:
    folder = write_topic(tmp_path / "topic")
    with pytest.raises(UsageError, match="nothing to learn from"):
        train(Workspace.open(folder), at=NOW)
    with opened(folder) as session:
        run(session, 1)
        with pytest.raises(WorkspaceBusy):
            train(Workspace.open(folder), at=NOW)


def test_training_twice_comes_to_the_same(folder: Path) -> None:
    label_football(folder)
    one = train(Workspace.open(folder), at=NOW)
    first = stored(folder)
    two = train(Workspace.open(folder), at=NOW)
    assert (two.moved, two.terms_in, two.terms_out) == (0, [], [])
    assert stored(folder) == first
    assert two.terms == one.terms


def test_a_version_holds_how_far_each_seed_is_trusted(tmp_path: Path) -> None:
    seeds = ["http://a.test/0", next(url for url in PAGES if url not in FOOTBALL and not url.endswith("/0"))]
    folder = write_topic(tmp_path / "topic", pages=10, seeds=seeds)
    crawl(folder)
    assert models(folder).get(1).trust.keys() == set(seeds)
    assert all(0 <= value <= 1 for value in models(folder).get(1).trust.values())
