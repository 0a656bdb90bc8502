"""Can the dates of a sitemap be believed?

Many servers write the moment of the answer, or of the last deployment, into every `lastmod`. Such dates order
nothing. Whether the others come true is for the freshness of pages to learn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

FEWEST = 3  # dates below which nothing can be told
SAME_SHARE = 0.9  # more dates than this on one moment, or at the moment of asking, say nothing
_NOW = timedelta(minutes=10)
_AHEAD = timedelta(days=1)  # clocks and zones differ by less


class Trust(StrEnum):
    """What is thought of the dates of a host, with the reason when they are not believed."""

    TRUSTED = "trusted"
    TOO_FEW = "too-few"
    ALL_EQUAL = "all-equal"
    ALWAYS_NOW = "always-now"
    FUTURE = "future"
    UNREADABLE = "unreadable"


def trust(dates: Sequence[datetime], now: datetime, *, unreadable: int = 0) -> Trust:
    """Judge the dates of one host; `unreadable` counts those that are no dates. Moments are aware.

    >>> from datetime import UTC
    >>> days = [datetime(2024, 5, day, tzinfo=UTC) for day in (1, 2, 3)]
    >>> trust(days, datetime(2024, 6, 1, tzinfo=UTC)), trust(days[:1] * 9, datetime(2024, 6, 1, tzinfo=UTC))
    (<Trust.TRUSTED: 'trusted'>, <Trust.ALL_EQUAL: 'all-equal'>)
    """
    given = len(dates) + unreadable
    if given < FEWEST:
        return Trust.TOO_FEW
    if unreadable > given / 10:
        return Trust.UNREADABLE
    if sum(date > now + _AHEAD for date in dates) > given / 10:
        return Trust.FUTURE
    if sum(abs(date - now) <= _NOW for date in dates) > SAME_SHARE * len(dates):
        return Trust.ALWAYS_NOW
    if Counter(dates).most_common(1)[0][1] > SAME_SHARE * len(dates):
        return Trust.ALL_EQUAL
    return Trust.TRUSTED
