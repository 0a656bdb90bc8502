"""Cut text into words, Chinese ones with jieba, and say where each word stands.

The same segmentation serves the crawler's features, the index and its queries, so that what is looked for is
cut like what was stored. `rjieba` gives the same words as `jieba`, some fifty times faster, and is used
when it is installed (a test compares the two).

The rule is written twice: as a pattern, quick for a title or a query, and over arrays (`runs`), quick for a
page. A test holds the two together.
"""

from __future__ import annotations

import importlib
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from lookclear.text.chinese import HAN, simplified
from lookclear.text.normalize import INVISIBLE, fold
from lookclear.text.runs import INNER, MARKS, MOST_MARKS, Places, Runs, find_runs

_LETTER = rf"[^\W_{HAN}]"
_MARKED = rf"(?:{_LETTER}++[{MARKS}]{{0,{MOST_MARKS}}}+)++"
_INVISIBLE = "".join(map(chr, INVISIBLE))
_MOST_HIDDEN = 4  # invisible characters in a row inside C++, C# or .NET
_GAP = rf"[{_INVISIBLE}]{{0,{_MOST_HIDDEN}}}"
_SIGNED = rf"[CcＣｃ]{_GAP}[+＋]{_GAP}[+＋]|[CcFfJj]{_GAP}[#＃](?![^\W{HAN}])"  # C++, C#
# The dot before the look behind: what begins with a character is found at the speed of looking for that.
_DOTTED = rf"\.(?<![^\W{HAN}]\.){_GAP}[Nn]{_GAP}[Ee]{_GAP}[Tt](?![^\W{HAN}])"
_WORD = re.compile(rf"(?P<han>[{HAN}]+)|(?:{_SIGNED}|{_DOTTED})|{_MARKED}(?:[{INNER}]+{_MARKED})*")
_ASCII_WORD = re.compile(r"c[+]{2}|[cfj]#(?!\w)|(?<!\w)\.net(?!\w)|[a-z0-9]+(?:'+[a-z0-9]+)*")
_SIGNED_WORD = re.compile(_SIGNED)
_NET = re.compile(_DOTTED)
_HIDDEN_IN_CHINESE = re.compile(rf"(?<=[{HAN}])[{_INVISIBLE}]++(?=[{HAN}])")
_RARE = re.compile("([^\u4e00-\u9fd5\n])")  # Chinese characters that jieba knows nothing of
_SHORT = 200  # characters; arrays cost more than they save below this
_LONGEST_KEPT = 64  # characters of a word whose form is remembered


class Token(NamedTuple):
    """A word in index form; `[start, end)` slices the original text."""

    text: str
    start: int
    end: int


class Placed(NamedTuple):
    """Where the words of a page stand; what they are is worked out by `spell`, for who needs to know."""

    starts: Places
    ends: Places
    spell: Callable[[], list[str]]  # in index form, as many as there are places


class Words(NamedTuple):
    """The words of a text in index form, and where each begins and ends in it: three lists of one length."""

    texts: list[str]
    starts: list[int]
    ends: list[int]


def tokenize(text: str) -> list[Token]:
    """Cut text into words, in reading order.

    Latin and other letters and digits: maximal runs, with inner apostrophes; `C++`, `C#` and `.NET` stay
    whole. Chinese: dictionary words (jieba, exact mode). Punctuation yields nothing.

    >>> [t.text for t in tokenize("The GPU显卡, C++ and 搜索引擎")]
    ['the', 'gpu', '显卡', 'c++', 'and', '搜索引擎']
    """
    return list(map(Token._make, zip(*cut(text), strict=True)))


def cut(text: str) -> Words:
    """Return what `tokenize` lists as three lists."""
    if len(text) < _SHORT:
        return _cut_short(text)
    found = place(text)
    return Words(found.spell(), found.starts.tolist(), found.ends.tolist())


def place(text: str) -> Placed:
    """Return where the words of `tokenize` stand, as arrays, for whole pages."""
    if len(text) >= _SHORT and (found := _place_long(text)) is not None:
        return found
    texts, starts, ends = _cut_short(text)
    return Placed(np.array(starts, np.int64), np.array(ends, np.int64), lambda: texts)


def words(text: str) -> list[str]:
    """Return only the words of `tokenize`."""
    if len(text) < _SHORT and text.isascii():
        return _ASCII_WORD.findall(text.lower())
    return _cut_short(text).texts if len(text) < _SHORT else place(text).spell()


def iter_tokens(text: str) -> Iterator[Token]:
    """Yield what `tokenize` lists, one by one: for who needs only the first few."""
    if hidden := _hidden_in_chinese(text):
        starts, ends, spell = _cut_around(text, hidden)
        yield from map(Token._make, zip(spell(), starts.tolist(), ends.tolist(), strict=True))
        return
    for match in _WORD.finditer(text):
        start = match.start()
        if match.lastgroup != "han":
            yield Token(fold(match.group()), start, match.end())
            continue
        for piece in _cut_han()(simplified(match.group())):
            yield Token(piece, start, start + len(piece))
            start += len(piece)


def subwords(word: str) -> list[str]:
    """Return the dictionary words inside a longer Chinese word, in order, without the word itself.

    >>> subwords("搜索引擎")
    ['搜索', '索引', '引擎']
    """
    if len(word) < 3 or not _is_han(word):
        return []
    return [piece for piece in _cut_search()(word) if piece != word]


def _hidden_in_chinese(text: str) -> list[tuple[int, int]]:
    """Return where invisible characters stand between Chinese ones."""
    if text.isascii() or not any(sign in text for sign in _INVISIBLE):
        return []
    return [match.span() for match in _HIDDEN_IN_CHINESE.finditer(text)]


