"""The links that wait, and what each is worth by the newest model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Lane
from lookclear.links.adaptive import Adaptive
from lookclear.links.evidence import NO_LINKS, Evidence
from lookclear.links.learning import Trail
from lookclear.links.memory import LinkMemory
from lookclear.links.rescored import Rescored
from lookclear.links.strategies import Strategy
from lookclear.links.words import LinkFeatures
from lookclear.relevance.centroid import CentroidModel
from lookclear.text.growing import Growing
from lookclear.text.terms import distinct
from lookclear.text.vectors import Floats, Row, RowBatch, TermRows, similarities
from lookclear.tunnel.rule import Kind, Led, Tunnel, kind_of
from lookclear.visit.features import PageFeatures
from lookclear.visit.named import NamedTargets, worth_of_words
from lookclear.visit.paths import Arrival, Paths
from lookclear.visit.targeting import TargetJudge
from lookclear.visit.targets import Targets

DIGITS = 6  # scores are rounded, so that equal evidence ties on every machine
LEAST_DROPPED = 2_000  # links, below which dead ones are not looked for


@dataclass(frozen=True, slots=True)
class Judged:
    """The followed links of one page, one entry a link.

    `scores` are by this page's links alone; `worth` counts links on other pages too, where those were
    looked at again.
    """

    strategy: Strategy
    evidence: Evidence
    theta: float
    scores: list[float]
    worth: list[float]
    tunnel: list[bool]
    parts: list[dict[str, float]] | None = None  # of each link, where a strategy judges targets

    def explain(self, link: int) -> dict[str, float]:
        """Return the parts of one link's score."""
        if self.parts is not None:
            return self.parts[link]
        return self.strategy.explain(self.evidence, link, self.theta)

    def lane(self, link: int) -> Lane:
        """Return where one link waits."""
        return Lane.TUNNEL if self.tunnel[link] else Lane.MAIN


