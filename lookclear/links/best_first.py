"""Best-first: links of the most relevant pages first."""

from __future__ import annotations

from lookclear.links.evidence import Evidence
from lookclear.text.vectors import Floats


class BestFirst:
    """A link is worth what its page is worth (Cho, Garcia-Molina & Page 1998; docs/algorithms.md)."""

    name = "best-first"
    parts = ("page",)

    def score(self, evidence: Evidence) -> Floats:
        """Return the relevance of each link's page."""
        return evidence.page


class BestNFirst(BestFirst):
    """Best-N-first: the same, but the frontier hands out N at once before it looks at scores anew.

    So more is explored (Menczer, Pant & Srinivasan 2004).
    """

    name = "best-n-first"
    default_batch = 256
