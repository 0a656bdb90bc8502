"""How a comparison is made: what is drawn for each topic and seed set, and what the crawler is told.

Labels judge and never steer (docs/evaluating.md, "The protocol").
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lookclear.domain import Page, Topic
from lookclear.replay.labels import label_words
from lookclear.replay.pages import RecordedPages
from lookclear.sites.templates import TemplateRule
from lookclear.topics.ontology import Ontology

Describe = Literal["seeds", "keywords", "examples"]
Unrecorded = Literal["skip", "fetch"]
EXAMPLES = 10  # further relevant pages given with `--describe examples`


@dataclass(frozen=True, slots=True)
class Protocol:
    """One comparison: which topics and strategies, how long, how often, and what the crawler is told."""

    topics: tuple[str, ...]
    strategies: tuple[str, ...]
    pages: int = 500
    seeds: int = 3
    repeats: int = 5
    describe: Describe = "seeds"
    random_seed: int = 0
    spoil: int = 0  # of the seeds, replaced by pages off topic
    unrecorded: Unrecorded = "skip"
    templates: TemplateRule = TemplateRule.SHARE
    ontology: Ontology | None = None  # what the strategy `ontology` goes by, on every topic

    @property
    def needed(self) -> int:
        """Fewest relevant pages of a topic: what the crawler is told, and one to find."""
        return self.seeds + (EXAMPLES if self.describe == "examples" else 0) + 1


@dataclass(frozen=True, slots=True)
class Drawn:
    """A crawl to make: what the crawler is told (`topic`, `examples`), and the keys it is to find."""

    topic: Topic
    examples: tuple[Page, ...]
    targets: frozenset[str]
    repeat: int


def draw(
    pages: RecordedPages,
    relevant: Sequence[str],
    label: str,
    protocol: Protocol,
    repeat: int,
    seeds_from: Sequence[str] | None = None,
    off_topic: Sequence[str] = (),
) -> Drawn:
    """Draw the seed set of a repeat from the relevant addresses (sorted), and examples if they are told.

    `seeds_from` are the addresses that may be told when not all relevant ones may; what is in it is never a
    target. When seeds are to be spoiled, as many pages are drawn from `off_topic` (sorted) after all else and
    take the place of the first seeds, which are targets then.
    """
    generator = random.Random(protocol.random_seed + repeat)
    told = list(relevant if seeds_from is None else seeds_from)
    seeds = generator.sample(told, protocol.seeds)
    examples: list[str] = []
    if protocol.describe == "examples":
        rest = [url for url in told if url not in set(seeds)]
        examples = generator.sample(rest, min(EXAMPLES, len(rest)))
    if protocol.spoil:
        seeds[: protocol.spoil] = generator.sample(list(off_topic), protocol.spoil)
    known = {pages.fetch(url).key for url in (*seeds, *examples, *(seeds_from or ()))}
    example_pages = tuple(page for url in examples if (page := pages.fetch(url).page) is not None)
    return Drawn(
        topic=Topic(label, seeds=tuple(seeds), keywords=keywords(label, protocol)),
        examples=example_pages,
        targets=frozenset(pages.fetch(url).key for url in relevant) - known,
        repeat=repeat,
    )


def off_topic_pages(pages: RecordedPages, relevant: Sequence[str]) -> list[str]:
    """Return the addresses of recorded pages that have content and are none of the relevant ones, sorted."""
    keys = {pages.fetch(url).key for url in relevant}
    answers = ((url, pages.fetch(url)) for url in sorted(pages.web))
    return [
        url
        for url, answer in answers
        if answer.page is not None and answer.page.kind.has_content and answer.key not in keys
    ]


def keywords(label: str, protocol: Protocol) -> tuple[str, ...]:
    """Return the words of a topic's name, when the crawler is told them."""
    return label_words(label) if protocol.describe != "seeds" else ()
