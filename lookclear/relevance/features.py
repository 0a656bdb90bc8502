"""Position-weighted features of a page (docs/algorithms.md).

A word in the title counts more than one in a footer: `tfw(t) = Σ_zone ω_zone · tf_zone(t)`, with repeats in
title and meta tags capped, and `x(t) = 1 + ln tfw` when tfw ≥ 1, else tfw. The idf factor is applied by the
model, because it changes while a crawl goes on.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from lookclear.domain import Page
from lookclear.html import zones
from lookclear.text.terms import Words, all_dampened, numbered, summed
from lookclear.text.vectors import Floats, Numbers, Row, Vocabulary

_ZONES = 1 + max(zones.WEIGHTS)
_WEIGHT = np.array([zones.WEIGHTS[zone] for zone in range(_ZONES)])
_MOST = np.array([zones.MOST_REPEATS.get(zone, np.iinfo(np.int64).max) for zone in range(_ZONES)])
_NAMING = {zones.TITLE, zones.H1, zones.H2, zones.META_KEYWORDS, zones.META_DESCRIPTION, zones.URL}
_NAMES = np.array([zone in _NAMING for zone in range(_ZONES)])


def page_row(
    page: Page,
    vocabulary: Vocabulary,
    found: Words = None,
    zone_weights: Mapping[int, float] = zones.WEIGHTS,
) -> Row:
    """Return the position-weighted term weights of a page, before idf.

    `found` are the terms of the page's tokens, if they are known; `zone_weights` may be learned ones.
    """
    words = numbered(page.tokens, vocabulary, found)
    codes = np.frombuffer(page.zones, np.uint8)
    pairs = words.places.astype(np.int64) * _ZONES + codes
    # The first token of each pair: sums are rounded by their order, which is that of the page, as by hand.
    counts = np.bincount(pairs, minlength=1)
    first = np.full(len(counts), len(pairs))
    first[pairs[::-1]] = np.arange(len(pairs) - 1, -1, -1)
    read = pairs[np.sort(first[counts > 0])]
    zone = read % _ZONES
    weight = _WEIGHT if zone_weights is zones.WEIGHTS else np.array([zone_weights[z] for z in range(_ZONES)])
    weights = weight[zone] * np.minimum(counts[read], _MOST[zone])
    return _dampened_row(words.terms[read // _ZONES], weights, vocabulary)


def naming_row(page: Page, vocabulary: Vocabulary, found: Words = None) -> Row:
    """Return the weights of the words a page is called by: title, main headings, meta tags, address.

    Links call pages by such words, not by what fills their body (docs/algorithms.md: the start set
    of topic features when no back-links are known).
    """
    words = numbered(page.tokens, vocabulary, found)
    codes = np.frombuffer(page.zones, np.uint8)
    names = np.flatnonzero(_NAMES[codes])
    return _dampened_row(words.terms[words.places[names]], _WEIGHT[codes[names]], vocabulary)


def _dampened_row(terms: Numbers, weights: Floats, vocabulary: Vocabulary) -> Row:
    kept = (terms >= 0).nonzero()[0]
    numbers, sums = summed(terms[kept], weights[kept], len(vocabulary))
    return numbers, all_dampened(sums).astype(np.float32)