def _cut_around(text: str, hidden: Sequence[tuple[int, int]]) -> Placed:
    """Cut a text as if what is hidden between its Chinese characters were not there."""
    edges = [0, *(edge for span in hidden for edge in span), len(text)]
    shown = [(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True) if start < end]
    places = np.concatenate([np.arange(start, end) for start, end in shown])
    found = place("".join(text[start:end] for start, end in shown))
    return Placed(places[found.starts], places[found.ends - 1] + 1, found.spell)


def _cut_short(text: str) -> Words:
    tokens = list(iter_tokens(text))
    return Words([t.text for t in tokens], [t.start for t in tokens], [t.end for t in tokens])


def _place_long(text: str) -> Placed | None:
    """Return where the words of a page stand, or None for the rare text that only the pattern gets right."""
    found = find_runs(text)
    signed: dict[int, str] = {}  # words with signs, by number
    hides = found.hides
    for sign in found.signs.tolist():
        letter = _visible(text, sign - 1, -1) if hides else sign - 1
        if match := _SIGNED_WORD.match(text, letter):
            _put(Token(match.group(), *match.span()), letter, found, signed)
    if hides or ".n" in text or ".N" in text:
        for match in _NET.finditer(text):
            letter = _visible(text, match.start() + 1, 1)
            if not _put(Token(match.group(), *match.span()), letter, found, signed):
                return None
    if hides and found.han and (hidden := _hidden_in_chinese(text)):
        return _cut_around(text, hidden)
    letters = Placed(found.starts, found.ends, lambda: _spelled(text, found, signed))
    return _with_chinese(letters, found) if found.han else letters


def _spelled(text: str, found: Runs, signed: Mapping[int, str]) -> list[str]:
    """Return the words of letters in index form; `signed` are those with signs, by number."""
    texts = found.spaced.lower().split()
    numbers = found.foreign
    bounds = (numbers.tolist(), found.starts[numbers].tolist(), found.ends[numbers].tolist())
    for at, start, end in zip(*bounds, strict=True):
        word = text[start:end]
        texts[at] = _fold_kept(word) if len(word) <= _LONGEST_KEPT else fold(word)
    for at, word in signed.items():
        texts[at] = fold(word)
    return texts


def _visible(text: str, at: int, step: int) -> int:
    """Return the first place from `at` on, at most four steps away, where no invisible character stands."""
    for _ in range(_MOST_HIDDEN):
        if not 0 <= at < len(text) or text[at] not in _INVISIBLE:
            break
        at += step
    return max(at, 0)


def _put(token: Token, letter: int, found: Runs, signed: dict[int, str]) -> bool:
    """Let `C++` take the place of the word at `letter`; return False if that word is longer (.NET's)."""
    starts, ends = found.starts, found.ends
    at = int(starts.searchsorted(letter))
    if at < len(starts) and starts[at] == letter:  # else the letter ends a longer word
        if ends[at] > token.end:
            return False
        signed[at], starts[at], ends[at] = token.text, token.start, token.end
    return True


def _with_chinese(letters: Placed, found: Runs) -> Placed:
    """Return the words of letters together with those of the Chinese stretches.

    One call of the segmenter serves all stretches: it puts no word over a line's end.
    """
    starts, ends = found.han_starts, found.han_ends
    pieces = _cut_han()(found.han)
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    piece_ends = np.cumsum(lengths)
    stretch_ends = np.cumsum(ends - starts + 1)  # where the next one begins, in `joined`
    is_word = np.ones(len(pieces), np.bool_)
    is_word[np.searchsorted(piece_ends, stretch_ends[:-1])] = False
    kept = np.flatnonzero(is_word)
    piece_ends, lengths = piece_ends[kept], lengths[kept]
    piece_ends += (ends + 1 - stretch_ends)[np.searchsorted(stretch_ends, piece_ends, side="right")]
    all_ends = np.concatenate((letters.ends, piece_ends))
    all_starts = np.concatenate((letters.starts, piece_ends - lengths))
    order = np.argsort(all_starts, kind="stable")
    places = np.concatenate((np.arange(len(letters.ends)), kept + len(letters.ends)))[order]

    def spell() -> list[str]:
        texts = letters.spell() + pieces
        return [texts[at] for at in places.tolist()]

    return Placed(all_starts[order], all_ends[order], spell)


def _is_han(word: str) -> bool:
    match = _WORD.fullmatch(word)
    return match is not None and match.lastgroup == "han"


@lru_cache(maxsize=1 << 15)
def _fold_kept(word: str) -> str:
    return fold(word)


@cache
def _cut_han() -> Callable[[str], list[str]]:
    fast = _rjieba()
    return _like_jieba(fast.cut) if fast is not None else _jieba().lcut


@cache
def _cut_search() -> Callable[[str], list[str]]:
    fast = _rjieba()
    return _like_jieba(fast.cut_for_search) if fast is not None else _jieba().lcut_for_search


def _like_jieba(cut: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    """Return rjieba's cut with each rare character a word, as in jieba; rjieba joins them to neighbours."""

    def cut_alike(text: str) -> list[str]:
        if _RARE.search(text) is None:
            return list(cut(text))
        parts = _RARE.split(text)  # every other one is a rare character
        return [word for at, part in enumerate(parts) for word in ([part] if at % 2 else cut(part))]

    return cut_alike


def _rjieba() -> Any:
    # Imported late: it takes 0.2 s, and not every crawl meets Chinese.
    try:
        return importlib.import_module("rjieba")
    except ImportError:  # the optional accelerator is not there
        return None


@cache
def _jieba() -> Any:
    # Imported late: its dictionary takes a second or more to load and is not needed beside rjieba.
    jieba = importlib.import_module("jieba")
    jieba.setLogLevel(logging.ERROR)
    return jieba
