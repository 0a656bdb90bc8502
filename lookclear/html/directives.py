"""What a page asks of robots, from its meta tags and its X-Robots-Tag headers together.

All words count, whoever says them, so the strictest wins: `noindex` in one place is not undone by `index` in
another. Whatever stands between words parts them, for sites write `noindex;nofollow` and `noindex，nofollow`
as well. In a header a name and a colon before a word for robots speak to the crawler of that name, and words
for other crawlers do not concern us; in a meta tag there are no such names, and every word is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from unicodedata import normalize

from lookclear.html.dates import parse_date

OWN_NAME = "lookclear"  # in lower case, as in `X-Robots-Tag: lookclear: noindex`
UNAVAILABLE = "unavailable_after:"
LONGEST = 4_096  # characters of one statement that are read
MOST = 50  # directives kept
_US = frozenset({OWN_NAME, "*", "robots"})
_FORBIDDING = frozenset(
    "none noindex nofollow noarchive nocache nosnippet notranslate noimageindex noodp noydir noai "
    "noimageai".split()
)
_VALUED = ("max-snippet", "max-image-preview", "max-video-preview", "unavailable_after")
_KNOWN = _FORBIDDING.union({"all", "index", "follow", "archive", "snippet", "indexifembedded"}, _VALUED)
# A date may hold one comma (`Friday, 25-Jun-2010`), then a digit follows it.
_END_DATE = re.compile(r"unavailable_after\s*+:\s*+([^,;|、。]*+(?:,\s*+\d[^,;|、。]*+)?)")
_WORD = re.compile(r"[a-z]++")
_STATED = re.compile(
    rf"(?P<valued>{'|'.join(_VALUED)})\s*+:\s*+(?P<value>[a-z0-9_-]{{1,40}}+)"
    r"|(?P<name>[a-z*][a-z0-9_*-]*+)(?:(?:/v?\d[\d.]*+)?+\s*+:\s*+(?=(?P<next>[a-z_-]++)))?+"
)


def read_directives(tags: Iterable[str], headers: Iterable[str] = ()) -> frozenset[str]:
    """Return all directives in lower case; each statement is one meta tag, or one line of a header.

    `none` also gives `noindex` and `nofollow`. Of several `max-snippet:N` the shortest is left (-1, no limit,
    is left out), of several `unavailable_after:` the earliest, as an ISO date in UTC; one that is no date is
    left out. In a header a name and a colon give the rest of the line to the crawler of that name.

    >>> sorted(read_directives(["INDEX, max-snippet: 50"], ["lookclear: none", "otherbot: noarchive"]))
    ['index', 'max-snippet:50', 'nofollow', 'noindex', 'none']
    """
    words: dict[str, None] = {}
    ends: list[datetime] = []
    for in_header, statements in ((False, tags), (True, headers)):
        for statement in statements:
            line, dates = _without_dates(_plain(statement[:LONGEST]))
            for word in _words(line, in_header=in_header):
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
    strictest_first = sorted(dict.fromkeys(kept), key=lambda word: word not in _FORBIDDING)
    return frozenset([*shortest, *earliest, *strictest_first][:MOST])


def forbids_index(directives: frozenset[str], at: datetime) -> bool:
    """Tell whether a page may not be found at a moment (aware)."""
    if "noindex" in directives:
        return True
    end = next((word for word in directives if word.startswith(UNAVAILABLE)), None)
    return end is not None and datetime.fromisoformat(end.removeprefix(UNAVAILABLE)) <= at


def forbids_links(directives: frozenset[str]) -> bool:
    """Tell whether no link of a page may be followed."""
    return not {"nofollow", "none"}.isdisjoint(directives)


def _plain(statement: str) -> str:
    """Return a statement in lower case, with full-width letters and signs as ASCII."""
    return (statement if statement.isascii() else normalize("NFKC", statement)).lower()


def _without_dates(line: str) -> tuple[str, list[datetime]]:
    """Return a line with a number in place of every end date, and the dates; what is no date is cut out.

    Words for robots that are taken for a part of a date, for want of a comma, are left in the line.
    """
    dates: list[datetime] = []

    def number(match: re.Match[str]) -> str:
        words = " ".join(word for word in _WORD.findall(match[1]) if word in _FORBIDDING)
        date = parse_date(match[1])
        if date is None:
            return f"unavailable_after {words}"
        dates.append(date)
        return f"{UNAVAILABLE}{len(dates) - 1} {words}"

    return _END_DATE.sub(number, line), dates


def _words(line: str, *, in_header: bool) -> Iterator[str]:
    """Yield the words that are for us."""
    ours = True
    for stated in _STATED.finditer(line):
        name, value = stated["name"], stated["value"]
        if in_header and stated["next"] in _KNOWN:
            ours = name in _US
        elif ours and name is None:
            yield f"{stated['valued']}:{value}"
            if value in _FORBIDDING and value != "none":  # max-image-preview has a value of that name
                yield value
        elif ours and name != "unavailable_after":
            yield name
