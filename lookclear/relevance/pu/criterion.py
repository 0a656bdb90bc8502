"""How good is a classifier, when no page is known to be off topic? (Lee & Liu 2003)"""

from __future__ import annotations

import numpy as np

from lookclear.text.vectors import Floats


def criterion(recall: float, share: float) -> float:
    """Return J = recall²/share, which is proportional to precision × recall.

    `recall` is that of positives held out, `share` the part of all pages held out that is called positive.

    >>> [round(criterion(r, p), 3) for r, p in ((0.9, 0.30), (0.6, 0.12), (0.95, 0.50))]
    [2.7, 3.0, 1.805]
    """
    return recall * recall / share if share > 0 else 0.0


def criterion_at(positive: Floats, everything: Floats, limits: Floats) -> Floats:
    """Return J of "at least the limit is positive" for each limit, from margins of pages held out."""
    on, every = np.sort(positive), np.sort(everything)
    recall = 1 - np.searchsorted(on, limits, "left") / max(1, len(on))
    share = 1 - np.searchsorted(every, limits, "left") / max(1, len(every))
    return np.divide(recall * recall, share, out=np.zeros(len(limits)), where=share > 0)


def best_limit(positive: Floats, everything: Floats) -> tuple[float, float]:
    """Return the limit of highest J among the margins of the positives, and that J; the lowest on a tie."""
    limits = np.unique(positive)
    values = criterion_at(positive, everything, limits)
    best = int(values.argmax())
    return float(limits[best]), float(values[best])
