"""A table of words and their numbers in flat memory, by which compiled code knows the words of a text.

It remembers what `occurrences.TermMemo` found out; how it lies in memory is told in `kernels.words`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer.arena import Reserve
from indexer.compiled import Kernels
from indexer.layout import WORD_BYTES, WORD_SLOT_BYTES
from indexer.packing import Numbers

_FIRST_SLOTS = 1 << 12
_GROWTH = 4
_PADDING = bytes(32)  # compiled code reads whole words


@dataclass(frozen=True, slots=True)
class Texts:
    """Words of several texts: `ends` are where each text ends in `joined`, with a separator between words."""

    joined: bytes
    ends: Numbers
    separator: bytes
    skip_empty: bool


def of_lists(runs: Sequence[Sequence[str]]) -> Texts | None:
    """Return lists of words as texts; None if they cannot be written so (NUL or lone surrogates in words)."""
    counts = np.fromiter(map(len, runs), np.int64, len(runs))
    if not counts.all():
        return None
    texts = _joined(list(map("\0".join, runs)), b"\0", skip_empty=False)
    if texts is None or texts.joined.count(b"\0") != counts.sum() - 1:
        return None
    return texts


def of_blanks(runs: Sequence[str]) -> Texts | None:
    """Return texts whose words have blanks between them; None if there are lone surrogates in them."""
    return _joined(list(runs), b" ", skip_empty=True)


def _joined(texts: list[str], separator: bytes, *, skip_empty: bool) -> Texts | None:
    joined = separator.decode().join(texts)
    if joined.isascii():
        sizes, encoded = list(map(len, texts)), joined.encode()
    else:
        try:
            parts = [text.encode() for text in texts]
        except UnicodeEncodeError:
            return None
        sizes, encoded = list(map(len, parts)), separator.join(parts)
    ends = np.cumsum(sizes) + np.arange(len(sizes))
    return Texts(encoded, ends, separator, skip_empty)


class WordTable:
    """Words of up to 24 bytes with their numbers. `seed` changes where they lie, and nothing else."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = np.uint64(int.from_bytes(os.urandom(8)) if seed is None else seed)
        self.clear()

    def __len__(self) -> int:
        return self._count

    def clear(self) -> None:
        """Forget all words."""
        self._count, self._slots = 0, _FIRST_SLOTS
        self._memory = Reserve(np.uint8, self._slots * WORD_SLOT_BYTES)

    def numbers(self, kernels: Kernels, texts: Texts, find: Callable[[str], int]) -> tuple[Numbers, Numbers]:
        """Return the numbers of all words, and how many words each text has; `find` tells new ones."""
        text = np.frombuffer(texts.joined + _PADDING, np.uint8)
        found = np.empty(len(texts.joined) + len(texts.ends) + 1, np.int64)
        counts = np.empty(len(texts.ends), np.int64)
        words = kernels.look_up(
            self._memory.address,
            self._slots - 1,
            self._seed,
            text.ctypes.data,
            texts.ends,
            np.uint64(texts.separator[0]),
            texts.skip_empty,
            found,
            counts,
        )
        numbers = found[:words]
        unknown = np.flatnonzero(numbers < 0)
        if len(unknown):
            begins = -1 - numbers[unknown]
            numbers[unknown] = self._learn(kernels, texts, text, begins, find)
        return numbers, counts

    def _learn(
        self,
        kernels: Kernels,
        texts: Texts,
        text: npt.NDArray[np.uint8],
        begins: Numbers,
        find: Callable[[str], int],
    ) -> Numbers:
        """Return the numbers of the words that begin at some places, and remember them."""
        joined, separator = texts.joined, texts.separator
        stops = [joined.find(separator, begin) for begin in begins.tolist()]
        stops = [len(joined) if stop < 0 else stop for stop in stops]
        words = [joined[begin:stop].decode() for begin, stop in zip(begins.tolist(), stops, strict=True)]
        numbers = np.fromiter(map(find, words), np.int64, len(words))
        self.make_room(kernels, len(words))
        ends = np.array(stops, np.int64)
        short = ends - begins <= WORD_BYTES
        self._count += kernels.learn(
            self._memory.address,
            self._slots - 1,
            self._seed,
            text.ctypes.data,
            begins[short],
            ends[short],
            numbers[short],
        )
        return numbers

    def make_room(self, kernels: Kernels, more: int) -> None:
        """Keep half of the slots free."""
        slots = self._slots
        while 2 * (self._count + more) > slots:
            slots *= _GROWTH
        if slots == self._slots:
            return
        memory = Reserve(np.uint8, slots * WORD_SLOT_BYTES)
        kernels.move_words(self._memory.address, self._slots, memory.address, slots - 1, self._seed)
        self._memory, self._slots = memory, slots
