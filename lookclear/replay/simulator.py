"""A crawl without a network: the spider's core and frontier over a recorded web, page after page.

At concurrency 1 the spider fetches the same pages in the same order (a test holds the two
together), as far as no robots.txt and no size limit stands in the way: the simulator knows neither.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from lookclear.config import TopicFile
from lookclear.domain import Candidate, Lease, Outcome, Page, Score, Topic
from lookclear.frontier.memory import MemoryFrontier
from lookclear.frontier.rules import Rules
from lookclear.links.breadth_first import BreadthFirst
from lookclear.replay.pages import Answer, RecordedPages
from lookclear.sites.addresses import NOTHING
from lookclear.sites.templates import TemplateRule
from lookclear.topics.ontology import Ontology
from lookclear.urls.canonical import canonical
from lookclear.urls.scope import refusal
from lookclear.visit import FeatureReader, TopicCrawl, Visit

ORACLE, RANDOM = "oracle", "random"
JUDGES = (ORACLE, RANDOM)  # strategies that only bound the others: best and worst possible


@dataclass(frozen=True, slots=True)
class Trace:
    """The keys a simulated crawl fetched, in order, seeds left out, and its count of outcomes."""

    fetched: tuple[str, ...]
    outcomes: Mapping[str, int]


def simulate(
    pages: RecordedPages,
    topic: Topic,
    *,
    strategy: str,
    budget: int,
    settings: TopicFile,
    reader: FeatureReader,
    example_pages: Sequence[Page] = (),
    relevant: frozenset[str] = frozenset(),
    random_seed: int = 0,
    count_unrecorded: bool = False,
    templates: TemplateRule = TemplateRule.SHARE,
    ontology: Ontology | None = None,
) -> Trace:
    """Crawl until `budget` pages beside the seeds are fetched, or nothing is left.

    An address that is not in the recorded web is passed over, or counts as a fetch without a page when
    `count_unrecorded` is set. `relevant` (canonical keys) is used by the oracle alone.
    """
    core = TopicCrawl(
        topic,
        strategy=BreadthFirst.name if strategy in JUDGES else strategy,
        settings=settings,
        example_pages=example_pages,
        reader=reader,
        templates=templates,
        ontology=ontology,
    )
    pages = pages.read_by(core.strategy.context)
    rescore = _judge(strategy, relevant, random_seed)
    frontier = MemoryFrontier(_rules(strategy, core, settings))
    frontier.enqueue(core.seeds())
    fetched: list[str] = []
    visited: set[str] = set()
    outcomes: Counter[str] = Counter()
    while len(fetched) < budget and (lease := frontier.lease(_any_host)) is not None:
        answer = pages.fetch(lease.url)
        key = core.sites.key(answer.key)
        outcome = Outcome.REDIRECTED if key in visited or _leaves(lease, answer, settings) else answer.outcome
        outcomes[outcome] += 1
        counts = outcome not in _FREE or (count_unrecorded and outcome is Outcome.NOT_RECORDED)
        if counts and not lease.seed:
            fetched.append(answer.key)
        if outcome is not Outcome.FETCHED or answer.page is None:
            renewed = NOTHING if key in visited else core.failed(lease.key)
            frontier.complete(lease, outcome, aliases=renewed.aliases, final_key=key)
            frontier.reopen(renewed.reopened)
            continue
        visited.add(key)
        visit = core.visit(answer.page, depth=lease.depth, seed=lease.seed, requested=lease.url)
        _acknowledge(frontier, lease, key, rescore(visit, lease), settings)
    return Trace(tuple(fetched), dict(outcomes))


def _acknowledge(frontier: MemoryFrontier, lease: Lease, key: str, visit: Visit, settings: TopicFile) -> None:
    """Complete the lease of a page, `key`, with what its visit came to."""
    frontier.complete(
        lease,
        Outcome.FETCHED,
        candidates=visit.candidates,
        rescored=visit.rescored,
        aliases=visit.aliases,
        final_key=key,
        hit=visit.is_hit(settings.relevance.threshold),
    )
    frontier.reopen(visit.reopened)


_FREE = frozenset({Outcome.NOT_RECORDED, Outcome.REDIRECTED})  # no page of its own was asked for


def _leaves(lease: Lease, answer: Answer, settings: TopicFile) -> bool:
    """Tell whether redirects led to what may not be fetched, which a live crawl would not have asked for."""
    return (
        answer.key not in {lease.key, canonical(lease.url)}
        and refusal(answer.key, settings.scope) is not None
    )


def _rules(strategy: str, core: TopicCrawl, settings: TopicFile) -> Rules:
    """Return what the crawl lets leave; strategies that bound the others go by their scores alone."""
    if strategy in JUDGES:
        return Rules()
    return Rules.of(
        settings.crawl, batch=core.strategy.batch, hard=core.strategy.hard, queues=core.strategy.tiers
    )


def _any_host(_host: str) -> bool:
    return True


def _judge(strategy: str, relevant: frozenset[str], seed: int) -> Callable[[Visit, Lease], Visit]:
    """Return what replaces a visit's scores: nothing, chance, or the labels themselves."""
    if strategy == RANDOM:
        return _uniform(random.Random(seed))
    if strategy == ORACLE:
        seen: Counter[str] = Counter()

        def known(candidate: Candidate) -> float:
            # The greedy oracle: relevant pages first, then those with the most links seen.
            seen[candidate.key] += 1
            return 1.0 if candidate.key in relevant else 0.5 - 0.5 / (1 + seen[candidate.key])

        return lambda visit, _: _with_scores(visit, known)
    return lambda visit, _: visit


def _uniform(chance: random.Random) -> Callable[[Visit, Lease], Visit]:
    """Return scores by which every waiting address is as likely to be the next, however it was found.

    A race of clocks: each address rings once, after a time drawn from the exponential distribution that
    begins when it is found. Such times do not age, so that none is favoured for having waited long or
    having many links. The score is 1/(1 + time), 1 for the seeds.
    """
    rings: dict[str, float] = {}

    def race(visit: Visit, lease: Lease) -> Visit:
        now = 1 / lease.score - 1
        return _with_scores(
            visit, lambda found: 1 / (1 + rings.setdefault(found.key, now + chance.expovariate(1.0)))
        )

    return race


def _with_scores(visit: Visit, score: Callable[[Candidate], float]) -> Visit:
    candidates = tuple(replace(c, score=Score(score(c))) for c in visit.candidates)
    return replace(visit, candidates=candidates, rescored=None)
