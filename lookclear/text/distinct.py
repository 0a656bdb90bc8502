"""Words with their repeats taken out, so that what is worked out of a word is worked out once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lookclear.text.segment import cut

Entries = NDArray[np.int32]


class Distinct(NamedTuple):
    """The distinct words of some tokens in order of first occurrence, and the entry of each token in them."""

    words: list[str]
    entries: Entries

    @classmethod
    def of(cls, tokens: Sequence[str]) -> Distinct:
        """Look each distinct word up.

        >>> found = Distinct.of(("the", "soil", "土壤", "the"))
        >>> found.words, found.entries.tolist()
        (['the', 'soil', '土壤'], [0, 1, 2, 0])
        """
        words = list(dict.fromkeys(tokens))
        numbers = dict(zip(words, range(len(words)), strict=True))
        return cls(words, np.fromiter(map(numbers.__getitem__, tokens), np.int32, len(tokens)))


@dataclass(frozen=True, slots=True)
class CutText:
    """A text that was cut into words before: `entries` names each of its words in `words`.

    Some of its lines begin at the characters `begins`, and with the words of the numbers `firsts`, both
    ascending.
    """

    words: Sequence[str]
    entries: Entries
    begins: Sequence[int]
    firsts: Sequence[int]

    def number_at(self, text: str, position: int) -> int:
        """Return the number of the word that begins at a character of this text."""
        at = bisect_right(self.begins, position) - 1
        if at < 0:
            return len(cut(text[:position]).texts)
        return self.firsts[at] + len(cut(text[self.begins[at] : position]).texts)
