"""How common a word is in text at large: the yardstick against which a topic's words stand out.

English counts come with symspellpy (word counts of a large text collection), Chinese ones with jieba
(inverse document frequencies). Both are only read, never shipped again.
"""

from __future__ import annotations

import importlib.util
import math
from collections import defaultdict
from functools import cache
from pathlib import Path

from lookclear.text.stem import stem

PAGE_TOKENS = 500  # length of the page for which a word's share of text becomes a share of pages
RARE = 1e-4  # share of pages assumed for words that no list knows
COMMON = 0.95


def page_share(term: str) -> float:
    """Return the share of pages at large that contain a term, in [1e-4, 0.95].

    `term` is a stem or a Chinese word. A word with share f of all running text stands on a page of n words
    with probability 1 − e^(−f·n) (Poisson).
    """
    table = _english() if term.isascii() else _chinese()
    return min(COMMON, max(RARE, table.get(term, RARE)))


@cache
def _english() -> dict[str, float]:
    counts: defaultdict[str, int] = defaultdict(int)
    for line in _data("symspellpy", "frequency_dictionary_en_82_765.txt").read_text("utf-8-sig").splitlines():
        word, _, count = line.partition(" ")
        counts[stem(word)] += int(count)
    total = sum(counts.values())
    return {term: -math.expm1(-PAGE_TOKENS * count / total) for term, count in counts.items()}


@cache
def _chinese() -> dict[str, float]:
    table = {}
    for line in _data("jieba", "analyse", "idf.txt").read_text("utf-8").splitlines():
        word, _, idf = line.rpartition(" ")
        table[word] = math.exp(-float(idf))
    return table


def _data(package: str, *parts: str) -> Path:
    # Located without importing: jieba and symspellpy both do work on import that is not needed here.
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0]).joinpath(*parts)
