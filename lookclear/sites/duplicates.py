"""Groups of pages that say the same: mirrors, print views, the same article in two sections.

A page belongs to the group of the first page it is nearly equal to. Among a thousand pages all signatures are
compared, which is exact and takes microseconds; of more, candidates are found by hashing parts of signatures
(locality-sensitive hashing, Indyk & Motwani 1998; by datasketch) and then compared as a whole.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from lookclear.domain import Page
from lookclear.html.fingerprint import PERMUTATIONS, content_hash, hash_values, main_words, similarity
from lookclear.text.segment import words

NEARLY_EQUAL = 0.8  # Jaccard similarity of shingles; the estimate's standard error is .05
SAME_TEXT = 0.9  # needed when one title has many words more
LEAST_WORDS = 30  # texts below are the same only when they are equal
_FEW = 1_000  # pages of which all are compared; the library takes a second and 60 MB to load
_BANDS, _ROWS = 12, 5  # two pages of similarity .8 meet in a band with a chance of 99 %, of .5 with 32 %
_LENGTH_RATIO = 0.75
_MOSTLY_LISTS = 2  # times as many words in navigation as in the main text
_MOST_COMPARED = 50  # a page that meets so many joins no band: a site of nearly equal pages would fill it


@dataclass(frozen=True, slots=True)
class Content:
    """What two pages are compared by.

    `exact` is the same for the same title and text. `lists` stands for the navigation of a page that has
    little else, such as an archive: it is what the page says, not its frame; 0 for other pages.
    """

    exact: int
    words: int  # of the main text
    signature: bytes
    title: frozenset[str] = frozenset()
    lists: int = 0

    def equals(self, other: Content) -> bool:
        """Tell whether both pages say the same, word for word; pages without words never do."""
        return self.words > 0 and self.exact == other.exact

    def similarity(self, other: Content) -> float:
        """Return how alike two pages are, 0..1; short ones are equal or not alike at all.

        Pages are not alike when their titles are not, whatever a site prints around them all.
        """
        if self.equals(other):
            return 1.0
        short, long = sorted((self.words, other.words))
        if short < LEAST_WORDS or short < _LENGTH_RATIO * long or self.lists != other.lists:
            return 0.0
        estimate = similarity(self.signature, other.signature)
        within = self.title <= other.title or other.title <= self.title  # such as without the site's name
        return estimate if _alike(self.title, other.title) or (within and estimate >= SAME_TEXT) else 0.0


def content_of(page: Page) -> Content:
    """Return what a page is compared by."""
    main = main_words(page.tokens, page.blocks)
    around = [block for block in page.blocks if block.kind == "navigation"]
    listed = sum(block.end - block.start for block in around)
    lists = hash(tuple(block.fingerprint for block in around)) if listed >= _MOSTLY_LISTS * len(main) else 0
    title = words(page.title)
    return Content(
        content_hash([str(lists), *title, "", *main]), len(main), page.signature, frozenset(title), lists
    )


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two titles may be of the same text: half the words, and not "part 1" and "part 2"."""
    shared = len(one & other)
    numbered = _has_number(one - other) and _has_number(other - one)
    return not numbered and 2 * shared >= max(len(one), len(other))


def _has_number(found: frozenset[str]) -> bool:
    return any(character.isdigit() for word in found for character in word)


class DuplicateGroups:
    """The first page of every group, by signature."""

    def __init__(self) -> None:
        self._exact: dict[int, int] = {}
        self._signatures = np.zeros((_FEW, PERMUTATIONS), "<u4")  # of the first leaders that may be near
        self._numbers: list[int] = []  # of these leaders
        self._near: Any = None  # a datasketch.MinHashLSH of the numbers of all, when there are more
        self._leaders: list[tuple[str, Content]] = []

    def find(self, content: Content) -> str | None:
        """Return the key of the first page that says (nearly) the same, None for new content."""
        if not content.words:
            return None
        number = self._exact.get(content.exact)
        if number is not None:
            return self._leaders[number][0]
        # The index gives a set, whose order says nothing: of equals the first page is taken.
        alike = [(content.similarity(self._leaders[one][1]), -one) for one in self._candidates(content)]
        best, place = max(alike, default=(0.0, 0))
        return self._leaders[-place][0] if best >= NEARLY_EQUAL else None

    def add(self, key: str, content: Content) -> None:
        """Begin a group."""
        if not content.words:
            return
        number = len(self._leaders)
        self._leaders.append((key, content))
        self._exact.setdefault(content.exact, number)
        if not _may_be_near(content) or len(self._candidates(content)) >= _MOST_COMPARED:
            return
        if self._near is None and len(self._numbers) < _FEW:
            self._signatures[len(self._numbers)] = np.frombuffer(content.signature, "<u4")
            self._numbers.append(number)
            return
        if self._near is None:
            self._near = _new_index()
            for one in self._numbers:
                self._near.insert(one, _min_hash(self._leaders[one][1]), check_duplication=False)
        self._near.insert(number, _min_hash(content), check_duplication=False)

    def _candidates(self, content: Content) -> list[int]:
        """Return the numbers of pages that may be nearly equal to this one."""
        if not _may_be_near(content):
            return []
        if self._near is not None:
            return list(self._near.query(_min_hash(content)))
        known = self._signatures[: len(self._numbers)]
        agree = (known == np.frombuffer(content.signature, "<u4")).sum(axis=1)
        places = np.flatnonzero(agree >= NEARLY_EQUAL * PERMUTATIONS)[:_MOST_COMPARED]
        return [self._numbers[place] for place in places.tolist()]


def _may_be_near(content: Content) -> bool:
    """Tell whether a text is long enough to be nearly equal to another."""
    return content.words >= LEAST_WORDS and bool(content.signature)


def _new_index() -> Any:
    return _datasketch().MinHashLSH(num_perm=PERMUTATIONS, params=(_BANDS, _ROWS))


def _min_hash(content: Content) -> Any:
    """Return a signature as the library sees it; seed and scheme of our own values only have to agree."""
    return _datasketch().LeanMinHash(seed=1, hashvalues=hash_values(content.signature), scheme="legacy")


@cache
def _datasketch() -> Any:
    """Load the library when there are more pages than can be compared one by one."""
    return importlib.import_module("datasketch")
