"""When a page was published and last changed: the most trusted of what it says in many places.

The order of trust, for both dates: JSON-LD, microdata and RDFa, meta tags, <time> elements that say what
they are, a labelled date near the headline ("发布时间：…", "Updated on …"). For the publication then: the
date in the address, the only date among <time> elements, a date on a short line below the headline. For the
change, last of all: the Last-Modified header, unless the server made it up as it answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from urllib.parse import unquote, urlsplit

from lxml import etree

from lookclear.html.dates import is_plausible, parse_date
from lookclear.html.structured import Structured
from lookclear.html.tree import Tree, text_of

_PUBLISHED_NAMES = tuple(
    "article:published_time article.published og:published_time datepublished bytedance:published_time "
    "weibo:article:create_at article:published dcterms.issued dc.date.issued dcterms.created dc.date.created "
    "dcterms.date dc.date pubdate publishdate publish_date publish-date publication_date publicationdate "
    "citation_publication_date sailthru.date parsely-pub-date cxenseparse:recs:publishtime "
    "article_date_original date.created date".split()
)
_MODIFIED_NAMES = tuple(
    "article:modified_time og:updated_time og:modified_time bytedance:updated_time datemodified "
    "weibo:article:update_at article:modified dcterms.modified dc.date.modified date.modified last-modified "
    "lastmod revised modified".split()
)
_LABEL = re.compile(
    r"(?P<changed>(?:更新|修改|修订|编辑)(?:时间|日期|于)?|(?:last\s)?(?:updated|modified|revised|changed|edited))"
    r"|(?P<made>(?:发布|发表|发稿|创建|投稿|录入|出版|刊登|时间|日期)(?:时间|日期|于)?|published|posted|created|written)",
    re.I,
)
_YEAR = re.compile(r"(?:19|20)\d\d")  # there is no date without one
_AFTER_LABEL = re.compile(r"(?:\s?(?:on|at|date|time)\b)?\s?[:：|]?\s{0,3}(?=[\dA-Za-z])", re.I)
_IN_ADDRESS = re.compile(
    r"/(?P<y>(?:19|20)\d\d)[/-](?P<m>0?[1-9]|1[0-2])[/-](?P<d>0?[1-9]|[12]\d|3[01])(?=[/_.-]|$)"
    r"|/(?:t|content_|a|n)?(?P<whole>(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?=[/_.-]|$)"
    r"|/(?P<ym>(?:19|20)\d\d-?(?:0[1-9]|1[0-2]))/(?P<day>0[1-9]|[12]\d|3[01])(?=[/_.-]|$)"
)
NEAR = 400  # characters after the headline where a byline is looked for
LAST = 400  # characters at the page's end where "last updated" is looked for
SHORT_LINE = 80  # characters; a longer line is running text, and a date in it may be of anything
MOST_TIMES = 200  # <time> elements that are looked at
JUST_NOW = timedelta(minutes=2)  # a Last-Modified this close to the answer was made for it


@dataclass(frozen=True, slots=True)
class PageDates:
    """Aware moments in UTC, None when unknown."""

    published: datetime | None = None
    modified: datetime | None = None


def find_dates(
    tree: Tree,
    markup: str,
    url: str,
    said: Iterable[Structured],
    names: Mapping[str, str],
    headers: Mapping[str, str],
    zone: tzinfo,
    now: datetime | None = None,
) -> PageDates:
    """Return the most trusted plausible dates.

    `markup` is the page's source, `said` what structured data says, the most trusted first, `names` the meta
    tags, `headers` the response's, names in lower case. `now` is when the page was read, else its Date header
    tells; dates more than a day later, or before 1990, do not count. A change before the publication neither.
    """
    answered = parse_date(headers.get("date", ""))
    now = now or answered
    said = list(said)
    times = _Times.of(tree.root) if "<time" in markup or "<TIME" in markup else _Times()
    near = _near_headline(tree)

    def published() -> Iterator[str]:
        for one in said:
            yield from one.published
        yield from (names[name] for name in _PUBLISHED_NAMES if name in names)
        yield from times.published
        yield from _labelled(near, "made")
        yield from _address_dates(url)
        yield from times.only
        yield from _byline(near)

    def modified() -> Iterator[str]:
        for one in said:
            yield from one.modified
        yield from (names[name] for name in _MODIFIED_NAMES if name in names)
        yield from times.modified
        yield from _labelled(near, "changed")
        yield from _labelled(tree.text[-LAST:], "changed")

    first = _first(published(), zone, now)
    changed = (
        moment
        for moment in (_first(modified(), zone, now), _sent(headers, now))
        if moment is not None and (first is None or moment.date() >= first.date())
    )
    return PageDates(first, next(changed, None))


def _first(texts: Iterable[str], zone: tzinfo, now: datetime | None) -> datetime | None:
    moments = (parse_date(text, zone) for text in texts)
    return next((one for one in moments if one is not None and is_plausible(one, now)), None)


def _sent(headers: Mapping[str, str], now: datetime | None) -> datetime | None:
    """Return the Last-Modified header if it tells something: not the moment of the answer, nor the future."""
    moment = parse_date(headers.get("last-modified", ""))
    if moment is None or now is None or not is_plausible(moment, None) or moment > now - JUST_NOW:
        return None
    return moment


@dataclass(frozen=True, slots=True)
class _Times:
    """Dates of <time> elements: those that say what they are, and the only one there is."""

    published: tuple[str, ...] = ()
    modified: tuple[str, ...] = ()
    only: tuple[str, ...] = ()

    @classmethod
    def of(cls, root: etree._Element) -> _Times:
        published, modified, unmarked = [], [], {}
        for number, node in enumerate(root.iter("time")):
            if number >= MOST_TIMES:
                break
            text = (node.get("datetime") or text_of(node)).strip()
            mark = f"{node.get('class') or ''} {node.get('itemprop') or ''}".lower()
            if "updated" in mark.split() or "modified" in mark:
                modified.append(text)
            elif node.get("pubdate") is not None or "publi" in mark or "entry-date" in mark:
                published.append(text)
            else:
                unmarked[text[:10]] = text
        several_days = len({text[:10] for text in published}) > 1  # a list of pages, each with its date
        return cls(
            () if several_days else tuple(published[:1]),
            () if several_days else tuple(modified[:1]),
            tuple(unmarked.values()) if len(unmarked) == 1 and not published else (),
        )


def _near_headline(tree: Tree) -> str:
    """Return the characters after the first h1 that has words, without one the page's first."""
    for element in tree.elements:
        if element.tag == "h1" and element.end > element.start:
            end = tree.ends[element.end - 1]
            return tree.text[end : end + NEAR]
    return tree.text[:NEAR]


def _labelled(text: str, wanted: str) -> Iterator[str]:
    for match in _LABEL.finditer(text) if _YEAR.search(text) else ():
        if match.lastgroup == wanted and (after := _AFTER_LABEL.match(text, match.end())):
            yield _leading_date(text[after.end() : after.end() + 40])


def _leading_date(text: str) -> str:
    """Return a text that begins with a date, else nothing."""
    return text if re.match(r"\d|[A-Z][a-z]{2,8}\.?\s\d", text) else ""


def _address_dates(url: str) -> Iterator[str]:
    for match in _IN_ADDRESS.finditer(unquote(urlsplit(url).path)):
        if match["whole"]:
            yield match["whole"]
        elif match["ym"]:
            yield match["ym"].replace("-", "") + match["day"]
        else:
            yield f"{match['y']}-{match['m']}-{match['d']}"


def _byline(text: str) -> Iterator[str]:
    """Yield the short line below the headline that holds a date; of several it is a list of other pages."""
    dated = [
        line
        for line in text.split("\n")[:8]
        if len(line) <= SHORT_LINE and _YEAR.search(line) and parse_date(line)
    ]
    if len(dated) == 1:
        yield dated[0]
