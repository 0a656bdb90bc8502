"""Zone weights learned from pages on topic: how much denser is the topic in a title than in the body?

That page structure and rules common to pages are used in the weights is said by Peng 2007; the lift, its
limits and the blending are our reconstruction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from lookclear.domain import Page
from lookclear.html import zones
from lookclear.optimise import BWPSO, Box, minimise
from lookclear.text.vectors import Floats, term_of

ZoneWeights: TypeAlias = Mapping[int, float]
LOWEST, HIGHEST = 0.3, 6.0
ENOUGH = 500  # tokens of a zone; with fewer the table counts for half
SEARCH = replace(BWPSO, particles=12, iterations=20, scatter_after=10)


def learned_zone_weights(pages: Sequence[Page], topic: AbstractSet[str]) -> dict[int, float]:
    """Return a weight for each zone from pages on topic; `topic` are terms (`text.vectors.term_of`).

    `lift_z = (topic terms in z / tokens in z) / (the same for the body)`, cut to .3 … 6; zones with less than
    500 tokens are blended half and half with the table, and empty ones keep it. A body without a topic term
    says nothing: the table is returned. Template and navigation keep their weights: they are caps.
    """
    tokens, hits = np.zeros(len(zones.WEIGHTS)), np.zeros(len(zones.WEIGHTS))
    for page in pages:
        codes = np.frombuffer(page.zones, np.uint8)
        held = {word: term_of(word) in topic for word in set(page.tokens)}
        on = np.array([held[word] for word in page.tokens], np.float64)
        tokens += np.bincount(codes, minlength=len(tokens))
        hits += np.bincount(codes, on, len(hits))
    weights = dict(zones.WEIGHTS)
    if not hits[zones.BODY]:
        return weights
    body = hits[zones.BODY] / tokens[zones.BODY]
    for zone, given in zones.WEIGHTS.items():
        if zone in (zones.BODY, zones.TEMPLATE, zones.NAVIGATION) or not tokens[zone]:
            continue
        lift = min(HIGHEST, max(LOWEST, hits[zone] / tokens[zone] / body))
        weights[zone] = float(lift if tokens[zone] >= ENOUGH else (lift + given) / 2)
    return weights


def searched_zone_weights(
    worth: Callable[[ZoneWeights], float], generator: np.random.Generator, start: ZoneWeights = zones.WEIGHTS
) -> dict[int, float]:
    """Return the zone weights of highest worth (F1 on labels held out, say) that BWPSO finds.

    240 calls of `worth`; the result is never worth less than the start. The body's weight stays 1.
    """
    searched = [zone for zone in sorted(start) if zone != zones.BODY]

    def weights_at(place: Floats) -> dict[int, float]:
        inside = np.clip(place, 0.0, HIGHEST)
        return {zones.BODY: start[zones.BODY], **dict(zip(searched, inside.tolist(), strict=True))}

    def cost(places: Floats) -> Floats:
        return np.array([-worth(weights_at(place)) for place in places])

    first = np.array([start[zone] for zone in searched])
    found = minimise(cost, Box.cube(len(searched), 0.0, HIGHEST), generator, SEARCH, starts=[first])
    return weights_at(found.place)
