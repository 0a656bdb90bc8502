import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lookclear.errors import StoreError
from lookclear.html.parse import parse
from lookclear.store.labels import LabelStore, Verdict, counted

NOON = datetime(2026, 5, 17, 12, tzinfo=UTC)
YES, NO, FORGET = Verdict.YES, Verdict.NO, Verdict.FORGET


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "labels.sqlite"


def test_the_newest_word_on_a_page_counts_and_all_are_kept(path: Path) -> None:
    with LabelStore(path) as store:
        store.add("http://a.test/1", YES, at=NOON, by="ann")
        store.add("http://a.test/盐沼", NO, at=NOON)
        store.add("http://a.test:80/1#top", NO, at=NOON, by="bob")  # the same address, written otherwise
        store.add("http://a.test/3", YES, at=NOON)
        store.add("http://a.test/3", FORGET, at=NOON)
    with LabelStore(path, read_only=True) as store:
        present = [(one.url, one.verdict, one.by) for one in store.present()]
        assert present == [("http://a.test/盐沼", NO, ""), ("http://a.test:80/1#top", NO, "bob")]
        assert counted(store.present()) == (0, 2)
        history = store.history(key=store.present()[1].key)
        assert [(one.verdict, one.by, one.at) for one in history] == [(YES, "ann", NOON), (NO, "bob", NOON)]
        assert store.get("http://a.test/3") is None
        assert store.get("http://a.test/1") == store.present()[1]
        assert store.get("http://a.test/unknown") is None


def test_labels_can_be_seen_as_of_an_earlier_position(path: Path) -> None:
    with LabelStore(path) as store:
        first = store.add("http://a.test/1", YES, at=NOON)
        store.add("http://a.test/1", FORGET, at=NOON)
        store.add("http://a.test/2", NO, at=NOON)
        assert store.present(upto=first.number) == [first]
        assert [one.verdict for one in store.history(since=first.number)] == [FORGET, NO]
        assert store.last == 3


def test_another_process_notices_a_label_by_asking_for_the_state(path: Path) -> None:
    with LabelStore(path) as crawl, LabelStore(path) as person:
        before = crawl.state()
        assert crawl.state() == before
        person.add("http://a.test/1", YES, at=NOON)
        assert crawl.state() != before
        before = crawl.state()
        crawl.take(1)  # its own writing is no news
        assert crawl.state() == before
        assert person.taken == 1


def test_a_copy_of_the_page_is_kept_until_the_label_is_forgotten(path: Path) -> None:
    page = parse("<title>盐沼 marsh</title><p>salt</p>".encode(), "http://a.test/1")
    with LabelStore(path) as store:
        label = store.add("http://a.test/1", YES, at=NOON, page=page)
        assert store.copy(label.key) == page
        store.add("http://a.test/1", NO, at=NOON)
        assert store.copy(label.key) == page
        store.add("http://a.test/1", FORGET, at=NOON)
        assert store.copy(label.key) is None


def test_name_and_password_of_an_address_are_not_kept(path: Path) -> None:
    with LabelStore(path) as store:
        store.add("http://ann:secret@a.test/1", YES, at=NOON)
    assert b"secret" not in path.read_bytes()


@pytest.mark.parametrize("damage", ["bytes", "version"])
def test_a_damaged_or_foreign_file_is_refused_with_advice(path: Path, damage: str) -> None:
    LabelStore(path).close()
    if damage == "bytes":
        path.write_bytes(b"no database at all" * 100)
    else:
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
        db.close()
    with pytest.raises(StoreError, match="move it away to begin without labels"):
        LabelStore(path)


def test_a_damaged_copy_is_no_copy(path: Path) -> None:
    page = parse(b"<p>salt</p>", "http://a.test/1")
    with LabelStore(path) as store:
        key = store.add("http://a.test/1", YES, at=NOON, page=page).key
    with sqlite3.connect(path) as db:
        db.execute("UPDATE copy SET page = ?", (b"\x00",))
    db.close()
    with LabelStore(path) as store:
        assert store.copy(key) is None
