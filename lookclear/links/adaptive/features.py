"""What is known of a target, as numbers: the names, their usual size, and the weights to begin with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lookclear.text.vectors import Floats


@dataclass(frozen=True, slots=True)
class Feature:
    """One number about a target.

    `usual` and `spread` put it on a common scale, `weight` is what it is worth before anything was learned,
    `group` is the part of the explanation it belongs to.
    """

    name: str
    group: str
    usual: float
    spread: float
    weight: float


_TABLE = (
    # the words of links, their similarity to the topic in units of known pages' own
    Feature("anchor", "anchor", 0.01, 0.1, 0.06),  # mean over links
    Feature("anchor_best", "anchor", 0.01, 0.1, 0.03),
    Feature("context", "context", 0.09, 0.1, 0.34),
    Feature("context_best", "context", 0.15, 0.19, 0.0),
    Feature("block", "block", 0.09, 0.11, 0.24),
    Feature("address", "address", 0.3, 0.21, 0.12),
    # what places gave so far, log-odds
    Feature("block_yield", "yield", -0.19, 0.3, 0.0),
    Feature("block_yield_best", "yield", -0.0, 0.36, 0.3),
    Feature("page_yield", "yield", -0.39, 0.43, 0.0),
    Feature("folder_yield", "address", -0.04, 0.37, 0.13),
    Feature("section_yield", "address", 0.0, 0.1, 0.0),
    Feature("host_yield", "address", 0.0, 0.1, 0.0),
    # words that paid off, log-odds
    Feature("anchor_words", "words", -0.03, 0.12, 0.02),
    Feature("context_words", "words", -1.12, 0.98, 0.0),
    Feature("words_best", "words", -0.81, 0.91, 0.0),
    Feature("anchor_text", "words", -0.14, 0.15, 0.46),  # words of pages on topic
    Feature("context_text", "words", -0.45, 0.42, 0.64),
    Feature("block_text", "words", -1.31, 1.38, 0.0),
    Feature("address_text", "words", -0.08, 0.12, 0.0),
    Feature("address_words", "address", -0.02, 0.1, 0.11),
    # pages that link here
    Feature("votes", "page", 0.24, 0.3, 0.0),  # ln(1 + ΣR)
    Feature("relevance", "page", 0.09, 0.11, 0.0),
    Feature("relevance_best", "page", 0.17, 0.24, 0.0),
    Feature("flow", "page", 0.05, 0.11, 0.0),  # Σ R/√links of the page
    Feature("links", "page", 0.86, 0.87, -0.12),  # ln of their number
    Feature("size", "page", 4.16, 0.65, -0.24),  # mean ln(1 + links of the page)
    Feature("promise", "page", 1.67, 2.68, 0.0),  # mean log-odds that the page had when it was fetched
    # where on the page
    Feature("rank", "place", 3.18, 0.94, -0.05),  # mean ln(1 + links before it)
    Feature("list", "place", 2.45, 0.87, -0.28),  # mean ln(1 + links in the block)
)
FEATURES = tuple(one.name for one in _TABLE)
GROUPS = tuple(dict.fromkeys(one.group for one in _TABLE))
USUAL = np.array([one.usual for one in _TABLE])
SPREAD = np.array([one.spread for one in _TABLE])
PRIOR = np.array([*(one.weight for one in _TABLE), -2.05])  # the last is the constant
AT = {name: at for at, name in enumerate(FEATURES)}
OF_GROUP = {group: [at for at, one in enumerate(_TABLE) if one.group == group] for group in GROUPS}


def standard(values: Floats) -> Floats:
    """Return rows of values on the common scale, with a 1 for the constant behind them."""
    scaled = np.ones((*values.shape[:-1], len(USUAL) + 1))
    inner = scaled[..., :-1]
    np.subtract(values, USUAL, out=inner)
    np.divide(inner, SPREAD, out=inner)
    np.clip(inner, -4.0, 6.0, out=inner)
    return scaled
