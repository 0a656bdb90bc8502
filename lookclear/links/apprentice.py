"""Apprentice: a model of links that learns at once from every page that was fetched.

After Zhu et al. 2009, whose link classifier adjusts itself during the crawl, and the apprentice of
Chakrabarti, Punera & Subramanyam 2002. Features, learner and blending are our reconstruction
(docs/algorithms.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from lookclear.links.edge_features import SIZE, edge_rows
from lookclear.links.evidence import Evidence
from lookclear.links.learning import Lesson
from lookclear.links.link_model import LinkModel
from lookclear.links.mix import Mix
from lookclear.links.seeing import LinkNumbers, Seen, rows_at
from lookclear.text.growing import Growing
from lookclear.text.vectors import Floats, TermRows
from lookclear.tunnel.depth import THETA

HALF = 500  # outcomes from which on the model counts as much as the rules it began with
LEAST_EACH = 50  # outcomes of either kind, before which it does not count at all
MOST_WEIGHT = 10.0  # of the rarer kind of outcome
BINS = 5
# Small features, numbered behind the hashed ones: bins of R of the page, of R of the block, kind of page,
# share of the block's fetched links that paid off (and "none fetched"), share of the host's, and one that
# always holds.
_PAGE, _BLOCK, _KIND, _BESIDE, _HOST, _ALWAYS = (
    SIZE + np.cumsum([0, BINS, BINS, 3, BINS + 1, BINS])
).tolist()
_ALL = int(_ALWAYS) + 1

Integers = NDArray[np.int64]


class Apprentice:
    """S = (1 − k)·S_mix + k·P(relevant | link), k = n/(n + 500) after n links whose targets were fetched.

    A target's links share one outcome. Targets that gave no page teach nothing, nor do copies and seeds. Of
    several links to one target the best counts.
    """

    name = "apprentice"
    parts = ("page", "anchor", "context", "block")

    def __init__(self) -> None:
        self.model = LinkModel(_ALL)
        self._rules = Mix()
        self._numbers = LinkNumbers()
        self._rows = TermRows()
        self._target_of = Growing(np.int32)
        self._block_of = Growing(np.int32)
        self._host_of = Growing(np.int32)
        # By link: bins of R of page and block, and kind of page, when last judged.
        self._when_judged = (Growing(np.int8), Growing(np.int8), Growing(np.int8))
        self._blocks = _Yield()
        self._hosts = _Yield()
        self._host_numbers: dict[str, int] = {}
        self._led: Integers = np.zeros(0, np.int64)  # links to the newest page
        self._newest_host = 0
        self._is_copy = False  # the newest page
        self._taught = [0, 0]  # links whose targets did not pay off, and that did
        self._last: tuple[Evidence, Floats] | None = None

    @property
    def share(self) -> float:
        """k: what the model counts beside the rules, in 0..1."""
        taught = sum(self._taught)
        return taught / (taught + HALF) if min(self._taught) >= LEAST_EACH else 0.0

    def see(self, seen: Seen) -> None:
        """Keep the features of a page's links, and which links led to it."""
        self._led = self._links_to(seen.addresses)
        self._is_copy = seen.is_copy
        self._newest_host = self._host(seen.page.url)
        self._numbers.add(seen.first, len(seen.links))
        if not len(seen.links):
            return
        self._rows.extend(edge_rows(seen))
        self._target_of.extend(seen.targets)
        links = [seen.page.links[at] for at in seen.links.tolist()]
        _, blocks = np.unique([link.block for link in links], return_inverse=True)
        self._block_of.extend(blocks + self._blocks.add(int(blocks.max()) + 1))
        self._host_of.extend([self._host(link.url) for link in links])
        for column in self._when_judged:
            column.extend(np.zeros(len(links), np.int8))

    def learn(self, lesson: Lesson) -> None:
        """Foretell what the links to the newest page lead to, then learn what they did."""
        led, paid = self._led, lesson.relevance >= THETA
        self._led = np.zeros(0, np.int64)
        if lesson.is_known or self._is_copy:
            return
        if len(led):
            rows, flags = self._rows.batch().take(led), self._flags(led)
            self._taught[paid] += len(led)
            weight = min(MOST_WEIGHT, sum(self._taught) / (2 * self._taught[paid]))
            self.model.learn(rows, flags, self.model.probability(rows, flags), paid, weight)
            self._blocks.count(np.unique(self._block_of.values[led]), paid)
        self._hosts.count(np.array([self._newest_host]), paid)

    def score(self, evidence: Evidence) -> Floats:
        """Return S of each link; by the rules alone for addresses that no page links to."""
        by_rules = self._rules.score(evidence)
        if not len(evidence.links):
            return by_rules
        learned = self.probability(evidence)
        share = self.share
        self._last = evidence, learned
        blended: Floats = (1 - share) * by_rules + share * learned
        return blended

    def probability(self, evidence: Evidence) -> Floats:
        """Return P(relevant | link) of links that were seen, whatever it counts as yet."""
        self._forget(evidence)
        places = self._numbers.places(evidence.links)
        kind = np.where(evidence.page >= THETA, 0, np.where(evidence.part >= THETA, 1, 2))
        judged = (_bin(evidence.page), _bin(evidence.block), kind)
        for column, values in zip(self._when_judged, judged, strict=True):
            column.values[places] = values
        return self.model.probability(rows_at(self._rows, places), self._flags(places))

    def explain(self, evidence: Evidence, link: int) -> dict[str, float]:
        """Return P, and what it counts beside the other parts."""
        if self._last is None or self._last[0] is not evidence:
            return {}
        return {"learned": float(self._last[1][link]), "learned-share": self.share}

    def _links_to(self, addresses: Sequence[int]) -> Integers:
        targets = self._target_of.values
        return np.concatenate([np.zeros(0, np.int64), *(np.flatnonzero(targets == one) for one in addresses)])

    def _host(self, url: str) -> int:
        """Return the number of an address's host."""
        name = urlsplit(url).netloc.lower()
        number = self._host_numbers.get(name)
        if number is None:
            number = self._host_numbers[name] = self._hosts.add(1)
        return number

    def _flags(self, links: Integers) -> Integers:
        beside = _BESIDE + self._blocks.bins(self._block_of.values[links], unknown=BINS)
        host = _HOST + self._hosts.bins(self._host_of.values[links])
        page, block, kind = (column.values[links].astype(np.int64) for column in self._when_judged)
        always = np.full(len(links), _ALWAYS)
        return np.column_stack((_PAGE + page, _BLOCK + block, _KIND + kind, beside, host, always))

    def _forget(self, evidence: Evidence) -> None:
        kept = self._numbers.outdated(evidence.links)
        if kept is None:
            return
        self._rows.keep(kept)
        for column in (self._target_of, self._block_of, self._host_of):
            column.replace(column.values[kept])
        for judged in self._when_judged:
            judged.replace(judged.values[kept])


class _Yield:
    """How many of the fetched links of some groups paid off."""

    def __init__(self) -> None:
        self._fetched = Growing(np.float64)
        self._paid = Growing(np.float64)

    def add(self, groups: int) -> int:
        """Make room for so many more groups; returns the number of the first."""
        first = len(self._fetched)
        self._fetched.grow_to(first + groups)
        self._paid.grow_to(first + groups)
        return first

    def count(self, groups: Integers, paid: bool) -> None:
        self._fetched.values[groups] += 1
        self._paid.values[groups] += paid

    def bins(self, groups: NDArray[np.int32], unknown: int | None = None) -> Integers:
        """Return the bin of each group's share, smoothed; `unknown` for groups of which none was fetched."""
        fetched, paid = self._fetched.values[groups], self._paid.values[groups]
        if unknown is None:
            return _bin((paid + 1) / (fetched + 2))
        share = np.divide(paid, fetched, out=np.zeros(len(groups)), where=fetched > 0)
        return np.where(fetched > 0, _bin(share), unknown)


def _bin(values: Floats) -> Integers:
    return np.minimum((values * BINS).astype(np.int64), BINS - 1)
