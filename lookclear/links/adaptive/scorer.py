"""The strategy `adaptive`: the probability that a target is on topic, by all that is known of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookclear.links.adaptive import logistic
from lookclear.links.adaptive.features import AT, FEATURES, OF_GROUP, PRIOR, standard
from lookclear.links.adaptive.folders import Folders
from lookclear.links.adaptive.outcomes import Outcomes, log_odds, usual_share
from lookclear.links.adaptive.sums import Sums
from lookclear.links.adaptive.wording import TEXT_SMOOTHING, Wording
from lookclear.links.evidence import Evidence
from lookclear.text.growing import Growing
from lookclear.text.vectors import Floats, RowBatch

# How dear it is to leave the prior. Outcomes come from a judge that errs: weights learned with 8 order links
# of an encyclopedia worse than the prior does; without any learning, manuals and blogs lose.
PENALTY, PENALTY_OF_CONSTANT = 40.0, 0.5
LEAST_OUTCOMES = 8
NEWEST = 3_000  # outcomes that weights are learned from
MOST_LIKE = 3.0  # similarities, in units of that of known pages, are cut there
MARGIN = 12.0
CHUNK = 1 << 12  # targets that are judged in one go: what a processor's cache holds
BLOCK_SMOOTHING, PAGE_SMOOTHING = 2.0, 4.0
PATH_SMOOTHING = (3.0, 3.0, 5.0)  # folder, section, host


@dataclass(frozen=True, slots=True)
class LinkFacts:
    """What is known of some links, one entry a link.

    `page` and `block` are the numbers of the page and the block it stands in, `target` that of its target;
    `anchor`, `context` and `block_like` are similarities to the topic in units of that of known pages;
    `rank` = links before it on the page, `listed` = links in its block; `anchors` and `contexts` its words,
    `blocks` those of blocks and `block_row` which is its own.
    """

    target: NDArray[np.integer]
    page: NDArray[np.integer]
    block: NDArray[np.integer]
    anchor: Floats
    context: Floats
    block_like: Floats
    rank: Floats
    listed: Floats
    anchors: RowBatch
    contexts: RowBatch
    blocks: RowBatch
    block_row: NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Address:
    """Words of targets' addresses, and their similarity to the topic, one entry a target."""

    words: RowBatch
    like: Floats


