"""How common a word is in text at large: the yardstick against which a topic's words stand out.

English counts come with symspellpy (word counts of a large text collection), Chinese ones with jieba
(inverse document frequencies). Both are only read, never shipped again.
"""

from __future__ import annotations

import importlib.util
import math
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path

from lookclear.text.kept import kept_table
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
    share = table.get(term, RARE)
    return share if RARE <= share <= COMMON else min(COMMON, max(RARE, share))


@cache
def _english() -> dict[str, float]:
    return _kept(_data("symspellpy", "frequency_dictionary_en_82_765.txt"), _english_of)


@cache
def _chinese() -> dict[str, float]:
    return _kept(_data("jieba", "analyse", "idf.txt"), _chinese_of)


def _english_of(text: str) -> dict[str, float]:
    counts: defaultdict[str, int] = defaultdict(int)
    for line in text.splitlines():
        word, _, count = line.partition(" ")
        counts[stem(word)] += int(count)
    total = sum(counts.values())
    return _known({term: -math.expm1(-PAGE_TOKENS * count / total) for term, count in counts.items()})


def _chinese_of(text: str) -> dict[str, float]:
    table = {}
    for line in text.splitlines():
        word, _, idf = line.rpartition(" ")
        table[word] = math.exp(-float(idf))
    return _known(table)


def _known(table: dict[str, float]) -> dict[str, float]:
    """Leave out what counts as much as a word that is in no list: most of the Chinese ones."""
    return {term: share for term, share in table.items() if share > RARE}


def _kept(source: Path, make: Callable[[str], dict[str, float]]) -> dict[str, float]:
    """Return the table made of a file's text."""
    status = source.stat()
    made_of = f"{status.st_size} {status.st_mtime_ns} {version('snowballstemmer')}"
    return kept_table(source.stem, float, made_of, __file__, lambda: make(source.read_text("utf-8-sig")))


def _data(package: str, *parts: str) -> Path:
    # Located without importing: jieba and symspellpy both do work on import that is not needed here.
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0]).joinpath(*parts)
