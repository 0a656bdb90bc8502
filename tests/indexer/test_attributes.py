from datetime import UTC, datetime, timedelta, timezone

import pytest

from indexer.attributes import (
    EARLIEST,
    LATEST,
    UNDATED,
    day_of,
    kind_label,
    language_label,
    read_days,
    year_of,
)


def day(text):
    return day_of(datetime.fromisoformat(text).replace(tzinfo=UTC))


@pytest.mark.parametrize(
    ("field", "text", "first", "last"),
    [
        ("date", "2024", "2024-01-01", "2024-12-31"),
        ("date", "2024-02", "2024-02-01", "2024-02-29"),
        ("date", "2024-2-3", "2024-02-03", "2024-02-03"),
        ("date", "20240203", "2024-02-03", "2024-02-03"),
        ("date", "2024/02/03", "2024-02-03", "2024-02-03"),
        ("date", "2024年2月3日", "2024-02-03", "2024-02-03"),
        ("date", "2024年2月", "2024-02-01", "2024-02-29"),
        ("date", "2024..2025", "2024-01-01", "2025-12-31"),
        ("date", "2025..2024-06", "2024-06-01", "2025-12-31"),
        ("date", "2024..", "2024-01-01", None),
        ("date", "..2024", None, "2024-12-31"),
        ("date", "[2024 TO 2025]", "2024-01-01", "2025-12-31"),
        ("date", "[2024 to 2025}", "2024-01-01", "2024-12-31"),
        ("date", "{2023 TO 2025]", "2024-01-01", "2025-12-31"),
        ("date", "[2024 TO]", "2024-01-01", None),
        ("date", "[* TO 2024]", None, "2024-12-31"),
        ("date", ">2023", "2024-01-01", None),
        ("date", ">=2024-05", "2024-05-01", None),
        ("date", "<2024", None, "2023-12-31"),
        ("date", "<=2024", None, "2024-12-31"),
        ("after", "2024", "2024-01-01", None),
        ("before", "2024", None, "2023-12-31"),
    ],
)
def test_dates_are_read_as_days(field, text, first, last):
    assert read_days(field, text) == (day(first) if first else EARLIEST, day(last) if last else LATEST)


@pytest.mark.parametrize(
    "text", ["", "soon", "2024-13", "2023-02-29", "24", "0000", "[ TO ]", "..", ">", "[2024"]
)
def test_what_is_no_date_is_none(text):
    assert read_days("date", text) is None
    assert read_days("after", text) is None


def test_days_are_of_utc():
    east = timezone(timedelta(hours=8))
    assert day_of(datetime(2024, 1, 1, 4, tzinfo=east)) == day("2023-12-31")
    assert day_of(datetime.max.replace(tzinfo=east)) > 0 > day_of(datetime.min.replace(tzinfo=UTC)) > UNDATED
    assert year_of(day("1969-12-31")) == 1969


@pytest.mark.parametrize(
    ("tag", "label"),
    [("zh-Hans", "zh"), ("EN_us", "en"), ("中文", "zh"), ("English", "en"), ("", ""), ("\ud800", "")],
)
def test_languages_are_counted_by_their_primary_subtag(tag, label):
    assert language_label(tag) == label


def test_kinds_have_one_spelling():
    assert kind_label("  Soft 404\x1f") == "soft-404"
    assert kind_label("x" * 1000) == "x" * 32
