"""The pages a crawl is taught by: seeds, examples and counter-examples, and what a person said of pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from lookclear.domain import Page
from lookclear.text.vectors import Floats, Row, RowBatch
from lookclear.urls.canonical import canonical
from lookclear.visit.features import FeatureReader, PageFeatures


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says of an address: on topic, not, or (None) nothing any more.

    `key` is its canonical form. `page` is what it holds, None when that is not known yet. When it does not
    teach, it is true of its page and says nothing of others.
    """

    key: str
    on_topic: bool | None
    page: Page | None = None
    teaches: bool = True


class Teachable(Protocol):
    """A model of the topic that learns from single pages; what is taught counts from its next refresh."""

    @property
    def trust(self) -> Floats:
        """How far each known page is trusted, in 0..1, in the order in which they were taught."""
        ...

    def add_known(self, row: Row, names: Row, fetched: int | None = None) -> None:
        """Take a page as on topic, and the words it is called by; `fetched` is its number, if it has one."""
        ...

    def add_counter(self, row: Row, fetched: int | None = None) -> None:
        """Take a page as off topic."""
        ...

    def label(self, row: Row, names: Row, *, on_topic: bool, fetched: int | None = None) -> None:
        """Take what a person says of a page."""
        ...

    def forget_known(self) -> None:
        """Forget all pages that were taught."""
        ...


@dataclass(frozen=True, slots=True)
class _Lesson:
    addresses: frozenset[str]
    features: PageFeatures
    on_topic: bool = True
    teaches: bool = True
    fetched: int | None = None  # the number of the page among those that were fetched


