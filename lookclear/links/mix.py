"""MIX: page, block and link context together."""

from __future__ import annotations

from lookclear.links.evidence import Evidence
from lookclear.links.link_context import context_score
from lookclear.text.vectors import Floats

PAGE, CONTEXT, BLOCK = 0.25, 0.45, 0.30  # weights ω; our reconstruction (docs/algorithms.md)


class Mix:
    """S = Σ ω_k·s_k over best-first, link context and content block."""

    name = "mix"
    parts = ("page", "anchor", "context", "block")

    def score(self, evidence: Evidence) -> Floats:
        """Return the weighted sum for each link."""
        return PAGE * evidence.page + CONTEXT * context_score(evidence) + BLOCK * evidence.block
