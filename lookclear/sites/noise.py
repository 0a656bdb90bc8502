"""Parts of a site's addresses that were seen to change nothing: session ids, counters of visits.

Names that mean this everywhere are dropped by `lookclear.urls.noise`; here they are learned for one site, by
pages that are equal although their addresses differ in one part. One text is never enough, whatever the
values look like: a wall or an error that a site shows for every address would make all its pages one. One
pair of different pages forbids it.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from lookclear.html.fingerprint import similarity
from lookclear.sites.duplicates import LEAST_WORDS, Content
from lookclear.urls.canonical import canonical

DIFFERENT = 0.7  # below this similarity two pages are different
TEXTS_NEEDED, TEXTS_NEEDED_SHORT = 2, 3  # different texts that did not change; of short values more
WORN = 2  # copies of one page under other values, after which more of its addresses wait behind all others
_SHORT = 5  # characters; numbers of pages and of articles are as short
MOST_PARTS = 8  # of one address are looked at, and of one site are learned
MOST_NAMES = 500  # of parts of one site that are forbidden or looked at; nothing is learned beyond
MOST_KEPT = 2_000  # entries of one site kept for comparison: for each page one, and one for each of its parts
MOST_KEPT_IN_ALL = 100_000  # … and of all; the site that was not visited for longest is forgotten
MOST_SITES = 10_000  # so too beyond these, but what was learned of it is not

# What these mean is known, whatever a site's pages look like.
_MEANINGFUL = frozenset(
    """
    id p page pg q query s search keyword keywords wd kw cat category tag lang language hl locale start offset
    from to sort order limit per_page title name date year month day tid pid aid cid uid fid view action type
    """.split()
)
_IN_PATH = re.compile(r";([^=/;]+)=([^/;]*)|/\(([A-Za-z])\(([^()/]+)\)\)(?=/|$)")


@dataclass(slots=True)
class _Site:
    """What the next page of a site is compared with."""

    first: dict[tuple[str, str], tuple[str, Content]] = field(
        default_factory=dict
    )  # (part, rest) → value, page
    unchanged: dict[str, list[bytes]] = field(default_factory=dict)  # part → signatures of different texts
    forbidden: set[str] = field(default_factory=set)
    copies: Counter[tuple[str, str]] = field(default_factory=Counter)  # of the page under (part, rest)


@dataclass(slots=True)
class _Known:
    """What is known of a site."""

    learned: set[str] = field(default_factory=set)
    same_as: dict[str, str] = field(default_factory=dict)  # address without noise → key that stands for it


class LearnedNoise:
    """What was learned of each site, and the identity of addresses under it."""

    def __init__(self) -> None:
        self._sites: OrderedDict[str, _Site] = OrderedDict()
        self._kept = 0  # entries of all sites
        self._known: dict[str, _Known] = {}  # of sites of which something was learned once

    def key(self, url: str) -> str:
        """Return the identity of an address: its canonical form, or the key of one known to be the same."""
        key = canonical(url)
        known = self._known.get(site_of(key)) if self._known else None
        if known is None or not known.learned:
            return key
        reduced = without_parts(key, known.learned)
        return known.same_as.get(reduced, reduced)

    def learn(self, url: str, content: Content) -> bool:
        """Compare a page with those whose addresses differ in one part; tell if that taught something."""
        key = canonical(url)
        name = site_of(key)
        site = self._sites.setdefault(name, _Site())
        self._sites.move_to_end(name)
        kept = len(site.first)
        learned = self._known[name].learned if name in self._known else set()
        after = self._compare_all(site, key, learned, content)
        self._kept += len(site.first) - kept
        self._forget_old()
        if after == learned:
            return False
        self._known.setdefault(name, _Known()).learned = after
        return True

    def is_worn(self, key: str) -> bool:
        """Tell whether addresses that differ from this one in a single part have only given copies.

        One text proves no part to mean nothing, but a page that comes again and again can wait.
        """
        site = self._sites.get(site_of(key))
        if site is None or not site.copies:
            return False
        return any(site.copies[part, rest] >= WORN for part, _, rest in parts_of(key))

    def worn_sites(self) -> list[str]:
        """Return the sites that have addresses `is_worn` is true of."""
        return [name for name, site in self._sites.items() if any(n >= WORN for n in site.copies.values())]

    def merge(self, name: str, fetched: Iterable[str], waiting: Iterable[str]) -> dict[str, str]:
        """Choose one key for each page of a site after what is known of it changed.

        Keys are of that site and come in the order in which they were found. Returns the waiting ones that
        need not be fetched, with the key that stands for each: one that was fetched, else the first.
        """
        known = self._known.get(name, _Known())
        known.same_as.clear()
        if not known.learned:
            return {}
        for key in fetched:
            known.same_as.setdefault(self.without_noise(key), key)
        aliases = {}
        for key in waiting:
            first = known.same_as.setdefault(self.without_noise(key), key)
            if first != key:
                aliases[key] = first
        return aliases

    def stand_for(self, page: str, key: str) -> None:
        """Let another key stand for a page, which is named by its address without what means nothing."""
        self._known[site_of(page)].same_as[page] = key

    def learned(self, site: str) -> list[str]:
        """Return the parts of a site's addresses that mean nothing: `?name`, `;name`, `(letter`."""
        return sorted(self._known[site].learned) if site in self._known else []

    def _compare_all(self, site: _Site, key: str, learned: set[str], content: Content) -> set[str]:
        """Compare a page with others under each part of its address; return what is learned by now."""
        found = set(learned)
        reduced = without_parts(key, found) if found else key
        _compare(site, "", "", reduced, content)
        for part, value, full_rest in parts_of(key):  # learned parts too: they may turn out to matter
            if part in site.forbidden:
                continue
            rest = without_parts(full_rest, found) if found else full_rest
            is_noise = _compare(site, part, value, rest, content)
            if is_noise and len(found) < MOST_PARTS and len(site.forbidden) < MOST_NAMES:
                found.add(part)
            without = site.first.get(("", rest))
            if without is not None and _differ(without[1], content):
                site.forbidden.add(part)
        return found - site.forbidden

    def _forget_old(self) -> None:
        """Forget what sites were compared by that were not visited for longest."""
        while len(self._sites) > 1 and (self._kept > MOST_KEPT_IN_ALL or len(self._sites) > MOST_SITES):
            _, site = self._sites.popitem(last=False)
            self._kept -= len(site.first)

    def without_noise(self, key: str) -> str:
        """Return a key without what was seen to mean nothing on its site."""
        known = self._known.get(site_of(key))
        return without_parts(key, known.learned) if known is not None and known.learned else key


