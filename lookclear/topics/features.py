"""A small word list that tells a topic in links: what the web calls the seeds, grown while crawling.

That the contexts of links to the seeds make a small but exact list, and that it is evolved from the contexts
of links that paid off, is said in Peng 2007 and Peng et al. 2006; weights, update and guards are our
reconstruction (docs/algorithms.md). A term is anything that can be hashed: a word, or its number.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Term = TypeVar("Term", bound=Hashable)

START_TERMS, MOST_TERMS, TERMS_A_BATCH = 50, 200, 5
FEW_HOSTS = 3  # with fewer, a term of one host alone counts too
LEAST_POSITIVES = 10  # contexts that paid off, without which a batch teaches nothing
ADMITTED_CONTEXTS, ADMITTED_HOSTS = 3, 2  # that a new term needs among those that paid off
STEP, AGAINST = 0.1, 0.25  # ρ and γ: how far one batch may move the list, how much what failed counts
LEAST_ALIKE = 0.6  # δ: cosine with the start set
HALVINGS = 5
FLOOR = 0.25  # of its first weight is what a term of the start set keeps
SEEDS_LOST = 0.1  # of the seeds' likeness to the start set may be lost


@dataclass(frozen=True, slots=True)
class Context(Generic[Term]):
    """The words of one link with their weights (counts, or counts × idf), and the host it stands on."""

    host: str
    terms: Mapping[Term, float]


@dataclass(frozen=True, slots=True)
class Evolved(Generic[Term]):
    """A word list at unit length, and what became of a batch: `moved`, or why it was not."""

    weights: dict[Term, float]
    outcome: str


def start_weights(
    contexts: Sequence[Context[Term]], rarity: Callable[[Term], float], *, everything: bool = False
) -> dict[Term, float]:
    """Return `(1/|C|)·Σ tf/max tf · rarity · log₂(1 + hosts)` of the terms of links to the seeds.

    A term of one host alone is left out when there are at least three hosts, unless `everything` is wanted;
    `rarity` is `ln(1 + N/(1 + df))` in text at large (see `rarity_of`).
    """
    shares: defaultdict[Term, float] = defaultdict(float)
    hosts: defaultdict[Term, set[str]] = defaultdict(set)
    for context in contexts:
        highest = max(context.terms.values(), default=0.0)
        for term, count in context.terms.items():
            if count > 0:
                shares[term] += count / highest
                hosts[term].add(context.host)
    all_hosts = {context.host for context in contexts}
    needed = 1 if everything or len(all_hosts) < FEW_HOSTS else ADMITTED_HOSTS
    return {
        term: share / len(contexts) * rarity(term) * math.log2(1 + len(hosts[term]))
        for term, share in shares.items()
        if len(hosts[term]) >= needed
    }


def start_set(
    back_links: Sequence[Context[Term]],
    seeds: Sequence[Context[Term]],
    rarity: Callable[[Term], float],
) -> dict[Term, float]:
    """Return the 50 strongest terms at unit length.

    `seeds` are what seeds say of themselves (title, headings, meta): used while no link to them is known.
    Links of the seeds' own hosts count only when there are no others.
    """
    own = {seed.host for seed in seeds}
    contexts = [link for link in back_links if link.host not in own] or back_links or seeds
    return _unit(_strongest(start_weights(contexts, rarity), START_TERMS))


def rarity_of(share: float, pages: float = 1e6) -> float:
    """Return `ln(1 + N/(1 + df))` of a term that stands on this share of N pages at large.

    >>> round(rarity_of(9 / 999, 999), 4)
    4.6141
    """
    return math.log1p(pages / (1 + share * pages))


def evolve(
    present: Mapping[Term, float],
    first: Mapping[Term, float],
    paid: Sequence[Context[Term]],
    failed: Sequence[Context[Term]],
    *,
    seeds: Sequence[Mapping[Term, float]] = (),
    batches: int = 0,
    step: float = STEP,
    guarded: bool = True,
) -> Evolved[Term]:
    """Return the word list after a batch of links whose targets are known by now.

    `paid` and `failed` are contexts of links to relevant and irrelevant pages, `seeds` the words of the seed
    pages, `first` the start set, `batches` how many came before. Without guards it is a plain Rocchio step.
    """
    if guarded and len(paid) < LEAST_POSITIVES:
        return Evolved(dict(present), "too few paid off")
    good, bad = _mean(paid), _mean(failed)
    if guarded:
        good = {term: weight for term, weight in good.items() if term in present} | _admitted(
            paid, failed, good, present
        )
    most = min(MOST_TERMS, START_TERMS + TERMS_A_BATCH * (batches + 1))
    for _ in range(HALVINGS + 1):
        moved = _unit(_strongest(rocchio(present, good, bad, step), most))
        if not guarded:
            return Evolved(moved, "moved")
        moved = _with_floor(moved, first)
        if cosine(moved, first) >= LEAST_ALIKE:
            break
        step /= 2
    else:
        return Evolved(dict(present), "too far from the start set")
    if _loses_seeds(moved, first, seeds):
        return Evolved(dict(present), "less like the seeds")
    return Evolved(moved, "moved")


def rocchio(
    present: Mapping[Term, float], good: Mapping[Term, float], bad: Mapping[Term, float], step: float = STEP
) -> dict[Term, float]:
    """Return `max(0, (1 − ρ)·W + ρ·(p − γ·n))`, not scaled; terms that come to 0 are left out."""
    raw = {
        term: (1 - step) * present.get(term, 0.0)
        + step * (good.get(term, 0.0) - AGAINST * bad.get(term, 0.0))
        for term in {**present, **good}
    }
    return {term: weight for term, weight in raw.items() if weight > 0}


def cosine(one: Mapping[Term, float], other: Mapping[Term, float]) -> float:
    """Return the cosine of two word lists, 0 when one is empty."""
    lengths = math.sqrt(sum(w * w for w in one.values()) * sum(w * w for w in other.values()))
    return sum(weight * other.get(term, 0.0) for term, weight in one.items()) / lengths if lengths else 0.0


def _admitted(
    paid: Sequence[Context[Term]],
    failed: Sequence[Context[Term]],
    good: Mapping[Term, float],
    present: Mapping[Term, float],
) -> dict[Term, float]:
    """Return the new terms that may come in: in enough contexts that paid off, and more often than not."""
    holders = Counter(term for context in paid for term in context.terms)
    losers = Counter(term for context in failed for term in context.terms)
    hosts: defaultdict[Term, set[str]] = defaultdict(set)
    for context in paid:
        for term in context.terms:
            hosts[term].add(context.host)
    return {
        term: weight
        for term, weight in good.items()
        if term not in present
        and holders[term] >= ADMITTED_CONTEXTS
        and len(hosts[term]) >= ADMITTED_HOSTS
        and holders[term] / len(paid) > losers[term] / max(1, len(failed))
    }


def _with_floor(moved: dict[Term, float], first: Mapping[Term, float]) -> dict[Term, float]:
    return _unit({**moved, **{t: max(moved.get(t, 0.0), FLOOR * weight) for t, weight in first.items()}})


def _loses_seeds(
    moved: Mapping[Term, float], first: Mapping[Term, float], seeds: Sequence[Mapping[Term, float]]
) -> bool:
    before = sum(cosine(seed, first) for seed in seeds)
    return sum(cosine(seed, moved) for seed in seeds) < (1 - SEEDS_LOST) * before


def _mean(contexts: Sequence[Context[Term]]) -> dict[Term, float]:
    total: defaultdict[Term, float] = defaultdict(float)
    for context in contexts:
        for term, weight in _unit(context.terms).items():
            total[term] += weight / len(contexts)
    return dict(total)


def _unit(weights: Mapping[Term, float]) -> dict[Term, float]:
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    return {term: weight / length for term, weight in weights.items()} if length else {}


def _strongest(weights: Mapping[Term, float], most: int) -> dict[Term, float]:
    return dict(sorted(weights.items(), key=lambda item: -item[1])[:most])
