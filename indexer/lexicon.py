"""The vocabulary: each distinct term has a number, in order of first appearance, never taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Lexicon:
    """Terms and their numbers."""

    def __init__(self, terms: Iterable[str] = ()) -> None:
        self._terms = list(terms)
        self._numbers = {term: number for number, term in enumerate(self._terms)}

    def __len__(self) -> int:
        return len(self._terms)

    def number(self, term: str) -> int | None:
        """Return the number of a term, or None if it was never seen."""
        return self._numbers.get(term)

    def term(self, number: int) -> str:
        """Return the term with a number."""
        return self._terms[number]

    def assign(self, term: str) -> int:
        """Return the number of a term, giving it the next one if it is new."""
        number = self._numbers.setdefault(term, len(self._terms))
        if number == len(self._terms):
            self._terms.append(term)
        return number

    def terms_from(self, start: int) -> Sequence[str]:
        """Return the terms from number `start` on."""
        return self._terms[start:]
