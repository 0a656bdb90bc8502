"""The pure step of a crawl: a page goes in, its relevance and its links as candidates come out.

The spider and the offline simulator run this same code. It holds no clock, no network and no randomness:
replaying the same pages in the same order rebuilds the same state, which is how an interrupted crawl
resumes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lookclear.config import TopicFile
from lookclear.domain import Candidate, Page, Refusal, Score, Topic, Visit
from lookclear.html.directives import forbids_links
from lookclear.links.evidence import Evidence, LinkFeatures, LinkMemory, link_features
from lookclear.links.strategies import strategy as strategy_named
from lookclear.relevance.centroid import CentroidModel
from lookclear.relevance.features import naming_weights, page_weights
from lookclear.sites.addresses import NOTHING, KnownAddresses, Renewed
from lookclear.sites.memory import SiteMemory
from lookclear.sites.noise import site_of
from lookclear.sites.templates import TemplateRule, with_template
from lookclear.text.segment import words
from lookclear.text.vectors import Floats, Row, TermRows, Vocabulary
from lookclear.urls.canonical import canonical
from lookclear.urls.scope import refusal
from lookclear.urls.userinfo import without_userinfo

REFRESH_EVERY = 25  # pages between two rebuilds of the topic and re-scorings of what waits
DIGITS = 6  # scores are rounded, so that equal evidence ties on every machine


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """What a page contributes as rows; depends on the page alone."""

    row: Row
    names: Row
    links: LinkFeatures


class FeatureReader:
    """Turns pages into rows over one vocabulary; simulations share one and keep what was read."""

    def __init__(self, *, keep: bool = False) -> None:
        self.vocabulary = Vocabulary()
        self._kept: dict[tuple[str, tuple[int, ...]], PageFeatures] | None = {} if keep else None
        self._links: dict[str, LinkFeatures] = {}  # of pages that are kept, under whatever template

    def read(self, page: Page, template: tuple[int, ...] = ()) -> PageFeatures:
        """Return the features of a page; `template` are its blocks that its site repeats."""
        if self._kept is not None and (page.url, template) in self._kept:
            return self._kept[page.url, template]
        page = with_template(page, template)
        features = PageFeatures(
            self.vocabulary.row(page_weights(page)),
            self.vocabulary.row(naming_weights(page)),
            link_features(page, self.vocabulary, self._links.get(page.url)),
        )
        if self._kept is not None:
            self._kept[page.url, template] = features
            self._links[page.url] = features.links
        return features


class TopicCrawl:
    """The mind of one crawl: what the topic is, what was seen, and what each waiting link is worth.

    Raises UsageError for an unknown strategy.
    """

    def __init__(
        self,
        topic: Topic,
        *,
        strategy: str,
        settings: TopicFile,
        example_pages: Sequence[Page] = (),
        reader: FeatureReader | None = None,
        templates: TemplateRule = TemplateRule.SHARE,
    ) -> None:
        self.topic = topic
        self.sites = SiteMemory(templates)
        self._strategy = strategy_named(strategy)
        self._scope = settings.scope
        self._reader = reader or FeatureReader()
        vocabulary = self._reader.vocabulary
        keywords = [word for phrase in topic.keywords for word in words(phrase)]
        self.model = CentroidModel(vocabulary, keywords, settings.relevance.terms)
        self._pages = TermRows()
        self._frequency = np.zeros(0)
        self._memory = LinkMemory()
        self._targets: dict[str, int] = {}
        self._seeds = {canonical(url) for url in topic.seeds}  # come first, whatever links to them
        self._addresses = KnownAddresses(self.sites.noise, self._seeds)
        for page in example_pages:
            self._know(self._reader.read(page))
        self._refresh_model()

    def seeds(self) -> list[Candidate]:
        """Return the seeds as candidates of the highest score."""
        return [
            Candidate(without_userinfo(url), canonical(url), Score(1.0, {"seed": 1.0}), seed=True)
            for url in dict.fromkeys(self.topic.seeds)
        ]

    def visit(self, page: Page, *, depth: int, seed: bool, requested: str | None = None) -> Visit:
        """Judge a page and its links.

        `requested` is the address the frontier handed out when redirects led to another one. Seeds define the
        topic: they count as relevant, and the model is rebuilt with each. A page without content of its own
        (`PageKind`) is never relevant, and no seed to learn from; its links are followed like any other's.
        """
        key = self.sites.key(page.url)
        lesson = self.sites.learn(page, key)
        features = self._reader.read(page, lesson.template)
        row = self._pages.append(features.row)
        self._count_terms(features.row)
        own = (self.sites.key(requested), canonical(requested)) if requested else ()
        self._addresses.visited(key, *own, canonical(page.url))
        renewed_keys = self._addresses.renew(site_of(key)) if lesson.changed_keys else NOTHING
        first = len(self._memory)
        found, refused = self._remember(page, features.links, row)
        if seed and page.kind.has_content:
            self._know(features)
        renewed = seed or len(self._pages) % REFRESH_EVERY == 0
        if renewed:
            self._refresh_model()
        relevance = self._relevance(page, row, seed)
        rescored = self._scores_of_waiting() if renewed else {}
        evidence = self._evidence(first)
        candidates = self._candidates(page, found, evidence, depth, key, rescored)
        candidates += self._named(page, lesson.wanted, relevance.value, depth, key)
        new = {candidate.key for candidate in candidates}
        return Visit(
            page=key,
            relevance=relevance,
            candidates=candidates,
            refused=tuple(refused),
            rescored={k: v for k, v in rescored.items() if k not in new},
            aliases=renewed_keys.aliases,
            reopened=renewed_keys.reopened,
            template=lesson.template,
            group=lesson.group,
        )

    def failed(self, key: str) -> Renewed:
        """Take note that an address that was handed out gave no page; another may be asked in its place."""
        return self._addresses.failed(key)

    def _relevance(self, page: Page, row: int, seed: bool) -> Score:
        """Return the relevance of a visited page; what has no content of its own is not on topic."""
        if not page.kind.has_content:
            return Score(0.0, {"kind": 0.0})
        if seed:
            return Score(1.0, {"seed": 1.0})
        value = _rounded(self.model.relevance(self._pages, row)[0])
        return Score(value, {"centroid": value})

    def judge(self, page: Page) -> Score:
        """Return the relevance of a page without visiting it; 0 for one without content of its own."""
        if not page.kind.has_content:
            return Score(0.0, {"kind": 0.0})
        rows = TermRows()
        rows.append(self._reader.read(page).row)
        return Score(_rounded(self.model.relevance(rows)[0]), {"similarity": self._similarity(rows)})

    def _named(
        self, page: Page, wanted: str, relevance: float, depth: int, key: str
    ) -> tuple[Candidate, ...]:
        """Return the address a page names in its own place as a candidate that is worth what the page is."""
        target = self.sites.key(wanted) if wanted else ""
        if not target or self._addresses.is_done(target) or refusal(wanted, self._scope) is not None:
            return ()
        one = np.full(1, relevance)
        score = Score(
            _rounded(self._strategy.score(Evidence(one, one, one, one))[0]), {"canonical": relevance}
        )
        return (Candidate(wanted, target, score, depth + 1, key, page.title[:200]),)

    def _know(self, features: PageFeatures) -> None:
        self.model.add_known(features.row, features.names)

    def _similarity(self, rows: TermRows) -> float:
        return _rounded(rows.similarities(self.model.weights(), self.model.idf())[0])

    def _refresh_model(self) -> None:
        missing = len(self._reader.vocabulary) - len(self._frequency)
        if missing > 0:
            self._frequency = np.concatenate([self._frequency, np.zeros(missing)])
        self.model.refresh(self._frequency, self._pages)

    def _count_terms(self, row: Row) -> None:
        missing = len(self._reader.vocabulary) - len(self._frequency)
        if missing > 0:
            self._frequency = np.concatenate([self._frequency, np.zeros(missing)])
        self._frequency[row[0]] += 1

    def _remember(
        self, page: Page, features: LinkFeatures, row: int
    ) -> tuple[list[tuple[int, str]], list[tuple[str, Refusal]]]:
        """Keep the links that may be followed; return (link index, key) of those, and what was refused."""
        found: list[tuple[int, str]] = []
        refused: dict[str, Refusal] = {}
        whole_page = forbids_links(page.directives)
        for index, link in enumerate(page.links):
            reason = Refusal.NOFOLLOW if link.nofollow or whole_page else refusal(link.url, self._scope)
            if reason is not None:
                refused.setdefault(link.url, reason)
                continue
            key = self._addresses.key(link.url)
            if not self._addresses.is_done(key):
                self._addresses.found(key)
                found.append((index, key))
        numbers = [(index, self._targets.setdefault(key, len(self._targets))) for index, key in found]
        self._memory.add(features, row, numbers)
        return found, list(refused.items())

    def _evidence(self, first: int = 0) -> Evidence:
        """Return the evidence of all links from `first` on, judged by the present model."""
        topic, idf = self.model.link_weights(), self.model.idf()
        memory = self._memory
        count = len(memory) - first
        if count == 0:
            return Evidence(np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0))
        pages, blocks = memory.pages(first), memory.block_rows(first)
        lowest_page, lowest_block = int(pages.min()), int(blocks.min())
        return Evidence(
            anchor=memory.anchors.similarities(topic, idf, first),
            context=memory.contexts.similarities(topic, idf, first),
            block=self.model.relevance(memory.blocks, lowest_block)[blocks - lowest_block],
            page=self.model.relevance(self._pages, lowest_page)[pages - lowest_page],
        )

    def _scores_of_waiting(self) -> dict[str, float]:
        """Return the present score of every target that was not visited and is no seed."""
        scores: Floats = np.zeros(len(self._targets))
        np.maximum.at(scores, self._memory.targets(), self._strategy.score(self._evidence()))
        rounded = np.round(scores, DIGITS)
        return {
            key: 0.0 if self.sites.noise.is_worn(key) else float(rounded[self._targets[key]])
            for key in self._addresses.waiting(self._targets)
            if key not in self._seeds
        }

    def _candidates(
        self,
        page: Page,
        found: Iterable[tuple[int, str]],
        evidence: Evidence,
        depth: int,
        key: str,
        rescored: Mapping[str, float],
    ) -> tuple[Candidate, ...]:
        """Return one candidate a target, scored by its best link on this page or, if re-scored, anywhere."""
        scores = self._strategy.score(evidence)
        best: dict[str, tuple[float, int, int]] = {}
        for at, (index, target) in enumerate(found):
            score = _rounded(scores[at])
            if target not in best or score > best[target][0]:
                best[target] = (score, at, index)
        return tuple(
            Candidate(
                url=page.links[index].url,
                key=target,
                score=self._score(target, rescored.get(target, score), evidence.at(at)),
                depth=depth + 1,
                parent=key,
                anchor=page.links[index].anchor[:200],
            )
            for target, (score, at, index) in best.items()
        )

    def _score(self, target: str, value: float, parts: Mapping[str, float]) -> Score:
        """Return the score of a candidate; what has only given copies so far waits behind all others."""
        if self.sites.noise.is_worn(target):
            return Score(0.0, {**parts, "copies": 0.0})
        return Score(value, parts)


def _rounded(value: float | np.floating) -> float:
    return round(float(value), DIGITS)
