"""Link context: what the words on and around a link say about its target."""

from __future__ import annotations

from lookclear.links.evidence import Evidence
from lookclear.text.vectors import Floats

ANCHOR_SHARE = 0.5  # η: anchors carry the most precise words, contexts the recall


class LinkContext:
    """S_lc = η·sim(anchor, topic) + (1 − η)·sim(context and heading, topic).

    The context is ζ-IDOM's; see docs/algorithms.md.
    """

    name = "link-context"
    parts = ("anchor", "context")

    def score(self, evidence: Evidence) -> Floats:
        """Return S_lc of each link."""
        return context_score(evidence)


def context_score(evidence: Evidence) -> Floats:
    """Return S_lc of each link, in 0..1."""
    return ANCHOR_SHARE * evidence.anchor + (1 - ANCHOR_SHARE) * evidence.context
