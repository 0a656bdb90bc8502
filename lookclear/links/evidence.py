"""What is known about the links that wait: evidence, not only a number.

All texts are kept as sparse rows, so that a changed topic re-scores every waiting link in a few matrix
products.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Block, Link, Page
from lookclear.html import zones
from lookclear.text.vectors import Floats, Row, TermRows, Vocabulary, term_of

HEADING_IN_BLOCK, TITLE_IN_BLOCK = 0.5, 0.25  # weights of nearest heading and page title in a block's text


@dataclass(frozen=True, slots=True)
class Evidence:
    """Judged evidence of some links, one entry a link; all values in 0..1.

    `anchor` = sim(anchor, topic), `context` = sim(context and heading, topic), `block` = relevance of
    the block the link stands in, `page` = relevance of the page.
    """

    anchor: Floats
    context: Floats
    block: Floats
    page: Floats

    def __len__(self) -> int:
        return len(self.page)

    def at(self, link: int) -> dict[str, float]:
        """Return the evidence of one link as named parts."""
        return {
            "anchor": float(self.anchor[link]),
            "context": float(self.context[link]),
            "block": float(self.block[link]),
            "page": float(self.page[link]),
        }


class LinkMemory:
    """Every link seen that may still be followed, with its texts, its block, its page and its target."""

    def __init__(self) -> None:
        self.anchors = TermRows()
        self.contexts = TermRows()
        self.blocks = TermRows()
        self._block_of: list[int] = []
        self._page_of: list[int] = []
        self._target_of: list[int] = []

    def __len__(self) -> int:
        return len(self._target_of)

    def add(self, features: LinkFeatures, page_row: int, targets: Sequence[tuple[int, int]]) -> None:
        """Add links of a page; `targets` holds (index of the link on the page, number of its target)."""
        offset = len(self.blocks)
        for row in features.blocks:
            self.blocks.append(row)
        for link, target in targets:
            self.anchors.append(features.anchors[link])
            self.contexts.append(features.contexts[link])
            self._block_of.append(offset + features.block_of[link])
            self._page_of.append(page_row)
            self._target_of.append(target)

    def targets(self, first: int = 0) -> NDArray[np.int64]:
        """Return the target number of each link."""
        return np.array(self._target_of[first:], np.int64)

    def pages(self, first: int = 0) -> NDArray[np.int64]:
        """Return the page row of each link."""
        return np.array(self._page_of[first:], np.int64)

    def block_rows(self, first: int = 0) -> NDArray[np.int64]:
        """Return the row of each link's block."""
        return np.array(self._block_of[first:], np.int64)


@dataclass(frozen=True, slots=True)
class LinkFeatures:
    """The link texts of one page as rows: they depend on the page alone and can be kept."""

    anchors: tuple[Row, ...]
    contexts: tuple[Row, ...]
    blocks: tuple[Row, ...]
    block_of: tuple[int, ...]  # a link's entry in `blocks`; links outside all blocks have the last


def link_features(page: Page, vocabulary: Vocabulary, known: LinkFeatures | None = None) -> LinkFeatures:
    """Turn the links and blocks of a page into rows.

    `known` are the page's features under another template of its site: only its blocks are read again then.
    """
    heading_terms = {block.heading: _terms(page, block.heading) for block in page.blocks if block.heading}
    title = Counter(
        term
        for word, zone in zip(page.tokens, page.zones, strict=True)
        if zone == zones.TITLE and (term := term_of(word))
    )
    blocks = [vocabulary.row(_block_weights(page, block, heading_terms, title)) for block in page.blocks]
    blocks.append(vocabulary.row(title))
    if known is not None:
        return replace(known, blocks=tuple(blocks))
    anchors, contexts, block_of = [], [], []
    for link in page.links:
        anchors.append(vocabulary.row(Counter(_anchor_terms(page, link))))
        contexts.append(vocabulary.row(Counter(_context_terms(page, link))))
        block_of.append(link.block if link.block >= 0 else len(blocks) - 1)
    return LinkFeatures(tuple(anchors), tuple(contexts), tuple(blocks), tuple(block_of))


def _block_weights(
    page: Page, block: Block, headings: dict[tuple[int, int], list[str]], title: Counter[str]
) -> dict[str, float]:
    worth = zones.WEIGHTS[zones.TEMPLATE] if _is_template(page, block) else 1.0
    counts = Counter(_terms(page, (block.start, block.end)))
    weights: dict[str, float] = {term: worth * count for term, count in counts.items()}
    if block.heading is not None and not block.start <= block.heading[0] < block.end:
        for term in headings[block.heading]:
            weights[term] = weights.get(term, 0.0) + HEADING_IN_BLOCK
    for term, count in title.items():
        weights[term] = weights.get(term, 0.0) + TITLE_IN_BLOCK * count
    return {term: 1.0 + float(np.log(w)) if w >= 1 else w for term, w in weights.items()}


def _is_template(page: Page, block: Block) -> bool:
    return block.start < block.end and page.zones[block.start] == zones.TEMPLATE


def _anchor_terms(page: Page, link: Link) -> list[str]:
    return _terms(page, link.span) + [t for word in link.extra if (t := term_of(word))]


def _context_terms(page: Page, link: Link) -> list[str]:
    terms = _terms(page, link.context)
    return terms + _terms(page, link.heading) if link.heading else terms


def _terms(page: Page, span: tuple[int, int]) -> list[str]:
    return [t for word in page.tokens[span[0] : span[1]] if (t := term_of(word))]
