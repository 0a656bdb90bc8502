"""Position-weighted features of a page (docs/algorithms.md).

A word in the title counts more than one in a footer: `tfw(t) = Σ_zone ω_zone · tf_zone(t)`, with repeats in
title and meta tags capped, and `x(t) = 1 + ln tfw` when tfw ≥ 1, else tfw. The idf factor is applied by the
model, because it changes while a crawl goes on.
"""

from __future__ import annotations

import math
from collections import Counter

from lookclear.domain import Page
from lookclear.html import zones
from lookclear.text.vectors import term_of


def page_weights(page: Page) -> dict[str, float]:
    """Return the position-weighted term weights of a page, before idf, in order of first occurrence."""
    counts = Counter(zip(page.tokens, page.zones, strict=True))
    summed: dict[str, float] = {}
    for (word, zone), count in counts.items():
        term = term_of(word)
        if term:
            repeats = min(count, zones.MOST_REPEATS.get(zone, count))
            summed[term] = summed.get(term, 0.0) + zones.WEIGHTS[zone] * repeats
    return {term: dampened(weight) for term, weight in summed.items()}


_NAMING = frozenset({zones.TITLE, zones.H1, zones.H2, zones.META_KEYWORDS, zones.META_DESCRIPTION, zones.URL})


def naming_weights(page: Page) -> dict[str, float]:
    """Return the weights of the words a page is called by: title, main headings, meta tags, address.

    Links call pages by such words, not by what fills their body (docs/algorithms.md: the start set
    of topic features when no back-links are known).
    """
    summed: dict[str, float] = {}
    for word, zone in zip(page.tokens, page.zones, strict=True):
        if zone in _NAMING and (term := term_of(word)):
            summed[term] = summed.get(term, 0.0) + zones.WEIGHTS[zone]
    return {term: dampened(weight) for term, weight in summed.items()}


def dampened(weight: float) -> float:
    """Return 1 + ln(weight) for weights of at least 1, the weight itself below.

    >>> round(dampened(9), 5)
    3.19722
    """
    return 1.0 + math.log(weight) if weight >= 1 else weight
