"""How many slips lie between two words, for all words of a vocabulary at once.

A slip is a letter left out, put in, or taken for another, or two neighbours changed round: Damerau's distance
in its restricted form (optimal string alignment; Damerau 1964, Wagner and Fischer 1974 for the table).
Letters and their number are compared first, as bits: words that differ in more letters than slips allow are
left out, which leaves one in some hundreds for the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint32]
Places = npt.NDArray[np.int64]
_FAR = 99
_LONGEST = 255
_MIX = np.uint32(2654435761)  # spreads neighbouring characters over the 64 bits (Knuth's multiplier)


@dataclass(frozen=True, slots=True)
class Spelt:
    """Words as characters one after the other, where each begins, how long it is, which letters it has.

    `short` are the lengths up to 255, in one byte each, since all are looked through at each question.
    """

    codes: Codes
    starts: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    short: npt.NDArray[np.uint8]
    letters: npt.NDArray[np.uint64]


def spell(words: Sequence[str]) -> Spelt:
    """Return words in the form that `near` compares; no word is empty."""
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    starts = np.cumsum(lengths) - lengths
    codes = _codes("".join(words))
    letters = np.bitwise_or.reduceat(_bits(codes), starts) if len(words) else np.empty(0, np.uint64)
    return Spelt(codes, starts, lengths, np.minimum(lengths, _LONGEST).astype(np.uint8), letters)


def near(
    spelt: Spelt, word: str, most: int, wanted: Callable[[Places], npt.NDArray[np.bool_]] | None = None
) -> list[tuple[int, int]]:
    """Return the places of the words at most `most` slips from `word`, ascending, each with its distance.

    `wanted` tells of some places which are worth a comparison, the costly part.

    >>> near(spell(["marhs", "marsh", "mash", "water"]), "marsh", 1)
    [(0, 1), (1, 0), (2, 1)]
    """
    if not word or not len(spelt.lengths):
        return []
    codes = _codes(word)
    letters = np.bitwise_or.reduce(_bits(codes))
    least, longest = max(0, len(word) - most), len(word) + most
    lengths = spelt.short if longest < _LONGEST else spelt.lengths
    fits = np.flatnonzero((lengths >= least) & (lengths <= longest))
    differing = (
        np.bitwise_count(spelt.letters[fits] ^ letters)
        if _HAS_COUNT
        else _counted(spelt.letters[fits] ^ letters)
    )
    fits = fits[differing <= 2 * most]
    if wanted is not None:
        fits = fits[wanted(fits)]
    distances = _distances(spelt, fits, codes)
    close = distances <= most
    return list(zip(fits[close].tolist(), distances[close].tolist(), strict=True))


_HAS_COUNT = hasattr(np, "bitwise_count")  # numpy 2


def _counted(bits: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    octets = bits.view(np.uint8).reshape(-1, 8)
    counted: npt.NDArray[np.int64] = np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.int64)
    return counted


def _distances(spelt: Spelt, places: npt.NDArray[np.int64], word: Codes) -> npt.NDArray[np.int64]:
    """Return the distance of the words at some places from one: the table's rows, each for all words."""
    lengths = spelt.lengths[places]
    longest = int(lengths.max(initial=0))
    columns = np.arange(longest)
    at = np.minimum(spelt.starts[places][:, None] + columns, len(spelt.codes) - 1)
    others = spelt.codes[at].T  # shape (longest, words): what lies behind a word's end is not read at the end
    count = len(places)
    before = np.full((longest + 1, count), _FAR, np.int64)
    above = np.repeat(np.arange(longest + 1)[:, None], count, axis=1)
    for row, char in enumerate(word, start=1):
        now = np.empty_like(above)
        now[0] = row
        same = others == char
        for column in range(1, longest + 1):
            best = np.minimum(
                above[column - 1] + ~same[column - 1], 1 + np.minimum(above[column], now[column - 1])
            )
            if row > 1 and column > 1:
                turned = same[column - 2] & (others[column - 1] == word[row - 2])
                best = np.where(turned, np.minimum(best, before[column - 2] + 1), best)
            now[column] = best
        before, above = above, now
    return above[lengths, np.arange(count)]


def _codes(text: str) -> Codes:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _bits(codes: Codes) -> npt.NDArray[np.uint64]:
    return np.left_shift(np.uint64(1), ((codes * _MIX) >> np.uint32(26)).astype(np.uint64))
