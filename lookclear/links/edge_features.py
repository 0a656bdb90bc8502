"""What is known of a link from the page it stands on, as hashed features.

The groups follow algorithms of focused crawlers that learn on line (Chakrabarti, Punera & Subramanyam 2002;
Aggarwal, Al-Garawi & Yu 2001); the list and its coding are our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Link
from lookclear.html.address_words import address_words
from lookclear.links.seeing import Seen
from lookclear.text.terms import spread, summed_rows
from lookclear.text.vectors import RowBatch, term_of

BITS = 18
SIZE = 1 << BITS  # hashed features
MOST_TIMES = 2.0  # a word of an anchor counts no more
NEAR = 10  # words in a step of distance
STEPS = 3  # farthest step
_ANCHOR, _CONTEXT, _ADDRESS = 1, 2, 9  # kinds; a context has one a step
_SPREAD, _APART = 0x9E3779B1, 0x85EBCA6B  # odd numbers that spread neighbours far apart
_DEEPEST = 5

Codes = NDArray[np.uint32]


def edge_rows(seen: Seen) -> RowBatch:
    """Return the features of each followed link of a page: hashes below `SIZE`, and how often each holds."""
    links = [seen.page.links[at] for at in seen.links.tolist()]
    found = seen.terms()
    codes = np.array([_code(term) for term in found.terms], np.uint32)
    said = np.array([bool(term) for term in found.terms], np.bool_)
    words = found.places()
    anchors = spread([link.span for link in links])
    parts = [
        _words(*anchors, np.full(len(anchors[0]), _ANCHOR), (words, codes, said)),
        _context(links, (words, codes, said)),
        _beside(links),
    ]
    rows, features = (np.concatenate(column) for column in zip(*parts, strict=True))
    numbers, counts, bounds = summed_rows(rows, features, None, (len(links), SIZE))
    return RowBatch(numbers, np.minimum(counts, MOST_TIMES).astype(np.float32), bounds)


_Tokens = tuple[
    NDArray[np.int32], Codes, NDArray[np.bool_]
]  # word of each token; code of each word; carries topic
_Found = tuple[NDArray[np.int64], NDArray[np.int32]]  # number of the link, feature


def _words(
    rows: NDArray[np.int64], places: NDArray[np.int64], kinds: NDArray[np.int64], tokens: _Tokens
) -> _Found:
    words, codes, said = tokens
    kept = said[words[places]] if len(places) else np.zeros(0, np.bool_)
    return rows[kept], _hashed(codes[words[places[kept]]], kinds[kept])


def _context(links: list[Link], tokens: _Tokens) -> _Found:
    """Return the words around anchors by their distance, and those of headings as if far away."""
    rows, places = spread([link.context for link in links])
    bounds = np.array([link.span for link in links], np.int64).reshape(-1, 2)
    distance = np.maximum(bounds[rows, 0] - places, places - bounds[rows, 1] + 1)
    outside = distance > 0
    kinds = _CONTEXT + np.minimum(STEPS, distance // NEAR)
    around = _words(rows[outside], places[outside], kinds[outside], tokens)
    rows, places = spread([link.heading or (0, 0) for link in links])
    above = _words(rows, places, np.full(len(rows), _CONTEXT + STEPS), tokens)
    return np.concatenate((around[0], above[0])), np.concatenate((around[1], above[1]))


def _beside(links: list[Link]) -> _Found:
    """Return the words of titles and images, and what addresses say."""
    rows: list[int] = []
    codes: list[int] = []
    kinds: list[int] = []
    for at, link in enumerate(links):
        extra = [_code(term) for word in link.extra if (term := term_of(word))]
        address = _address_codes(link.url)
        rows += [at] * (len(extra) + len(address))
        codes += [*extra, *address]
        kinds += [_ANCHOR] * len(extra) + [_ADDRESS] * len(address)
    return np.array(rows, np.int64), _hashed(np.array(codes, np.uint32), np.array(kinds, np.int64))


def _hashed(codes: Codes, kinds: NDArray[np.int64]) -> NDArray[np.int32]:
    mixed = codes.astype(np.uint64) * _SPREAD + kinds.astype(np.uint64) * _APART
    return ((mixed & 0xFFFFFFFF) >> (32 - BITS)).astype(np.int32)


@lru_cache(maxsize=1 << 16)
def _code(text: str) -> int:
    return crc32(text.encode())


@lru_cache(maxsize=1 << 14)
def _address_codes(url: str) -> tuple[int, ...]:
    """Return codes of host, words of the path, its end and depth, and whether there are digits or a query."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ()
    last = parts.path.rpartition("/")[2]
    said = [
        f"host {parts.netloc.lower()}",
        f"end {last.rpartition('.')[2].lower()[:5] if '.' in last else ''}",
        f"depth {min(_DEEPEST, parts.path.rstrip('/').count('/'))}",
        f"digits {any(sign.isdigit() for sign in parts.path)}",
        f"query {bool(parts.query)}",
    ]
    said += [f"word {term}" for word in dict.fromkeys(address_words(url)) if (term := term_of(word))]
    return tuple(map(_code, said))
