"""What visited pages are worth: the model's word, unless something better is known of a page."""

from __future__ import annotations

from collections.abc import Iterable

from lookclear.domain import Score
from lookclear.relevance.centroid import CentroidModel
from lookclear.text.vectors import TermRows
from lookclear.visit.judging import DIGITS
from lookclear.visit.teachers import Teachers


class Standing:
    """The visited pages by number, and by every address they are known by (`at`)."""

    def __init__(self, teachers: Teachers) -> None:
        self.at: dict[str, int] = {}
        self._teachers = teachers
        self._addresses: list[tuple[str, ...]] = []
        self._is_seed: list[bool | None] = []  # None = without content of its own

    def add(self, addresses: Iterable[str], *, seed: bool, has_content: bool) -> int:
        """Take in the next page; returns its number."""
        known = tuple(dict.fromkeys(addresses))
        number = len(self._addresses)
        self.at.update(dict.fromkeys(known, number))
        self._addresses.append(known)
        self._is_seed.append(seed if has_content else None)
        return number

    def said(self, page: int) -> bool | None:
        """Return what a person says of a page, None when nothing."""
        return self._teachers.verdict(self._addresses[page])

    def surely(self, page: int) -> bool | None:
        """Return what is known of a page without judging it: by a person, or since it is a seed."""
        said = self.said(page)
        return said if said is not None else self._is_seed[page] or None

    def score(self, page: int, judged: float) -> Score:
        """Return what a page is worth that the model gives so much."""
        said = self.said(page)
        if said is not None:
            return Score(float(said), {"label": float(said)})
        if self._is_seed[page] is None:
            return Score(0.0, {"kind": 0.0})
        if self._is_seed[page]:
            return Score(1.0, {"seed": 1.0})
        value = round(float(judged), DIGITS)
        return Score(value, {"centroid": value})

    def scores(self, keys: Iterable[str], model: CentroidModel, rows: TermRows) -> dict[str, Score]:
        """Return what pages are worth by the present model; keys that were not visited are left out."""
        pages = {key: self.at[key] for key in keys if key in self.at}
        first = min(pages.values(), default=len(rows))
        values = model.relevance(rows, first)
        return {key: self.score(page, values[page - first]) for key, page in pages.items()}
