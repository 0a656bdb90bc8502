"""Adaptive: which address is likely to be on topic, by all that is known of it, learned during the crawl.

- `features`: what is known of a target: evidence aggregated over all links that lead to it
- `sums`: that evidence, kept up to date link by link
- `outcomes`: what blocks, pages, folders and hosts gave so far
- `wording`: words of links that paid off
- `logistic`: the weights, learned from outcomes, beginning with `prior`
- `scorer`: the strategy itself
"""

from lookclear.links.adaptive.features import FEATURES
from lookclear.links.adaptive.scorer import Adaptive, Address, LinkFacts

__all__ = ["FEATURES", "Adaptive", "Address", "LinkFacts"]
