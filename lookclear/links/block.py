"""Block: the content block a link stands in is the main evidence, with grey tunnelling.

After Peng, Zhang & Zuo 2008; the formula and its constants are our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

from lookclear.links.evidence import Evidence
from lookclear.links.link_context import context_score
from lookclear.text.vectors import Floats
from lookclear.tunnel.rule import Tunnel

# The page is weak evidence, exactly because one part of an off-topic page may be on topic.
BLOCK, CONTEXT, PAGE = 0.5, 0.3, 0.2


class Block:
    """S = .5·r_b + .3·S_lc + .2·R(p), for links that are followed.

    Which are is a matter of tunnelling, grey unless another kind is chosen: of a page on topic all links, of
    another page those in blocks on topic.
    """

    name = "block"
    parts = ("block", "anchor", "context", "page")
    default_tunnel = Tunnel.GREY

    def score(self, evidence: Evidence) -> Floats:
        """Return S of each link."""
        worth: Floats = BLOCK * evidence.block + CONTEXT * context_score(evidence) + PAGE * evidence.page
        return worth