class WaitingLinks:
    """All links that wait, with what is known of the ways to them."""

    def __init__(
        self,
        strategy: Strategy,
        model: CentroidModel,
        pages: TermRows,
        paths: Paths,
        seeds: Collection[str],
        theta: float,
    ) -> None:
        self.targets = Targets(seeds)
        self._strategy = strategy
        self._model = model
        self._pages = pages
        self._least_theta = theta
        self._links = LinkMemory()
        self._named = NamedTargets()
        self._paths = paths
        self._trail = Trail()
        # By page: 1 = known to be on topic, 0 = nothing at all, −1 = known not to be, else NaN.
        self._certain = Growing(np.float64)
        self._first = 0  # the first link of the newest page
        self.first_number = 0  # and the number it keeps for good
        self._is_due = False  # dead links may be looked for
        self._is_main = Growing(np.bool_)  # by target: a link outside of tunnels leads there, worth something
        self._fresh: Rescored | None = None  # scores of everything as of the newest page
        self._by_target = (
            TargetJudge(strategy.scorer, model, self._links, self.targets.keys)
            if isinstance(strategy.scorer, Adaptive)
            else None
        )

    @property
    def theta(self) -> float:
        """Relevance from which on a page or a block is on topic when it is decided what is followed."""
        return max(self._least_theta, self._model.surely())

    def add(
        self,
        features: LinkFeatures,
        page: int,
        found: Sequence[tuple[int, str]],
        addresses: Iterable[str],
        known: Sequence[tuple[int, int]] = (),
    ) -> Arrival:
        """Take in the followed links (index, key of target) of a page; `addresses` are its own.

        `known` are its links (index, page) to pages that were fetched before.
        """
        own = self.targets.known(addresses)
        if self._by_target is not None:
            self._by_target.arrive(page, own)
        if self._strategy.learns:
            self._trail.add(page, self._links, own)
        self.targets.end(addresses)
        if self._is_due:
            self._links.forget(self.targets.waits, LEAST_DROPPED)
            self._is_due = False
        self._first = len(self._links)
        if self._by_target is not None:
            self._by_target.leads(features, known)
        numbers = np.array([self.targets.number(key) for _, key in found], np.int64)
        self.first_number = self._links.ever
        self._links.add(features, page, np.array([index for index, _ in found], np.int64), numbers)
        self._fresh = None
        return Arrival(page, own, numbers)

    def certify(self, page: int, on_topic: bool | None) -> None:
        """Take note of what is known for sure of a page from now on, None = nothing."""
        self._certain.values[page] = np.nan if on_topic is None else 1.0 if on_topic else -1.0

    def enter(
        self,
        arrival: Arrival,
        relevance: float,
        features: PageFeatures,
        *,
        is_known: bool,
        is_settled: bool = False,
    ) -> tuple[bool, list[int]]:
        """Let a page pass on what it is worth.

        Returns whether it is black, where runs of such pages are crossed, and which pages were bridges to it.

        What is known to be on topic is so for good, whatever the model says of it later; with `is_settled` it
        is as certain that it is not.
        """
        self._certain.append(1.0 if is_known and relevance > 0 else 0.0 if is_settled else np.nan)
        likeness = float(self._pages.similarities(self._model.concept(), arrival.page)[0])
        if self._strategy.learns:
            self._strategy.learn(
                self._trail.lesson(
                    arrival.page,
                    relevance,
                    features.row,
                    features.names,
                    self._model.shares,
                    is_known=is_known,
                )
            )
        if self._by_target is not None:
            self._by_target.enter(arrival.page, relevance, len(arrival.targets), is_known=is_known)
        tunnel = self._strategy.tunnel
        part = self.best_block(features.links) if tunnel.is_grey and relevance < self.theta else 0.0
        crosses = tunnel.is_black and kind_of(relevance, part, self.theta) is Kind.BLACK
        bridges = self._paths.enter(
            arrival, relevance, likeness, self.theta, is_known=is_known, crosses=crosses
        )
        return crosses, bridges

    def name(self, key: str, row: Row) -> None:
        """Take in an address that a listing names, with its words."""
        target = self.targets.number(key)
        self._named.add(target, row)
        (worth,) = worth_of_words(
            self._strategy, similarities(RowBatch.of([row]), self._model.link_concept())
        )
        self._is_main.grow_to(len(self.targets))
        self._is_main.values[target] |= worth > 0

    def led(self, arrival: Arrival) -> tuple[list[int], RowBatch]:
        """Return the links that lead to the newest page: pages they stand on, words around them."""
        found = [self._links.links_to(target) for target in arrival.addresses]
        places = np.concatenate([*found, np.zeros(0, np.int64)])
        return self._links.pages()[places].tolist(), self._links.contexts.batch().take(places)

    def best_block(self, features: LinkFeatures) -> float:
        """Return the relevance of the best block that has links; 0 when none has."""
        used = distinct(features.block_of)
        if not len(used):
            return 0.0
        rows = features.blocks.take(used)
        return float(self._model.scaled(similarities(rows, self._model.concept())).max())

    def judged(self, arrival: Arrival) -> Judged:
        """Judge the links of the newest page."""
        if self._by_target is not None:
            return self._judged_by_target(self._by_target, arrival)
        evidence = self._evidence(self._first)
        led = self._strategy.lead(evidence, self.theta)
        self._is_main.grow_to(len(self.targets))
        self._is_main.values[arrival.targets[~led.tunnel & (led.scores > 0)]] = True
        known = self._is_main.values[arrival.targets]
        scores = np.round(np.where(led.tunnel & known, 0.0, led.scores), DIGITS)
        worth, tunnel = scores, led.tunnel & ~known
        if self._fresh is not None:
            anywhere = self._fresh.scores[arrival.targets]
            worth = np.where(np.isnan(anywhere), scores, anywhere)
            tunnel = np.where(np.isnan(anywhere), tunnel, self._fresh.tunnel[arrival.targets])
        return Judged(self._strategy, evidence, self.theta, scores.tolist(), worth.tolist(), tunnel.tolist())

    def _judged_by_target(self, judge: TargetJudge, arrival: Arrival) -> Judged:
        """Judge the targets of the newest page, by all links to them."""
        targets = arrival.targets
        if self._fresh is None:
            judge.judge_newest(self._first)
        worth = np.round(judge.scorer.worth(targets), DIGITS) if len(targets) else np.zeros(0)
        tunnel = np.zeros(len(targets), np.bool_)
        if self._strategy.tunnel is not Tunnel.NONE and len(targets):
            if self._fresh is None:
                open_, through = self._gates(self._first)
                worth = np.where(open_[targets] | through[targets], worth, 0.0)
                tunnel = through[targets]
            else:
                worth, tunnel = self._fresh.scores[targets], self._fresh.tunnel[targets]
        elif self._fresh is not None:
            worth = self._fresh.scores[targets]
        parts = judge.scorer.explain(targets) if len(targets) else []
        values = np.nan_to_num(worth).tolist()
        return Judged(self._strategy, NO_LINKS, self.theta, values, values, tunnel.tolist(), parts)

    def _gates(self, first: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which targets are to be followed, and which through a tunnel, by links from `first` on."""
        led = self._strategy.lead(self._evidence(first), self.theta)
        at, count = self._links.targets(first), len(self.targets)
        is_open, through = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        is_open[at[~led.tunnel & (led.scores > 0)]] = True
        through[at[led.tunnel & (led.scores > 0)]] = True
        self._is_main.grow_to(count)
        self._is_main.values[: len(is_open)] |= is_open
        is_open |= self._is_main.values
        return is_open, through & ~is_open

    def _rescored_by_target(self, judge: TargetJudge) -> tuple[Floats, NDArray[np.bool_]]:
        """Return worth and lane of all targets, NaN for those without a link."""
        relevance = np.maximum(self._model.relevance(self._pages), 0.0)
        certain = self._certain.values
        relevance = np.where(np.isnan(certain), relevance, np.maximum(certain, 0.0))
        for page, trust in self._model.doubted().items():
            relevance[page] *= trust
        count = len(self.targets)
        scores = judge.rejudge(relevance, self._pages)
        linked = np.zeros(count, np.bool_)
        linked[self._links.targets()] = True
        tunnel = np.zeros(count, np.bool_)
        if self._strategy.tunnel is not Tunnel.NONE and len(self._links):
            self._is_main.replace(np.zeros(count))
            is_open, tunnel = self._gates(0)
            scores[~is_open & ~tunnel] = 0.0
        scores[~linked] = np.nan
        return scores, tunnel

    def rescored(self, worn: Iterable[str]) -> Rescored:
        """Judge everything that waits anew; `worn` are keys that wait behind all others."""
        self._is_due = True
        count = len(self.targets)
        scores, tunnel = np.full(count, np.nan), np.zeros(count, np.bool_)
        if self._by_target is not None:
            scores, tunnel = self._rescored_by_target(self._by_target)
        elif len(self._links):
            led = self._strategy.lead(self._evidence(0), self.theta)
            scores, tunnel = _best(led, self._links.targets(), count)
        if len(self._named):
            self._named.forget(self.targets.waits)
            named, worth = self._named.worth(self._strategy, self._model.link_concept())
            np.maximum.at(own := np.zeros(count), named, worth)
            scores[tunnel & (own > 0)] = 0.0  # where a tunnel is not the only way, it does not count
            tunnel &= own <= 0
            scores[named] = np.fmax(scores, own)[named]
        self._is_main.replace(~tunnel & (scores > 0))
        scores[self.targets.known(worn)] = 0.0
        scores[~self.targets.waits] = np.nan
        self._fresh = Rescored(self.targets.keys, np.round(scores, DIGITS), tunnel & ~np.isnan(scores))
        return self._fresh

    def _evidence(self, first: int) -> Evidence:
        """Return the evidence of all links from `first` on, judged by the present model."""
        links, model = self._links, self._model
        if len(links) == first:
            return NO_LINKS
        pages, blocks = links.pages(first), links.block_rows(first)
        lowest_page, lowest_block = int(pages.min()), int(blocks.min())
        at = pages - lowest_page
        likeness = self._pages.similarities(model.concept(), lowest_page)
        relevance = model.relevance(self._pages, lowest_page)
        block = model.scaled(links.blocks.similarities(model.concept(), lowest_block))[blocks - lowest_block]
        part = np.zeros(len(likeness))
        np.maximum.at(part, at, block)
        known = self._certain.values[lowest_page:]
        page = np.where(known < 0, 0.0, np.maximum(relevance, self.theta * (known > 0)))[at]
        inherited = self._paths.inherited(pages)
        inherited["run"] = np.where(page >= self.theta, 0.0, inherited["run"])
        return Evidence(
            anchor=links.anchors.similarities(model.link_concept(), first),
            context=links.contexts.similarities(model.link_concept(), first),
            block=block,
            page=page,
            likeness=likeness[at],
            rank=links.ranks(first).astype(np.float64),
            part=part[at],
            rows=links.anchors.batch(first),
            links=links.numbers(first),
            **inherited,
        )


def _best(led: Led, targets: NDArray[np.int32], count: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the best score of each target, NaN without a link, and which wait in the tunnel lane.

    A target waits there when no other link leads to it that is worth anything; where one does, it alone
    counts, since the two are measured by different scales.
    """
    scores = np.full(count, -1.0)
    np.maximum.at(scores, targets, np.where(led.tunnel, 0.0, led.scores))
    tunnel = np.zeros(count, np.bool_)
    if led.tunnel.any():
        through = np.zeros(count)
        np.maximum.at(through, targets[led.tunnel], led.scores[led.tunnel])
        tunnel = (scores <= 0) & (through > 0)
        scores[tunnel] = through[tunnel]
    scores[scores < 0] = np.nan
    return scores, tunnel
