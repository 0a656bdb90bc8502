"""Nothing found: easier forms of the same query, tried before they are offered."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lookclear.text import segment
from lookclear.text.stopwords import is_stop

_QUOTES = re.compile(r'["“”„«»]')
_EXCLUDED = re.compile(r"(?:^|(?<=\s))[-−–](?:\"[^\"]*\"|\S+)|\bNOT\s+\S+")
_SITE = re.compile(r"\bsite:\s*\S+", re.IGNORECASE)
_TITLE = re.compile(r"\btitle:\s*", re.IGNORECASE)
_WORDS_FOR_ANY = range(2, 9)


@dataclass(frozen=True, slots=True)
class Easier:
    """A wider query that does find pages. `kind` says what was given up: a key of the catalogue."""

    kind: str
    query: str
    total: int


def easier_queries(query: str, count: Callable[[str], int]) -> list[Easier]:
    """Return wider forms of `query` for which `count` is above 0, the closest to it first."""
    found = []
    tried = {_folded(query)}
    for kind, wider in _wider(_folded(query)):
        if wider and wider not in tried:
            tried.add(wider)
            total = count(wider)
            if total > 0:
                found.append(Easier(kind, wider, total))
    return found


def _wider(query: str) -> Iterator[tuple[str, str]]:
    without_exclusions = _tidy(_EXCLUDED.sub(" ", query))
    yield "no_exclusions", without_exclusions
    yield "no_site", _tidy(_SITE.sub(" ", query))
    yield "no_title", _tidy(_TITLE.sub("", query))
    yield "no_quotes", _tidy(_QUOTES.sub(" ", query))
    plain = _tidy(_QUOTES.sub(" ", _SITE.sub(" ", _TITLE.sub("", without_exclusions))))
    words = [word for word in dict.fromkeys(segment.words(plain)) if not is_stop(word)]
    if len(words) in _WORDS_FOR_ANY:
        yield "any_word", " OR ".join(words)


def _folded(query: str) -> str:
    """Full-width operators become their plain twins, as the query parser reads them."""
    return _tidy(unicodedata.normalize("NFKC", query).translate({0x201C: '"', 0x201D: '"'}))


def _tidy(text: str) -> str:
    return " ".join(text.split())
