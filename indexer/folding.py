"""Pages that say the same are one result: which of them is shown, and which it stands for.

A document belongs to the group of the key its `Document.group` names. Nothing is left out of the index: what
is folded depends on what matches, so `site:` finds the copy on that site.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Rows: TypeAlias = npt.NDArray[np.int64]
_NAMES_OTHER = 1 << 31
_LONGEST = (1 << 31) - 1


def standing(key: str, *, names_other: bool) -> int:
    """Return what decides which page of a group is shown, smallest first: 32 bits.

    A page that names another address as its own comes last; of the others, the one with the shortest address.

    >>> standing("http://a.org/long", names_other=False) < standing("http://a.org", names_other=True)
    True
    """
    return min(len(key), _LONGEST) | (_NAMES_OTHER if names_other else 0)


def shown(
    groups: npt.NDArray[np.uint64], marks: npt.NDArray[np.uint64], standings: npt.NDArray[np.uint32]
) -> Rows:
    """Return the rows that are results of their own, ascending: all but the folded ones.

    The arrays have one entry a matching document; `marks` are the names of the documents' own groups.
    """
    foreign = groups != marks
    if not foreign.any():
        return np.arange(len(groups))
    together = np.isin(groups, groups[foreign])
    rows = np.flatnonzero(together)
    order = rows[np.lexsort((rows, standings[rows], groups[rows]))]
    first = np.flatnonzero(np.diff(groups[order], prepend=~groups[order[:1]]))
    kept = ~together
    kept[order[first]] = True
    return np.flatnonzero(kept)


def folded(row: int, groups: npt.NDArray[np.uint64], standings: npt.NDArray[np.uint32]) -> Rows:
    """Return the other rows of a shown row's group, the next best first."""
    others = np.flatnonzero(groups == groups[row])
    others = others[others != row]
    order = np.argsort(standings[others], kind="stable")
    return np.asarray(others[order], np.int64)
