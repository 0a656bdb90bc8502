"""A date as pages write it, to an aware moment in UTC.

A date without a time is taken as noon in the page's zone: then its day is the same nearly everywhere. A time
without a zone is in the page's zone: China's for a Chinese page, else UTC.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo

CHINA = timezone(timedelta(hours=8))
EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)  # there were no pages before
AHEAD = timedelta(days=1)  # clocks and zones differ by less
LONGEST = 100  # characters of a date that are read

_MONTHS = {
    name: number // 2 + 1
    for number, name in enumerate(
        "jan january feb february mar march apr april may may jun june "
        "jul july aug august sep september oct october nov november dec december".split()
    )
} | {"sept": 9}
_ZONES = {
    "z": 0, "utc": 0, "gmt": 0, "bst": 1, "cet": 1, "cest": 2, "eet": 2, "eest": 3, "msk": 3, "jst": 9,
    "kst": 9, "est": -5, "edt": -4, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
}  # fmt: skip
_DAY = r"(?P<d>3[01]|[12]\d|0?[1-9])(?!\d)"
_MONTH = r"(?P<m>1[0-2]|0?[1-9])(?!\d)"
_YEAR = r"(?P<y>(?:19|20)\d\d)(?!\d)"
_NAME = r"(?P<name>[A-Za-z]{3,9})"
_TIME = (
    r"(?:[T\s,，]{0,3}(?:at\s)?(?:(?P<half>上午|下午|晚上)\s?)?(?P<h>[01]?\d|2[0-3])\s?[:：时]\s?(?P<min>[0-5]\d)"
    r"(?:[:：分](?P<s>[0-5]\d))?(?:[.,]\d{1,9})?\s?(?P<ampm>[AaPp][Mm](?![a-z]))?\s?"
    r"(?P<zone>[+-]\d\d:?\d\d|[A-Za-z]{1,4}(?![a-z]))?)?"
)
_FORMS = tuple(
    re.compile(rf"(?<!\d){form}{_TIME}")
    for form in (
        # One sign: another begins a date of its own, as in 1/2/2003-4/5/2006 and 2024年1-4月.
        rf"{_YEAR}(?P<sign>[-/.]){_MONTH}(?P=sign){_DAY}",
        rf"(?<!\d[-/.]){_YEAR}(?P<sign>\s[-/.]\s|\.\s){_MONTH}(?P=sign){_DAY}"
        r"(?!\s?[-/.]\s?\d{1,4}(?![\d:：]))",  # with spaces it must not be part of a longer row of numbers
        rf"{_YEAR}\s?年\s?{_MONTH}\s?月\s?{_DAY}\s?[日号]?",
        rf"{_DAY}(?:st|nd|rd|th)?[\s-](?:of\s)?{_NAME}\.?,?[\s-]{_YEAR}",
        rf"(?<![A-Za-z]){_NAME}\.?\s{_DAY}(?:st|nd|rd|th)?,?\s{_YEAR}",
        rf"{_DAY}\.\s?{_MONTH}\.\s?{_YEAR}",  # with points the day always comes first
    )
)
_SLASHED = re.compile(rf"(?<!\d)(?P<a>\d\d?)/(?P<b>\d\d?)/{_YEAR}{_TIME}")
_COMPACT = re.compile(
    r"(?P<y>(?:19|20)\d\d)(?P<m>[01]\d)(?P<d>[0-3]\d)(?:T?(?P<h>[0-2]\d)(?P<min>[0-5]\d)(?P<s>[0-5]\d)?"
    r"(?P<zone>Z|[+-]\d\d:?\d\d)?)?$"
)
_EPOCH = re.compile(r"(?P<s>1\d{9}|[5-9]\d{8})(?:(?P<ms>\d{3})|(?P<part>\.\d{1,6}))?$")  # since 1970


def zone_of(language: str) -> tzinfo:
    """Return the zone of times on a page that name none."""
    return CHINA if language == "zh" else UTC


def is_plausible(moment: datetime, now: datetime | None) -> bool:
    """Tell whether a page can be of that date; without `now` the future cannot be told."""
    return moment >= EARLIEST and (now is None or moment <= now + AHEAD)


def parse_date(text: str, zone: tzinfo = UTC) -> datetime | None:
    """Return the first date in a short text, in UTC; None when there is none, or it can be read two ways.

    >>> parse_date("2024年3月5日 10:30", CHINA), parse_date("March 5, 2024")
    (datetime.datetime(2024, 3, 5, 2, 30, tzinfo=datetime.timezone.utc), \
datetime.datetime(2024, 3, 5, 12, 0, tzinfo=datetime.timezone.utc))
    >>> parse_date("3/5/2024") is None
    True
    """
    text = text[:LONGEST].strip()
    whole = _COMPACT.match(text)
    if whole is not None:
        return _moment(whole, zone)
    if epoch := _EPOCH.match(text):
        return datetime.fromtimestamp(
            int(epoch["s"]) + int(epoch["ms"] or 0) / 1000 + float(epoch["part"] or 0), UTC
        )
    found = [match for form in _FORMS if (match := form.search(text))]
    for match in sorted(found, key=re.Match.start):
        if (moment := _moment(match, zone)) is not None:
            return moment
    slashed = _SLASHED.search(text)
    return _slashed(slashed, zone) if slashed else None


def _slashed(match: re.Match[str], zone: tzinfo) -> datetime | None:
    first, second = int(match["a"]), int(match["b"])
    if first == second or first > 12:
        return _moment(match, zone, day=first, month=second)
    return _moment(match, zone, day=second, month=first) if second > 12 else None


def _moment(
    match: re.Match[str], zone: tzinfo, *, day: int | None = None, month: int | None = None
) -> datetime | None:
    parts = match.groupdict()
    month = month or (int(parts["m"]) if parts.get("m") else _MONTHS.get((parts.get("name") or "").lower()))
    if month is None:
        return None
    hour, minute = (int(parts["h"]), int(parts["min"])) if parts["h"] else (12, 0)
    half = (parts.get("ampm") or "").lower()
    if (half == "pm" or parts.get("half") in {"下午", "晚上"}) and hour < 12:
        hour += 12
    elif half == "am" and hour == 12:
        hour = 0
    own = _zone(parts["zone"], zone) if parts["h"] else zone
    try:
        return datetime(
            int(parts["y"]), month, day or int(parts["d"]), hour, minute, int(parts["s"] or 0), tzinfo=own
        ).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _zone(name: str | None, zone: tzinfo) -> tzinfo:
    if not name:
        return zone
    if name[0] in "+-":
        minutes = int(name[1:3]) * 60 + int(name[-2:])
        return (
            timezone(timedelta(minutes=-minutes if name[0] == "-" else minutes)) if minutes < 1440 else zone
        )
    hours = _ZONES.get(name.lower())
    if name.lower() == "cst":  # China's for a Chinese page, else America's
        return zone if zone is CHINA else timezone(timedelta(hours=-6))
    return timezone(timedelta(hours=hours)) if hours is not None else zone
