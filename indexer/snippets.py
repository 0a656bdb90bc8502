"""The part of a page's text that shows why it was found, as (text, is_match) pieces.

All matches are collected first and overlapping ones merged, so that the longest word is marked; then the
window with the most different words in it is chosen, and cut at sentence or word borders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from indexer.analysis import HAN, index_terms, is_han
from lookclear.text.segment import iter_tokens
from lookclear.text.stopwords import is_stop

Pieces = tuple[tuple[str, bool], ...]

ENGLISH_CHARS = 200
CHINESE_CHARS = 100
_MAX_SPANS = 400
_MAX_TEXT_CHARS = 200_000  # matches further down are not looked for
_SPACE = re.compile(r"\s+")
_HAN_CHAR = re.compile(f"[{HAN}]")
_SENTENCE_END = re.compile(r"[。！？!?]+[”’\"')）]*|\.(?=\s)|\n")
_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Span:
    """A match `[start, end)` of word number `term`; a `weak` one counts only beside another match."""

    start: int
    end: int
    term: int
    weak: bool


class Highlighter:
    """Finds the words of one query in texts. `terms` are index terms."""

    def __init__(self, terms: Sequence[str]) -> None:
        self._numbers = {term: number for number, term in enumerate(dict.fromkeys(terms))}
        self._literal = [term for term in self._numbers if _is_literal(term)]
        self._latin = _candidates([term for term in self._numbers if not _is_literal(term)])
        self._weak = {term for term in self._numbers if is_stop(term) or (len(term) == 1 and is_han(term))}
        if len(self._weak) == len(self._numbers):
            self._weak = set()

    def spans(self, text: str) -> list[Span]:
        """Return the matches in a text in order, overlapping ones merged."""
        text = text[:_MAX_TEXT_CHARS]
        found = [*self._literal_spans(text), *self._latin_spans(text)]
        found.sort(key=lambda span: (span.start, -span.end))
        return _merged(_supported(found, text))

    def _span(self, start: int, end: int, term: str) -> Span:
        return Span(start, end, self._numbers[term], term in self._weak)

    def _literal_spans(self, text: str) -> list[Span]:
        lower = text.lower()
        if len(lower) != len(text):  # a few letters grow when lowered; then offsets would shift
            lower = text
        found: list[Span] = []
        for term in self._literal:
            at, room = lower.find(term), _MAX_SPANS
            while at >= 0 and room:
                found.append(self._span(at, at + len(term), term))
                at, room = lower.find(term, at + len(term)), room - 1
        return found

    def _latin_spans(self, text: str) -> list[Span]:
        if self._latin is None:
            return []
        found: list[Span] = []
        for match in self._latin.finditer(text):
            start = match.start()
            found += [
                self._span(start + a, start + b, t)
                for t, a, b in _terms_in(match.group())
                if t in self._numbers
            ]
            if len(found) >= _MAX_SPANS:
                break
        return found


def highlight(text: str, highlighter: Highlighter) -> Pieces:
    """Return a whole text in pieces, for titles."""
    return _pieces(text, 0, len(text), highlighter.spans(text))


def snippet(text: str, highlighter: Highlighter) -> Pieces:
    """Return the best stretch of a text in pieces: about 200 characters, 100 when it is Chinese.

    Without a match it is the beginning of the text.
    """
    spans = highlighter.spans(text)
    limit = _limit(text, spans)
    first, last = _best_window(spans, limit)
    start, end = _borders(text, first, last, limit)
    inside = [span for span in spans if span.start >= start and span.end <= end]
    pieces = list(_pieces(text, start, end, inside))
    if start > 0 and not _is_sentence_start(text, start):
        pieces.insert(0, (_ELLIPSIS, False))
    if end < len(text.rstrip()) and not _SENTENCE_END.search(text[max(0, end - 2) : end + 1]):
        pieces.append((_ELLIPSIS, False))
    return _joined(pieces)


@lru_cache(maxsize=256)
def _pattern(starts: str) -> re.Pattern[str]:
    letters = re.escape("".join(sorted(set(starts.lower() + starts.upper()))))
    return re.compile(rf"(?<![0-9A-Za-z])[{letters}]\w*(?:['’]\w+)*")


def _is_literal(term: str) -> bool:
    """Return whether a term is looked for as it is: Chinese has no word forms, and `c++` is no word."""
    return is_han(term) or not (term[0].isalnum() and term[-1].isalnum())


def _candidates(terms: Sequence[str]) -> re.Pattern[str] | None:
    """Return a pattern for words that start like one of the terms (a stem keeps its word's first letter)."""
    starts = {term[0] for term in terms}
    wide = {chr(ord(start) + 0xFEE0) for start in starts if "!" <= start <= "~"}
    return _pattern("".join(sorted(starts | wide))) if starts else None


@lru_cache(maxsize=1 << 15)
def _terms_in(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return (index term, start, end) of each word in a run of letters, Chinese ones included."""
    return tuple((index_terms(token.text)[0], token.start, token.end) for token in iter_tokens(text))


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


def _limit(text: str, spans: list[Span]) -> int:
    middle = spans[0].start if spans else 0
    sample = text[max(0, middle - 100) : middle + 100]
    return CHINESE_CHARS if len(_HAN_CHAR.findall(sample)) * 3 > len(sample) else ENGLISH_CHARS


def _best_window(spans: list[Span], limit: int) -> tuple[int, int]:
    """Return where those matches start and end that fit a window and hold the most different words."""
    best, value = (0, 0), (0, 0, 0)
    for at, span in enumerate(spans):
        inside = []
        for other in spans[at : at + 40]:
            if other.end > span.start + limit:
                break
            inside.append(other)
        terms = [other.term for other in inside]
        pairs = sum(right.start - left.end <= 1 for left, right in pairwise(inside))
        worth = (len(set(terms)), pairs, len(terms))
        if worth > value and inside:
            best, value = (span.start, inside[-1].end), worth
    return best


def _borders(text: str, first: int, last: int, limit: int) -> tuple[int, int]:
    """Return a window of at most `limit` characters around `[first, last)`, at sentence or word borders."""
    slack = max(0, limit - (last - first))
    lowest = max(0, first - slack // 2)
    start = _snap_start(text, lowest, first)
    end = min(len(text), max(start + limit, last))
    if end < len(text):
        end = _snap_end(text, max(last, start + limit * 2 // 3), end)
    return start, end


def _snap_start(text: str, lowest: int, first: int) -> int:
    if lowest == 0:
        return 0
    sentence = _SENTENCE_END.search(text, lowest, first)
    if sentence:
        return sentence.end() + len(text[sentence.end() : first]) - len(text[sentence.end() : first].lstrip())
    space = _SPACE.search(text, lowest, first)
    if space and space.end() <= first:
        return space.end()
    return lowest if _HAN_CHAR.match(text, lowest) else first


def _snap_end(text: str, least: int, end: int) -> int:
    """Return a border in `[least, end]`: a sentence's end, else a space, else `end`."""
    stops = [match.end() for match in _SENTENCE_END.finditer(text, least, end)]
    if stops:
        return stops[-1]
    spaces = [match.start() for match in _SPACE.finditer(text, least, end + 1)]
    if spaces and not _HAN_CHAR.match(text, end - 1):
        return spaces[-1]
    return end


def _is_sentence_start(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start].rstrip(" ")
    return not before or _SENTENCE_END.search(before[-1] + " ") is not None


def _pieces(text: str, start: int, end: int, spans: list[Span]) -> Pieces:
    pieces: list[tuple[str, bool]] = []
    at = start
    for span in spans:
        pieces += [(text[at : span.start], False), (text[span.start : span.end], True)]
        at = span.end
    pieces.append((text[at:end], False))
    return _joined(pieces)


def _joined(pieces: Sequence[tuple[str, bool]]) -> Pieces:
    """Collapse white space, drop empty pieces, join neighbours of one kind."""
    joined: list[tuple[str, bool]] = []
    for text, is_match in pieces:
        shown = _SPACE.sub(" ", text)
        if not shown:
            continue
        if joined and joined[-1][1] == is_match:
            joined[-1] = (joined[-1][0] + shown, is_match)
        else:
            joined.append((shown, is_match))
    return tuple(joined)
