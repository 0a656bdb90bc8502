"""Is this page on topic? The concepts of an ontology that it names, and where on the page it does.

After Guan 2010, who weights matches with the concepts, properties and instances of a domain ontology by their
position on the page; weights and formulas are our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from lookclear.domain import Page, Score, Span
from lookclear.html import zones
from lookclear.html.address_words import address_words
from lookclear.html.context import zeta_idom
from lookclear.text.terms import WordTerms, spread, summed_rows
from lookclear.text.vectors import Floats, Row, RowBatch
from lookclear.topics.ontology import TAXONOMY, Ontology, Relation
from lookclear.topics.ontology_labels import LabelFinder, Match

FREQUENT = 20  # terms that name no concept and that the concepts are diluted by
LEAST_CONCEPTS = 2  # on a page that names none in its title
ZETA = 20  # words of context that speak for a link
ANCHOR_TIMES, MOST_TIMES = 2, 2  # an anchor's words count twice, and no concept more often than that
_ZONES = 1 + max(zones.WEIGHTS)
_WEIGHT = np.array([zones.WEIGHTS[zone] for zone in range(_ZONES)])
_MOST = np.array([zones.MOST_REPEATS.get(zone, np.iinfo(np.int64).max) for zone in range(_ZONES)])


@dataclass(frozen=True, slots=True)
class ConceptPage:
    """What an ontology says of a page.

    `relevance` in 0..1 is `Σ C·v` by `‖C‖·norm` of its `concepts`: numbers of nodes near to the topic, and v.
    `links` has a row for each link: numbers of nodes, and how much the words for the link name each, in 0..1.
    """

    relevance: Score
    concepts: Row
    norm: float
    links: RowBatch


class OntologyJudge:
    """Judges pages and links by an ontology; depends on nothing but the page."""

    def __init__(
        self,
        ontology: Ontology,
        keywords: Iterable[str] = (),
        languages: Iterable[str] = (),
        *,
        is_plain: bool = False,
    ) -> None:
        """Take the concepts that keywords name as the topic or, where they name none, the ontology's tops.

        `is_plain`: positions on the page do not count, nor relations other than the hierarchy (after Ehrig &
        Maedche 2002), to compare with.
        """
        self._finder = LabelFinder(ontology, languages=languages)
        named = {node for phrase in keywords for node in self._finder.nodes_named(phrase)}
        relations = TAXONOMY if is_plain else frozenset(Relation)
        self.ontology = ontology
        self.topic = tuple(sorted(named)) or ontology.tops
        self.weights = ontology.weights(self.topic, relations)
        self._finder.weights = self.weights
        self.unusable = tuple(self._finder.unusable)
        self._is_plain = is_plain
        self.strengths = np.zeros(len(ontology.nodes))  # C by number of a node
        self.strengths[list(self.weights)] = list(self.weights.values())
        self._length = math.sqrt(float(self.strengths @ self.strengths))

    def read(self, page: Page, found: WordTerms | None = None) -> ConceptPage:
        """Return what the ontology says of a page; `found` are the terms of its tokens, if they are known."""
        matches = self._finder.find(page.tokens, _breaks(page))
        counts, other = self._said(page, matches, found)
        named = np.log1p(np.array([*counts.values()], np.float64))
        return ConceptPage(
            self._score(counts, other),
            (np.array([*counts], np.int32), named.astype(np.float32)),
            math.sqrt(float(named @ named) + math.log1p(other) ** 2),
            self._links(page, matches),
        )

    def relevance(self, page: Page) -> Score:
        """Return how much a page is about the concepts of the topic, with parts: see `diluted_cosine`."""
        return self._score(*self._said(page, self._finder.find(page.tokens, _breaks(page)), None))

    def names(self, node: int) -> tuple[str, ...]:
        """Return all names of a node that are looked for."""
        return tuple(
            label.text
            for label in self.ontology.nodes[node].labels
            if self._finder.is_wanted(label) and label.text not in self.unusable
        )

    def name(self, node: int) -> str:
        """Return what a node is called."""
        return self.ontology.nodes[node].name

    def _said(
        self, page: Page, matches: Sequence[Match], found: WordTerms | None
    ) -> tuple[dict[int, float], float]:
        """Return the count of each concept, none where too few are named, and m."""
        codes = np.frombuffer(page.zones, np.uint8)
        counts = self._counts(matches, codes)
        in_title = any(codes[match.start] == zones.TITLE for match in matches)
        if not counts or (len(counts) < LEAST_CONCEPTS and not in_title):
            return {}, 0.0
        return counts, self._other(page, matches, codes, found)

    def _score(self, counts: dict[int, float], other: float) -> Score:
        weights = np.array([self.weights[node] for node in counts])
        value = diluted_cosine(weights, np.array([*counts.values()]), other, self._length)
        return Score(value, {"concepts": float(len(counts)), "similarity": value})

    def _counts(
        self, matches: Sequence[Match], codes: np.ndarray[tuple[int], np.dtype[np.uint8]]
    ) -> dict[int, float]:
        """Return the zone-weighted count of each node, in order of number; repeats in titles are capped."""
        by_zone: dict[tuple[int, int], float] = {}
        for match in matches:
            place = match.node, zones.BODY if self._is_plain else int(codes[match.start])
            by_zone[place] = by_zone.get(place, 0.0) + match.count
        counts: dict[int, float] = {}
        for (node, zone), count in sorted(by_zone.items()):
            counts[node] = counts.get(node, 0.0) + _WEIGHT[zone] * min(count, float(_MOST[zone]))
        return counts

    def _other(
        self,
        page: Page,
        matches: Sequence[Match],
        codes: np.ndarray[tuple[int], np.dtype[np.uint8]],
        found: WordTerms | None,
    ) -> float:
        """Return m: the mean zone-weighted count of the most frequent terms that name no concept."""
        found = found or WordTerms.of(page.tokens)
        is_free = np.array([bool(term) for term in found.terms])[found.places()]
        for match in matches:
            is_free[match.start : match.end] = False
        weight = _WEIGHT[np.full(len(codes), zones.BODY) if self._is_plain else codes]
        counts = np.bincount(found.places()[is_free], weight[is_free], len(found.terms))
        # Distinct words, not stems: two forms of one word are rarely both among the most frequent.
        largest = np.sort(counts)[::-1][:FREQUENT]
        largest = largest[largest > 0]
        return float(largest.mean()) if len(largest) else 0.0

    def _links(self, page: Page, matches: Sequence[Match]) -> RowBatch:
        """Return how much the words for each link name concepts.

        Words for a link: the anchor, twice; the words around it and the heading of its block; its title and
        the texts of its images; the words of its address.
        """
        links = page.links
        anchors = [link.span for link in links]
        around = [_around(link.span, link.context) for link in links]
        headings = [link.heading or (0, 0) for link in links]
        parts = [
            _named_in(anchors, matches, float(ANCHOR_TIMES)),
            _named_in([before for before, _ in around], matches, 1.0),
            _named_in([after for _, after in around], matches, 1.0),
            _named_in(headings, matches, 1.0),
            self._named_beside([(*link.extra,) for link in links]),
            self._named_beside([address_words(link.url) for link in links]),
        ]
        rows, nodes, counts = (np.concatenate(column) for column in zip(*parts, strict=True))
        numbers, sums, bounds = summed_rows(
            rows, nodes.astype(np.int32), counts, (len(links), len(self.strengths))
        )
        return RowBatch(numbers, (np.minimum(sums, MOST_TIMES) / MOST_TIMES).astype(np.float32), bounds)

    def _named_beside(self, texts: Sequence[Sequence[str]]) -> _Named:
        """Return what is named in words that are not tokens of the page, one list a link."""
        bounds = np.cumsum([0, *map(len, texts)])
        found = self._finder.find([word for text in texts for word in text], frozenset(bounds.tolist()))
        rows = np.searchsorted(bounds, [match.start for match in found], side="right") - 1
        return (
            rows.astype(np.int64),
            np.array([match.node for match in found], np.int64),
            np.array([match.count for match in found], np.float64),
        )


def diluted_cosine(weights: Floats, counts: Floats, other: float, length: float | None = None) -> float:
    """Return `Σ C·v / (‖C‖·√(Σ v² + o²))` with `v = ln(1 + count)` and `o = ln(1 + other)`.

    The cosine between what the topic consists of and what the page names, where all that is frequent on the
    page and no concept counts as one more dimension. `length` = ‖C‖ when there are more concepts than
    those counted. In 0..1; 0 when nothing is named.

    >>> c, n = np.array([1, 0.8, 0.7, 0.6]), np.array([5.0, 0, 2, 0])
    >>> round(diluted_cosine(c, n, 3.0), 5)
    0.64455
    """
    named = np.log1p(counts)
    whole = math.sqrt(float(weights @ weights)) if length is None else length
    below = whole * math.sqrt(float(named @ named) + math.log1p(other) ** 2)
    return min(1.0, float(weights @ named) / below) if below else 0.0


_Named = tuple[np.ndarray, np.ndarray, np.ndarray]  # number of the link, number of the node, count


def _named_in(spans: Sequence[Span], matches: Sequence[Match], times: float) -> _Named:
    """Return what the matches that lie wholly within each span name."""
    starts = np.array([match.start for match in matches], np.int64)
    ends = np.array([match.end for match in matches], np.int64)
    bounds = np.array(spans, np.int64).reshape(-1, 2)
    first = np.searchsorted(starts, bounds[:, 0])
    last = np.searchsorted(ends, bounds[:, 1], side="right")
    rows, places = spread(np.column_stack((first, last)).tolist())
    nodes = np.array([match.node for match in matches], np.int64)
    counts = np.array([match.count for match in matches], np.float64)
    return rows, nodes[places], times * counts[places]


def _around(anchor: Span, context: Span) -> tuple[Span, Span]:
    """Return the words before and after an anchor, ζ in all with the anchor's own."""
    start, end = zeta_idom(anchor, [context], context, ZETA)
    return (start, max(start, anchor[0])), (min(anchor[1], end), end)


def _breaks(page: Page) -> frozenset[int]:
    """Return where no name may go across: beginnings of blocks, and of what is not in the visible text."""
    codes = np.frombuffer(page.zones, np.uint8)
    hidden = np.where(np.isin(codes, list(zones.INVISIBLE)), codes, zones.BODY)
    changes = np.flatnonzero(np.diff(hidden)) + 1
    return frozenset(changes.tolist()) | {block.start for block in page.blocks} | {b.end for b in page.blocks}
