"""The words of an index in order, so that those with a beginning are found, and those close to a word.

Terms are kept in sorted runs. New ones become a run of their own at the next question, and runs of like size
are merged, as in a logarithmic merge: each term is moved a logarithm of times, and a page just added counts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from indexer import closeness
from indexer.lexicon import Lexicon

_BEHIND_ALL = "\U0010ffff"
_GROWTH = 2  # a run is merged with the one before it unless that is so many times as large


@dataclass
class _Run:
    terms: list[str]  # ascending
    _spelt: closeness.Spelt | None = field(default=None, init=False)

    @cached_property
    def spelt(self) -> closeness.Spelt:
        """The terms as arrays, made when something close is first looked for."""
        return closeness.spell(self.terms)


class Vocabulary:
    """The terms of a lexicon in order; those of a field's list begin with its name (`schema.list_term`)."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._runs: list[_Run] = []
        self._known = 0

    def beginning(self, start: str) -> Iterator[str]:
        """Yield the terms that begin with `start`, run by run."""
        self._take_in()
        for run in self._runs:
            first = bisect_left(run.terms, start)
            end = bisect_left(run.terms, start + _BEHIND_ALL, first)
            for at in range(first, end):
                yield run.terms[at]

    def close_to(self, word: str, most: int) -> list[tuple[str, int]]:
        """Return the terms at a distance of at most `most` slips from a word, with their distance.

        The distance is that of `closeness`. `word` is a list's name for a word; its field must be the same.
        """
        self._take_in()
        return [
            (run.terms[at], distance)
            for run in self._runs
            for at, distance in closeness.near(run.spelt, word, most)
        ]

    def _take_in(self) -> None:
        """Make the terms that are new a run, and merge runs until each is well larger than the next."""
        fresh = self._lexicon.terms_from(self._known)
        if not fresh:
            return
        self._known += len(fresh)
        terms = sorted(fresh)
        while self._runs and len(self._runs[-1].terms) < _GROWTH * len(terms):
            terms = self._runs.pop().terms + terms
            terms.sort()  # two runs one after the other: a merge
        self._runs.append(_Run(terms))
