import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lookclear.domain import Block, Link, Outcome, Page
from lookclear.errors import StoreError
from lookclear.politeness.conditional import Validators
from lookclear.store.pages import PageRecord, PageStore

TEXTS = ["Salt marshes store carbon.", "盐沼储存碳。", "The 农业 of 长江 and Kent"]


def page(text: str = TEXTS[2]) -> Page:
    tokens = tuple(text.split())
    return Page(
        url="http://a.example/p",
        title=text[:9],
        text=text,
        tokens=tokens,
        zones=bytes(len(tokens)),
        blocks=(Block(0, len(tokens), "content", 1, heading=(0, 1)), Block(0, 1, "navigation", 0)),
        links=(Link("http://b.example/", "農 link", (0, 1), (0, 2), 0, (0, 1), ("alt",), nofollow=True),),
        language="zh",
        canonical=None,
        directives=frozenset({"noarchive", "nofollow"}),
    )


def record(key: str = "http://a.example/p", text: str = TEXTS[2], relevance: float = 0.75) -> PageRecord:
    return PageRecord(
        key=key,
        url="http://a.example/old",
        final_url=key,
        fetched=datetime(2026, 5, 17, 12, 30, 1, 250_000, tzinfo=UTC),
        status=200,
        outcome=Outcome.FETCHED,
        content_type="text/html; charset=gbk",
        relevance=relevance,
        depth=3,
        parent="http://parent.example/",
        seed=True,
        page=page(text),
        validators=Validators('W/"v1"', "Tue, 05 Mar 2024 10:00:00 GMT"),
    )


@pytest.mark.parametrize("text", TEXTS)
def test_reading_back_gives_an_equal_record(tmp_path: Path, text: str) -> None:
    with PageStore.open(tmp_path / "pages.sqlite") as store:
        store.put(record(text=text))
    with PageStore.open(tmp_path / "pages.sqlite", read_only=True) as store:
        assert store.get("http://a.example/p") == record(text=text)
        assert store.get("http://a.example/other") is None


@settings(max_examples=30, deadline=None)
@given(
    text=st.text(st.characters(exclude_categories=["Cs"])), links=st.integers(0, 3), spot=st.integers(0, 99)
)
def test_any_page_comes_back_equal(
    tmp_path_factory: pytest.TempPathFactory, text: str, links: int, spot: int
) -> None:
    link = Link(f"http://b.example/{text}", text, (spot, spot + 1), (0, 99), -1)
    tokens = tuple(text.split())
    one = Page("http://a.example/", text, text, tokens, text.encode(), (), (link,) * links, canonical=text)
    given_record = PageRecord(
        "k", "u", "f", datetime.now(UTC), 200, Outcome.FETCHED, "text/html", 0.1, 0, "", False, one
    )
    with PageStore.open(tmp_path_factory.mktemp("pages") / "pages.sqlite") as store:
        store.put(given_record)
        assert store.get("k") == given_record


def test_same_key_replaces_and_keeps_its_place(tmp_path: Path) -> None:
    with PageStore.open(tmp_path / "pages.sqlite") as store:
        store.put(record("k1"))
        store.put(record("k2"))
        store.put(record("k1", relevance=0.5))
        assert [(one.key, one.relevance) for one in store] == [("k1", 0.5), ("k2", 0.75)]
        assert len(store) == 2
        assert "k1" in store
        assert "k3" not in store


def test_a_reader_follows_the_writer(tmp_path: Path) -> None:
    with PageStore.open(tmp_path / "p.sqlite") as writer:
        writer.put(record("k1"))
        with PageStore.open(tmp_path / "p.sqlite", read_only=True) as reader:
            writer.put(record("k2"))
            assert [one.key for one in reader] == ["k1", "k2"]


def test_a_long_page_is_stored_smaller_than_its_text(tmp_path: Path) -> None:
    text = "The farmers of the valley grow rice and beans. 山谷里的农民种植水稻和豆类。 " * 500
    with PageStore.open(tmp_path / "pages.sqlite") as store:
        store.put(record(text=text))
        (size,) = store._db.execute("SELECT length(page) FROM page").fetchone()
        assert size < len(text.encode()) / 2


def test_damaged_page_names_the_page_and_says_what_to_do(tmp_path: Path) -> None:
    with PageStore.open(tmp_path / "pages.sqlite") as store:
        store.put(record())
    with sqlite3.connect(tmp_path / "pages.sqlite") as db:
        db.execute("UPDATE page SET page = x'00ff'")
    db.close()
    with (
        PageStore.open(tmp_path / "pages.sqlite") as store,
        pytest.raises(StoreError, match=r"http://a\.example/p .*damaged.*--fresh"),
    ):
        store.get("http://a.example/p")
