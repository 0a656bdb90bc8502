"""How long a server wants to be left alone: the header Retry-After (RFC 9110, 10.2.3)."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

LONGEST_S = 86_400.0


def retry_after(value: str, now: datetime) -> float | None:
    """Return the seconds to wait from `now` (aware), 0 to a day; None when the header says nothing sensible.

    >>> retry_after("120", datetime(2024, 3, 5, tzinfo=UTC))
    120.0
    >>> retry_after("Tue, 05 Mar 2024 00:00:30 GMT", datetime(2024, 3, 5, tzinfo=UTC))
    30.0
    """
    value = value.strip()
    if value.isascii() and value.isdigit():
        return LONGEST_S if len(value) > 9 else min(float(value), LONGEST_S)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return min(max((moment - now).total_seconds(), 0.0), LONGEST_S)
