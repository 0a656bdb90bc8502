"""Breadth-first: oldest link first."""

from __future__ import annotations

import numpy as np

from lookclear.links.evidence import Evidence
from lookclear.text.vectors import Floats


class BreadthFirst:
    """Every link is worth the same, so the frontier's order of discovery decides."""

    name = "breadth-first"
    parts = ("page",)

    def score(self, evidence: Evidence) -> Floats:
        """Return one half for every link."""
        return np.full(len(evidence), 0.5)
