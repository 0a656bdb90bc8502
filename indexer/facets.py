"""How many of the matching documents are from which host, in which language, of which kind and year."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer.attributes import LABELLED, UNDATED
from indexer.budget import Budget
from indexer.doctable import DocumentTable

NAMES = (*LABELLED, "year")
MOST_VALUES = 50  # of one facet that are named
_STEP = 1 << 17  # documents counted before the clock is asked again

Docs = npt.NDArray[np.int64]
Counts = dict[int, int]


@dataclass(frozen=True, slots=True)
class Facet:
    """The values of one attribute among the matches, the most frequent first, equal ones by name.

    Matches without a value are not in it. Beyond `MOST_VALUES` only `others` tells how many values there are.
    Unless `is_complete` time was short, and counts are of a part of the matches.
    """

    name: str  # one of NAMES
    counts: tuple[tuple[str, int], ...]
    others: int = 0
    is_complete: bool = True


def count(documents: DocumentTable, docs: Docs, budget: Budget) -> tuple[tuple[Facet, ...], dict[str, int]]:
    """Return the facets of some documents, and the counts of all their hosts."""
    totals: list[Counts] = [{} for _ in NAMES]
    is_complete = True
    for start in range(0, len(docs), _STEP):
        if start and budget.is_spent():
            is_complete = False
            break
        step = docs[start : start + _STEP]
        for name, total in zip(NAMES, totals, strict=True):
            for value, number in _counted(documents, name, step).items():
                total[value] = total.get(value, 0) + number
    named = [
        {name: number for value, number in total.items() if (name := _label(documents, attribute, value))}
        for attribute, total in zip(NAMES, totals, strict=True)
    ]
    facets = tuple(_facet(name, counts, is_complete) for name, counts in zip(NAMES, named, strict=True))
    return facets, named[NAMES.index("host")]


def _counted(documents: DocumentTable, name: str, docs: Docs) -> Counts:
    if name != "year":
        held = np.bincount(documents.columns[name].view[docs])
        values = np.flatnonzero(held)
        return dict(zip(values.tolist(), held[values].tolist(), strict=True))
    days = documents.columns["day"].view[docs]
    days = days[days != UNDATED]
    years = days.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    values, numbers = np.unique(years, return_counts=True)
    return dict(zip(values.tolist(), numbers.tolist(), strict=True))


def _label(documents: DocumentTable, attribute: str, value: int) -> str:
    return f"{value:04}" if attribute == "year" else documents.labels[value]


def _facet(name: str, counts: dict[str, int], is_complete: bool) -> Facet:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Facet(name, tuple(ordered[:MOST_VALUES]), max(0, len(ordered) - MOST_VALUES), is_complete)
