"""The address a page names as its canonical one is a vote: it counts when the contents agree.

Sites name their home page on all pages, pages that are gone, chains and circles: believing them would lose
pages.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass
from enum import StrEnum

from lookclear.sites.duplicates import NEARLY_EQUAL, Content
from lookclear.urls.canonical import host_of

MOST_UNCONFIRMED = 3  # pages of another site that are asked for before one was seen to be the same
AGREES = 0.7  # similarity of a page and the one it names, on the same site or confirmed by the other one


MOST_PAGES = 20_000  # whose votes are remembered, about 5 kB each; the oldest are forgotten first
MOST_PAIRS = 10_000  # of sites of which one names pages of the other


class Vote(StrEnum):
    """What became of a page's vote."""

    ACCEPTED = "accepted"
    WAITING = "waiting"  # the page it names was not fetched (yet)
    CHAIN = "chain"  # the page it names names another one, or a circle is closed
    OTHER_CONTENT = "other-content"


@dataclass(frozen=True, slots=True)
class _Page:
    names: str  # key of the address it names; its own when it names none
    content: Content


class CanonicalVotes:
    """The votes of all pages of a crawl; `counts` says what became of them."""

    def __init__(self) -> None:
        self.counts: Counter[Vote] = Counter()
        self._pages: OrderedDict[str, _Page] = OrderedDict()
        self._between: OrderedDict[tuple[str, str], Counter[Vote]] = OrderedDict()  # two sites
        self._waiting: defaultdict[str, dict[str, None]] = defaultdict(dict)  # page named → pages of those

    def cast(self, key: str, named: str, content: Content) -> tuple[Vote | None, list[str]]:
        """Take note of a page that names `named` (both keys), or itself.

        Returns what became of its vote (None when it names itself), and the pages that are the same as this
        one by accepted votes, the one it names first.
        """
        if self._forget(key):
            self.counts[Vote.WAITING] -= 1
        page = self._pages[key] = _Page(named, content)
        if len(self._pages) > MOST_PAGES:
            self._forget(next(iter(self._pages)))
        vote = None
        same = []
        if named != key:
            vote = self._judged(key, page, named)
            self._count(key, named, vote)
            if vote is Vote.ACCEPTED:
                same.append(named)
            elif vote is Vote.WAITING:
                self._waiting[named][key] = None
        for voter in self._waiting.pop(key, ()):
            judged = self._judged(voter, self._pages[voter], key)
            self.counts[Vote.WAITING] -= 1
            self._count(voter, key, judged)
            if judged is Vote.ACCEPTED:
                same.append(voter)
        return vote, same

    def may_ask(self, site: str, named: str) -> bool:
        """Tell whether one more page that a site names on another one is worth asking for."""
        before = self._between.get((site, named), Counter())
        return before[Vote.WAITING] <= MOST_UNCONFIRMED or before[Vote.ACCEPTED] > 0

    def _count(self, key: str, named: str, vote: Vote) -> None:
        self.counts[vote] += 1
        if host_of(key) != host_of(named):
            pair = host_of(key), host_of(named)
            self._between.setdefault(pair, Counter())[vote] += 1
            self._between.move_to_end(pair)
            if len(self._between) > MOST_PAIRS:
                self._between.popitem(last=False)

    def _forget(self, key: str) -> bool:
        """Drop a page and its vote; tell whether the vote was waiting."""
        page = self._pages.pop(key, None)
        voters = self._waiting.get(page.names) if page is not None else None
        if page is None or not voters or key not in voters:
            return False
        del voters[key]
        if not voters:
            del self._waiting[page.names]
        return True

    def _judged(self, key: str, page: _Page, named: str) -> Vote:
        target = self._pages.get(named)
        if target is None:
            return Vote.WAITING
        confirmed = target.names == named
        if not confirmed and target.names != key:
            return Vote.CHAIN
        needed = AGREES if confirmed and host_of(key) == host_of(named) else NEARLY_EQUAL
        if target.names == key:  # a circle: only for pages that are the same anyway
            needed = NEARLY_EQUAL
        return Vote.ACCEPTED if page.content.similarity(target.content) >= needed else Vote.OTHER_CONTENT
