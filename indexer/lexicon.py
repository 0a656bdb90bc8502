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

    def terms(self, numbers: Iterable[int]) -> list[str]:
        """Return the terms with some numbers."""
        return list(map(self._terms.__getitem__, numbers))

    def assign(self, term: str) -> int:
        """Return the number of a term, giving it the next one if it is new."""
        number = self._numbers.setdefault(term, len(self._terms))
        if number == len(self._terms):
            self._terms.append(term)
        return number

    def assign_all(self, terms: Sequence[str]) -> list[int]:
        """Return the number of each term, new ones in their order; for many at once."""
        found = list(map(self._numbers.get, terms))
        return [
            number if number is not None else self.assign(term)
            for number, term in zip(found, terms, strict=True)
        ]

    def terms_from(self, start: int, end: int | None = None) -> Sequence[str]:
        """Return the terms from number `start` on, up to `end`."""
        return self._terms[start:end]
