"""The part of a page's text that shows why it was found, as (text, is_match) pieces.

All matches are collected first (see `matches`), then the window with the most different words in it is chosen
and cut at sentence or word borders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from indexer.matches import Matcher, Span
from lookclear.text.chinese import HAN

Pieces = tuple[tuple[str, bool], ...]

ENGLISH_CHARS = 200
CHINESE_CHARS = 100
_SPACE = re.compile(r"\s+")
_HAN_CHAR = re.compile(f"[{HAN}]")
_SENTENCE_END = re.compile(r"[。！？!?]+[”’\"')）]*|\.(?=\s)|\n")
_BORDER = re.compile(r"[，、；：]\s*|\s+")  # where a snippet may be cut inside a sentence
_ELLIPSIS = "…"
_BETWEEN_LINES = " · "  # after a line that ends in a letter: a heading, a list item, a cell


def highlight(text: str, matcher: Matcher) -> Pieces:
    """Return a whole text in pieces, for titles."""
    return _pieces(text, 0, len(text), matcher.spans(text))


def snippet(text: str, matcher: Matcher) -> Pieces:
    """Return the best stretch of a text in pieces: about 200 characters, 100 when it is Chinese.

    Without a match it is the beginning of the text.
    """
    spans = matcher.spans(text)
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
    border = _BORDER.search(text, lowest, first)
    if border:
        return border.end()
    return lowest if _HAN_CHAR.match(text, lowest) else first


def _snap_end(text: str, least: int, end: int) -> int:
    """Return a border in `[least, end]`: a sentence's end, else a clause's or word's, else `end`."""
    stops = [match.end() for match in _SENTENCE_END.finditer(text, least, end)]
    if stops:
        return stops[-1]
    borders = [match.start() for match in _BORDER.finditer(text, least, end + 1)]
    return borders[-1] if borders else end


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


def _flat(text: str, before: str) -> str:
    def space(match: re.Match[str]) -> str:
        previous = text[match.start() - 1] if match.start() else before
        return _BETWEEN_LINES if "\n" in match[0] and previous.isalnum() else " "

    return _SPACE.sub(space, text)


def _joined(pieces: Sequence[tuple[str, bool]]) -> Pieces:
    """Collapse white space, part lines that no sign ends, drop empty pieces, join neighbours of one kind."""
    joined: list[tuple[str, bool]] = []
    last = len(pieces) - 1
    for at, (text, is_match) in enumerate(pieces):
        shown = _flat(text, before=joined[-1][0][-1] if joined else "")
        if at == last:
            shown = shown.removesuffix(_BETWEEN_LINES)
        if not shown:
            continue
        if joined and joined[-1][1] == is_match:
            joined[-1] = (joined[-1][0] + shown, is_match)
        else:
            joined.append((shown, is_match))
    return tuple(joined)
