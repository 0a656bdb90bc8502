"""The waiting links for a strategy that judges targets by all links that lead to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from lookclear.links.adaptive import Adaptive, Address, LinkFacts
from lookclear.links.memory import LinkMemory
from lookclear.links.words import LinkFeatures
from lookclear.relevance.centroid import CentroidModel
from lookclear.text.growing import Growing
from lookclear.text.vectors import Floats, TermRows, Vocabulary, term_of

_WORDS = re.compile(r"[^\W\d_]+")
_NOWHERE = np.zeros(0, np.int64)


class TargetJudge:
    """Tells an `Adaptive` scorer what it wants to know of links, pages and addresses."""

    def __init__(
        self, scorer: Adaptive, model: CentroidModel, links: LinkMemory, keys: Sequence[str]
    ) -> None:
        self.scorer = scorer
        self._model = model
        self._links = links
        self._keys = keys
        self._addresses = TermRows()  # words of the targets' addresses
        self._known_blocks: NDArray[np.int64] = _NOWHERE
        self._known_pages: NDArray[np.int64] = _NOWHERE
        self._listed = Growing(np.int32)  # links by block

    def arrive(self, page: int, own: Sequence[int]) -> None:
        """Take in the next page, which has these numbers as a target."""
        found = [self._links.links_to(target) for target in own]
        at = np.concatenate([*found, _NOWHERE])
        anchors, contexts = self._links.anchors.batch().take(at), self._links.contexts.batch().take(at)
        places = self._links.block_numbers()[at], self._links.pages()[at]
        self._read_addresses()
        self.scorer.arrive(page, own, self._keys, places, (anchors, contexts))

    def leads(self, features: LinkFeatures, known: Sequence[tuple[int, int]]) -> None:
        """Take in the links of the newest page before they are added; `known` = (link, page seen before)."""
        first = self._links.blocks_ever
        self._listed.grow_to(first)
        self._listed.extend(np.bincount(features.block_of, minlength=len(features.blocks)))
        index = np.array([link for link, _ in known], np.int64)
        self._known_blocks = features.block_of[index].astype(np.int64) + first
        self._known_pages = np.array([page for _, page in known], np.int64)

    def enter(self, page: int, relevance: float, links: int, *, is_known: bool) -> None:
        """Take in what the newest page turned out to be; so many of its links are followed."""
        known = self._known_blocks, self._known_pages
        self.scorer.enter(page, relevance, links + len(known[0]), known, is_known=is_known)

    def judge_newest(self, first: int) -> None:
        """Add the links from `first` on to what is known of their targets."""
        self._read_addresses()
        terms = len(self._model.idf())
        self.scorer.add(self._facts(first), self._keys, self._address(self.scorer.addresses), terms)

    def rejudge(self, relevance: Floats, pages: TermRows) -> Floats:
        """Return the worth of all targets by the newest model and the present relevance of all pages."""
        self._read_addresses()
        terms = len(self._model.idf())
        return self.scorer.refresh(
            self._facts(0),
            relevance,
            pages.batch(max(0, len(pages) - 2_000)),
            self._keys,
            self._address(0),
            terms,
            self._links.blocks_ever,
        )

    def _facts(self, first: int) -> LinkFacts:
        links, model = self._links, self._model
        blocks = links.block_rows(first)
        lowest = int(blocks.min(initial=0)) if first == 0 else int(blocks.min(initial=len(links.blocks)))
        block = links.blocks.similarities(model.concept(), lowest)
        numbers = links.block_numbers(first)
        return LinkFacts(
            target=links.targets(first),
            page=links.pages(first),
            block=numbers,
            anchor=links.anchors.similarities(model.link_concept(), first) / model.base,
            context=links.contexts.similarities(model.link_concept(), first) / model.base,
            block_like=block[blocks - lowest] / model.base,
            rank=links.ranks(first).astype(np.float64),
            listed=self._listed.values[numbers].astype(np.float64),
            anchors=links.anchors.batch(first),
            contexts=links.contexts.batch(first),
            blocks=links.blocks.batch(lowest),
            block_row=blocks - lowest,
        )

    def _read_addresses(self) -> None:
        """Read the words of addresses that came since the last call."""
        vocabulary = self._model.vocabulary
        for key in self._keys[len(self._addresses) :]:
            self._addresses.append(_address_row(key, vocabulary))

    def _address(self, first: int) -> Address:
        like = self._addresses.similarities(self._model.link_concept(), first) / self._model.base
        return Address(self._addresses.batch(first), np.minimum(like, 3.0))


def _address_row(key: str, vocabulary: Vocabulary) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return the words of an address's path that are known words."""
    path = key.split("/", 3)[-1]
    if "%" in path:
        path = unquote(path)
    terms = {term for word in _WORDS.findall(path.lower()) if (term := term_of(word))}
    numbers = {number for term in terms if (number := vocabulary.find(term)) is not None}
    return np.array(sorted(numbers), np.int32), np.ones(len(numbers), np.float32)
