"""The words of a page's links and blocks as sparse rows."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Block, Link, Page
from lookclear.html import zones
from lookclear.text.vectors import RowBatch, Vocabulary, term_of

HEADING_IN_BLOCK, TITLE_IN_BLOCK = 0.5, 0.25  # weights of nearest heading and page title in a block's text


@dataclass(frozen=True, slots=True)
class LinkFeatures:
    """The link texts of one page as rows: they depend on the page alone and can be kept."""

    anchors: RowBatch
    contexts: RowBatch
    blocks: RowBatch
    block_of: NDArray[np.int32]  # a link's entry in `blocks`; links outside all blocks have the last


def link_features(page: Page, vocabulary: Vocabulary, known: LinkFeatures | None = None) -> LinkFeatures:
    """Turn the links and blocks of a page into rows.

    `known` are the page's features under another template of its site: only its blocks are read again then.
    """
    terms = [term_of(word) for word in page.tokens]
    headings = {block.heading: _terms(terms, block.heading) for block in page.blocks if block.heading}
    title = Counter(
        term for term, zone in zip(terms, page.zones, strict=True) if zone == zones.TITLE and term
    )
    rows = [vocabulary.row(_block_weights(page, block, terms, headings, title)) for block in page.blocks]
    rows.append(vocabulary.row(title))
    blocks = RowBatch.of(rows)
    if known is not None:
        return replace(known, blocks=blocks)
    anchors, contexts, block_of = [], [], []
    for link in page.links:
        anchors.append(vocabulary.row(Counter(_anchor_terms(terms, link))))
        contexts.append(vocabulary.row(Counter(_context_terms(terms, link))))
        block_of.append(link.block if link.block >= 0 else len(rows) - 1)
    return LinkFeatures(
        RowBatch.of(anchors), RowBatch.of(contexts), blocks, np.array(block_of, np.int32).reshape(-1)
    )


def _block_weights(
    page: Page,
    block: Block,
    terms: Sequence[str],
    headings: dict[tuple[int, int], list[str]],
    title: Counter[str],
) -> dict[str, float]:
    worth = zones.WEIGHTS[zones.TEMPLATE] if _is_template(page, block) else 1.0
    counts = Counter(_terms(terms, (block.start, block.end)))
    weights: dict[str, float] = {term: worth * count for term, count in counts.items()}
    if block.heading is not None and not block.start <= block.heading[0] < block.end:
        for term in headings[block.heading]:
            weights[term] = weights.get(term, 0.0) + HEADING_IN_BLOCK
    for term, count in title.items():
        weights[term] = weights.get(term, 0.0) + TITLE_IN_BLOCK * count
    return {term: 1.0 + math.log(w) if w >= 1 else w for term, w in weights.items()}


def _is_template(page: Page, block: Block) -> bool:
    return block.start < block.end and page.zones[block.start] == zones.TEMPLATE


def _anchor_terms(terms: Sequence[str], link: Link) -> list[str]:
    return _terms(terms, link.span) + [t for word in link.extra if (t := term_of(word))]


def _context_terms(terms: Sequence[str], link: Link) -> list[str]:
    own = _terms(terms, link.context)
    return own + _terms(terms, link.heading) if link.heading else own


def _terms(terms: Sequence[str], span: tuple[int, int]) -> list[str]:
    return [term for term in terms[span[0] : span[1]] if term]
