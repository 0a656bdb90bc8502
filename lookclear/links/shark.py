"""Shark-search: fish-search with scores in between, from the page, the anchor and the text around it.

After Hersovici et al. 1998 (docs/algorithms.md).
"""

from __future__ import annotations

import numpy as np

from lookclear.links.evidence import Evidence
from lookclear.text.vectors import Floats

FADING, ANCHOR, INHERITED = 0.5, 0.8, 0.8  # δ, β, γ


class Shark:
    """S = γ·inherited + (1 − γ)·(β·anchor + (1 − β)·context), where a context counts 1 when the anchor hits.

    Inherited is δ·sim(page) when the page is like the topic at all, else δ times what the page inherited.
    """

    name = "shark"
    parts = ("likeness", "inherited", "anchor", "context")

    def score(self, evidence: Evidence) -> Floats:
        """Return S of each link."""
        around = np.where(evidence.anchor > 0, 1.0, evidence.context)
        neighbourhood = ANCHOR * evidence.anchor + (1 - ANCHOR) * around
        inherited = FADING * np.where(evidence.likeness > 0, evidence.likeness, evidence.inherited)
        worth: Floats = INHERITED * inherited + (1 - INHERITED) * neighbourhood
        return worth


def passed_on(likeness: float, inherited: float) -> float:
    """Return what a page gives its children to inherit.

    >>> passed_on(0.6, 0.3), passed_on(0.0, 0.3)
    (0.3, 0.15)
    """
    return FADING * (likeness if likeness > 0 else inherited)
