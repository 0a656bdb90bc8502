"""How evenly a word is spread over the pages of a site: words of a template are on all of them alike."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

MOST_TERMS = 20_000  # of one site; words that come later are taken for rare ones


def term_entropy(counts: Iterable[int], pages: int) -> float:
    """Return H = −Σ_j q_j log_n q_j, q_j the share of a term's occurrences that page j of n has.

    (Lin & Ho 2002.) 0..1: 1 for a term that all pages have equally often, 0 for one that a single page has,
    and for fewer than two pages.

    >>> [round(term_entropy(counts, 4), 3) for counts in ([2, 2, 2, 2], [7, 0, 0, 0], [3, 3, 0, 0])]
    [1.0, 0.0, 0.5]
    """
    found = [count for count in counts if count]
    return _entropy(sum(found), sum(count * math.log(count) for count in found), pages)


def _entropy(total: float, weighted: float, pages: int) -> float:
    """Return H from Σ tf and Σ tf·ln tf, which is all that must be kept of a term."""
    if pages < 2 or total <= 0:
        return 0.0
    return min(1.0, max(0.0, (math.log(total) - weighted / total) / math.log(pages)))


class SiteEntropy:
    """The entropy of every word of one site's pages."""

    def __init__(self) -> None:
        self.pages = 0
        self._sums: dict[str, tuple[int, float]] = {}

    def add(self, words: Sequence[str]) -> None:
        """Count the words of one more page."""
        self.pages += 1
        sums = self._sums
        for word, count in Counter(words).items():
            before = sums.get(word)
            if before is not None:
                sums[word] = before[0] + count, before[1] + count * math.log(count)
            elif len(sums) < MOST_TERMS:
                sums[word] = count, count * math.log(count)

    def redundancy(self, words: Sequence[str]) -> float:
        """Return the mean entropy of the words of a block, 0..1; 0 for none."""
        if not words:
            return 0.0
        return sum(_entropy(*self._sums.get(word, (0, 0.0)), self.pages) for word in words) / len(words)
