"""What a document is restricted by and counted by besides its words: host, language, kind and date.

Each is one number in the document table, so that a restriction is one comparison of a column, and a facet
one count of it. Dates are days since 1970-01-01.
"""

from __future__ import annotations

import calendar
import re
from datetime import UTC, date, datetime
from functools import lru_cache

LABELLED = ("host", "language", "kind")  # attributes that are words
UNDATED = -(1 << 31)
EARLIEST, LATEST = UNDATED + 1, (1 << 31) - 1  # days of a range that is open on that side
_EPOCH = date(1970, 1, 1).toordinal()
_MAX_LABEL_CHARS = 32
_NOT_LABEL = re.compile(r"[^\w.+-]+")
_DATE = re.compile(
    r"(?P<year>\d{4})"
    r"(?:[-/.年](?P<month>\d{1,2})(?:[-/.月](?P<day>\d{1,2})日?|月)?|(?P<run>\d{2})(?P<run_day>\d{2})|年)?"
)
_BRACKETED = re.compile(r"(?P<open>[\[{])\s*(?P<first>.*?)\s*\bTO\b\s*(?P<last>.*?)\s*(?P<close>[\]}])", re.I)
_COMPARED = re.compile(r"(?P<sign>[<>]=?)\s*(?P<date>.+)")
_LANGUAGE_NAMES = {
    "english": "en", "英文": "en", "英语": "en", "chinese": "zh", "中文": "zh", "汉语": "zh", "cn": "zh",
}  # fmt: skip

Days = tuple[int, int]  # the first and the last day


@lru_cache(maxsize=1 << 10)
def language_label(tag: str) -> str:
    """Return what a language is counted under: its primary subtag. Names of English and Chinese are known.

    >>> language_label("zh-Hans"), language_label("English"), language_label("")
    ('zh', 'en', '')
    """
    name = tag.strip().lower()
    return _LANGUAGE_NAMES.get(name) or kind_label(re.split("[-_]", name, maxsplit=1)[0])


@lru_cache(maxsize=1 << 10)
def kind_label(kind: str) -> str:
    """Return a kind in its one spelling: lower case, letters, digits and hyphens, at most 32 characters.

    >>> kind_label(" App Shell ")
    'app-shell'
    """
    plain = kind.strip().lower().encode("utf-8", "replace").decode()
    return _NOT_LABEL.sub("-", plain).strip("-")[:_MAX_LABEL_CHARS]


def day_of(when: datetime | None) -> int:
    """Return the day of a moment, in UTC; UNDATED for none.

    >>> day_of(datetime(1970, 1, 2, tzinfo=UTC)), day_of(None) == UNDATED
    (1, True)
    """
    if when is None:
        return UNDATED
    if when.tzinfo is not None and 1 < when.year < 9999:  # elsewhere another zone may have no such date
        when = when.astimezone(UTC)
    return when.toordinal() - _EPOCH


def year_of(day: int) -> int:
    """Return the year a day is in; the day must be one of a date."""
    return date.fromordinal(day + _EPOCH).year


def read_days(field: str, text: str) -> Days | None:
    """Return the days that `date:`, `after:` or `before:` with this text allows; None if it is no date.

    `after:2024` begins on the first day of 2024 and `before:2024` ends on the day before it. A date may be a
    year, a month or a day; a range is `2024..2025-03`, `[2024 TO 2025]` (with braces the border is out),
    `>2024` or `<=2024`, and open where a side is left out. A range that runs backwards is turned round.

    >>> read_days("date", "1970-01"), read_days("date", "[1970-01-02 TO 1970-01-05}")
    ((0, 30), (1, 3))
    >>> read_days("before", "1970-01-05") == (EARLIEST, 3), read_days("date", "soon")
    (True, None)
    """
    text = text.strip()
    if field == "after":
        return _range(text, "")
    if field == "before":
        return _range("", text, last_in=False)
    if bracketed := _BRACKETED.fullmatch(text):
        first, last = (_open_side(bracketed[side]) for side in ("first", "last"))
        return _range(first, last, first_in=bracketed["open"] == "[", last_in=bracketed["close"] == "]")
    if compared := _COMPARED.fullmatch(text):
        sign, when = compared["sign"], compared["date"]
        is_in = sign.endswith("=")
        return _range(when, "", first_in=is_in) if sign.startswith(">") else _range("", when, last_in=is_in)
    first, dots, last = text.partition("..")
    return _range(first.strip(), last.strip(". ")) if dots else _read(text)


def _open_side(text: str) -> str:
    return "" if text in ("", "*") else text


def _range(first: str, last: str, *, first_in: bool = True, last_in: bool = True) -> Days | None:
    """Return the days between two dates; an empty one is no border, a border that is not in leaves it out."""
    begin = _read(first) if first else None
    end = _read(last) if last else None
    if (first and begin is None) or (last and end is None) or (begin is None and end is None):
        return None
    if begin is not None and end is not None and begin > end:
        begin, end = end, begin
    low = EARLIEST if begin is None else begin[0] if first_in else begin[1] + 1
    high = LATEST if end is None else end[1] if last_in else end[0] - 1
    return low, high


def _read(text: str) -> Days | None:
    """Return the days of a year, a month or a day; None if there is no such date."""
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    year, month, day = int(match["year"]), match["month"] or match["run"], match["day"] or match["run_day"]
    try:
        first = date(year, int(month or 1), int(day or 1))
    except ValueError:
        return None
    if day:
        last = first
    elif month:
        last = first.replace(day=calendar.monthrange(year, first.month)[1])
    else:
        last = date(year, 12, 31)
    return first.toordinal() - _EPOCH, last.toordinal() - _EPOCH
