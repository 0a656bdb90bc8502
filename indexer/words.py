"""The words of a text as an index takes them: cut, and those that a sign parts written as one too."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from indexer.spellings import joined_words
from lookclear.text.distinct import CutText
from lookclear.text.segment import cut


def words_of(text: str) -> tuple[Sequence[str], list[tuple[int, str]]]:
    """Return the words of a text, and those made of several, each with the number of its first.

    >>> words_of("Wi-Fi here")
    (['wi', 'fi', 'here'], [(0, 'wifi')])
    """
    if not text:
        return (), []
    found = cut(text)
    return found.texts, [(bisect_left(found.starts, start), word) for start, word in joined_words(text)]


def joined_in(text: str, found: CutText) -> list[tuple[int, str]]:
    """Return what `words_of` gives of words made of several, for a text that was cut before."""
    return [(found.number_at(text, start), word) for start, word in joined_words(text)]
