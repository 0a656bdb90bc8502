"""Where the words of a field stand, as numbers, term << 24 | place, with what is inside and beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from indexer import compiled
from indexer.analysis import index_term, inner_terms, is_han
from indexer.layout import POSITION_BITS
from indexer.lexicon import Lexicon
from indexer.packing import Numbers
from indexer.records import scrub
from indexer.schema import FIELDS, characters_of, clean_word, list_term
from indexer.spellings import parts, variants
from indexer.wordtable import WordTable, of_blanks, of_lists

MEMO_LIMIT = 1 << 18


class TermMemo(dict[str, int]):
    """Surface word → number of its term in one list, and what is known of those that are Chinese.

    Analysing a word costs microseconds and most words of a page were seen before. `given` words are terms
    already: nothing is in them but characters.
    """

    def __init__(self, lexicon: Lexicon, field: str, *, given: bool = False) -> None:
        super().__init__()
        self._lexicon = lexicon
        self._given = given
        self._table = WordTable()
        self.field = field
        self._characters = np.zeros(1024, np.uint8)  # of the terms that are Chinese, by number
        self._has_others = np.zeros(1024, np.bool_)  # which terms have other spellings or parts
        self.others: dict[int, list[int]] = {}  # term << 32 of other spellings, by the word's number
        self.parts: dict[int, list[int]] = {}  # term << 32 of a word's letters and number, by its number
        self.inner: dict[int, list[int]] = {}  # term << 32 | places from the word's start, by its number

    def numbers(self, runs: Sequence[Run]) -> tuple[Numbers, Numbers]:
        """Return the numbers of all words, and how many words each run has.

        Compiled code knows words that were seen before, and asks for the others here.
        """
        kernels = compiled.loaded()
        if kernels is not None:
            is_text = [isinstance(run.words, str) for run in runs]
            words: list[Any] = [run.words for run in runs]
            texts = of_blanks(words) if all(is_text) else None if any(is_text) else of_lists(words)
            if texts is not None:
                return self._table.numbers(kernels, texts, self._find)
        lists = [_listed(run.words) for run in runs]
        counts = np.fromiter(map(len, lists), np.int64, len(lists))
        found = map(self.__getitem__, chain.from_iterable(lists))
        return np.fromiter(found, np.int64, int(counts.sum())), counts

    def __missing__(self, word: str) -> int:
        number = self[word] = self._find(word)
        return number

    def _find(self, word: str) -> int:
        if word.isascii() and word.isalpha():  # most words: no other spellings, nothing inside
            term = clean_word(word) if self._given else index_term(word)
            return self._assign(self.field, term)
        term = clean_word(scrub(word)) if self._given else index_term(scrub(word))
        number = self._assign(self.field, term)
        if not term.isascii() and is_han(term):
            characters = characters_of(self.field)
            self.inner[number] = [
                (self._assign(field, part) << POSITION_BITS) + at
                for field, parts in (
                    (self.field, () if self._given else inner_terms(term)),
                    (characters, ((char, at) for at, char in enumerate(term))),
                )
                for part, at in parts
            ]
            self._grow()
            self._characters[number] = len(term)
        elif not self._given:
            others, pieces = variants(term), parts(word)
            if not others and not pieces:
                return number
            for kept, terms in ((self.others, others), (self.parts, pieces)):
                kept[number] = [self._assign(self.field, other) << POSITION_BITS for other in terms]
            self._grow()
            self._has_others[number] = True
        return number

    def characters(self, numbers: Numbers) -> npt.NDArray[np.uint8]:
        """Return how many Chinese characters each term has, 0 for other scripts."""
        self._grow()
        return self._characters[numbers]

    def with_others(self, numbers: Numbers) -> Numbers:
        """Return which of the terms have other spellings or parts, as places in `numbers`."""
        self._grow()
        return np.flatnonzero(self._has_others[numbers])

    def trim(self) -> None:
        """Forget the words once there are too many of them."""
        if len(self) > MEMO_LIMIT or len(self._table) > MEMO_LIMIT:
            self.clear()
            self._table.clear()
            self.inner.clear()
            self.others.clear()
            self.parts.clear()

    def _assign(self, field: str, term: str) -> int:
        return self._lexicon.assign(list_term(field, term))

    def _grow(self) -> None:
        if len(self._lexicon) > len(self._characters):
            more = 2 * len(self._lexicon) - len(self._characters)
            self._characters = np.append(self._characters, np.zeros(more, np.uint8))
            self._has_others = np.append(self._has_others, np.zeros(more, np.bool_))


def memos_of_fields(lexicon: Lexicon, *, given: bool) -> dict[str, list[TermMemo]]:
    """Return a memo for each list that the words of a field go into, by the field's name."""
    combined = TermMemo(lexicon, "", given=given)
    return {
        field.name: [combined, TermMemo(lexicon, field.name, given=given)] if field.own_list else [combined]
        for field in FIELDS
    }


@dataclass(frozen=True, slots=True)
class Run:
    """The words of a field of one document; `start` is where the first stands, with the document above it.

    `joined` are words that are made of several, each with the number of its first.
    """

    start: int
    words: Sequence[str]  # or a text with blanks between them
    joined: Sequence[tuple[int, str]] = ()


def _listed(words: Sequence[str]) -> Sequence[str]:
    return list(filter(None, words.split(" "))) if isinstance(words, str) else words


def occurrences(
    memo: TermMemo,
    runs: Sequence[Run],
    keys: list[Numbers],
    halved: list[Numbers],
    known: Numbers | None = None,
) -> tuple[list[int], list[int]]:
    """Append term << 24 | place for every word and what is inside it.

    Return how many words each run has, and how many places it takes.

    The document is above the term, as it is above the place in `Run.start`. Those in `halved` are parts of
    words, which count half. `known` are the numbers of the words of a single run, if they were looked up.
    """
    numbers, counts = memo.numbers(runs) if known is None else (known, np.array([len(known)]))
    total = len(numbers)
    first = np.cumsum(counts) - counts
    before = np.fromiter((run.start for run in runs), np.int64, len(runs))
    characters = memo.characters(numbers)
    if characters.any():
        widths = np.maximum(characters, 1).astype(np.int64)
        inside = np.cumsum(widths) - widths
        extents = np.add.reduceat(widths, first)
        starts = inside + np.repeat(before - inside[first], counts)
        chinese = np.flatnonzero(characters)
        pairs = zip(numbers[chinese].tolist(), starts[chinese].tolist(), strict=True)
        keys.append(
            np.array([key + start for number, start in pairs for key in memo.inner[number]], np.int64)
        )
    else:
        extents, starts = counts, np.arange(total) + np.repeat(before - first, counts)
    keys.append((numbers << POSITION_BITS) + starts)
    others = memo.with_others(numbers)
    if len(others):
        varied = list(zip(numbers[others].tolist(), starts[others].tolist(), strict=True))
        extra = [key + start for number, start in varied for key in memo.others[number]]
        pieces = [key + start for number, start in varied for key in memo.parts[number]]
        keys.append(np.array(extra, np.int64))
        halved.append(np.array(pieces, np.int64))
    joined = [
        (memo[word] << POSITION_BITS) + int(starts[begin + at])
        for run, begin in zip(runs, first.tolist(), strict=True)
        for at, word in run.joined
        if at < len(run.words)  # it may have been cut
    ]
    if joined:
        keys.append(np.array(joined, np.int64))
    return counts.tolist(), extents.tolist()
