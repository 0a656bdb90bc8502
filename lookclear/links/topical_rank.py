"""TopicalRank: pages both relevant and important hand on what they have to links that are worth following.

After Zhu et al. 2009, who order links by relevance to the topic and importance together (docs/algorithms.md).
"""

from __future__ import annotations

import numpy as np

from lookclear.links.apprentice import Apprentice
from lookclear.links.evidence import Evidence
from lookclear.links.learning import Lesson
from lookclear.links.rank_equation import DAMPING, LEAST_WORTH, Integers, Links, handed_on, topical_rank
from lookclear.links.seeing import LinkNumbers, Seen
from lookclear.text.growing import Growing
from lookclear.text.vectors import Floats

SHARE = 0.5  # of rank, beside the chance that the link leads to something relevant


class TopicalRank:
    """S = ½·prio + ½·P: what the pages that link to a target hand on to it, and the best link's own chance.

    P is as `apprentice` gives it, and says what links are worth to the rank too; a link to a page that was
    fetched before is worth that page's R. Ranks are worked out when all links are judged; a page that came
    since has what it was handed until then. prio is scaled by the largest.
    """

    name = "topical-rank"
    parts = ("page", "anchor", "context", "block")

    def __init__(self) -> None:
        self._apprentice = Apprentice()
        self._numbers = LinkNumbers()
        self._page_of = Growing(np.int64)  # by link that waits, as are the next two
        self._target_of = Growing(np.int64)
        self._worth = Growing(np.float64)  # when last judged
        self._sources = Growing(np.int64)  # links between fetched pages
        self._reached = Growing(np.int64)
        self._known_worth = Growing(np.float64)  # NaN: the R of its target
        self._relevance = Growing(np.float64)  # by page
        self._handed = Growing(np.float64)  # prio by target
        self._ranks = Growing(np.float64)  # by page
        self._addresses: list[int] = []  # of the newest page
        self._own = 0  # its links to pages that were fetched before it: the last ones there are
        self._last: tuple[Evidence, Floats] | None = None
        self.rounds = 0  # that the last ranks took

    def see(self, seen: Seen) -> None:
        """Take in a page: links to it are links between pages from now on, and so are its own to others."""
        self._apprentice.see(seen)
        self._relevance.grow_to(seen.number + 1)
        self._addresses = list(seen.addresses)
        for address in seen.addresses:
            led = np.flatnonzero(self._target_of.values == address)
            self._connect(self._page_of.values[led], np.full(len(led), seen.number), self._worth.values[led])
        known = np.array([page for _, page in seen.known], np.int64)
        self._own = len(known)
        self._connect(np.full(len(known), seen.number), known, np.full(len(known), np.nan))
        self._numbers.add(seen.first, len(seen.links))
        self._page_of.extend(np.full(len(seen.links), seen.number))
        self._target_of.extend(seen.targets)
        self._worth.extend(np.full(len(seen.links), LEAST_WORTH))
        self._handed.grow_to(int(max(seen.targets, default=-1)) + 1)

    def learn(self, lesson: Lesson) -> None:
        """Take in R of the newest page, and let the model of links learn."""
        self._relevance.values[-1] = lesson.relevance
        self._apprentice.learn(lesson)

    def score(self, evidence: Evidence) -> Floats:
        """Return S of each link; addresses that no page links to have no rank."""
        chance = self._apprentice.score(evidence)
        if not len(evidence.links):
            return (1 - SHARE) * chance
        is_all = evidence.links[0] < self._numbers.newest or not len(self._ranks)
        self._forget(evidence)
        places = self._numbers.places(evidence.links)
        self._worth.values[places] = chance
        self._relevance.values[self._page_of.values[places]] = evidence.page
        if is_all:
            self._rank_all()
        else:
            self._rank_newest(places)
        handed = self._handed.values
        rank = handed[self._target_of.values[places]] / max(float(handed.max()), 1e-300)
        self._last = evidence, rank
        blended: Floats = SHARE * rank + (1 - SHARE) * chance
        return blended

    def explain(self, evidence: Evidence, link: int) -> dict[str, float]:
        """Return the rank handed on to the target, beside what the model of links says."""
        rank = {"rank": float(self._last[1][link])} if self._last and self._last[0] is evidence else {}
        return rank | self._apprentice.explain(evidence, link)

    def _rank_all(self) -> None:
        known = self._links(0)
        ranked = topical_rank(known, self._relevance.values, self._ranks.values)
        self.rounds = ranked.rounds
        self._ranks.replace(ranked.ranks)
        waiting = Links(self._page_of.values, self._target_of.values, self._worth.values)
        self._handed.replace(handed_on(ranked.ranks, waiting, known, len(self._handed)))

    def _rank_newest(self, places: Integers) -> None:
        """Give the newest page a rank, and what its links hand on; those of others stay as they are."""
        relevance = self._relevance.values
        newest = len(relevance) - 1
        if newest < len(self._ranks):
            return  # ranked with all others a moment ago
        jumps = relevance[len(self._ranks) :] / max(float(relevance.sum()), 1e-300)
        self._ranks.extend((1 - DAMPING) * jumps)  # pages without links came in between, perhaps
        self._ranks.values[newest] += DAMPING * float(self._handed.values[self._addresses].sum())
        waiting = Links(
            self._page_of.values[places], self._target_of.values[places], self._worth.values[places]
        )
        known = self._links(len(self._sources) - self._own)
        self._handed.values[:] += handed_on(self._ranks.values, waiting, known, len(self._handed))

    def _links(self, first: int) -> Links:
        """Return the links between fetched pages, from one on."""
        reached, worth = self._reached.values[first:], self._known_worth.values[first:]
        worth = np.where(np.isnan(worth), self._relevance.values[reached], worth)
        return Links(self._sources.values[first:], reached, worth)

    def _connect(self, sources: Integers, reached: Integers, worth: Floats) -> None:
        self._sources.extend(sources)
        self._reached.extend(reached)
        self._known_worth.extend(worth)

    def _forget(self, evidence: Evidence) -> None:
        kept = self._numbers.outdated(evidence.links)
        if kept is not None:
            for column in (self._page_of, self._target_of):
                column.replace(column.values[kept])
            self._worth.replace(self._worth.values[kept])
