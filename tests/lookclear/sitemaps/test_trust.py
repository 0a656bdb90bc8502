from datetime import UTC, datetime, timedelta

import pytest

from lookclear.sitemaps.trust import Trust, trust

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)
DAYS = [NOW - timedelta(days=n * n) for n in range(1, 21)]


@pytest.mark.parametrize(
    ("dates", "unreadable", "expected"),
    [
        (DAYS, 0, Trust.TRUSTED),
        (DAYS, 2, Trust.TRUSTED),
        (DAYS, 3, Trust.UNREADABLE),
        ([], 20, Trust.UNREADABLE),
        (DAYS[:2], 0, Trust.TOO_FEW),
        ([], 0, Trust.TOO_FEW),
        (DAYS[:1] * 20, 0, Trust.ALL_EQUAL),
        (DAYS[:1] * 19 + DAYS[1:2], 0, Trust.ALL_EQUAL),
        (DAYS[:1] * 18 + DAYS[1:3], 0, Trust.TRUSTED),
        ([NOW - timedelta(seconds=n) for n in range(20)], 0, Trust.ALWAYS_NOW),
        ([NOW + timedelta(hours=3), *DAYS], 0, Trust.TRUSTED),
        ([NOW + timedelta(days=n) for n in range(2, 9)] + DAYS, 0, Trust.FUTURE),
    ],
)
def test_dates_that_say_nothing_are_not_believed(
    dates: list[datetime], unreadable: int, expected: Trust
) -> None:
    assert trust(dates, NOW, unreadable=unreadable) is expected
