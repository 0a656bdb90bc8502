"""What a search is to do besides naming the best documents."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Order(StrEnum):
    """What comes first."""

    RELEVANCE = "relevance"
    DATE = "date"  # the newest; documents without a date last, by relevance


@dataclass(frozen=True, slots=True)
class Options:
    """The plain search has all of it off.

    `per_host`: at most so many hits of one host on a page while others have matches; 0 is no limit. After
    `seconds` alternatives that were not looked at are left out, and facets are counted no further.
    """

    order: Order = Order.RELEVANCE
    facets: bool = False
    per_host: int = 0
    seconds: float | None = None
    suggest: bool = False


PLAIN = Options()
