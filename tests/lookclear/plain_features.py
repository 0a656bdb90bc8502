"""The features of a page as they are defined, word by word: what the quick ones must equal, bit for bit."""

import math
from collections import Counter

from lookclear.html import zones
from lookclear.links.words import HEADING_IN_BLOCK, TITLE_IN_BLOCK
from lookclear.text.vectors import term_of

NAMING = {zones.TITLE, zones.H1, zones.H2, zones.META_KEYWORDS, zones.META_DESCRIPTION, zones.URL}


def page_weights(page):
    """Position-weighted terms, in order of first occurrence."""
    summed = {}
    for (word, zone), count in Counter(zip(page.tokens, page.zones, strict=True)).items():
        if term := term_of(word):
            repeats = min(count, zones.MOST_REPEATS.get(zone, count))
            summed[term] = summed.get(term, 0.0) + zones.WEIGHTS[zone] * repeats
    return dampened(summed)


def naming_weights(page):
    """The words a page is called by."""
    summed = {}
    for word, zone in zip(page.tokens, page.zones, strict=True):
        if zone in NAMING and (term := term_of(word)):
            summed[term] = summed.get(term, 0.0) + zones.WEIGHTS[zone]
    return dampened(summed)


def block_weights(page):
    """One mapping a block, and that of the title as the last."""
    title = Counter(
        term
        for word, zone in zip(page.tokens, page.zones, strict=True)
        if zone == zones.TITLE and (term := term_of(word))
    )
    return [_block(page, block, title) for block in page.blocks] + [title]


def anchor_weights(page):
    """How often each term is in the anchor of a link or said beside it, link by link."""
    return [
        Counter(terms(page, link.span) + [t for word in link.extra if (t := term_of(word))])
        for link in page.links
    ]


def context_weights(page):
    """How often each term is around a link, link by link."""
    return [
        Counter(terms(page, link.context) + (terms(page, link.heading) if link.heading else []))
        for link in page.links
    ]


def _block(page, block, title):
    is_template = block.start < block.end and page.zones[block.start] == zones.TEMPLATE
    worth = zones.WEIGHTS[zones.TEMPLATE] if is_template else 1.0
    weights = {term: worth * count for term, count in Counter(terms(page, (block.start, block.end))).items()}
    if block.heading is not None and not block.start <= block.heading[0] < block.end:
        for term in terms(page, block.heading):
            weights[term] = weights.get(term, 0.0) + HEADING_IN_BLOCK
    for term, count in title.items():
        weights[term] = weights.get(term, 0.0) + TITLE_IN_BLOCK * count
    return dampened(weights)


def terms(page, span):
    """The terms in an interval of a page's words."""
    return [term for word in page.tokens[span[0] : span[1]] if (term := term_of(word))]


def dampened(weights):
    """1 + ln of what is at least 1."""
    return {term: 1.0 + math.log(w) if w >= 1 else w for term, w in weights.items()}
