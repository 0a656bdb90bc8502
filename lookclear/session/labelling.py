"""Brings what a person says of pages into a crawl, and into what it stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lookclear.config import Scope
from lookclear.domain import Candidate, Page, Score
from lookclear.frontier.base import State
from lookclear.session.searchable import Searchable
from lookclear.session.stores import Stores
from lookclear.store.labels import Label, LabelStore
from lookclear.urls.scope import refusal
from lookclear.visit import Said, TopicCrawl


class Labelling:
    """The labels of one workspace, as its crawl sees them.

    Another process may add some at any time; `look` finds them, for the price of one question to the file.
    """

    def __init__(
        self, labels: LabelStore, stores: Stores, fetched: Searchable, scope: Scope, *, since: int = 0
    ) -> None:
        """Labels up to position `since` of the history are true of their pages, and teach nothing."""
        self._since = since
        self._labels = labels
        self._stores = stores
        self._fetched = fetched
        self._scope = scope
        self._state = labels.state()
        self._seen = labels.last

    @property
    def seen(self) -> int:
        """Position in the history of labels up to which they are known."""
        return self._seen

    def known(self) -> list[Said]:
        """Return all that is said now, with the pages as far as they are at hand."""
        return [self._said(label) for label in self._labels.present(upto=self._seen)]

    def begin(self, mind: TopicCrawl) -> None:
        """Let what is stored follow what was said since a crawl looked last; `mind` knows the labels."""
        news = self._labels.history(since=self._labels.taken, upto=self._seen)
        self._queue(self._labels.present(upto=self._seen))
        if news:
            self._stores.frontier.rescore(mind.rescored())
            self._judge_anew(mind, news)

    def look(self, mind: TopicCrawl) -> list[Label]:
        """Take in what was said since, at once; returns it, in its order."""
        state = self._labels.state()
        if state == self._state:
            return []
        self._state = state
        news = self._labels.history(since=self._seen)
        if news:
            self._seen = news[-1].number
            newest = {label.key: label for label in news}
            self._stores.frontier.rescore(mind.say([self._said(label) for label in newest.values()]))
            self._queue(newest.values())
            self._judge_anew(mind, newest.values())
        return news

    def met(self, keys: Iterable[str], page: Page) -> None:
        """Keep a copy of a page that was fetched and of which something was said before, under its keys."""
        for key in dict.fromkeys(keys):
            label = self._labels.get(key)
            if label is not None and label.key == key:
                self._labels.keep(key, page)

    def _said(self, label: Label) -> Said:
        page = self._page(label.key) if label.on_topic is not None else None
        return Said(label.key, label.on_topic, page, teaches=label.number > self._since)

    def _page(self, key: str) -> Page | None:
        record = self._stores.pages.get(self._final(key))
        return record.page if record is not None else self._labels.copy(key)

    def _final(self, key: str) -> str:
        state = self._stores.frontier.state(key)
        return (state.final_key or key) if state is not None else key

    def _queue(self, labels: Iterable[Label]) -> None:
        """Queue what is said to be on topic like seeds, unless it was asked for before or may not be."""
        wanted = [label for label in labels if label.on_topic and not refusal(label.url, self._scope)]
        states = {label.key: self._stores.frontier.state(label.key) for label in wanted}
        self._stores.frontier.enqueue(
            Candidate(label.url, label.key, Score(1.0, {"label": 1.0}))
            for label in wanted
            if (state := states[label.key]) is None or state.state is State.PENDING
        )

    def _judge_anew(self, mind: TopicCrawl, labels: Iterable[Label]) -> None:
        labels = tuple(labels)
        keys = dict.fromkeys(self._final(label.key) for label in labels)
        rejudge(self._stores, self._fetched, mind.relevance_of(keys))
        self._labels.take(max(label.number for label in labels))


def rejudge(stores: Stores, fetched: Searchable, judged: Mapping[str, Score]) -> None:
    """Let stored pages and the index follow a new judgement, by key."""
    values = {key: score.value for key, score in judged.items()}
    stores.pages.rejudge(values)
    for key in values:
        fetched.is_judged_anew(key)
    if values:
        stores.index.commit(sync=False)