def _compare(site: _Site, part: str, value: str, rest: str, content: Content) -> bool:
    """Compare a page with the first one under the same rest of an address; tell if the part is noise."""
    seen = site.first.get((part, rest))
    if seen is None:
        if len(site.first) < MOST_KEPT and content.words:
            site.first[part, rest] = value, content
        return False
    if not part or seen[0] == value:
        return False
    if _differ(seen[1], content):
        site.forbidden.add(part)
        site.copies.pop((part, rest), None)
        return False
    if not seen[1].equals(content):
        return False
    site.copies[part, rest] += 1
    needed = TEXTS_NEEDED if min(len(seen[0]), len(value)) >= _SHORT else TEXTS_NEEDED_SHORT
    return _take_note(site, part, content) >= needed


def site_of(key: str) -> str:
    """Return host and port of a canonical key.

    >>> site_of("http://example.org:8080/a?b=1")
    'example.org:8080'
    """
    return key.split("/", 3)[2] if key.count("/", 0, 9) >= 2 else ""


def parts_of(key: str) -> Iterator[tuple[str, str, str]]:
    """Yield (part, value, key without it) for the parts of an address that might mean nothing, at most 8.

    >>> list(parts_of("http://a.org/x;v=1?id=3&visit=9"))
    [(';v', '1', 'http://a.org/x?id=3&visit=9'), ('?visit', '9', 'http://a.org/x;v=1?id=3')]
    """
    path, _, query = key.partition("?")
    fields = query.split("&") if query else []
    for match in islice(_IN_PATH.finditer(path), MOST_PARTS):
        name, value, letter, inner = match.groups()
        rest = _joined(path[: match.start()] + path[match.end() :], fields)
        yield (f";{name}", value, rest) if name else (f"({letter}", inner, rest)
    names = Counter(field.partition("=")[0] for field in fields)
    for at, one in enumerate(fields[:MOST_PARTS]):
        name, _, value = one.partition("=")
        if value and names[name] == 1 and name.lower() not in _MEANINGFUL:
            yield f"?{name}", value, _joined(path, fields[:at] + fields[at + 1 :])


def without_parts(key: str, parts: set[str]) -> str:
    """Return a key without the parts that mean nothing on its site."""
    path, _, query = key.partition("?")
    path = _IN_PATH.sub(
        lambda match: "" if (f";{match[1]}" if match[1] else f"({match[3]}") in parts else match[0], path
    )
    fields = query.split("&") if query else []
    return _joined(path, [one for one in fields if f"?{one.partition('=')[0]}" not in parts])


def _joined(path: str, fields: list[str]) -> str:
    if path.count("/") == 2:  # nothing is left behind the host
        path += "/"
    return f"{path}?{'&'.join(fields)}" if fields else path


def _differ(one: Content, other: Content) -> bool:
    return one.similarity(other) < DIFFERENT


def _take_note(site: _Site, part: str, content: Content) -> int:
    """Keep a text that did not change with a part; return how many different ones there are by now.

    A text of a few words proves nothing, and two that are alike are one, whatever their titles: a wall before
    the pages of a site is the same for every address, but for the name of the page it hides.
    """
    if part not in site.unchanged and len(site.unchanged) >= MOST_NAMES:
        return 0
    texts = site.unchanged.setdefault(part, [])
    tells = content.words >= LEAST_WORDS and content.signature and len(texts) < TEXTS_NEEDED_SHORT
    if tells and all(similarity(text, content.signature) < DIFFERENT for text in texts):
        texts.append(content.signature)
    return len(texts)
