import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from search_ui.app import create_app
from search_ui.operation import Operation
from search_ui.querylog import QueryLog, forget, normalised, read_asked, totals

NOW = datetime(2026, 11, 30, 12, 30, tzinfo=UTC)


class Clock:
    now = NOW

    def __call__(self) -> datetime:
        return self.now


def test_queries_are_summed_up_by_hour_and_words(tmp_path: Path) -> None:
    clock = Clock()
    log = QueryLog(tmp_path / "queries.sqlite", 30, clock)
    for query, hits in (("Salt  Marsh", 4), ("ｓａｌｔ marsh", 5), ("盐沼", 0), ("", 3)):
        log.note(query, hits, 10.0)
    log.flush()
    clock.now += timedelta(hours=1)
    log.note("salt marsh", 6, 40.0)
    log.flush()
    first, second = read_asked(log.path, most=10)
    assert (first.query, first.times, first.hours, first.hits, first.mean_ms) == ("salt marsh", 3, 2, 6, 20.0)
    assert (second.query, second.hits) == ("盐沼", 0)
    assert [one.query for one in read_asked(log.path, most=10, without_hits=True)] == ["盐沼"]
    assert [one.query for one in read_asked(log.path, most=10, least_hours=2)] == ["salt marsh"]
    assert totals(log.path) == (4, 1)
    forget(log.path)
    assert totals(log.path) == (0, 0)


def test_what_is_older_than_its_days_is_forgotten(tmp_path: Path) -> None:
    clock = Clock()
    log = QueryLog(tmp_path / "queries.sqlite", 2, clock)
    log.note("old", 1, 1.0)
    log.flush()
    clock.now += timedelta(days=2, hours=1)
    log.note("new", 1, 1.0)
    log.flush()
    assert [one.query for one in read_asked(log.path, most=10)] == ["new"]


def test_a_log_that_cannot_be_written_counts_what_is_lost(tmp_path: Path) -> None:
    log = QueryLog(tmp_path / "queries.sqlite", 30, Clock())
    (tmp_path / "queries.sqlite").write_bytes(b"no database " * 100)
    log.note("salt", 1, 1.0)
    log.flush()
    assert log.lost == 1


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  a\tb ", "a b"), ("A" * 300, "a" * 200), ("\x00\u202e", ""), ("资产 负债", "资产 负债")],
)
def test_a_query_is_kept_in_one_form(typed: str, kept: str) -> None:
    assert normalised(typed) == kept


def test_the_site_writes_down_first_pages_and_nothing_of_who_asked(
    glossary_index: Path, tmp_path: Path
) -> None:
    path = tmp_path / "data" / "queries.sqlite"
    app = create_app(glossary_index, title="A", operation=Operation(query_log=path, query_days=3))
    with TestClient(app, client=("203.0.113.9", 1)) as client:
        client.get("/search?q=Cash")
        client.get("/search?q=Cash&page=2")
        client.get("/search?q=Cash&labelled=labelled_later")
        client.get("/search.json?q=json")
        client.get("/search?q=zzzz")
    assert {(one.query, one.times) for one in read_asked(path, most=9)} == {("cash", 1), ("zzzz", 1)}
    with sqlite3.connect(path) as db:
        dump = "\n".join(db.iterdump())
    assert "203.0.113" not in dump


def test_zero_days_write_nothing(glossary_index: Path, tmp_path: Path) -> None:
    path = tmp_path / "queries.sqlite"
    app = create_app(glossary_index, title="A", operation=Operation(query_log=path))
    with TestClient(app) as client:
        client.get("/search?q=cash")
    assert not path.exists()