class Teachers:
    """Keeps what a model was taught, so that it can be taught otherwise when a person says so.

    What a person says of a page outweighs its being a seed or an example.
    """

    def __init__(self, model: Teachable, reader: FeatureReader) -> None:
        self._model = model
        self._reader = reader
        self._known: list[_Lesson] = []  # in the order in which they came
        self._order: list[_Lesson] = []  # what the model knows to be on topic, in its order
        self._said: dict[str, bool] = {}
        self._silent: set[str] = set()  # keys of labels that do not teach
        self._labelled: dict[str, _Lesson] = {}  # of what was said, as far as the pages are known

    def know(
        self,
        addresses: Iterable[str],
        features: PageFeatures,
        *,
        on_topic: bool = True,
        fetched: int | None = None,
    ) -> None:
        """Take in a seed or an example; `on_topic` is False for a counter-example."""
        lesson = _Lesson(frozenset(addresses), features, on_topic, fetched=fetched)
        self._known.append(lesson)
        if lesson.addresses & self._said.keys():
            self._teach_anew()
        else:
            self._teach(lesson)

    def read(self, page: Page, *, on_topic: bool = True) -> PageFeatures:
        """Take in an example page; returns its features."""
        features = self._reader.read(page)
        self.know([canonical(page.url)], features, on_topic=on_topic)
        return features

    def say(self, said: Sequence[Said], fetched: Mapping[str, int] | None = None) -> None:
        """Take in what a person says; `fetched` has the numbers of pages that were fetched, by key."""
        is_new = all(one.key not in self._said and one.on_topic is not None for one in said)
        for one in said:
            self._labelled.pop(one.key, None)
            self._said.pop(one.key, None)
            self._silent.discard(one.key)
            if one.on_topic is None:
                continue
            self._said[one.key] = one.on_topic
            if one.page is not None and one.page.kind.has_content:
                features = self._reader.read(one.page)
                self._labelled[one.key] = _Lesson(
                    frozenset([one.key]), features, one.on_topic, one.teaches, (fetched or {}).get(one.key)
                )
            if not one.teaches:
                self._silent.add(one.key)
        if is_new and not any(lesson.addresses & self._said.keys() for lesson in self._known):
            for one in said:
                self._teach_label(self._labelled.get(one.key))
        else:
            self._teach_anew()

    def meet(self, addresses: Iterable[str], features: PageFeatures, fetched: int | None = None) -> bool:
        """Take in a page that was fetched; returns whether something was said of it that counts from now."""
        addresses = frozenset(addresses)
        key = min(addresses & self._said.keys(), default=None)
        if key is None:  # one page is one lesson, under however many addresses
            return False
        known = self._labelled.get(key)
        if known is not None:
            self._labelled[key] = replace(known, addresses=addresses, fetched=fetched)
            self._teach_anew()
        else:
            teaches = key not in self._silent
            self._labelled[key] = _Lesson(addresses, features, self._said[key], teaches, fetched)
            self._teach_label(self._labelled[key])
        return True

    def verdict(self, addresses: Iterable[str]) -> bool | None:
        """Return what a person says of a page with these addresses; None when nothing."""
        return next((self._said[one] for one in addresses if one in self._said), None)

    def said(self, on_topic: bool) -> list[str]:
        """Return the keys of which this was said, in that order."""
        return [key for key, value in self._said.items() if value is on_topic]

    def labelled(self) -> dict[str, tuple[Row, bool]]:
        """Return the rows of pages that were labelled, and what was said of them, by key."""
        return {key: (one.features.row, one.on_topic) for key, one in self._labelled.items()}

    def taught(self) -> tuple[list[Row], list[Row], dict[int, bool]]:
        """Return the rows of pages known to be on topic and off it, and which fetched ones are which."""
        verdicts = [(self.verdict(one.addresses), one) for one in self._known]
        lessons = [one for verdict, one in verdicts if verdict is None or verdict is one.on_topic]
        lessons += [one for one in self._labelled.values() if one.teaches]
        return (
            [one.features.row for one in lessons if one.on_topic],
            [one.features.row for one in lessons if not one.on_topic],
            {one.fetched: one.on_topic for one in lessons if one.fetched is not None},
        )

    def trust(self) -> dict[str, float]:
        """Return how far the model trusts pages on topic, in 0..1, by every address they are known by."""
        pairs = zip(
            self._order, self._model.trust.tolist(), strict=False
        )  # the newest may not be weighed yet
        return {address: value for lesson, value in pairs for address in lesson.addresses}

    def judged(self, judge: Callable[[RowBatch], Sequence[float]], parts: int) -> dict[str, float]:
        """Return what `judge` says of labelled pages, by key.

        With more than one part, the model is taught without the pages of each part while those are judged.
        """
        found: dict[str, float] = {}
        for part in range(parts):
            keys = list(self._labelled)[part::parts]
            if parts > 1:
                self._teach_anew(keys)
            rows = RowBatch.of([self._labelled[key].features.row for key in keys])
            found |= zip(keys, judge(rows), strict=True)
        if parts > 1:
            self._teach_anew()
            judge(RowBatch.of([]))
        return found

    def _teach_anew(self, without: Collection[str] = ()) -> None:
        self._model.forget_known()
        self._order = []
        for lesson in self._known:
            verdict = self.verdict(lesson.addresses)
            if verdict is None or verdict is lesson.on_topic:
                self._teach(lesson)
        for key, lesson in self._labelled.items():
            if key not in without:
                self._teach_label(lesson)

    def _teach_label(self, lesson: _Lesson | None) -> None:
        """Teach what is said of a page; a known page is not counted twice."""
        if lesson is None or not lesson.teaches:
            return
        if any(lesson.addresses & one.addresses and lesson.on_topic is one.on_topic for one in self._known):
            return
        if lesson.on_topic:
            self._order.append(lesson)
        self._model.label(
            lesson.features.row, lesson.features.names, on_topic=lesson.on_topic, fetched=lesson.fetched
        )

    def _teach(self, lesson: _Lesson) -> None:
        if lesson.on_topic:
            self._order.append(lesson)
            self._model.add_known(lesson.features.row, lesson.features.names, lesson.fetched)
        else:
            self._model.add_counter(lesson.features.row, lesson.fetched)
