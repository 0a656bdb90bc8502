"""The words of a page's links and blocks as sparse rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lookclear.domain import Block, Page, Span
from lookclear.html import zones
from lookclear.text.terms import Words, all_dampened, numbered, spread, summed_rows
from lookclear.text.vectors import Numbers, RowBatch, Vocabulary, term_of

HEADING_IN_BLOCK, TITLE_IN_BLOCK = 0.5, 0.25  # weights of nearest heading and page title in a block's text


@dataclass(frozen=True, slots=True)
class LinkFeatures:
    """The link texts of one page as rows: they depend on the page alone and can be kept."""

    anchors: RowBatch
    contexts: RowBatch
    blocks: RowBatch
    block_of: NDArray[np.int32]  # a link's entry in `blocks`; links outside all blocks have the last


def link_features(
    page: Page,
    vocabulary: Vocabulary,
    known: LinkFeatures | None = None,
    found: Words = None,
) -> LinkFeatures:
    """Turn the links and blocks of a page into rows.

    `known` are the page's features under another template of its site: only its blocks are read again then.
    `found` are the terms of the page's tokens, if they are known.
    """
    terms = numbered(page.tokens, vocabulary, found).of_tokens
    blocks = _block_rows(page, terms, len(vocabulary))
    if known is not None:
        return replace(known, blocks=blocks)
    extra = [
        (at, term) for at, link in enumerate(page.links) for word in link.extra if (term := term_of(word))
    ]
    extra_numbers = vocabulary.numbers(term for _, term in extra)
    shape = (len(page.links), len(vocabulary))
    rows, places = spread([link.span for link in page.links])
    of_extra = np.array([at for at, _ in extra], np.int64)
    anchors = _counted(np.concatenate((rows, of_extra)), np.append(terms[places], extra_numbers), shape)
    rows, places = spread([link.context for link in page.links])
    of_heading, heading_places = spread([link.heading or (0, 0) for link in page.links])
    contexts = _counted(np.concatenate((rows, of_heading)), terms[np.append(places, heading_places)], shape)
    last = len(page.blocks)
    block_of = [link.block if link.block >= 0 else last for link in page.links]
    return LinkFeatures(anchors, contexts, blocks, np.array(block_of, np.int32).reshape(-1))


def _block_rows(page: Page, terms: Numbers, size: int) -> RowBatch:
    """Return a row for each block, and that of the title as the last."""
    count = len(page.blocks)
    of_title = terms[np.frombuffer(page.zones, np.uint8) == zones.TITLE]
    title, repeats, _ = summed_rows(*_kept(np.zeros(len(of_title), np.int64), of_title), None, (1, size))
    rows, numbers = _terms_in([(block.start, block.end) for block in page.blocks], terms)
    worth = np.array([_worth(page, block) for block in page.blocks], np.float64)
    own, counts, bounds = summed_rows(rows, numbers, None, (count, size))
    own_rows = np.repeat(np.arange(count), bounds[1:] - bounds[:-1])
    heading_rows, headings = _terms_in([_heading_above(block) for block in page.blocks], terms)
    found, weights, bounds = summed_rows(
        np.concatenate((own_rows, heading_rows, np.repeat(np.arange(count), len(title)))),
        np.concatenate((own, headings, np.tile(title, count))),
        np.concatenate(
            (
                worth[own_rows] * counts,
                np.full(len(headings), HEADING_IN_BLOCK),
                np.tile(TITLE_IN_BLOCK * repeats, count),
            )
        ),
        (count, size),
    )
    return RowBatch(
        np.append(found, title),
        np.append(all_dampened(weights), repeats).astype(np.float32),
        np.append(bounds, bounds[-1] + len(title)),
    )


def _counted(rows: NDArray[np.int64], terms: Numbers, shape: tuple[int, int]) -> RowBatch:
    numbers, counts, bounds = summed_rows(*_kept(rows, terms), None, shape)
    return RowBatch(numbers, counts.astype(np.float32), bounds)


def _terms_in(spans: Sequence[Span], terms: Numbers) -> tuple[NDArray[np.int64], Numbers]:
    """Return (number of the span, term) of each word in spans that carries topic."""
    rows, places = spread(spans)
    return _kept(rows, terms[places])


def _kept(rows: NDArray[np.int64], terms: Numbers) -> tuple[NDArray[np.int64], Numbers]:
    kept = (terms >= 0).nonzero()[0]
    return rows[kept], terms[kept]


def _worth(page: Page, block: Block) -> float:
    is_template = block.start < block.end and page.zones[block.start] == zones.TEMPLATE
    return zones.WEIGHTS[zones.TEMPLATE] if is_template else 1.0


def _heading_above(block: Block) -> Span:
    """Return the heading of a block that is not among its words."""
    heading = block.heading or (0, 0)
    return (0, 0) if block.start <= heading[0] < block.end else heading
