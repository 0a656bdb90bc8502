"""Block: the content block a link stands in is the main evidence, with grey tunnelling.

After Peng, Zhang & Zuo 2008; the formula and its constants are our reconstruction (docs/algorithms.md).
"""

from __future__ import annotations

import numpy as np

from lookclear.links.evidence import Evidence
from lookclear.links.link_context import context_score
from lookclear.text.vectors import Floats

# The page is weak evidence, exactly because one part of an off-topic page may be on topic.
BLOCK, CONTEXT, PAGE = 0.5, 0.3, 0.2
ON_TOPIC = 0.5  # θ and θ_b: a page or block of at least this relevance is on topic


class Block:
    """S = .5·r_b + .3·S_lc + .2·R(p), for links that are followed.

    Of a page on topic (white) all links are; of one that is not, those in blocks on topic (grey); of a page
    without such a block (black) none. What is not followed waits with a score of 0, behind all the rest.
    """

    name = "block"

    def score(self, evidence: Evidence) -> Floats:
        """Return S of each link that is followed, 0 for the others."""
        worth = BLOCK * evidence.block + CONTEXT * context_score(evidence) + PAGE * evidence.page
        followed = np.maximum(evidence.page, evidence.block) >= ON_TOPIC
        return np.where(followed, worth, 0.0)
