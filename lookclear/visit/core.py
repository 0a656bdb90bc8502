"""The mind of one crawl: a page goes in, its relevance and its links as candidates come out.

The spider and the offline simulator run this same code. It holds no clock, no network and no randomness:
replaying the same pages in the same order rebuilds the same state, which is how an interrupted crawl
resumes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor

import numpy as np

from lookclear.config import TopicFile
from lookclear.domain import Candidate, Page, Refusal, Score, Topic
from lookclear.html.directives import forbids_links
from lookclear.links.adaptive import Adaptive
from lookclear.links.evidence import Evidence
from lookclear.links.rescored import Rescored
from lookclear.links.seeing import Seen
from lookclear.links.strategies import strategy as strategy_named
from lookclear.relevance.centroid import CentroidModel
from lookclear.relevance.wordlists import Learned
from lookclear.sitemaps.candidates import Listed, Source, listed
from lookclear.sitemaps.listing import Entry
from lookclear.sites.addresses import NOTHING, KnownAddresses, Renewed
from lookclear.sites.memory import SiteMemory
from lookclear.sites.noise import site_of
from lookclear.sites.templates import TemplateRule
from lookclear.text.growing import Growing
from lookclear.text.segment import words as words_of
from lookclear.text.terms import WordTerms
from lookclear.text.vectors import Row, RowBatch, TermRows
from lookclear.topics.ontology import Ontology
from lookclear.tunnel.rule import Kind, kind_of
from lookclear.urls.canonical import canonical
from lookclear.urls.scope import refusal
from lookclear.urls.userinfo import without_userinfo
from lookclear.visit.adapting import Adaptation
from lookclear.visit.concepts import concept_reader
from lookclear.visit.features import FeatureReader, PageFeatures
from lookclear.visit.judging import DIGITS, Judged, WaitingLinks
from lookclear.visit.named import row_of_words, topic_words, worth_of_words
from lookclear.visit.paths import Arrival, Paths
from lookclear.visit.result import Visit
from lookclear.visit.second import SecondJudge
from lookclear.visit.standing import Standing
from lookclear.visit.teachers import Said, Teachers

REFRESH_EVERY = 25  # pages between two rebuilds of the topic and re-scorings of what waits


class TopicCrawl:
    """The mind of one crawl: what the topic is, what was seen, and what each waiting link is worth.

    Raises UsageError for an unknown strategy, or one that goes by an ontology where there is none.
    """

    def __init__(
        self,
        topic: Topic,
        *,
        strategy: str,
        settings: TopicFile,
        example_pages: Sequence[Page] = (),
        counter_examples: Sequence[Page] = (),
        labels: Sequence[Said] = (),
        held: Learned | None = None,
        reader: FeatureReader | None = None,
        templates: TemplateRule = TemplateRule.SHARE,
        ontology: Ontology | None = None,
        executor: Executor | None = None,
    ) -> None:
        self.topic = topic
        self.sites = SiteMemory(templates)
        concepts = concept_reader(strategy, topic, ontology)
        self.strategy = strategy_named(strategy, settings.crawl.tunnel, concepts)
        self._scope = settings.scope
        self._threshold = theta = settings.relevance.threshold
        self._reader = reader or FeatureReader()
        vocabulary = self._reader.vocabulary
        keywords = [word for phrase in topic.keywords for word in words_of(phrase)]
        # What the literature's strategies are worth is measured with the judge that they were made for.
        asks = isinstance(self.strategy.scorer, Adaptive)
        self.model = CentroidModel(vocabulary, keywords, settings.relevance.terms, asks=asks)
        self.model.hold(held)
        self._pages = TermRows()
        self._page_keys: list[str] = []
        self._frequency = Growing(np.float64, 1024)
        self.teachers = Teachers(self.model, self._reader)
        self._standing = Standing(self.teachers)
        second = settings.relevance.second
        self.second = SecondJudge(second, self.model, self.teachers, self._pages, executor)
        self.teachers.say(labels)
        seeds = {canonical(url) for url in topic.seeds}
        self._addresses = KnownAddresses(self.sites.noise, seeds)
        paths = Paths(settings.crawl.tunnel_depth)
        self._waiting = WaitingLinks(self.strategy, self.model, self._pages, paths, seeds, theta)
        self._waiting.targets.favour(self.teachers.said(True))
        self._seeds = frozenset(seeds)
        self._adaptation = Adaptation(self.model) if settings.relevance.adapt else None
        for page in example_pages:
            example = self._reader.read(page)
            self._know([canonical(page.url)], example, site_of(canonical(page.url)))
            self.strategy.know(example.row, example.names, self.model.shares)
        for page in counter_examples:
            self.teachers.know([canonical(page.url)], self._reader.read(page), on_topic=False)
        self._refresh_model()

    def seeds(self) -> list[Candidate]:
        """Return the seeds as candidates of the highest score."""
        return [
            Candidate(without_userinfo(url), canonical(url), Score(1.0, {"seed": 1.0}), seed=True)
            for url in dict.fromkeys(self.topic.seeds)
        ]

    def visit(
        self,
        page: Page,
        *,
        depth: int,
        seed: bool,
        requested: str | None = None,
        words: WordTerms | None = None,
    ) -> Visit:
        """Judge a page and its links; `words` are what the page's tokens count as, if that is known.

        `requested` is the address the frontier handed out when redirects led to another one. Seeds define the
        topic: they count as relevant, and the model is rebuilt with each. A page without content of its own
        (`PageKind`) is never relevant, and no seed to learn from; its links are followed like any other's.
        """
        key = self.sites.key(page.url)
        is_judged_anew = self.second.before(len(self._pages))
        lesson = self.sites.learn(page, key)
        features = self._reader.read(page, lesson.template, self.strategy.context, words)
        row = self._pages.append(features.row)
        self._page_keys.append(key)
        self._count_terms(features.row)
        own = (self.sites.key(requested), canonical(requested)) if requested else ()
        addresses = (key, *own, canonical(page.url))
        self._addresses.visited(*addresses)
        changed = self._addresses.renew(site_of(key)) if lesson.changed_keys else NOTHING
        self._take_note(changed)
        found, known, refused = self._followed(page)
        self._standing.add(addresses, seed=seed, has_content=page.kind.has_content)
        said = self._standing.said(row)
        if self._adaptation is not None:
            self._note_back_links(page, key, features)
        arrival = self._waiting.add(features.links, row, found, addresses, known)
        if self.strategy.watches:
            self.strategy.see(
                Seen(
                    page=page,
                    number=row,
                    addresses=arrival.addresses,
                    links=np.array([index for index, _ in found], np.int64),
                    targets=arrival.targets,
                    first=self._waiting.first_number,
                    known=known,
                    anchors=features.links.anchors,
                    vocabulary=self._reader.vocabulary,
                    words=words,
                    is_copy=bool(lesson.group),
                )
            )
        taught = page.kind.has_content and self.teachers.meet(addresses, features, row)
        if seed and page.kind.has_content:
            self._know(addresses, features, site_of(key), row)
        renewed = seed or taught or is_judged_anew or len(self._pages) % REFRESH_EVERY == 0
        if renewed:
            self._refresh_model()
        relevance = self._standing.score(row, self.model.relevance(self._pages, row)[0])
        if self._adaptation is not None and not seed:
            self._adaptation.outcome(*self._led(arrival), relevance.value)
        is_known = said if said is not None else seed
        is_black, bridges = self._waiting.enter(
            arrival, relevance.value, features, is_known=is_known, is_settled=not page.kind.has_content
        )
        if said is False:
            self._waiting.certify(row, said)
        rescored = self._waiting.rescored(self._worn()) if renewed else None
        judged = self._waiting.judged(arrival)
        candidates = self._candidates(page, found, judged, depth, key)
        return Visit(
            page=key,
            relevance=relevance,
            candidates=candidates + self._named(page, lesson.wanted, relevance.value, depth, key),
            refused=tuple(refused),
            rescored=rescored,
            aliases=changed.aliases,
            reopened=changed.reopened,
            template=lesson.template,
            group=lesson.group,
            is_new=lesson.is_new,
            is_passage=is_black and relevance.value < self._threshold,
            bridges=tuple(self._page_keys[at] for at in bridges),
        )

    def failed(self, key: str) -> Renewed:
        """Take note that an address that was handed out gave no page; another may be asked in its place."""
        changed = self._addresses.failed(key)
        self._waiting.targets.end([key])
        self._take_note(changed)
        return changed

    def kind(self, page: Page) -> Kind:
        """Return the kind of a page for tunnelling without visiting it: white, grey or black."""
        features = self._reader.read(page)
        return kind_of(self.judge(page).value, self._waiting.best_block(features.links), self._waiting.theta)

    def judge(self, page: Page) -> Score:
        """Return the relevance of a page without visiting it; 0 for one without content of its own."""
        said = self.teachers.verdict([canonical(page.url)])
        if said is not None:
            return Score(float(said), {"label": float(said)})
        if not page.kind.has_content:
            return Score(0.0, {"kind": 0.0})
        rows = TermRows()
        rows.append(self._reader.read(page).row)
        likeness = rows.similarities(self.model.concept())[0]
        return Score(_rounded(self.model.relevance(rows)[0]), {"similarity": _rounded(likeness)})

    def say(self, said: Sequence[Said]) -> Rescored:
        """Take in what a person says of pages, fetched or not; it counts at once.

        Returns new scores for everything that waits. What is said to be on topic and was not fetched yet is
        to be queued by the caller like a seed, and keeps its score; what is said not to be waits behind all
        others. What the pages themselves are worth from now on, `relevance_of` tells.
        """
        self.teachers.say(said, self._standing.at)
        at = self._standing.at
        new = [one for one in said if one.key not in at]
        self._waiting.targets.favour(one.key for one in new if one.on_topic)
        self._waiting.targets.treat_alike(one.key for one in new if not one.on_topic)
        for row in {at[one.key] for one in said if one.key in at}:
            self._waiting.certify(row, self._standing.surely(row))
        self._refresh_model()
        return self.rescored()

    def hold(self, learned: Learned | None) -> None:
        """Keep to what was learned at an earlier time from now on, or (None) learn on."""
        self.model.hold(learned)
        self._refresh_model()

    def judge_rows(self, rows: RowBatch) -> list[float]:
        """Return what the model alone, made anew from what it was taught, says of pages given as rows."""
        self._refresh_model()
        batch = TermRows()
        batch.extend(rows)
        return [_rounded(value) for value in self.model.relevance(batch)]

    def rescored(self) -> Rescored:
        """Return new scores for everything that waits, by the present model."""
        return self._waiting.rescored(self._worn())

    def relevance_of(self, keys: Iterable[str]) -> dict[str, Score]:
        """Return what visited pages are worth by the present model; other keys are left out."""
        return self._standing.scores(keys, self.model, self._pages)

    def _named(
        self, page: Page, wanted: str, relevance: float, depth: int, key: str
    ) -> tuple[Candidate, ...]:
        """Return the address a page names in its own place as a candidate that is worth what the page is."""
        target = self.sites.key(wanted) if wanted else ""
        if not target or self._addresses.is_done(target) or refusal(wanted, self._scope) is not None:
            return ()
        one = np.full(1, relevance)
        worth = self.strategy.lead(Evidence(one, one, one, one, likeness=one), self._waiting.theta).scores[0]
        score = Score(_rounded(worth), {"canonical": relevance})
        return (Candidate(wanted, target, score, depth + 1, key, page.title[:200]),)

    def listed(self, entries: Sequence[Entry], source: Source, most: int) -> Listed:
        """Return the best entries of a sitemap or feed as candidates.

        They wait like those of links from now on: scored anew, and recognised as the same page as others.
        """
        found = listed(
            entries,
            source,
            topic=topic_words(self.model),
            worth=self._worth_of_words,
            key=self.sites.key,
            is_done=self._addresses.is_done,
            scope=self._scope,
            most=most,
        )
        for candidate in found.candidates:
            self.name(candidate.key, candidate.anchor)
        return found

    def name(self, key: str, anchor: str) -> None:
        """Take in an address that a listing named; once more when an interrupted crawl goes on."""
        if not self._addresses.is_done(key):
            self._addresses.found(key)
            self._waiting.name(key, row_of_words(anchor, self._reader.vocabulary))

    def _worth_of_words(self, similarity: float) -> float:
        """Return what the strategy gives for an address with an anchor, but with no page around it."""
        return float(worth_of_words(self.strategy, np.full(1, similarity))[0])

    def _know(
        self, addresses: Iterable[str], features: PageFeatures, host: str, row: int | None = None
    ) -> None:
        self.teachers.know(addresses, features, fetched=row)
        if self._adaptation is not None:
            self._adaptation.know(host, features.names, features.row)

    def _note_back_links(self, page: Page, key: str, features: PageFeatures) -> None:
        """Take note of the links of a page that lead to seeds."""
        assert self._adaptation is not None
        for index, link in enumerate(page.links):
            target = self._addresses.key(link.url)
            if target in self._seeds and target != key:
                self._adaptation.back_link(site_of(key), features.links.contexts[index])

    def _led(self, arrival: Arrival) -> tuple[list[str], RowBatch]:
        """Return where the links stand that lead to a page, and the words around them."""
        pages, contexts = self._waiting.led(arrival)
        return [site_of(self._page_keys[at]) for at in pages], contexts

    def _refresh_model(self) -> None:
        self._frequency.grow_to(len(self._reader.vocabulary))
        self.model.refresh(self._frequency.values, self._pages)
        if self._adaptation is not None:
            self._adaptation.apply()

    def _count_terms(self, row: Row) -> None:
        self._frequency.grow_to(len(self._reader.vocabulary))
        self._frequency.values[row[0]] += 1

    def _take_note(self, changed: Renewed) -> None:
        self._waiting.targets.end(changed.aliases)
        self._waiting.targets.reopen(changed.reopened)

    def _worn(self) -> list[str]:
        """Return the addresses that wait behind all others.

        They have only given copies so far under other values, or a person says that they are off topic.
        """
        noise = self.sites.noise
        worn = [
            key for site in noise.worn_sites() for key in self._addresses.of_site(site) if noise.is_worn(key)
        ]
        return [*worn, *(key for key in self.teachers.said(False) if key not in self._standing.at)]

    def _followed(
        self, page: Page
    ) -> tuple[list[tuple[int, str]], list[tuple[int, int]], list[tuple[str, Refusal]]]:
        """Return (link, key) of links to follow, (link, page) of those to fetched pages, what was refused."""
        found: list[tuple[int, str]] = []
        known: list[tuple[int, int]] = []
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
            elif (at := self._standing.at.get(key)) is not None:
                known.append((index, at))
        return found, known, list(refused.items())

    def _candidates(
        self, page: Page, found: Sequence[tuple[int, str]], judged: Judged, depth: int, key: str
    ) -> tuple[Candidate, ...]:
        """Return one candidate a target: scored by its best link on this page or, if re-scored, anywhere."""
        best: dict[str, int] = {}
        for at, (_, target) in enumerate(found):
            if target not in best or judged.scores[at] > judged.scores[best[target]]:
                best[target] = at
        return tuple(
            Candidate(
                url=page.links[found[at][0]].url,
                key=target,
                score=self._score(target, judged.worth[at], judged.explain(at)),
                depth=depth + 1,
                parent=key,
                anchor=page.links[found[at][0]].anchor[:200],
                lane=judged.lane(at),
            )
            for target, at in best.items()
        )

    def _score(self, target: str, value: float, parts: dict[str, float]) -> Score:
        """Return a candidate's score; what gave only copies, or is said to be off topic, waits behind all."""
        if self.sites.noise.is_worn(target):
            return Score(0.0, {**parts, "copies": 0.0})
        if self.teachers.verdict([target]) is False:
            return Score(0.0, {**parts, "label": 0.0})
        return Score(value, parts)


def _rounded(value: float | np.floating) -> float:
    return round(float(value), DIGITS)
