"""What a page asks of robots, from its meta tags and its X-Robots-Tag headers together.

All words count, whoever says them, so the strictest wins: `noindex` in one place is not undone by `index` in
another. Words for other crawlers do not concern us.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from lookclear.html.dates import parse_date

OWN_NAME = "lookclear"  # in lower case, as in `X-Robots-Tag: lookclear: noindex`
UNAVAILABLE = "unavailable_after:"
LONGEST = 4_096  # characters of one statement that are read
MOST = 50  # directives kept
_VALUED = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})
# A date may hold one comma (`Friday, 25-Jun-2010`), then a digit follows it.
_END_DATE = re.compile(r"unavailable_after\s*+:\s*+([^,]*+(?:,\s*+\d[^,]*+)?)")


def read_directives(statements: Iterable[str]) -> frozenset[str]:
    """Return all directives in lower case; each statement is one meta tag or one header line.

    `none` also gives `noindex` and `nofollow`. Of several `max-snippet:N` the shortest is left (-1, no limit,
    is left out), of several `unavailable_after:` the earliest, as an ISO date in UTC; one that is no date is
    left out. A name and a colon give the rest of a statement to the crawler of that name.

    >>> sorted(read_directives(["INDEX, max-snippet: 50", "lookclear: none", "otherbot: noarchive"]))
    ['index', 'max-snippet:50', 'nofollow', 'noindex', 'none']
    """
    words: dict[str, None] = {}
    ends: list[datetime] = []
    for statement in statements:
        line, dates = _without_dates(statement[:LONGEST].lower())
        for word in _ours(line):
            if word.startswith(UNAVAILABLE):
                ends += [dates[int(word.removeprefix(UNAVAILABLE))]]
            else:
                words[word] = None
    snippets = [int(w[12:]) for w in words if w.startswith("max-snippet:") and w[12:].isdecimal()]
    kept = [word for word in words if not word.startswith("max-snippet:")]
    if "none" in words:
        kept = ["noindex", "nofollow", *kept]
    shortest = [f"max-snippet:{min(snippets)}"] if snippets else []
    earliest = [UNAVAILABLE + min(ends).isoformat()] if ends else []
    strictest_first = sorted(dict.fromkeys(kept), key=lambda word: not word.startswith("no"))
    return frozenset([*shortest, *earliest, *strictest_first][:MOST])


def forbids_index(directives: frozenset[str], at: datetime) -> bool:
    """Tell whether a page may not be found at a moment (aware)."""
    if "noindex" in directives:
        return True
    end = next((word for word in directives if word.startswith(UNAVAILABLE)), None)
    return end is not None and datetime.fromisoformat(end.removeprefix(UNAVAILABLE)) <= at


def _without_dates(line: str) -> tuple[str, list[datetime]]:
    """Return a line with a number in place of every end date, and the dates; what is no date is cut out."""
    dates: list[datetime] = []

    def number(match: re.Match[str]) -> str:
        date = parse_date(match.group(1))
        if date is None:
            return ""
        dates.append(date)
        return f"{UNAVAILABLE}{len(dates) - 1}"

    return _END_DATE.sub(number, line), dates


def _ours(line: str) -> list[str]:
    words: list[str] = []
    ours = True
    for piece in line.split(","):
        name, colon, value = (part.strip() for part in piece.partition(":"))
        if colon and name not in _VALUED:
            ours = name in {OWN_NAME, "*"} or name.startswith(f"{OWN_NAME}/")
            name, colon, value = (part.strip() for part in value.partition(":"))
        if ours:
            words += [f"{name}:{value}"] if colon and value else name.split()
    return words
