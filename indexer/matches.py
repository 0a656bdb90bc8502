"""Where the words of a query stand in a text: as they are in Chinese, in any of their forms in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from indexer.analysis import index_term, is_han
from indexer.schema import MAX_TERM_CHARS
from indexer.spellings import joined_words, parts, variants
from lookclear.text.chinese import HAN, simplified
from lookclear.text.segment import iter_tokens
from lookclear.text.stopwords import is_stop

_MAX_SPANS = 400  # of one word; those further down the text are not looked for
_MAX_TEXT_CHARS = 200_000
_LONGEST_FORM = MAX_TERM_CHARS + 16  # characters of a word that are looked at
_LONGEST_PART = 20
_JOINED = re.compile(r"[a-z0-9]{1,12}[-.][a-z0-9]{1,12}(?![\w'’-])", re.ASCII | re.I)
_FIRST_PART = re.compile(rf"(?<![^\W{HAN}])(?:[^\W\d_{HAN}]{{2,20}}|[0-9]{{1,6}})\Z")
_WORD_FORM = re.compile(r"\w+(?:['’]\w+)*")


@dataclass(frozen=True, slots=True)
class Span:
    """A match `[start, end)` of word number `term`; a `weak` one counts only beside another match."""

    start: int
    end: int
    term: int
    weak: bool


class Matcher:
    """Finds the words of one query in texts. `terms` are index terms."""

    def __init__(self, terms: Sequence[str]) -> None:
        self._numbers = {term: number for number, term in enumerate(dict.fromkeys(terms))}
        self._weak = {term for term in self._numbers if is_stop(term) or (len(term) == 1 and is_han(term))}
        if len(self._weak) == len(self._numbers):
            self._weak = set()
        self._literal = [term for term in self._numbers if _is_literal(term)]
        self._prefixes = {_prefix(term) for term in self._numbers if not _is_literal(term)}

    def spans(self, text: str) -> list[Span]:
        """Return the matches in a text in order, overlapping ones merged."""
        text = text[:_MAX_TEXT_CHARS]
        searched = searchable(text)
        found = [
            self._span(at, at + len(term), term) for term in self._literal for at in _places(searched, term)
        ]
        for prefix in self._prefixes:
            found += self._forms(text, searched, prefix)
        found.sort(key=lambda span: (span.start, -span.end))
        return _merged(_supported(found, text))

    def _telling(self, pieces: Sequence[str]) -> str | None:
        """Return the part of a word to mark the word for: its number only if nothing else is looked for."""
        looked_for = [piece for piece in pieces if piece in self._numbers]
        letters = [piece for piece in looked_for if not piece.isdigit()]
        if looked_for and (letters or len(self._numbers) == 1):
            return (letters or looked_for)[0]
        return None

    def _span(self, start: int, end: int, term: str) -> Span:
        return Span(start, end, self._numbers[term], term in self._weak)

    def _forms(self, text: str, searched: str, prefix: str) -> list[Span]:
        """Return the words that begin with `prefix` and have one of the terms as their index term."""
        found: list[Span] = []
        for place in _places(searched, prefix):
            at = place - _before_part(searched, place)
            before = searched[at - 1] if at else " "
            run = _WORD_FORM.match(text, at, at + _LONGEST_FORM)
            if run is None or (before.isascii() and before.isalnum()):
                continue
            joined = _JOINED.match(text, at, at + _LONGEST_FORM)
            for term, length in _first_words(run.group(), joined.group() if joined else ""):
                if term in self._numbers:
                    found.append(self._span(at, at + length, term))
                    break
            else:
                pieces, length = _parts_of_first(run.group())
                if (part := self._telling(pieces)) is not None:
                    found.append(self._span(at, at + length, part))
        return found


def _is_literal(term: str) -> bool:
    """Return whether a term is looked for as it is: Chinese has no word forms, and `c++` is no word."""
    return is_han(term) or not (term[0].isalnum() and term[-1].isalnum())


def _prefix(term: str) -> str:
    """Return what every form of a stem begins with: its last letters may differ (happy: happi).

    Short stems may have lost more (dying: die).
    """
    return term[: len(term) - 2] if len(term) > 3 else term[0]


def searchable(text: str) -> str:
    """Return a text of the same length in lower case, full-width letters as ASCII, Chinese simplified."""
    plain = simplified(text).replace("’", "'")
    lower = plain.lower()
    if len(lower) != len(text):  # a few letters grow when they are lowered
        lower = "".join(low if len(low := char.lower()) == 1 else char for char in plain)
    return lower


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    room = _MAX_SPANS
    while at >= 0 and room:
        yield at
        at = text.find(part, at + len(part))
        room -= 1


@lru_cache(maxsize=1 << 15)
def _first_words(text: str, joined: str) -> tuple[tuple[str, int], ...]:
    """Return the terms the first word of a text is found by, and where each ends.

    `joined` is the text up to the second word when a hyphen or dot is between.
    """
    token = next(iter_tokens(text), None)
    if token is None:
        return ()
    first = index_term(token.text)
    found = [(term, token.end) for term in (first, *variants(first))]
    found += [(index_term(word), len(joined)) for start, word in joined_words(joined) if start == 0]
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def _parts_of_first(text: str) -> tuple[tuple[str, ...], int]:
    """Return the terms of the letters and the number of the first word of a text, and where it ends."""
    token = next(iter_tokens(text), None)
    return (parts(token.text), token.end) if token is not None else ((), 0)


def _before_part(searched: str, at: int) -> int:
    """Return how long the first part of a word is whose second part begins here; 6 at the 1 of `iphone15`."""
    if not at or not searched[at - 1].isalnum() or searched[at - 1].isdigit() == searched[at].isdigit():
        return 0
    part = _FIRST_PART.search(searched[max(0, at - _LONGEST_PART - 1) : at])
    return len(part.group()) if part else 0


def _supported(spans: list[Span], text: str) -> list[Span]:
    """Drop weak matches (stop words, single Chinese characters) that stand alone."""
    if not any(span.weak for span in spans):
        return spans
    kept: list[Span] = []
    group: list[Span] = []
    for span in spans:
        if group and text[group[-1].end : span.start].strip():
            kept += _if_strong(group)
            group = []
        group.append(span)
    return kept + _if_strong(group)


def _if_strong(group: list[Span]) -> list[Span]:
    strong = len({span.term for span in group}) > 1 or any(not span.weak for span in group)
    return group if strong else []


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in spans:
        if merged and span.start < merged[-1].end:
            last = merged[-1]
            merged[-1] = Span(last.start, max(last.end, span.end), last.term, last.weak and span.weak)
        else:
            merged.append(span)
    return merged
