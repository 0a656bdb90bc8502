"""The crawl strategies by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from lookclear.config import STRATEGIES, StrategyChoice
from lookclear.html.context import context_rule
from lookclear.links.adaptive import Adaptive
from lookclear.links.apprentice import Apprentice
from lookclear.links.best_first import BestFirst, BestNFirst
from lookclear.links.block import Block
from lookclear.links.breadth_first import BreadthFirst
from lookclear.links.centroid import Centroid
from lookclear.links.evidence import Evidence
from lookclear.links.fish import Fish
from lookclear.links.learning import Lesson
from lookclear.links.link_context import LinkContext, context_score
from lookclear.links.mix import Mix
from lookclear.links.ontology import TIERS, ConceptReader, OntologyLinks
from lookclear.links.seeing import Seen
from lookclear.links.shark import Shark
from lookclear.links.topical_rank import TopicalRank
from lookclear.text.vectors import Floats, Row
from lookclear.tunnel.depth import THETA
from lookclear.tunnel.rule import Led, Places, Tunnel, lead


class Scorer(Protocol):
    """Judges links by their evidence: bounded, deterministic, one value in 0..1 a link.

    Of several links to one target the best counts.
    """

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the evidence that a score is made of."""
        ...

    def score(self, evidence: Evidence) -> Floats:
        """Return the worth of each link."""
        ...


@runtime_checkable
class Learner(Protocol):
    """A scorer that learns from what became of links."""

    def learn(self, lesson: Lesson) -> None:
        """Take note of one more page that was fetched."""
        ...


@runtime_checkable
class Watcher(Protocol):
    """A scorer that reads pages itself.

    It may have a method `explain(evidence, link)` that returns further parts of the score of one link, of
    evidence that was just scored.
    """

    def see(self, seen: Seen) -> None:
        """Take note of one more page and its links; comes before `learn` of the same page, and `score`."""
        ...


@dataclass(frozen=True, slots=True)
class Strategy:
    """A scorer with what was chosen beside it.

    `batch` = how many links the frontier hands out before it looks at scores anew. `context` = the rule by
    which links get their words, empty for that of the settings. Which links of irrelevant pages are followed
    (`tunnel`) is applied to every scorer alike; those that are not are worth 0, and with `hard` focus they
    are never handed out. `tiers` = (least score, share of what is handed out) of queues that take turns;
    without any, the best goes first.
    """

    name: str
    scorer: Scorer
    tunnel: Tunnel = Tunnel.NONE
    batch: int = 1
    context: str = ""
    hard: bool = False
    tiers: tuple[tuple[float, float], ...] = ()

    def lead(self, evidence: Evidence, theta: float = THETA) -> Led:
        """Return the worth of each link, and which lane it waits in."""
        worth = self.scorer.score(evidence)
        if self.tunnel is Tunnel.NONE:
            return Led(worth, np.zeros(len(worth), np.bool_))
        places = Places(
            page=evidence.page,
            block=evidence.block,
            part=evidence.part,
            depth=evidence.depth,
            run=evidence.run,
            origin=evidence.origin,
            context=context_score(evidence),
        )
        return lead(worth, places, self.tunnel, theta)

    def score(self, evidence: Evidence) -> Floats:
        """Return the worth of each link, in 0..1."""
        return self.lead(evidence).scores

    def explain(self, evidence: Evidence, link: int, theta: float = THETA) -> dict[str, float]:
        """Return the parts of one link's score; of a link of an irrelevant page also how it is followed.

        `grey` = 1 in a block on topic of a page that is not; `tunnel-run`, `depth-left` and `origin` where
        a run of irrelevant pages is crossed; `dropped` = 0 where the link is not to be followed.
        """
        parts = evidence.at(link, self.scorer.parts)
        explain = getattr(self.scorer, "explain", None)  # asked of each link: a protocol's test is slow
        if explain is not None:
            parts |= explain(evidence, link)
        if self.tunnel is Tunnel.NONE or evidence.page[link] >= theta:
            return parts
        parts["page"] = float(evidence.page[link])
        if self.tunnel.is_grey and evidence.block[link] >= theta:
            return {**parts, "block": float(evidence.block[link]), "grey": 1.0}
        is_open = evidence.depth[link] >= 1 and not (self.tunnel.is_grey and evidence.part[link] >= theta)
        if self.tunnel.is_black and is_open:
            return {
                "anchor": float(evidence.anchor[link]),
                "context": float(evidence.context[link]),
                "tunnel-run": float(evidence.run[link]),
                "depth-left": float(evidence.depth[link]) - 1,
                "origin": float(evidence.origin[link]),
            }
        return {**parts, "dropped": 0.0}

    def learn(self, lesson: Lesson) -> None:
        """Let a scorer that learns take note of a fetched page."""
        if isinstance(self.scorer, Learner):
            self.scorer.learn(lesson)

    def know(self, row: Row, names: Row, shares: Floats) -> None:
        """Let a scorer that has a method of that name take in a page that is known to be on topic."""
        know = getattr(self.scorer, "know", None)
        if know is not None:
            know(row, names, shares)

    def see(self, seen: Seen) -> None:
        """Let a scorer that reads pages take note of one."""
        if isinstance(self.scorer, Watcher):
            self.scorer.see(seen)

    @property
    def watches(self) -> bool:
        """Tell whether pages are wanted."""
        return isinstance(self.scorer, Watcher)

    @property
    def learns(self) -> bool:
        """Tell whether lessons are wanted."""
        return isinstance(self.scorer, Learner)


_KINDS: tuple[Callable[[], Scorer], ...] = (
    BreadthFirst,
    BestFirst,
    BestNFirst,
    Fish,
    Shark,
    LinkContext,
    Block,
    Mix,
    Centroid,
    OntologyLinks,
    Apprentice,
    TopicalRank,
    Adaptive,
)
_ALL = {make().name: make for make in _KINDS}
NAMES = STRATEGIES
DEFAULT = Adaptive.name


def strategy(name: str, tunnel: str = Tunnel.NONE, concepts: ConceptReader | None = None) -> Strategy:
    """Return a new strategy of that name, such as `best-n-first:16` or `mix+grey+black`.

    `tunnel` is used when the name does not say; `concepts` read pages for `ontology`. Raises UsageError that
    names the nearest one.
    """
    choice = StrategyChoice.parse(name)
    scorer = _scorer(choice, concepts)
    chosen = choice.tunnel or ("" if tunnel == Tunnel.NONE else tunnel)
    context = choice.argument if choice.name == LinkContext.name else ""
    if context:
        context_rule(context)
    return Strategy(
        name=name,
        scorer=scorer,
        tunnel=Tunnel(chosen) if chosen else getattr(scorer, "default_tunnel", Tunnel.NONE),
        batch=_batch(choice),
        context=context,
        hard=chosen not in {"", Tunnel.NONE},
        tiers=TIERS if isinstance(scorer, OntologyLinks) else (),
    )


def needs_ontology(name: str) -> bool:
    """Tell whether a strategy goes by an ontology. Raises UsageError for an unknown name."""
    return StrategyChoice.parse(name).name == OntologyLinks.name


def _scorer(choice: StrategyChoice, concepts: ConceptReader | None) -> Scorer:
    if choice.name == Centroid.name:
        return Centroid(choice.argument)
    if choice.name == OntologyLinks.name:
        return OntologyLinks(concepts, choice.argument)
    return _ALL[choice.name]()


def _batch(choice: StrategyChoice) -> int:
    if choice.name != BestNFirst.name:
        return 1
    return int(choice.argument) if choice.argument else BestNFirst.default_batch
