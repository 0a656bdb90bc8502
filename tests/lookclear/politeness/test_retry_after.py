from __future__ import annotations

from datetime import UTC, datetime

import pytest

from lookclear.politeness.retry_after import retry_after

NOW = datetime(2024, 3, 5, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("0", 0),
        ("30", 30),
        (" 30 ", 30),
        ("Tue, 05 Mar 2024 10:00:30 GMT", 30),
        ("Tue, 05 Mar 2024 12:00:30 +0200", 30),
        ("Tue, 05 Mar 2024 09:00:00 GMT", 0),  # over already
        ("Tuesday, 05-Mar-24 10:01:00 GMT", 60),
        ("999999999999999999999999", 86_400),
        ("172800", 86_400),
        ("Wed, 05 Mar 2094 10:00:00 GMT", 86_400),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("٣٠", None),
        ("稍后", None),
        ("Tue, 99 Mar 2024 10:00:30 GMT", None),
    ],
)
def test_seconds_and_dates_are_read_up_to_a_day(said: str, seconds: float | None) -> None:
    assert retry_after(said, NOW) == seconds