class Adaptive:
    """S = σ(v·z): z = evidence about the target over all its links, v = weights learned from outcomes."""

    name = "adaptive"
    parts = ("anchor", "context", "block", "page")

    def __init__(self) -> None:
        self._weights = PRIOR.copy()
        self._penalty = np.append(np.full(len(FEATURES), PENALTY), PENALTY_OF_CONSTANT)
        self._sums = Sums()
        self._folders = Folders()
        self._of_block, self._of_page, self._of_folder = Outcomes(), Outcomes(), Outcomes()
        self._anchor_words, self._context_words = Wording(1.0), Wording(4.0)
        self._relevance = Growing(np.float64)  # of fetched pages, known ones 1
        self._size = Growing(np.float64)  # ln(1 + links), by page
        self._promise = Growing(np.float64)  # margin it had when it was fetched, by page
        self._learned = Growing(np.float64)  # standard features of fetched pages, one after the other
        self._learned_page = Growing(np.int32)
        self._known: set[int] = set()
        self._usual = usual_share(np.zeros(0))
        self._text_words = Wording(1.0, TEXT_SMOOTHING)
        self._address = Growing(np.float64)  # similarity of the address's words, by target
        self._address_text = Growing(np.float64)  # the same by words of pages
        self._address_words = Growing(np.float64)  # log-odds of the address's words, by target

    # ---- what one link says by itself

    def score(self, evidence: Evidence) -> Floats:
        """Return what links are worth that are the only ones to their targets, with no outcomes known."""
        values = np.zeros((len(evidence), len(FEATURES)))
        values[:, AT["anchor"]] = values[:, AT["anchor_best"]] = 2 * evidence.anchor
        values[:, AT["context"]] = values[:, AT["context_best"]] = 2 * evidence.context
        values[:, AT["block"]] = evidence.block
        values[:, AT["relevance"]] = values[:, AT["relevance_best"]] = evidence.page
        values[:, AT["votes"]] = np.log1p(evidence.page)
        values[:, AT["flow"]] = 0.1 * evidence.page
        values[:, AT["size"]] = 3.5
        values[:, AT["promise"]] = -1.0
        values[:, AT["rank"]], values[:, AT["list"]] = 2.0, 1.5
        return logistic.probability(self._margin(standard(values)))

    @property
    def addresses(self) -> int:
        """How many targets' addresses were judged."""
        return len(self._address)

    # ---- a page is fetched

    def arrive(
        self,
        page: int,
        own: Sequence[int],
        keys: Sequence[str],
        places: tuple[NDArray[np.integer], NDArray[np.integer]],
        words: tuple[RowBatch, RowBatch],
    ) -> None:
        """Take in the next page, before its outcome is known.

        `own` are its numbers as a target, `places` the (blocks, pages) of the links to it, `words` their
        (anchors, contexts).
        """
        self._folders.know(keys)
        linked = [at for at in own if at < len(self._address)]
        promise = 0.0
        if linked and len(places[0]):
            features = standard(self._values(np.array(linked)))
            best = int(np.argmax(self._margin(features)))
            promise = float(np.clip(self._margin(features)[best], -4.0, 4.0))
            self._learned.extend(features[best])
            self._learned_page.append(page)
        self._promise.append(promise)
        here = np.full(len(places[0]), page)
        self._of_block.add(places[0], here)
        self._of_page.add(places[1], here)
        self._anchor_words.add(words[0], page)
        self._context_words.add(words[1], page)
        if own:
            self._of_folder.add(self._folders.of(np.array(own[:1]))[0], np.full(3, page))

    def enter(
        self,
        page: int,
        relevance: float,
        links: int,
        known: tuple[NDArray[np.integer], NDArray[np.integer]],
        *,
        is_known: bool,
    ) -> None:
        """Take in the outcome of the page, and its links to pages fetched before: (blocks, pages)."""
        self._relevance.append(1.0 if is_known and relevance > 0 else relevance)
        if is_known:
            self._known.add(page)
        self._size.append(np.log1p(links))
        blocks, pages = known
        self._of_block.add(blocks, pages)
        self._of_page.add(np.full(len(pages), page), pages)
        self._of_block.count(blocks, self._relevance.values[pages])
        self._of_page.count(np.full(len(pages), page), self._relevance.values[pages])

    # ---- links are judged

    def add(self, facts: LinkFacts, keys: Sequence[str], address: Address, terms: int) -> None:
        """Add the links of the newest page; `address` is of the targets that came since the last call."""
        self._folders.know(keys)
        self._address.extend(address.like)
        self._address_text.extend(self._text_words.judge(address.words, terms))
        self._address_words.extend(self._anchor_words.judge(address.words, terms))
        self._sums.add(facts.target, self._said(facts, terms))

    def refresh(
        self,
        facts: LinkFacts,
        relevance: Floats,
        pages: RowBatch,
        keys: Sequence[str],
        address: Address,
        terms: int,
        blocks: int,
    ) -> Floats:
        """Judge all that waits anew by the present relevance of pages; return the worth of all targets."""
        self._folders.know(keys)
        self._relevance.replace(relevance)
        judged = np.delete(relevance, sorted(self._known)) if self._known else relevance
        self._usual = usual_share(judged)
        self._of_block.recount(relevance, blocks)
        self._of_page.recount(relevance, len(relevance))
        self._of_folder.recount(relevance, len(self._folders))
        self._anchor_words.learn(relevance, self._usual, terms)
        self._context_words.learn(relevance, self._usual, terms)
        self._text_words.learn_from(pages, relevance[-len(pages) :], self._usual, terms)
        self._address.replace(address.like)
        self._address_text.replace(self._text_words.judge(address.words, terms))
        self._address_words.replace(self._anchor_words.judge(address.words, terms))
        self._learn(relevance)
        self._sums.fill(facts.target, self._said(facts, terms), len(keys))
        parts = range(0, len(keys), CHUNK)
        return np.concatenate(
            [np.zeros(0), *(self.worth(slice(at, min(at + CHUNK, len(keys)))) for at in parts)]
        )

    def worth(self, targets: NDArray[np.integer] | slice) -> Floats:
        """Return the worth of targets, in 0..1."""
        return logistic.probability(np.clip(self._margin(standard(self._values(targets))), -MARGIN, MARGIN))

    def explain(self, targets: NDArray[np.integer]) -> list[dict[str, float]]:
        """Return of each target how much each group of evidence adds to its log-odds."""
        parts = standard(self._values(targets)) * self._weights
        groups = {group: parts[:, at].sum(1).tolist() for group, at in OF_GROUP.items()}
        return [
            {"links": float(links), **{group: round(said[at], 3) for group, said in groups.items()}}
            for at, links in enumerate(self._sums.of(targets)[0]["links"].tolist())
        ]

    # ---- inside

    def _margin(self, features: Floats) -> Floats:
        margin: Floats = features @ self._weights
        return margin

    def _learn(self, relevance: Floats) -> None:
        pages = self._learned_page.values[-NEWEST:]
        if len(pages) < LEAST_OUTCOMES:
            return
        features = self._learned.values.reshape(-1, len(PRIOR))[-NEWEST:]
        self._weights = logistic.fit(features, relevance[pages], PRIOR, self._penalty)

    def _said(self, facts: LinkFacts, terms: int) -> Mapping[str, Floats]:
        """Return what each link adds to its target."""
        page = facts.page
        relevance = self._relevance.values[page]
        size = self._size.values[page]
        block_hits, block_tries = self._of_block.of(facts.block)
        block = (
            log_odds(block_hits, block_tries, self._usual, BLOCK_SMOOTHING) * block_tries / (block_tries + 1)
        )
        page_hits, page_tries = self._of_page.of(page)
        anchor_words = self._anchor_words.judge(facts.anchors, terms)
        context_words = self._context_words.judge(facts.contexts, terms)
        anchor, context = np.minimum(facts.anchor, MOST_LIKE), np.minimum(facts.context, MOST_LIKE)
        return {
            "links": np.ones(len(page)),
            "anchor": anchor,
            "context": context,
            "block": np.minimum(facts.block_like, MOST_LIKE),
            "relevance": relevance,
            "flow": relevance / np.exp(0.5 * size),
            "size": size,
            "block_yield": block,
            "page_yield": log_odds(page_hits, page_tries, self._usual, PAGE_SMOOTHING),
            "anchor_words": anchor_words,
            "context_words": context_words,
            "anchor_text": self._text_words.judge(facts.anchors, terms),
            "context_text": self._text_words.judge(facts.contexts, terms),
            "block_text": self._text_words.judge(facts.blocks, terms)[facts.block_row],
            "words": anchor_words + context_words,
            "rank": np.log1p(facts.rank),
            "list": np.log1p(facts.listed),
            "promise": self._promise.values[page],
        }

    def _values(self, targets: NDArray[np.integer] | slice) -> Floats:
        """Return the features of targets, one row each."""
        sums, best = self._sums.of(targets)
        links = np.maximum(sums["links"], 1.0)
        values = np.zeros((len(links), len(FEATURES)))
        for name in (
            "anchor",
            "context",
            "block",
            "block_yield",
            "page_yield",
            "anchor_words",
            "context_words",
            "anchor_text",
            "context_text",
            "block_text",
            "relevance",
            "size",
            "promise",
            "rank",
            "list",
        ):
            values[:, AT[name]] = sums[name] / links
        for name in ("anchor", "context", "block_yield", "relevance", "words"):
            values[:, AT[f"{name}_best"]] = np.where(sums["links"] > 0, best[name], 0.0)
        values[:, AT["votes"]] = np.log1p(sums["relevance"])
        values[:, AT["flow"]] = sums["flow"]
        values[:, AT["links"]] = np.log(links)
        values[:, AT["address"]] = self._address.values[targets]
        values[:, AT["address_text"]] = self._address_text.values[targets]
        values[:, AT["address_words"]] = self._address_words.values[targets]
        of_target = self._folders.of(targets)
        for at, name in enumerate(("folder_yield", "section_yield", "host_yield")):
            hits, tries = self._of_folder.of(of_target[:, at])
            values[:, AT[name]] = log_odds(hits, tries, self._usual, PATH_SMOOTHING[at])
        return values
