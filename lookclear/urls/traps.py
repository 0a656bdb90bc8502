"""Addresses that look endless: one page leads to the next, and none of them says anything new.

Every rule is about one address alone, so that it can be told to a person. The numbers are such that none of
the 13,694 pages of four recorded webs is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from urllib.parse import unquote_plus

from lookclear.urls.address import Address

REPEATS = 3  # a path that repeats one, two or three segments this often in a row
DEEPEST = 20  # segments of a path
MOST_PARAMETERS = 12  # tracking and session ids not counted
MOST_OF_ONE_NAME = 3  # parameters of the same name
FACET_VALUES = 3  # three filters at once: what they show is found with fewer
EARLIEST_MONTHS, EARLIEST_DAYS = 1990, 1900  # years: days of the past have pages, empty months lead on and on
# The only look at a clock: a calendar may lead into next year. Read once, so that a crawl has one answer.
LATEST_YEAR = datetime.now(UTC).year + 1

_ESCAPED_AGAIN = re.compile(r"%2525|amp(?:;|%3B)(?:amp(?:;|%3B))+|amp%25(?:25)*3B", re.I)
_FACETS = frozenset(
    "f fq facet facets filter filters refine refinement refinements attr attribute attributes".split()
)
_LIST = re.compile(r"%5B\d*%5D$")
_DATE_IN_PATH = re.compile(
    r"/(?P<year>1[89][0-9]{2}|2[01][0-9]{2})(?P<by>[/-])(?P<month>0[1-9]|1[0-2])"
    r"(?:(?P=by)(?P<day>[0-3]?[0-9]))?(?=/|$)"
)
_DATES = frozenset("date day month ym cal calendar datum fecha tribe-bar-date".split())
_DATE = re.compile(
    r"(?P<year>[0-9]{4})\D?(?:0[1-9]|1[0-2]|[1-9](?![0-9]))(?:\D?(?P<day>[0-9]{1,2}))?(?:\D.*)?"
    r"|[0-9]{1,2}\D[0-9]{1,2}\D(?P<last>[0-9]{4})"
)
_YEAR = re.compile(r"[0-9]{4}")
_YEARS, _MONTHS, _DAYS = (
    frozenset({"year", "yr", "y"}),
    frozenset({"month", "mon", "m"}),
    frozenset({"day", "d"}),
)


def trap(url: str, address: Address, *, latest_year: int = LATEST_YEAR) -> str:
    """Return in words why an address looks endless, an empty text when it does not.

    `url` is the address as it would be requested, `address` the same taken apart.
    """
    segments = [segment for segment in address.path.split("/") if segment]
    return (
        _path_rule(segments)
        or (_ESCAPED_AGAIN.search(url) and "its escapes were escaped again (%2525, amp%253B)")
        or _year_rule(address, latest_year)
        or (_query_rule(address.parameters) if address.parameters else "")
        or ""
    )


def _path_rule(segments: Sequence[str]) -> str:
    if len(segments) > DEEPEST:
        return f"its path is {len(segments)} segments deep, {DEEPEST} are allowed"
    if len(segments) - len(set(segments)) < REPEATS - 1:
        return ""
    for width in (1, 2, 3):
        for start in range(len(segments) - width * REPEATS + 1):
            first = segments[start : start + width]
            if width == 1 and first[0].isdigit():
                continue  # 05/05/05 is a date
            if all(segments[start + k * width : start + (k + 1) * width] == first for k in range(1, REPEATS)):
                return f"its path repeats '{unquote_plus('/'.join(first))}' {REPEATS} times in a row"
    return ""


def _query_rule(parameters: Sequence[tuple[str, str]]) -> str:
    if len(parameters) > MOST_PARAMETERS:
        return f"its query has {len(parameters)} parameters, {MOST_PARAMETERS} are allowed"
    if len(parameters) < min(FACET_VALUES, MOST_OF_ONE_NAME + 1) and "%2C" not in parameters[0][1]:
        return ""
    facets = sum(value.count("%2C") + 1 for name, value in parameters if _is_facet(name))
    if facets >= FACET_VALUES:
        return f"its query sets {facets} filters at once"
    name, times = Counter(name for name, _ in parameters).most_common(1)[0]
    if times > MOST_OF_ONE_NAME:
        return f"its query has '{unquote_plus(name)}' {times} times, {MOST_OF_ONE_NAME} are allowed"
    return ""


def _is_facet(name: str) -> bool:
    if _LIST.search(name):
        return True
    base = name.partition("%5B")[0].lower()
    return base in _FACETS or base.startswith(("filter_", "facet_"))


def _year_rule(address: Address, latest: int) -> str:
    for year, has_day in _dates(address):
        earliest = EARLIEST_DAYS if has_day else EARLIEST_MONTHS
        if not earliest <= year <= latest:
            return f"it is a calendar's page of {year}; {earliest} to {latest} are allowed"
    return ""


def _dates(address: Address) -> Iterator[tuple[int, bool]]:
    """Yield (year, whether a day is named) of the dates in an address.

    What follows a date in a path is an article: /1845/05/08/peace is history, /1945/05/ an empty month.
    """
    for match in _DATE_IN_PATH.finditer(address.path):
        year = int(match["year"])
        if year >= EARLIEST_MONTHS or not address.path[match.end() :].strip("/"):
            yield year, match["day"] is not None
    if address.parameters:
        yield from _dates_in_query({name.lower(): value for name, value in address.parameters})


def _dates_in_query(values: Mapping[str, str]) -> Iterator[tuple[int, bool]]:
    for name in sorted(_DATES & values.keys()):
        if date := _DATE.fullmatch(unquote_plus(values[name])):
            yield int(date["year"] or date["last"]), date["day"] is not None or date["last"] is not None
    if _MONTHS & values.keys():
        for name in sorted(_YEARS & values.keys()):
            if _YEAR.fullmatch(values[name]):
                yield int(values[name]), bool(_DAYS & values.keys())
